import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Types with this code or a higher one are stored as rows. */
export const FIRST_ROW_TYPE = 10_000
/** Value of `device` for the resource whose rows are devices of any type stored as a row. */
export const ROW_TYPES = 'product'

/** Device types made at run time, as integrated products are. A row holds the argument of `defineDeviceType` as JSON. The call integrated_device.send.function sends their commands. */
export const deviceType = defineResource({
  name: 'devices.type',
  label: ['单元产品', 'Unit product'],
  about: ['由用户定义的设备类型：属性、功能、事件', 'Device types that users define: properties, functions, events'],
  code: 'device_type',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-device/type', verbs: ['list', 'detail', 'select', 'submit', 'remove'] },
  title: 'unitProductCode',
  io: { export: true },
  page: { path: '/equipmentMana/productType', label: ['单元产品', 'Unit products'], icon: 'hdd', sort: 50, parent: 'equipment' },
  fields: {
    unitProductCode: f.text({
      label: ['产品编码', 'Product code'],
      required: true,
      unique: true,
      example: 'LEVEL-1',
      max: 40,
      list: true,
      search: true,
      match: {
        pattern: '[A-Za-z][A-Za-z0-9-]*',
        text: ['以字母开头，只能包含字母、数字和横线', 'must begin with a letter; letters, digits and - only'],
      },
    }),
    name: f.text({ label: ['名称', 'Name'], required: true, max: 60, list: true, search: true }),
    nameEn: f.text({ label: ['英文名称', 'English name'], max: 60, list: true }),
    category: f.text({ label: ['产品分类', 'Category'], max: 50, list: true, search: true }),
    code: f.int({ label: ['类型编码', 'Type code'], readonly: true, list: true, search: true }),
    descriptor: f.text({
      label: ['类型定义', 'Definition'],
      hint: [
        'JSON：properties 属性，commands 指令，events 事件。例：{"properties":{"level":{"label":["液位","Level"],"unit":"%"}}}',
        'JSON with properties, commands and events. Example: {"properties":{"level":{"label":["液位","Level"],"unit":"%"}}}',
      ],
      required: true,
      multiline: true,
      max: 60_000,
      example: '{"properties":{"level":{"label":["液位","Level"],"unit":"%"}},"commands":{"drain":{"label":["排空","Drain"]}}}',
    }),
  },
})
