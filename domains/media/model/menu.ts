import { defineMenu } from '@lamplight/kit'

/** Pages of screens and broadcast units below 智慧灯杆 (screens vis.*).  */
export const mediaMenu = defineMenu([
  {
    code: 'onofflog',
    label: ['开关策略日志', 'On/off strategy log'],
    path: '/visual/equipmentMana/onOffStrategy/log',
    icon: 'history',
    sort: 40,
    parent: 'pole_media',
    resource: 'media.onOffLog',
  },
  {
    code: 'onoffdetail',
    label: ['开关策略日志明细', 'On/off strategy log details'],
    path: '/visual/equipmentMana/onOffStrategy/log/devices',
    icon: 'history',
    sort: 50,
    parent: 'pole_media',
    resource: 'media.onOffDetail',
    hidden: true,
  },
])
