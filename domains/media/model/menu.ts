import { defineMenu } from '@lamplight/kit'

/** Pages of screens and broadcast units below 智慧灯杆 (screens vis.*). Other slices add their pages below `visual`. */
export const mediaMenu = defineMenu([
  { code: 'visual', label: ['智慧灯杆', 'Smart poles'], path: '/visual', icon: 'post', sort: 30 },
  {
    code: 'visual_equipment',
    label: ['设备管理', 'Equipment'],
    path: '/visual/equipmentMana',
    icon: 'hdd',
    sort: 10,
    parent: 'visual',
  },
  {
    code: 'onofflog',
    label: ['开关策略日志', 'On/off strategy log'],
    path: '/visual/equipmentMana/onOffStrategy/log',
    icon: 'history',
    sort: 40,
    parent: 'visual_equipment',
    resource: 'media.onOffLog',
  },
  {
    code: 'onoffdetail',
    label: ['开关策略日志明细', 'On/off strategy log details'],
    path: '/visual/equipmentMana/onOffStrategy/log/devices',
    icon: 'history',
    sort: 50,
    parent: 'visual_equipment',
    resource: 'media.onOffDetail',
    hidden: true,
  },
])
