import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const pushed = { readonly: true, form: false } as const
const yuan = (zh: string, en: string) =>
  f.number({ label: [zh, en], unit: '¥', decimals: 2, list: true, from: 'charging.figures', ...pushed })
const kwh = (zh: string, en: string) =>
  f.number({ label: [zh, en], unit: 'kWh', decimals: 3, list: { width: 140 }, from: 'charging.figures', ...pushed })
const whole = (zh: string, en: string) => f.int({ label: [zh, en], min: 0, hidden: true, ...pushed })
const count = (zh: string, en: string) => f.int({ label: [zh, en], min: 0, list: true, ...pushed })

/** Settlements: an operator pushes the orders of a day, and the server compares them with the stored orders (jscChargingPile.queryCheckOrder). */
export const checkOrder = defineResource({
  name: 'charging.checkOrder',
  label: ['对账单', 'Settlement'],
  about: ['运营商每日推送的对账单，与已存订单逐笔核对', 'Daily settlements of operators, compared with the stored orders one by one'],
  code: 'chargecheck',
  scope: 'tenant',
  roles: 'devices',
  title: 'checkOrderSeq',
  page: { path: '/visual/equipmentMana/chargingPile/checkOrder', icon: 'check', sort: 72, parent: 'pole_charging' },
  api: {
    base: 'blade-charging/checkOrder',
    verbs: ['list', 'detail'],
    calls: { 'GET blade-charging/jscChargingPile/queryCheckOrder': { verb: 'detail', by: 'checkOrderSeq' } },
  },
  list: { sort: '-startTime' },
  fields: {
    checkOrderSeq: f.text({
      label: ['对账单号', 'Settlement number'],
      unique: true,
      max: 40,
      list: { width: 240 },
      search: true,
      example: 'CHECK-0001',
      ...pushed,
    }),
    operatorId: f.ref('charging.operator', { label: ['运营商', 'Operator'], list: true, search: true, ...pushed }),
    startTime: f.time({ label: ['开始时间', 'From'], list: true, search: 'range', ...pushed }),
    endTime: f.time({ label: ['结束时间', 'To'], list: true, ...pushed }),
    orders: count('订单数', 'Orders'),
    electricity: kwh('电量', 'Energy'),
    total: yuan('总金额', 'Total'),
    settled: count('已结算', 'Settled'),
    disputed: count('不一致', 'Disputed'),
    unknown: count('本地无此订单', 'Not stored here'),
    energyWh: whole('电量（Wh）', 'Energy (Wh)'),
    totalFen: whole('总金额（分）', 'Total (fen)'),
    disputes: f.text({ label: ['不一致的订单', 'Disputed orders'], max: 2000, multiline: true, ...pushed }),
  },
  io: { export: true },
})
