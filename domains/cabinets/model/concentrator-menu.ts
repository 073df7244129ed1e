import { defineMenu } from '@lamplight/kit'
import { centralizedControl, concentratorRecords, poleConcentrators } from './concentrator-pages.ts'

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
  concentratorRecords,
  poleConcentrators,
  centralizedControl,
])
