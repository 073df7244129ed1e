import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const iotDevices = {
  code: 'iot_index',
  label: ['物联网设备', 'IoT devices'],
  path: '/iot/index',
  icon: 'chip',
  sort: 5,
  parent: 'iot',
  roles: 'read',
} as const satisfies MenuItem
