import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'
import { orderLifecycle } from './order.lifecycle.ts'

/** Why an order ended, as T/CEC 102 numbers it (`StopReason`). From 3 on the order is abnormal. */
export const STOP_REASONS: Readonly<Record<number, Text>> = {
  0: ['用户停止', 'Stopped by the user'],
  1: ['平台停止', 'Stopped by a platform'],
  2: ['车辆停止', 'Stopped by the car'],
  3: ['充电机故障', 'Charger fault'],
  4: ['连接器断开', 'Connector disconnected'],
}
const stored = { readonly: true, form: false, hidden: true } as const
/** A column that stores a whole number of fen or Wh. The API shows it in yuan or kWh, as the field of the same name without the unit. */
const whole = (zh: string, en: string) => f.int({ label: [zh, en], min: 0, ...stored })
const shown = { readonly: true, form: false, from: 'charging.figures' } as const
const yuan = (zh: string, en: string, list = false) =>
  f.number({ label: [zh, en], unit: '¥', decimals: 2, ...shown, ...(list ? { list } : {}), search: 'range' })
const pushed = { readonly: true, form: false } as const

/**
 * Charging orders: screen vis.chargeOrder. Operators push them; an administrator may modify a finished or abnormal one
 * once (rule.charging.modify). Money is stored in fen, energy in Wh.
 */
export const order = defineResource({
  name: 'charging.order',
  label: ['充电订单', 'Charging order'],
  about: [
    '运营商推送的充电订单；已结束和异常的订单可由管理员修改一次',
    'Orders that operators push; an administrator may modify a finished or abnormal one once',
  ],
  code: 'chargeorder',
  scope: 'project',
  roles: 'devices',
  title: 'startChargeSeq',
  page: { path: '/visual/equipmentMana/chargingPile/order', icon: 'book', sort: 71, parent: 'pole_charging', find: ['startChargeSeq'] },
  api: {
    base: 'blade-charging/order',
    verbs: ['list', 'detail'],
    calls: { 'GET blade-charging/jscChargingPile/queryChargeOrder': { verb: 'detail', by: 'startChargeSeq' } },
  },
  lifecycle: orderLifecycle,
  list: { sort: '-startTime' },
  indexes: [['startTime'], ['stationId', 'endTime'], ['checkOrderSeq'], ['projectId', 'id'], ['areaId', 'id']],
  fields: {
    startChargeSeq: f.text({
      label: ['订单号', 'Order number'],
      unique: true,
      max: 40,
      list: { width: 304, least: 304 },
      search: true,
      example: 'ORDER-0001',
      ...pushed,
    }),
    state: f.state(orderLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    stationCode: f.text({ label: ['站点编号', 'Station ID'], wire: 'StationID', max: 20, search: true, ...pushed }),
    stationId: f.ref('charging.station', { label: ['充电站', 'Station'], list: true, search: true, ...pushed }),
    electricity: f.number({ label: ['充电量', 'Energy'], unit: 'kWh', decimals: 3, list: { width: 130 }, search: 'range', ...shown }),
    total: yuan('总金额', 'Total', true),
    operatorId: f.ref('charging.operator', { label: ['运营商', 'Operator'], list: true, search: true, ...pushed }),
    connectorId: f.text({ label: ['枪口编号', 'Connector ID'], max: 40, list: true, search: true, ...pushed }),
    connectorName: f.text({ label: ['枪口名称', 'Connector'], max: 80, list: true, readonly: true, form: false, from: 'charging.pile' }),
    pileId: f.ref('charging.pile', { label: ['充电桩', 'Charging pile'], search: true, ...pushed }),
    startTime: f.time({ label: ['开始时间', 'Start'], list: true, search: 'range', ...pushed }),
    endTime: f.time({ label: ['结束时间', 'End'], list: true, search: 'range', ...pushed }),
    power: f.number({ label: ['平均功率', 'Mean power'], unit: 'kW', decimals: 1, ...shown }),
    electricityFee: yuan('电费', 'Electricity fee'),
    serviceFee: yuan('服务费', 'Service fee'),
    stopReason: f.choice(STOP_REASONS, { label: ['结束原因', 'End reason'], search: 'in', ...pushed }),
    checkOrderSeq: f.text({ label: ['对账单号', 'Settlement number'], max: 40, search: true, ...pushed }),
    pushedAt: f.time({ label: ['推送时间', 'Last push'], ...pushed }),
    formerElectricityFee: yuan('原电费', 'Former electricity fee'),
    formerServiceFee: yuan('原服务费', 'Former service fee'),
    formerTotal: yuan('原总金额', 'Former total'),
    formerEndTime: f.time({ label: ['原结束时间', 'Former end'], ...pushed }),
    modifiedBy: f.text({ label: ['修改人', 'Modified by'], max: 80, search: true, ...pushed }),
    modifiedAt: f.time({ label: ['修改时间', 'Modified'], search: 'range', ...pushed }),
    reason: f.text({ label: ['修改原因', 'Reason'], max: 200, ...pushed }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, ...pushed }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], search: true, ...pushed }),
    energyWh: whole('充电量（Wh）', 'Energy (Wh)'),
    electricityFen: whole('电费（分）', 'Electricity fee (fen)'),
    serviceFen: whole('服务费（分）', 'Service fee (fen)'),
    formerElectricityFen: whole('原电费（分）', 'Former electricity fee (fen)'),
    formerServiceFen: whole('原服务费（分）', 'Former service fee (fen)'),
  },
  io: { export: true },
})
