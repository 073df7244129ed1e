import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A part of the customer's territory: district, road, section. Areas form a tree. */
export const area = defineResource({
  name: 'places.area',
  label: ['区域', 'Area'],
  about: ['设备所在的行政或管理区域', 'Administrative and maintenance areas of the devices'],
  code: 'area',
  scope: 'tenant',
  roles: 'places',
  api: { base: 'blade-system/area', verbs: ['list', 'lazy', 'detail', 'submit', 'remove'] },
  title: 'areaName',
  list: { sort: 'sort', tree: 'parentId' },
  page: {
    path: '/city/basis/area',
    label: ['区域管理', 'Areas'],
    icon: 'environment',
    sort: 10,
    parent: 'city_basis',
    permissions: [
      { code: 'region_add', label: ['行政区划：新增与修改', 'Administrative regions: add and change'], action: 1, roles: 'platform' },
      { code: 'region_delete', label: ['行政区划：删除', 'Administrative regions: remove'], action: 1, roles: 'platform' },
      { code: 'region_import', label: ['行政区划：导入', 'Administrative regions: import'], action: 1, roles: 'platform' },
      { code: 'region_export', label: ['行政区划：导出', 'Administrative regions: export'], action: 1, roles: 'platform' },
    ],
  },
  fields: {
    areaName: f.text({ label: ['区域名称', 'Name'], required: true, max: 100, list: true, search: true }),
    areaCode: f.text({ label: ['区域编码', 'Code'], max: 50, unique: true, list: true, search: true }),
    parentId: f.ref('places.area', { label: ['上级区域', 'Parent'], wire: 'parentId', titleAs: 'parentName' }),
    areaFullName: f.text({ label: ['区域全称', 'Full name'], max: 1000, readonly: true, list: true }),
    regionCode: f.text({
      label: ['行政区划', 'Region'],
      max: 6,
      example: '430102',
      search: true,
      match: {
        pattern: '(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12])\\d{4}',
        text: ['应为 GB/T 2260 的六位代码', 'must be a six-digit code of GB/T 2260'],
      },
      hint: ['GB/T 2260 代码：省、地级市或区县', 'GB/T 2260 code of a province, city or district'],
    }),
    sort: f.int({ label: ['排序', 'Order'], min: 0, max: 99999, initial: 1 }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    move: {
      label: ['移动', 'Move'],
      on: 'rows',
      roles: 'placesWrite',
      path: 'moveArea',
      input: {
        parentId: f.ref('places.area', {
          label: ['移动到', 'Move to'],
          wire: 'parentId',
          titleAs: 'parentName',
          hint: ['留空为顶级', 'Empty: the top level'],
        }),
      },
    },
  },
  indexes: [['parentId']],
  io: { export: true },
})
