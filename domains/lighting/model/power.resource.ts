import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Power devices that supply lighting (city.power; rule.const.power-all: current=-1 and size=-1 asks for all). */
export const power = defineResource({
  name: 'lighting.power',
  label: ['电源', 'Power device'],
  about: ['为照明设备供电的电源', 'Power devices that supply lighting'],
  code: 'power',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-city/power', verbs: ['list', 'detail', 'submit', 'remove'] },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['电源名称', 'Name'], required: true, max: 80, unique: true, list: true, search: true }),
    kind: f.choice(
      { 1: ['驱动电源', 'LED driver'], 2: ['开关电源', 'Switching supply'], 3: ['不间断电源', 'UPS'], 4: ['变压器', 'Transformer'] },
      { label: ['类别', 'Kind'], initial: 1, list: true, search: true },
    ),
    ratedPower: f.number({ label: ['额定功率', 'Rated power'], unit: 'W', min: 0, max: 1_000_000, decimals: 1, list: true }),
    inputVoltage: f.number({ label: ['输入电压', 'Input voltage'], unit: 'V', min: 0, max: 1000, decimals: 1, list: true }),
    outputVoltage: f.number({ label: ['输出电压', 'Output voltage'], unit: 'V', min: 0, max: 1000, decimals: 1, list: true }),
    outputCurrent: f.number({ label: ['输出电流', 'Output current'], unit: 'A', min: 0, max: 10_000, decimals: 2, list: true }),
    lamps: f.int({ label: ['灯具数', 'Lamps'], readonly: true, form: false, from: 'lighting.lamp', list: true }),
    load: f.number({
      label: ['所带功率', 'Load'],
      unit: 'W',
      decimals: 1,
      readonly: true,
      form: false,
      from: 'lighting.lamp',
      list: true,
      hint: ['所供灯具额定功率之和', 'The sum of the nominal powers of its lamps'],
    }),
    efficiency: f.number({ label: ['效率', 'Efficiency'], unit: '%', min: 0, max: 100, decimals: 1 }),
    supplierId: f.ref('devices.supplier', { label: ['供应商', 'Supplier'], list: true, search: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  page: {
    path: '/city/basisaccessories/power/index',
    details: '/city/basisaccessories/power/details',
    label: ['电源管理', 'Power devices'],
    icon: 'hdd',
    sort: 28,
    parent: 'accessory_models',
  },
  io: { export: true, import: { key: 'name' } },
})
