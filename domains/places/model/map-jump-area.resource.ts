import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A named place to which the map can jump: an area at a given position, or where its boundary and lamps are. */
export const mapJumpArea = defineResource({
  name: 'places.mapJumpArea',
  label: ['地图跳转区域', 'Map jump area'],
  about: ['在城市地图上选择后，地图移动到该区域', 'Places to jump to on the city map'],
  code: 'mapjumparea',
  scope: 'tenant',
  roles: 'places',
  api: { base: 'blade-system/mapJumpArea', verbs: ['page', 'detail', 'save', 'update', 'remove'] },
  title: 'areaName',
  list: { sort: 'areaName' },
  page: { path: '/city/map/jumpArea', label: ['地图跳转区域', 'Map jump areas'], icon: 'environment', sort: 40, parent: 'city_mapping' },
  fields: {
    areaId: f.ref('places.area', { label: ['区域', 'Area'], required: true, titleAs: 'areaTitle', list: true, search: true }),
    areaName: f.text({
      label: ['显示名称', 'Display name'],
      max: 100,
      list: true,
      search: true,
      hint: ['留空时取区域名称', 'Empty: the name of the area'],
    }),
    areaCode: f.text({ label: ['区域编码', 'Code'], max: 50, list: true, hint: ['留空时取区域编码', 'Empty: the code of the area'] }),
    at: f.geo({ label: ['中心位置', 'Centre'] }),
    zoom: f.int({ label: ['缩放级别', 'Zoom'], min: 3, max: 20, hint: ['留空时显示整个区域', 'Empty: the whole area is shown'] }),
  },
  indexes: [['areaId']],
  io: { export: true },
})
