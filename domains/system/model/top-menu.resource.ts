import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** An entry of the top bar with its menus (wire-contract.md 4.3). Without any, the bar shows the first level of the side menu. */
export const topMenu = defineResource({
  name: 'system.topMenu',
  label: ['顶部菜单', 'Top menu'],
  about: [
    '顶栏的入口及其包含的菜单；一个也没有时，顶栏显示侧栏的一级菜单',
    'Entries of the top bar and their menus; without any, the bar shows the first level of the side menu',
  ],
  code: 'topmenu',
  scope: 'global',
  roles: 'platform',
  api: { base: 'blade-system/topmenu', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  list: { sort: 'sort' },
  page: {
    path: '/system/topmenu',
    label: ['顶部菜单', 'Top menus'],
    icon: 'columns',
    sort: 42,
    parent: 'system_menus',
    permissions: [{ code: 'topmenu_setting', label: ['菜单配置', 'Choose menus'], action: 2, roles: 'platform' }],
  },
  fields: {
    name: f.text({ label: ['菜单名称', 'Chinese name'], required: true, max: 50, list: true, search: true }),
    enName: f.text({ label: ['菜单英文名称', 'English name'], max: 50, list: true }),
    code: f.text({ label: ['菜单编号', 'Code'], required: true, unique: true, max: 50, list: true, search: true }),
    source: f.text({ label: ['菜单图标', 'Icon'], required: true, max: 100, list: true }),
    path: f.text({ label: ['路由地址', 'Route'], shape: 'route', max: 255, list: true }),
    sort: f.int({ label: ['菜单排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
  },
  io: { export: true },
})
