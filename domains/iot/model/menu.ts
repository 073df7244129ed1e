import { defineMenu } from '@lamplight/kit'
import { gcThings, iotDevices } from './pages.ts'

/** Menu 物联网 below 系统管理 (decisions.md A19). `/iot/index` and `/iot/registration` show the same list. The data of integrated devices are in the menu of the other devices. */
export const iotMenu = defineMenu([
  { code: 'iot', label: ['物联网', 'IoT'], path: '/iot', icon: 'chip', sort: 60, parent: 'system' },
  iotDevices,
  gcThings,
])
