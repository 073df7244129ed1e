import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Pages (category 1) and buttons with their permissions (category 2): wire-contract.md 4.1. */
export const menu = defineResource({
  name: 'system.menu',
  label: ['菜单', 'Menu'],
  about: ['控制台的页面与按钮权限', 'Pages of the console and the permissions of their buttons'],
  code: 'menu',
  scope: 'global',
  roles: 'platform',
  api: { base: 'blade-system/menu', verbs: ['list', 'lazy', 'detail', 'submit', 'remove'] },
  title: 'name',
  list: { sort: 'sort', tree: 'parentId' },
  page: { path: '/system/menu', label: ['菜单管理', 'Menus'], icon: 'menu', sort: 40, parent: 'system_menus' },
  fields: {
    parentId: f.ref('system.menu', { label: ['上级菜单', 'Parent'], wire: 'parentId', titleAs: 'parentName' }),
    name: f.text({ label: ['菜单名称', 'Chinese name'], required: true, max: 100, list: true, search: true }),
    enName: f.text({ label: ['菜单英文名称', 'English name'], max: 100, list: true, search: true }),
    code: f.text({ label: ['菜单编号', 'Code'], required: true, max: 100, unique: true, list: true, search: true }),
    path: f.text({ label: ['路由地址', 'Route'], shape: 'route', required: true, max: 255, list: true }),
    source: f.text({ label: ['菜单图标', 'Icon'], required: true, max: 100 }),
    category: f.choice(
      { 1: ['菜单', 'Page'], 2: ['按钮', 'Button'] },
      { label: ['菜单类型', 'Type'], required: true, initial: 1, list: true, search: true },
    ),
    alias: f.text({ label: ['菜单别名', 'Alias'], required: true, max: 100, list: true, search: true }),
    action: f.choice(
      { 0: ['无', 'None'], 1: ['工具栏', 'Toolbar'], 2: ['操作栏', 'Row'], 3: ['工具操作栏', 'Toolbar and row'] },
      { label: ['按钮功能', 'Button position'], initial: 0 },
    ),
    isOpen: f.choice(
      { 1: ['否', 'No'], 2: ['是', 'Yes'] },
      { label: ['新窗口打开', 'Open in new window'], required: true, initial: 1, also: { 0: 1 } },
    ),
    sort: f.int({ label: ['菜单排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
    hidden: f.flag({ label: ['侧栏隐藏', 'Hidden in side menu'], wire: 'isHidden', initial: false }),
    component: f.text({ label: ['组件路径', 'Component'], max: 255, form: false }),
    systemId: f.ref('system.menu', { label: ['所属系统', 'System'], wire: 'systemId', titleAs: 'systemName', form: false }),
    remark: f.text({ label: ['菜单备注', 'Remark'], max: 255, multiline: true }),
    categoryName: f.word(['菜单类型名称', 'Type in words']),
    actionName: f.word(['按钮功能名称', 'Place of the button in words']),
    isOpenName: f.word(['新窗口打开名称', 'New window in words']),
  },
  indexes: [['parentId', 'sort']],
  io: { export: true },
})

export const PAGE = 1
export const BUTTON = 2
