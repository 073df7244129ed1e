import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const boxControl = {
  code: 'box_control',
  label: ['箱体控制', 'Box control'],
  path: '/roadCabinet/boxControl/index',
  icon: 'control',
  sort: 10,
  parent: 'road_cabinet_control',
  roles: 'read',
  opens: 'road_cabinet_view',
} as const satisfies MenuItem
export const boxRecord = {
  code: 'box_record',
  label: ['箱控记录', 'Box records'],
  path: '/roadCabinet/boxControl/record',
  icon: 'history',
  sort: 20,
  parent: 'road_cabinet_control',
  roles: 'read',
} as const satisfies MenuItem
