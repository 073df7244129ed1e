import { alsoAt } from '@lamplight/console-kit/resource'
import { solarLampType } from '../model/index.ts'
import { instituteDevices, instituteGroups, solarGateways, solarGroups, solarPoles } from '../model/pages.ts'

/** Projects of the systems (decisions.md A41). */
const SOLAR = { projectType: '200' } as const
const INSTITUTE = { projectType: '4' } as const
const SOLAR_GROUPS = { devType: '7' } as const
const INSTITUTE_GROUPS = { category: 'institute', devType: '4' } as const

const LAMP = {
  resource: 'solar.lamp',
  label: solarLampType.label,
  permission: 'solar_lamp_view',
  under: '/sun/device/index',
} as const

/**
 * Lists and pages of other resources in the systems /sun and /intelligentInstitute. The page of a solar lamp has three entries with a session
 * (decisions.md A47): /sun/xiangqing from the list, /sun/details/details from a lamp pole, /system/sunDeviceDetails from the search.
 */
export const placePages = [
  ...alsoAt({ ...LAMP, details: '/sun/details/details' }),
  ...alsoAt({ ...LAMP, details: '/system/sunDeviceDetails' }),
  ...alsoAt({
    resource: 'devices.gateway',
    label: solarGateways.label,
    permission: 'gateway_view',
    fixed: SOLAR,
    list: solarGateways.path,
    details: '/sun/gatewayDetails/details',
  }),
  ...alsoAt({
    resource: 'lighting.post',
    label: solarPoles.label,
    permission: 'lamp_post_view',
    fixed: SOLAR,
    list: solarPoles.path,
  }),
  ...alsoAt({
    resource: 'devices.group',
    label: solarGroups.label,
    permission: 'device_group_view',
    fixed: SOLAR_GROUPS,
    list: solarGroups.path,
  }),
  ...alsoAt({
    resource: 'lighting.controller',
    label: ['院所设备', 'Institute devices'],
    permission: 'controller_view',
    fixed: INSTITUTE,
    list: instituteDevices.path,
    details: '/intelligentInstitute/deviceManage/details/index',
  }),
  ...alsoAt({
    resource: 'devices.group',
    label: instituteGroups.label,
    permission: 'device_group_view',
    fixed: INSTITUTE_GROUPS,
    list: instituteGroups.path,
  }),
]
