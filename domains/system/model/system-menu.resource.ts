import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** An entry of the circle on the landing page: a system with its start page. Shown to users who may open one of its pages. */
export const circleEntry = defineResource({
  name: 'system.systemMenu',
  label: ['系统菜单', 'Home shortcut'],
  about: ['系统导航页圆环上的入口；没有对应页面的入口不显示', 'Shortcuts on the home page; a shortcut without a page is not shown'],
  code: 'systemmenu',
  scope: 'global',
  roles: 'platform',
  api: { base: 'blade-system/systemMenu', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: 'sort' },
  page: { path: '/system/systemMenu', label: ['系统菜单', 'Home shortcuts'], icon: 'apartment', sort: 44, parent: 'system_menus' },
  fields: {
    name: f.text({ label: ['系统名称', 'Chinese name'], required: true, max: 50, list: true, search: true }),
    enName: f.text({ label: ['系统英文名称', 'English name'], max: 50, list: true }),
    path: f.text({ label: ['路由地址', 'Route'], shape: 'route', required: true, unique: true, max: 255, list: true, search: true }),
    source: f.text({ label: ['图标', 'Icon'], required: true, max: 100, list: true }),
    sort: f.int({ label: ['排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
    enabled: f.flag({ label: ['显示', 'Visible'], initial: true, list: true, search: true }),
  },
  io: { export: true },
})

/** Leads to an external address in the parameter `console.lightMoveCar.url`. */
export const OUTSIDE = '/lightMoveCar/index'
/** Largest number of entries of the circle (rule.landing.max12). */
export const CIRCLE_AT_MOST = 12
