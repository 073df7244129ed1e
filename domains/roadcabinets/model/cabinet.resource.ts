import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { PROTOCOLS } from './product.resource.ts'
import { LAYOUT_MOST } from './stages.ts'

/** Longest serial number of a cabinet. Those of its units add `-CODE` and have at most 40 characters. */
const SN_MOST = 27

/** Fields of a unit of a cabinet. */
export const unitFields = {
  code: f.text({ label: ['单元代号', 'Unit code'], max: 12 }),
  name: f.text({ label: ['名称', 'Name'], max: 40 }),
  cabin: f.int({ label: ['舱位', 'Cabin'] }),
  deviceId: f.ref('devices.device', { label: ['设备', 'Device'] }),
  address: f.int({ label: ['地址', 'Address'] }),
  port: f.text({ label: ['端口', 'Port'], max: 20 }),
  protocol: f.choice(PROTOCOLS, { label: ['协议', 'Protocol'] }),
  polling: f.int({ label: ['轮询周期', 'Polling'], unit: 's' }),
}

/** Input of a command to one unit of each cabinet. */
export const sendInput = {
  unit: f.text({ label: ['单元代号', 'Unit code'], required: true, max: 12, example: 'HEATER' }),
  cmd: f.text({ label: ['指令', 'Command'], required: true, max: 32, example: 'drain' }),
  args: f.text({ label: ['参数', 'Arguments'], max: 4000, multiline: true, example: '{}', hint: ['JSON 对象', 'A JSON object'] }),
}

/**
 * Installed cabinets (devType 23 of decisions.md B1): each is a comprehensive product with a serial number, a gateway and a place. Adding a row adds a
 * device for each unit; removing the row removes these devices. Screen cab.list.
 */
export const cabinet = defineResource({
  name: 'roadcabinets.cabinet',
  label: ['道路机柜', 'Road cabinet'],
  about: ['已安装的综合产品及其单元', 'Installed comprehensive products with their units'],
  code: 'road_cabinet',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/roadCabinet/cabinet/index',
    icon: 'hdd',
    sort: 20,
    parent: 'road_cabinet_system',
    label: ['机柜管理', 'Road cabinets'],
    find: ['sn', 'name'],
  },
  api: { base: 'blade-visual/cabinet', verbs: ['list', 'detail', 'select', 'submit', 'remove'] },
  title: 'sn',
  fields: {
    sn: f.text({
      label: ['机柜编号', 'Serial number'],
      required: true,
      unique: true,
      form: 'create',
      example: 'CAB-0001',
      max: SN_MOST,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
    }),
    name: f.text({ label: ['机柜名称', 'Name'], max: 60, list: { width: 200, least: 184 }, search: true }),
    productId: f.ref('roadcabinets.product', {
      label: ['综合产品', 'Comprehensive product'],
      required: true,
      form: 'create',
      list: true,
      search: true,
    }),
    unitsOnline: f.int({ label: ['在线单元', 'Units online'], readonly: true, form: false, from: 'devices.state', list: true }),
    unitsFaulty: f.int({ label: ['故障单元', 'Units with faults'], readonly: true, form: false, from: 'devices.state', list: true }),
    gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], required: true, list: true, search: true, titleAs: 'gatewayName' }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, list: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], search: true, list: true }),
    location: f.geo({ label: ['位置', 'Location'] }),
    units: f.items(unitFields, { label: ['单元', 'Units'], max: LAYOUT_MOST, readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId'], ['productId']],
  keyword: ['name', 'sn'],
  actions: {
    send: { label: ['下发指令', 'Send a command'], on: 'rows', roles: 'commands', job: true, input: sendInput },
  },
  io: {
    export: true,
    import: { key: 'sn', template: ['sn', 'name', 'productId', 'gatewayId', 'projectId', 'areaId', 'location', 'remark'] },
  },
})
