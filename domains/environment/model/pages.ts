import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const trashOverview = {
  code: 'trash_overview',
  label: ['运行统计', 'Statistics'],
  path: '/trash/overview/index',
  icon: 'chart',
  sort: 10,
  parent: 'trash_area',
  roles: 'read',
  opens: 'trash_view',
} as const satisfies MenuItem
export const trashCollection = {
  code: 'trash_collection',
  label: ['清运路线', 'Collection route'],
  path: '/trash/collection/index',
  icon: 'road',
  sort: 20,
  parent: 'trash_area',
  roles: 'read',
  opens: 'trash_view',
} as const satisfies MenuItem
export const trashCommand = {
  code: 'trash_command',
  label: ['批量指令', 'Batch commands'],
  path: '/trash/command/index',
  icon: 'control',
  sort: 30,
  parent: 'trash_area',
  roles: 'read',
  opens: 'trash_view',
} as const satisfies MenuItem
export const sprayControl = {
  code: 'spray_control',
  label: ['喷淋控制', 'Spray control'],
  path: '/city/controlCenter/spray/index',
  icon: 'spray',
  sort: 14,
  parent: 'control_center',
  roles: 'read',
} as const satisfies MenuItem
export const sprayRecord = {
  code: 'spray_record',
  label: ['喷淋记录', 'Spray records'],
  path: '/city/controlCenter/spray/record',
  icon: 'history',
  sort: 15,
  parent: 'control_center',
  roles: 'read',
} as const satisfies MenuItem
export const trashGroup = {
  code: 'trash_group',
  label: ['垃圾桶分组', 'Groups of bins'],
  path: '/equipmentMana/trashGroup/index',
  icon: 'group',
  sort: 32,
  parent: 'equipment',
  roles: 'read',
} as const satisfies MenuItem
export const wellGroup = {
  code: 'well_group',
  label: ['井盖分组', 'Groups of covers'],
  path: '/equipmentMana/wellGroup/index',
  icon: 'group',
  sort: 33,
  parent: 'equipment',
  roles: 'read',
} as const satisfies MenuItem
