import { defineMenu } from '@lamplight/kit'

export const menu = defineMenu([
  { code: 'city_map', label: ['照明地图', 'Lighting map'], path: '/city/map/index', icon: 'map', sort: 1, parent: 'city' },
  {
    code: 'lamp',
    label: ['灯具', 'Lamps'],
    path: '/city/lampmanagement/lampinformation',
    icon: 'lamp',
    sort: 2,
    parent: 'city',
    resource: 'lighting.lamp',
  },
  {
    code: 'controller',
    label: ['单灯控制器', 'Controllers'],
    path: '/city/basisaccessories/controller/controllerinformation',
    icon: 'chip',
    sort: 3,
    parent: 'city',
    resource: 'lighting.controller',
  },
  {
    code: 'lamp_post',
    label: ['灯杆', 'Lamp posts'],
    path: '/city/lamppost/index',
    icon: 'post',
    sort: 4,
    parent: 'city',
    resource: 'lighting.post',
  },
])
