import { defineMenu } from '@lamplight/kit'

/** Other pages about concentrators (rows vis.concentrator, rt.visual.centralizedControl and city.concentratorRec of the screens). */
export const concentratorMenu = defineMenu([
  {
    code: 'concentrator_lamp',
    label: ['集中器灯具', 'Lamps of concentrators'],
    path: '/city/basisaccessories/concentrator/lamps',
    icon: 'lamp',
    sort: 41,
    parent: 'city_basisaccessories',
    resource: 'cabinets.concentratorLamp',
    hidden: true,
  },
  {
    code: 'concentrator_records',
    label: ['集中器指令记录', 'Concentrator command records'],
    path: '/city/basisaccessories/concentrator/commandRecord',
    icon: 'history',
    sort: 43,
    parent: 'accessory_concentrators',
    roles: 'read',
  },
  {
    code: 'visual_concentrator',
    label: ['集中控制器', 'Concentrators'],
    path: '/visual/concentrator/index',
    icon: 'cluster',
    sort: 20,
    parent: 'visual',
    roles: 'read',
  },
  {
    code: 'centralized_control',
    label: ['集中控制', 'Centralized control'],
    path: '/visual/equipmentMana/centralizedControl/index',
    icon: 'control',
    sort: 64,
    parent: 'pole_lighting',
    roles: 'read',
  },
])
