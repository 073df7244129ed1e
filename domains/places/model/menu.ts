import { defineMenu } from '@lamplight/kit'

/** Menu of city lighting with its 基础信息; higher slices add their pages below `city`. */
export const placesMenu = defineMenu([
  { code: 'city', label: ['城市照明', 'City lighting'], path: '/city', icon: 'bulb', sort: 10 },
  { code: 'city_mapping', label: ['地图监控', 'Map'], path: '/city/map', icon: 'map', sort: 79, parent: 'city' },
  { code: 'city_basis', label: ['基础信息', 'Basic data'], path: '/city/basis', icon: 'apartment', sort: 80, parent: 'city' },
  {
    code: 'area',
    label: ['区域管理', 'Areas'],
    path: '/city/basis/area',
    icon: 'environment',
    sort: 10,
    parent: 'city_basis',
    resource: 'places.area',
    permissions: [
      { code: 'region_add', label: ['行政区划：新增与修改', 'Administrative regions: add and change'], action: 1, roles: 'platform' },
      { code: 'region_delete', label: ['行政区划：删除', 'Administrative regions: remove'], action: 1, roles: 'platform' },
      { code: 'region_import', label: ['行政区划：导入', 'Administrative regions: import'], action: 1, roles: 'platform' },
      { code: 'region_export', label: ['行政区划：导出', 'Administrative regions: export'], action: 1, roles: 'platform' },
    ],
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
  {
    code: 'areamanage',
    label: ['区域负责人', 'Area managers'],
    path: '/city/basis/areaManage',
    icon: 'team',
    sort: 30,
    parent: 'city_basis',
    resource: 'places.areaManage',
  },
  {
    code: 'mapjumparea',
    label: ['地图跳转区域', 'Map jump areas'],
    path: '/city/map/jumpArea',
    icon: 'environment',
    sort: 40,
    parent: 'city_mapping',
    resource: 'places.mapJumpArea',
  },
  {
    code: 'mapshare',
    label: ['地图分享', 'Shared maps'],
    path: '/city/map/share',
    icon: 'map',
    sort: 50,
    parent: 'city_mapping',
    resource: 'places.mapShare',
  },
])
