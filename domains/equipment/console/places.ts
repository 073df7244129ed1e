import { alsoAt } from '@lamplight/console-kit/resource'
import { controllers, poleControllers, poleGroups } from '../model/pages.ts'

const SMART_POLES = { projectType: '3' } as const
/** systemType 3: smart poles (decisions.md A14). */
export const OF_POLES = { systemType: '3' } as const
const CONTROLLER = { resource: 'lighting.controller', permission: 'controller_view' } as const

/** Lists of lower slices at additional addresses. Below smart poles they show only rows of this system. */
export const placePages = [
  ...alsoAt({
    ...CONTROLLER,
    label: controllers.label,
    list: controllers.path,
    details: '/equipmentMana/controller/detail',
  }),
  ...alsoAt({
    ...CONTROLLER,
    label: poleControllers.label,
    fixed: SMART_POLES,
    list: poleControllers.path,
  }),
  ...alsoAt({
    resource: 'devices.group',
    label: poleGroups.label,
    permission: 'device_group_view',
    fixed: OF_POLES,
    list: poleGroups.path,
  }),
]
