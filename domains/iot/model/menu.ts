import { defineMenu } from '@lamplight/kit'
import { iotDevices } from './pages.ts'

/** Menu 物联网 below 系统管理 (decisions.md A19). `/iot/index` and `/iot/registration` show the same list. */
export const iotMenu = defineMenu([
  { code: 'iot', label: ['物联网', 'IoT'], path: '/iot', icon: 'chip', sort: 60, parent: 'system' },
  iotDevices,
])
