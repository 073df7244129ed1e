import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const cabinetInstall = {
  code: 'cabinet_install',
  label: ['机柜安装', 'Install cabinets'],
  path: '/roadCabinet/install/index',
  icon: 'plus',
  sort: 30,
  parent: 'road_cabinet_system',
  roles: 'write',
  opens: 'road_cabinet_add',
} as const satisfies MenuItem
