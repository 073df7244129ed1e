import { defineMenu } from '@lamplight/kit'

/** System administration. 权限管理 is filled by the identity slice. */
export const systemMenu = defineMenu([
  { code: 'system', label: ['系统管理', 'System'], path: '/system', icon: 'setting', sort: 90 },
  {
    code: 'dict',
    label: ['字典管理', 'Dictionaries'],
    path: '/system/dict',
    icon: 'book',
    sort: 30,
    parent: 'system',
    resource: 'system.dict',
  },
  { code: 'menu', label: ['菜单管理', 'Menus'], path: '/system/menu', icon: 'menu', sort: 40, parent: 'system', resource: 'system.menu' },
  {
    code: 'param',
    label: ['参数管理', 'Parameters'],
    path: '/system/param',
    icon: 'control',
    sort: 50,
    parent: 'system',
    resource: 'system.param',
  },
])
