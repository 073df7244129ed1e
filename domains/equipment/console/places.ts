import { alsoAt } from '@lamplight/console-kit/resource'

const SMART_POLES = { projectType: '3' } as const
/** systemType 3: smart poles (decisions.md A14). */
export const OF_POLES = { systemType: '3' } as const
const CONTROLLER = { resource: 'lighting.controller', permission: 'controller_view' } as const

/** Lists of lower slices at additional addresses. Below smart poles they show only rows of this system. */
export const placePages = [
  ...alsoAt({
    ...CONTROLLER,
    label: ['控制器', 'Controllers'],
    list: '/equipmentMana/controller/index',
    details: '/equipmentMana/controller/detail',
  }),
  ...alsoAt({
    ...CONTROLLER,
    label: ['单灯控制器', 'Lamp controllers'],
    fixed: SMART_POLES,
    list: '/visual/equipmentMana/lampControl/index',
  }),
  ...alsoAt({
    resource: 'devices.group',
    label: ['设备分组', 'Device groups'],
    permission: 'device_group_view',
    fixed: OF_POLES,
    list: '/visual/equipmentMana/devGroup/index',
  }),
]
