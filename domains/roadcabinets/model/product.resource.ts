import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { LAYOUT_MOST } from './stages.ts'

export const CABINS_MOST = 6
export const PROTOCOLS = {
  1: ['Modbus RTU', 'Modbus RTU'],
  2: ['Modbus TCP', 'Modbus TCP'],
  3: ['DL/T 645', 'DL/T 645'],
  4: ['CAN', 'CAN'],
  5: ['开关量', 'Digital I/O'],
  6: ['模拟量', 'Analogue'],
} as const
const unitCode = (more: { readonly required: true; readonly label: readonly [string, string] }) =>
  f.text({
    ...more,
    example: 'HEATER',
    max: 12,
    match: {
      pattern: '[A-Z][A-Z0-9]*',
      text: ['以大写字母开头，只能包含大写字母和数字', 'must begin with a capital letter; capital letters and digits only'],
    },
  })
const UNIT = { label: ['单元代号', 'Unit code'], required: true } as const
const pixels = (zh: string, en: string, max: number) => f.int({ label: [zh, en], unit: 'px', min: 0, max, required: true, example: 24 })

/** The units of a product. Each installed cabinet has a device for each unit; the serial number of this device ends with `code`. */
export const units = f.items(
  {
    code: unitCode(UNIT),
    name: f.text({ label: ['名称', 'Name'], required: true, example: '加热器', max: 40 }),
    typeId: f.ref('devices.type', { label: ['单元产品', 'Unit product'], required: true }),
    cabin: f.int({ label: ['舱位', 'Cabin'], min: 1, max: CABINS_MOST, initial: 1, example: 1 }),
  },
  { label: ['单元', 'Units'], required: true, max: LAYOUT_MOST },
)

/** Comprehensive products: kinds of road cabinets (screen rt.cab.ComprehensiveProduct; slice V1, answer 2). */
export const product = defineResource({
  name: 'roadcabinets.product',
  label: ['综合产品', 'Comprehensive product'],
  about: [
    '机柜型号：舱位、单元产品、布局和默认安装配置',
    'Kinds of cabinets: cabins, unit products, layout and default install configuration',
  ],
  code: 'cabinet_product',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-visual/integratedProduct',
    verbs: ['list', 'detail', 'select', 'submit', 'remove'],
    calls: {
      'GET blade-visual/integratedProduct/layout/detail': { verb: 'detail', fields: ['layout'] },
      'POST blade-visual/integratedProduct/layout/submit': { verb: 'put', fields: ['layout'] },
      'GET blade-visual/integratedProduct/defaultInstallConfig/detail': { verb: 'detail', fields: ['install'] },
      'POST blade-visual/integratedProduct/defaultInstallConfig/submit': { verb: 'put', fields: ['install'] },
    },
  },
  page: {
    path: '/roadCabinet/productManagement/ComprehensiveProduct',
    label: ['综合产品', 'Comprehensive products'],
    icon: 'cluster',
    sort: 50,
    parent: 'road_cabinet_system',
    hidden: true,
  },
  fields: {
    name: f.text({ label: ['产品名称', 'Product name'], required: true, unique: true, max: 60, list: true, search: true }),
    model: f.text({ label: ['产品型号', 'Model'], max: 40, list: true, search: true }),
    gatewayType: f.text({
      label: ['网关类型', 'Gateway type'],
      max: 40,
      list: true,
      hint: ['网关版本以此开头；空为不限', 'The firmware version of a gateway must begin with this text. Empty: any gateway'],
    }),
    cabinCount: f.int({ label: ['舱位数', 'Cabins'], readonly: true, form: false, from: 'cabins', list: true }),
    unitCount: f.int({ label: ['单元数', 'Units'], readonly: true, form: false, from: 'units', list: true }),
    installed: f.int({ label: ['已安装', 'Installed'], readonly: true, form: false, from: 'roadcabinets.cabinet', list: true }),
    cabins: f.items(
      {
        name: f.text({ label: ['舱位名称', 'Cabin'], required: true, example: '设备舱', max: 40 }),
        height: f.int({ label: ['高度', 'Height'], unit: 'U', min: 1, max: 60, required: true, initial: 12 }),
      },
      { label: ['舱位', 'Cabins'], required: true, max: CABINS_MOST },
    ),
    units,
    layout: f.items(
      { unit: unitCode(UNIT), x: pixels('横向', 'x', 1152), y: pixels('纵向', 'y', 610) },
      { label: ['布局', 'Layout'], max: 100, form: false, hidden: true },
    ),
    install: f.items(
      {
        unit: unitCode(UNIT),
        /** Default: the address of the port, else 1. */
        address: f.int({ label: ['地址', 'Address'], min: 0, max: 255, example: 1 }),
        port: f.text({ label: ['端口', 'Port'], max: 20, example: 'RS485-1' }),
        protocol: f.choice(PROTOCOLS, { label: ['协议', 'Protocol'], initial: 1 }),
        polling: f.int({ label: ['轮询周期', 'Polling'], unit: 's', min: 1, max: 86_400, initial: 60 }),
      },
      { label: ['默认安装配置', 'Default install configuration'], max: 100, form: false, hidden: true },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
