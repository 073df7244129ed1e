import { defineMenu } from '@lamplight/kit'
import { childDevices, controllers, poleControllers, poleGroups } from './pages.ts'

/** Pages of smart poles, and lists of lower slices at additional addresses (screens vis.*, eq.controller, rt.eq.childDevice, ai.table). */
export const equipmentMenu = defineMenu([
  poleControllers,
  poleGroups,
  controllers,
  childDevices,
  { code: 'ai', label: ['AI设备', 'AI devices'], path: '/ai', icon: 'camera', sort: 30, parent: 'smart_city' },
])
