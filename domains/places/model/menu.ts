import { defineMenu } from '@lamplight/kit'

/** City lighting and its 基础信息: higher slices hang their pages below `city`. */
export const placesMenu = defineMenu([
  { code: 'city', label: ['城市照明', 'City lighting'], path: '/city', icon: 'bulb', sort: 10 },
  { code: 'city_basis', label: ['基础信息', 'Basics'], path: '/city/basis', icon: 'apartment', sort: 80, parent: 'city' },
  {
    code: 'area',
    label: ['区域管理', 'Areas'],
    path: '/city/basis/area',
    icon: 'environment',
    sort: 10,
    parent: 'city_basis',
    resource: 'places.area',
  },
  {
    code: 'project',
    label: ['项目管理', 'Projects'],
    path: '/city/basis/project',
    icon: 'project',
    sort: 20,
    parent: 'city_basis',
    resource: 'places.project',
  },
])
