import { OPERATOR_KIND, ORDER, order, playedOperatorsPort } from '@lamplight/charging/model'
import { createVirtualOperators } from '@lamplight/charging/play'
import { chargingServer, envelope, type SignedBy } from '@lamplight/charging/server'
import { type DriverHost, type Outbound, OutboundError } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const TENANT = '100001'
const JSC = { kind: OPERATOR_KIND.jsc, operatorId: 'MA5TESTJS', secret: 'jsc-signing-secret-1' }
const TY = { kind: OPERATOR_KIND.ty, operatorId: 'MA5TESTTY', secret: 'ty-signing-secret-01' }
const MINUTE_MS = 60_000
const QUERY = '/api/blade-charging/jscChargingPile'
const BILL = '/api/blade-charging/tyChargingPile/energyBill'

let product: TestPlatform
let chief: ApiClient
let operator: ApiClient
let platformAdmin: ApiClient
const keys: Record<string, string> = {}
const stations: Record<string, string> = {}
let piles: Record<string, string> = {}
/** Time of the pushes: whole seconds, as their stamps. */
const now = Math.floor(Date.now() / 1000) * 1000

const must = async <T>(call: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await call
  expect(code, msg).toBe(200)
  return data
}
const sql = <T extends object>(text: string, params: unknown[] = []): Promise<T[]> => product.platform.system.query<T>(text, params)
/** A time in China as pushes give it. */
const stamp = (at: number): string => new Date(at + 8 * 60 * MINUTE_MS).toISOString().replace(/\D/g, '').slice(0, 14)

/** Signs and sends a push; `body` replaces parts of the signed message. */
const push = async (by: SignedBy, name: string, data: object, { at = now, body = {} as object, key = keys[by.operatorId] ?? '1' } = {}) => {
  const response = await fetch(`${product.url}/api/blade-charging/evcs/${key}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...envelope(by, data, at), ...body }),
  })
  const answer = (await response.json()) as { Ret?: number; Data?: string; msg?: string; field?: string }
  return { status: response.status, ...answer, data: answer.Data ? (JSON.parse(answer.Data) as Record<string, unknown>) : {} }
}
let counter = 0
const newSeq = ({ operatorId }: SignedBy): string => `${operatorId}${String(++counter).padStart(18, '0')}`
const progress = (StartChargeSeq: string, sn: string, more: object = {}) => ({
  ...{ StartChargeSeq, StartChargeSeqStat: 2, ConnectorID: sn, ConnectorStatus: 3, StartTime: stamp(now - 30 * MINUTE_MS) },
  ...{ TotalPower: 10.5, ElecMoney: 8.4, SeviceMoney: 4.2, VoltageA: 400, CurrentA: 100, Soc: 55, MeterPower: 1234.5, ...more },
})
const ended = (StartChargeSeq: string, sn: string, more: object = {}) => ({
  ...{ StartChargeSeq, ConnectorID: sn, StartTime: stamp(now - 60 * MINUTE_MS), EndTime: stamp(now - MINUTE_MS), StopReason: 0 },
  ...{ TotalPower: 30, TotalElecMoney: 24, TotalSeviceMoney: 12, TotalMoney: 36, ...more },
})
const line = (StartChargeSeq: string, TotalMoney = 36, TotalPower = 30) => ({ StartChargeSeq, TotalPower, TotalMoney })
const settlementOf = (CheckOrderSeq: string, ChargeOrders: readonly object[]) => ({
  ...{ CheckOrderSeq, StartTime: stamp(now - 24 * 60 * MINUTE_MS), EndTime: stamp(now), OrderCount: ChargeOrders.length, ChargeOrders },
})
interface Shown {
  readonly id: string
  readonly state: number
  readonly electricity: string
  readonly total: string
  readonly endTime: string
  readonly [name: string]: unknown
}
const orderOf = (startChargeSeq: string, client = operator): Promise<Shown> =>
  must(client.get<Shown>(`${QUERY}/queryChargeOrder`, { startChargeSeq }))
const stepsOf = async (id: string): Promise<string[]> =>
  (await must(operator.get<{ records: { transition: string }[] }>('/api/blade-charging/order/transitions', { id }))).records
    .map(({ transition }) => transition)
    .toReversed()
const countOrders = async (): Promise<number> => Number((await sql<{ n: string }>('select count(*) as n from charging_order'))[0]?.n)
const modify = (client: ApiClient, startChargeSeq: string, body: object) =>
  client.post<{ state: number }>(`${QUERY}/modifyChargeOrder`, { startChargeSeq, reason: '计量复核', ...body })

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '0', OUTBOUND_PRIVATE: '1', COMMAND_VERIFY_SECONDS: '5', COMMAND_RESEND_SECONDS: '1' },
  })
  platformAdmin = await product.signIn()
  const [role] = await sql<{ id: string }>(
    `select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [TENANT],
  )
  const who = { tenantId: TENANT, account: 'charge_chief', password: 'Charging-12' }
  await must(platformAdmin.post('/api/blade-user/submit', { ...who, realName: '充电主管', roleId: role?.id }))
  chief = await product.signIn(who)
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  for (const [one, stationId] of [
    [JSC, 'ST-JSC'],
    [TY, 'ST-TY'],
  ] as const) {
    const { id } = await must(chief.post<{ id: string }>('/api/blade-charging/operator/submit', { name: one.operatorId, ...one }))
    keys[one.operatorId] = id
    const made = await must(
      chief.post<{ id: string }>('/api/blade-charging/station/submit', { name: `${stationId} 站`, stationId, operatorId: id }),
    )
    stations[stationId] = made.id
    for (const n of [1, 2]) {
      const pile = await must(
        chief.post<{ id: string }>('/api/blade-charging/pile/submit', { sn: `${stationId}-${n}`, stationId: made.id, ratedPower: 60 }),
      )
      piles = { ...piles, [`${stationId}-${n}`]: pile.id }
    }
  }
})
afterAll(() => product?.stop())

test('the secret of an operator is stored encrypted and never returned; users without the right of administrators do not see operators', async () => {
  const shown = await must(
    chief.get<{ secret: string; pushPath: string }>('/api/blade-charging/operator/detail', { id: keys[JSC.operatorId] }),
  )
  expect(shown).toMatchObject({ secret: '', pushPath: `/api/blade-charging/evcs/${keys[JSC.operatorId]}` })
  const [row] = await sql<{ secret: string }>('select secret from charging_operator where id = $1', [keys[JSC.operatorId]])
  expect(row?.secret).toMatch(/^v1\./)
  expect((await operator.get('/api/blade-charging/operator/list')).msg).toBe('没有该操作的权限')
})

test('a push with a wrong signature, of an unknown or disabled operator, or of a wrong time changes nothing, and the refusals do not differ', async () => {
  const [sn, seq] = ['ST-JSC-1', newSeq(JSC)]
  const before = await countOrders()
  const info = (by: SignedBy, more?: Parameters<typeof push>[3]) => push(by, 'notification_charge_order_info', ended(seq, sn), more)
  const wrong = await info({ ...JSC, secret: 'another-secret-123456' }, { key: keys[JSC.operatorId] ?? '' })
  const unknown = await info(JSC, { key: '1234567890123456789' })
  const other = await info({ ...JSC, operatorId: TY.operatorId }, { key: keys[JSC.operatorId] ?? '' })
  const foreign = await info(JSC, { key: keys[TY.operatorId] ?? '' })
  const altered = await info(JSC, { body: { Data: JSON.stringify(ended(seq, sn, { TotalMoney: 1 })) } })
  await sql('update charging_operator set enabled = false where id = $1', [keys[JSC.operatorId]])
  const disabled = await info(JSC)
  await sql('update charging_operator set enabled = true where id = $1', [keys[JSC.operatorId]])
  for (const answer of [wrong, unknown, other, foreign, altered, disabled]) expect(answer).toEqual(wrong)
  expect(wrong).toMatchObject({ status: 401, msg: '签名错误' })
  for (const minutes of [-11, 11])
    expect(await info(JSC, { at: now + minutes * MINUTE_MS })).toMatchObject({ status: 400, field: 'TimeStamp' })
  expect(await countOrders()).toBe(before)
})

test('values of a push are checked: the refusal names the value, and nothing is stored', async () => {
  const before = await countOrders()
  const cases: [string, object, string][] = [
    ['notification_charge_order_info', ended(newSeq(JSC), 'ST-JSC-1', { EndTime: '20260231000000' }), 'EndTime'],
    ['notification_charge_order_info', ended(newSeq(JSC), 'ST-JSC-1', { EndTime: stamp(now - 90 * MINUTE_MS) }), 'EndTime'],
    ['notification_charge_order_info', ended(newSeq(JSC), 'ST-JSC-1', { TotalPower: -1 }), 'TotalPower'],
    ['notification_charge_order_info', ended(newSeq(JSC), 'ST-JSC-1', { TotalMoney: '1e9' }), 'TotalMoney'],
    ['notification_charge_order_info', ended(newSeq(JSC), 'ST-JSC-1', { StopReason: 9 }), 'StopReason'],
    ['notification_charge_order_info', ended(newSeq(JSC), 'NOBODY'), 'ConnectorID'],
    ['notification_charge_order_info', ended(newSeq(JSC), 'ST-TY-1'), 'ConnectorID'],
    ['notification_charge_order_info', ended(newSeq(TY), 'ST-JSC-1'), 'StartChargeSeq'],
    ['notification_charge_order_info', ended(newSeq(JSC).slice(0, 26), 'ST-JSC-1'), 'StartChargeSeq'],
    ['notification_charge_order_info', ended(`${newSeq(JSC)}0`, 'ST-JSC-1'), 'StartChargeSeq'],
    ['notification_charge_order_info', ended(`${JSC.operatorId}${'A'.repeat(18)}`, 'ST-JSC-1'), 'StartChargeSeq'],
    ['notification_equip_charge_status', progress(newSeq(JSC), 'ST-JSC-1', { ConnectorStatus: 7 }), 'ConnectorStatus'],
    ['notification_stationStatus', { ConnectorStatusInfo: 'x' }, 'ConnectorStatusInfo'],
    ['notification_stationStatus', { ConnectorStatusInfo: { ConnectorID: 'ST-TY-1', Status: 1 } }, 'ConnectorID'],
    ['notification_stationInfo', { StationInfo: { StationID: 'ST-TY', StationName: '别家的站' } }, 'StationID'],
    ['check_charge_orders', { CheckOrderSeq: `${JSC.operatorId}1`, ChargeOrders: [{}] }, 'StartChargeSeq'],
    ['check_charge_orders', settlementOf(`${JSC.operatorId}1`, [line(newSeq(TY))]), 'StartChargeSeq'],
    // Sums that no column holds.
    [
      'check_charge_orders',
      settlementOf(
        `${JSC.operatorId}1`,
        Array.from({ length: 30 }, () => line(newSeq(JSC), 1e6, 1e5)),
      ),
      'ChargeOrders',
    ],
  ]
  for (const [name, data, field] of cases) expect(await push(JSC, name, data), JSON.stringify(data)).toMatchObject({ status: 400, field })
  const broken = await fetch(`${product.url}/api/blade-charging/evcs/${keys[JSC.operatorId]}/check_charge_orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Data: 'x'.repeat(2_000_000) }),
  })
  expect(broken.status).toBe(413)
  expect(await push(JSC, 'constructor', {})).toMatchObject({ status: 404 })
  expect(await countOrders()).toBe(before)
})

test('vis.charging: a pushed state is the state of the device, an older push changes nothing, a fault shows as a fault', async () => {
  const shown = async () =>
    (await must(operator.get<{ records: Record<string, unknown>[] }>('/api/blade-charging/pile/list', { sn_equal: 'ST-TY-1' }))).records[0]
  const status = (Status: number, at: number) =>
    push(TY, 'notification_stationStatus', { ConnectorStatusInfo: { ConnectorID: 'ST-TY-1', Status } }, { at })
  expect(await status(4, now - 20_000)).toMatchObject({ status: 200, Ret: 0 })
  expect(await shown()).toMatchObject({ status: 4, deviceState: 1, stationName: 'ST-TY 站' })
  await status(1, now - 40_000)
  expect(await shown()).toMatchObject({ status: 4 })
  await status(255, now - 10_000)
  expect(await shown()).toMatchObject({ status: 255, deviceState: 3 })
  const seq = newSeq(TY)
  expect(await push(TY, 'notification_equip_charge_status', progress(seq, 'ST-TY-1'))).toMatchObject({
    Ret: 0,
    data: { StartChargeSeq: seq, SuccStat: 0 },
  })
  expect(await shown()).toMatchObject({
    status: 3,
    power: '40',
    soc: '55',
    orderEnergy: '10.5',
    order: seq,
    deviceState: 1,
    energy: '1234.5',
  })
})

test('vis.chargeOrder: an order is created, charges, ends; pushes may be repeated and arrive in any order', async () => {
  const [seq, sn] = [newSeq(JSC), 'ST-JSC-1']
  const created = progress(seq, sn, { StartChargeSeqStat: 1, ConnectorStatus: 2, TotalPower: 0, ElecMoney: 0, SeviceMoney: 0 })
  await push(JSC, 'notification_equip_charge_status', created, { at: now - 50_000 })
  expect(await orderOf(seq)).toMatchObject({ state: ORDER.created, StationID: 'ST-JSC', connectorId: sn, total: '0' })
  await push(JSC, 'notification_equip_charge_status', progress(seq, sn), { at: now - 40_000 })
  await push(JSC, 'notification_equip_charge_status', progress(seq, sn, { TotalPower: 3, ElecMoney: 1 }), { at: now - 45_000 })
  await push(JSC, 'notification_equip_charge_status', created, { at: now - 30_000 })
  expect(await orderOf(seq)).toMatchObject({ state: ORDER.charging, electricity: '10.5', total: '12.6', endTime: '' })
  const answers = await Promise.all([1, 2, 3].map(() => push(JSC, 'notification_charge_order_info', ended(seq, sn))))
  expect(answers.map(({ Ret, data }) => [Ret, data.ConfirmResult])).toEqual([0, 1, 2].map(() => [0, 0]))
  await push(JSC, 'notification_equip_charge_status', progress(seq, sn, { TotalPower: 99 }))
  await push(JSC, 'notification_charge_order_info', ended(seq, sn, { TotalPower: 99 }))
  const shown = await orderOf(seq)
  expect(shown).toMatchObject({
    state: ORDER.finished,
    electricity: '30',
    electricityFee: '24',
    serviceFee: '12',
    total: '36',
    stopReason: 0,
  })
  expect(Number(shown.power)).toBeCloseTo(30.5, 1)
  expect(await stepsOf(shown.id)).toEqual(['add', 'begin', 'finish'])
  // An end without a begin, and ends that are not regular.
  const [late, faulty, sums] = [newSeq(JSC), newSeq(JSC), newSeq(JSC)]
  await push(JSC, 'notification_charge_order_info', ended(late, sn))
  await push(JSC, 'notification_equip_charge_status', progress(late, sn))
  await push(JSC, 'notification_charge_order_info', ended(faulty, sn, { StopReason: 3 }))
  await push(JSC, 'notification_charge_order_info', ended(sums, sn, { TotalMoney: 35.99 }))
  expect((await Promise.all([late, faulty, sums].map((one) => orderOf(one)))).map(({ state }) => state)).toEqual([
    ...[ORDER.finished, ORDER.abnormal, ORDER.abnormal],
  ])
})

test('the push that ends an order gets the same answer when it is repeated; other data with the number is in dispute and changes nothing', async () => {
  const [seq, sn] = [newSeq(JSC), 'ST-JSC-1']
  const first = await push(JSC, 'notification_charge_order_info', ended(seq, sn))
  expect(first.data).toEqual({ StartChargeSeq: seq, ConnectorID: sn, ConfirmResult: 0 })
  const other = await push(JSC, 'notification_charge_order_info', ended(seq, sn, { TotalPower: 31 }))
  expect(other).toMatchObject({ status: 200, Ret: 0, data: { StartChargeSeq: seq, ConfirmResult: 1 } })
  // The answer is kept: a modification of the order does not change it.
  await must(modify(chief, seq, { amount: 30 }))
  expect(await push(JSC, 'notification_charge_order_info', ended(seq, sn), { at: now + 1000 })).toEqual(first)
  expect(await orderOf(seq)).toMatchObject({ electricity: '30', total: '30' })
  // A settlement has ended the order: the figures that come later are in dispute.
  const running = newSeq(JSC)
  await push(JSC, 'notification_equip_charge_status', progress(running, sn))
  await push(JSC, 'check_charge_orders', settlementOf(`${JSC.operatorId}20261101`, [line(running)]))
  const late = await push(JSC, 'notification_charge_order_info', ended(running, sn))
  expect(late.data).toMatchObject({ ConfirmResult: 1 })
  expect(await push(JSC, 'notification_charge_order_info', ended(running, sn))).toEqual(late)
})

test('a push about an order with another connector than that of the order is refused', async () => {
  const seq = newSeq(JSC)
  await push(JSC, 'notification_equip_charge_status', progress(seq, 'ST-JSC-1'))
  const before = await orderOf(seq)
  for (const StartChargeSeqStat of [2, 4])
    expect(await push(JSC, 'notification_equip_charge_status', progress(seq, 'ST-JSC-2', { StartChargeSeqStat }))).toMatchObject({
      ...{ status: 400, field: 'ConnectorID' },
    })
  expect(await push(JSC, 'notification_charge_order_info', ended(seq, 'ST-JSC-2'))).toMatchObject({ status: 400, field: 'ConnectorID' })
  expect(await orderOf(seq)).toEqual(before)
})

test('a number that another operator of the tenant has is refused, and its row stays', async () => {
  const [seq, check] = [newSeq(JSC), `${JSC.operatorId}20261102`]
  await push(JSC, 'notification_equip_charge_status', progress(seq, 'ST-JSC-1'))
  await push(JSC, 'check_charge_orders', settlementOf(check, [line(newSeq(JSC))]))
  // Rows of a former operator with the same OperatorID.
  await sql('update charging_order set operator_id = $2 where start_charge_seq = $1', [seq, keys[TY.operatorId]])
  await sql('update charging_check_order set operator_id = $2 where check_order_seq = $1', [check, keys[TY.operatorId]])
  const refused = { status: 400, field: 'StartChargeSeq' }
  expect(await push(JSC, 'notification_equip_charge_status', progress(seq, 'ST-JSC-1'), { at: now + 1000 })).toMatchObject(refused)
  expect(await push(JSC, 'notification_charge_order_info', ended(seq, 'ST-JSC-1'))).toMatchObject(refused)
  expect(await push(JSC, 'check_charge_orders', settlementOf(check, [line(newSeq(JSC))]))).toMatchObject({
    ...{ status: 400, field: 'CheckOrderSeq' },
  })
  expect(await orderOf(seq)).toMatchObject({ state: ORDER.charging, total: '12.6' })
  // An OperatorID that begins with another one would have the same numbers.
  const longer = { ...JSC, operatorId: `${JSC.operatorId}0`, name: 'x' }
  expect((await chief.post('/api/blade-charging/operator/submit', longer)).body).toMatchObject({ code: 400, field: 'operatorId' })
})

test('rule.charging.modify: an administrator modifies a finished or abnormal order once; the former figures and the user are kept', async () => {
  const [seq, faulty, running] = [newSeq(TY), newSeq(TY), newSeq(TY)]
  await push(TY, 'notification_charge_order_info', ended(seq, 'ST-TY-2'))
  await push(TY, 'notification_charge_order_info', ended(faulty, 'ST-TY-2', { StopReason: 4 }))
  await push(TY, 'notification_equip_charge_status', progress(running, 'ST-TY-2'))
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  for (const client of [operator, guest]) expect((await modify(client, seq, { amount: 30 })).msg).toBe('没有该操作的权限')
  // The administrator of the platform has the right, but no order of this tenant.
  expect((await modify(platformAdmin, seq, { amount: 30 })).msg).toBe('数据不存在或已被删除')
  expect((await platformAdmin.get(`${QUERY}/queryChargeOrder`, { startChargeSeq: seq })).msg).toBe('数据不存在或已被删除')
  const refused: [object, string][] = [
    [{}, 'amount'],
    [{ amount: 36 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 30, reason: '' }, 'reason'],
    [{ endTime: '2020-01-01 00:00:00' }, 'endTime'],
    [{ endTime: '2999-01-01 00:00:00' }, 'endTime'],
    [{ startChargeSeq: '' }, 'startChargeSeq'],
  ]
  for (const [body, field] of refused) expect((await modify(chief, seq, body)).body, field).toMatchObject({ code: 400, field })
  expect((await modify(chief, running, { amount: 30 })).msg).toContain('当前状态不允许该操作')
  const { endTime } = await orderOf(seq)
  expect((await modify(chief, seq, { amount: 30 })).data).toMatchObject({ state: ORDER.settled })
  const kept = {
    formerElectricityFee: '24',
    formerServiceFee: '12',
    formerTotal: '36',
    formerEndTime: endTime,
    modifiedBy: '充电主管',
    reason: '计量复核',
  }
  const shown = await orderOf(seq)
  expect(shown).toMatchObject({ state: ORDER.settled, electricityFee: '20', serviceFee: '10', total: '30', endTime, ...kept })
  expect((await modify(chief, seq, { amount: 29 })).msg).toContain('当前状态不允许该操作')
  const { records } = await must(
    operator.get<{ records: { transition: string; userName: string; input: object }[] }>('/api/blade-charging/order/transitions', {
      id: shown.id,
    }),
  )
  expect(records[0]).toMatchObject({ transition: 'modify', userName: '充电主管', input: { amount: '30', reason: '计量复核' } })
  const end = `${endTime.slice(0, 17)}00`
  await must(modify(chief, faulty, { endTime: end }))
  expect(await orderOf(faulty)).toMatchObject({ state: ORDER.settled, total: '36', endTime: end, formerEndTime: endTime })
  // A push does not change what an administrator has decided.
  await push(TY, 'notification_charge_order_info', ended(seq, 'ST-TY-2'))
  expect(await orderOf(seq)).toMatchObject({ state: ORDER.settled, total: '30' })
})

test('a settlement of a day settles equal orders, and makes others abnormal; a repetition changes nothing', async () => {
  const [equal, other, missing] = [newSeq(JSC), newSeq(JSC), newSeq(JSC)]
  for (const seq of [equal, other]) await push(JSC, 'notification_charge_order_info', ended(seq, 'ST-JSC-2'))
  const CheckOrderSeq = `${JSC.operatorId}20261125`
  const data = settlementOf(CheckOrderSeq, [line(equal), line(other, 40), line(missing, 10)])
  const answer = await push(JSC, 'check_charge_orders', data)
  expect(answer.data).toMatchObject({ CheckOrderSeq, TotalDisputeOrder: 2, TotalDisputeMoney: 50 })
  const again = await push(JSC, 'check_charge_orders', data, { at: now + 1000 })
  expect(again).toEqual(answer)
  const changed = await push(JSC, 'check_charge_orders', settlementOf(CheckOrderSeq, [line(other)]))
  expect(changed).toMatchObject({ status: 400, field: 'CheckOrderSeq' })
  expect(await orderOf(equal)).toMatchObject({ state: ORDER.settled, checkOrderSeq: CheckOrderSeq })
  expect(await orderOf(other)).toMatchObject({ state: ORDER.abnormal, total: '36' })
  const shown = await must(operator.get<object>(`${QUERY}/queryCheckOrder`, { checkOrderSeq: CheckOrderSeq }))
  expect(shown).toMatchObject({
    orders: 3,
    settled: 1,
    disputed: 1,
    unknown: 1,
    electricity: '90',
    total: '86',
    disputes: `${other}, ${missing}`,
  })
  expect((await operator.get(`${QUERY}/queryCheckOrder`, { checkOrderSeq: 'NONE' })).code).toBe(400)
})

test('vis.energyBill: bills of months and statistics of stations equal the sums of the stored orders', async () => {
  const seq = newSeq(TY)
  // The last minute of a month in China: the day decides in the tenant's zone, not in UTC.
  const StartTime = '20261031233000'
  const end = Date.parse('2026-10-31T23:59:30+08:00')
  await sql(
    `insert into charging_order (id, tenant_id, start_charge_seq, state, station_code, station_id, operator_id, connector_id, start_time, end_time, energy_wh,
       electricity_fen, service_fen, pushed_at) values ($1, $2, $3, 2, 'ST-TY', $4, $5, 'ST-TY-1', $6, $6, 5000, 400, 200, $6)`,
    [product.platform.newId(), TENANT, seq, stations['ST-TY'], keys[TY.operatorId], new Date(end)],
  )
  expect(StartTime.slice(4, 6)).toBe('10')
  await must(modify(chief, seq, { amount: 9 }))
  const sums = await sql<Record<string, string>>(
    `select to_char(end_time at time zone 'Asia/Shanghai', 'YYYY-MM') as month, station_code as code, count(*)::int as orders, sum(energy_wh) / 1000.0 as kwh,
       sum(electricity_fen) / 100.0 as electricity, sum(service_fen) / 100.0 as service from charging_order
     where tenant_id = $1 and state in (2, 3) group by 1, 2 order by 1, 2`,
    [TENANT],
  )
  expect(sums.length).toBeGreaterThanOrEqual(3)
  const range = { StartTime: '2026-01-01 00:00:00', EndTime: `${new Date(now).getUTCFullYear() + 1}-01-01 00:00:00` }
  const bill = await must(operator.get<{ records: Record<string, unknown>[]; total: number }>(BILL, { ...range, size: 100 }))
  const lines = bill.records.map((one) => [
    String(one.period).slice(0, 7),
    one.stationCode,
    one.orders,
    one.electricity,
    one.electricityFee,
    one.serviceFee,
    one.total,
  ])
  const wanted = sums.map((one) => {
    const [electricity, service] = [Number(one.electricity), Number(one.service)]
    return [one.month, one.code, Number(one.orders), Number(one.kwh), electricity, service, electricity + service]
  })
  const key = (row: readonly unknown[]): string => row.slice(0, 2).join()
  const sorted = (rows: readonly (readonly unknown[])[]) =>
    rows.map((row) => row.map((one, at) => (at < 2 ? one : Number(Number(one).toFixed(2))))).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  expect(sorted(lines)).toEqual(sorted(wanted))
  const own = await must(operator.get<{ records: Record<string, unknown>[] }>(BILL, { ...range, StationID: 'ST-TY', size: 100 }))
  expect(new Set(own.records.map(({ stationCode }) => stationCode))).toEqual(new Set(['ST-TY']))
  const stats = await must(operator.get<Record<string, unknown>>(`${QUERY}/queryStationStats`, { StationID: 'ST-TY', ...range }))
  const total = wanted.filter(([, code]) => code === 'ST-TY').reduce((all, [, , , kwh]) => all + Number(kwh), 0)
  expect(stats).toMatchObject({ StationID: 'ST-TY', StationElectricity: total })
  for (const [query, field] of [
    [{ StationID: 'ST-TY', StartTime: 'x' }, 'StartTime'],
    [{ StationID: 'ST-TY', StartTime: '2026-02-02', EndTime: '2026-02-01' }, 'EndTime'],
    [{}, 'StationID'],
  ] as const)
    expect((await operator.get(`${QUERY}/queryStationStats`, query)).body).toMatchObject({ code: 400, field })
  // Another tenant has neither station nor bill.
  expect((await platformAdmin.get(`${QUERY}/queryStationStats`, { StationID: 'ST-TY', ...range })).code).toBe(400)
  expect((await must(platformAdmin.get<{ total: number }>(BILL, range))).total).toBe(0)
  expect(order.scope).toBe('project')
})

test('orders, settlements, piles and bills show the names of operator, station and connector beside their ids', async () => {
  await must(chief.post('/api/blade-charging/pile/submit', { id: piles['ST-TY-1'], name: '一号枪' }))
  const seq = newSeq(TY)
  await push(TY, 'notification_charge_order_info', ended(seq, 'ST-TY-1'))
  await push(TY, 'check_charge_orders', settlementOf(`${TY.operatorId}20261103`, [line(seq)]))
  const first = async (what: string, query: Record<string, string>) =>
    (await must(operator.get<{ records: Record<string, unknown>[] }>(`/api/blade-charging/${what}`, query))).records[0]
  const names = { operatorName: TY.operatorId, stationName: 'ST-TY 站', connectorName: '一号枪' }
  const [operatorId, stationId] = [keys[TY.operatorId], stations['ST-TY']]
  expect(await first('order/list', { startChargeSeq: seq })).toMatchObject({ ...names, operatorId, stationId, connectorId: 'ST-TY-1' })
  expect(await first('checkOrder/list', { checkOrderSeq: `${TY.operatorId}20261103` })).toMatchObject({
    operatorId,
    operatorName: TY.operatorId,
  })
  expect(await first('pile/list', { sn_equal: 'ST-TY-1' })).toMatchObject({
    ...{ operatorName: TY.operatorId, stationId, stationName: 'ST-TY 站', name: '一号枪' },
  })
  expect(await first('station/list', { stationId: 'ST-TY' })).toMatchObject({ operatorId, operatorName: TY.operatorId })
})

test('the driver stops after the first network error and at the end of the command; a fault of the platform is no network error', async () => {
  const [driver] = chargingServer.drivers ?? []
  await sql(`update charging_operator set base_url = 'https://operator.example' where id = $1`, [keys[JSC.operatorId]])
  const sns = ['ST-JSC-1', 'ST-JSC-2']
  const run = async (answer: () => Promise<Response>, lasts = 60_000) => {
    const limits: number[] = []
    const ended: unknown[] = []
    const outbound: Outbound = async (_, init) => {
      limits.push(init?.timeoutMs ?? 0)
      return answer()
    }
    const host = { platform: product.platform, outbound, received: async () => undefined } as unknown as DriverHost
    const order = { id: '1', cmd: 'limit', args: { powerLimit: 10 }, sns, expiresAt: product.platform.clock.now() + lasts }
    await (await driver?.start(host))?.send(
      { ...order, route: `charging:${TENANT}/${JSC.operatorId}`, tenantId: TENANT, address: JSC.operatorId },
      { taken: (...all) => ended.push(all), failed: (...all) => ended.push(all), signal: new AbortController().signal },
    )
    return { limits, ended }
  }
  const wrong = (why: OutboundError['why']) => () => Promise.reject(new OutboundError(why, why))
  expect(await run(wrong('timeout'))).toEqual({ limits: [8000], ended: [] })
  expect(await run(wrong('address'))).toEqual({ limits: [8000], ended: [[sns, 'unreachable']] })
  expect(await run(wrong('timeout'), 0)).toEqual({ limits: [], ended: [] })
  const fault = async () => new Response('', { status: 503 })
  expect(await run(fault)).toEqual({ limits: [8000, 8000], ended: [] })
  const slow = await run(() => new Promise((done) => setTimeout(() => done(new Response('', { status: 503 })), 400)), 300)
  expect(slow).toEqual({ limits: [expect.any(Number)], ended: [] })
  expect(slow.limits[0]).toBeLessThanOrEqual(300)
})

test('the virtual operators push through the real route, and take commands that are signed', { timeout: 30_000 }, async () => {
  await sql('update charging_operator set virtual = true where tenant_id = $1', [TENANT])
  const played = product.platform.port(playedOperatorsPort)
  let at = Date.parse('2026-11-20T04:30:00+08:00')
  // At half past four in the morning no car is there.
  const skew = at - Date.now()
  const city = createVirtualOperators({ url: product.url, operators: await played.all(), now: () => Date.now() + skew })
  played.attach(await city.start())
  at = Date.now()
  try {
    const send = (action: string, body: object = {}) =>
      must(operator.post<{ batchId: string }>(`/api/blade-charging/pile/${action}`, { ids: [piles['ST-JSC-1']], ...body }))
    const item = async (commandRecordId: string) =>
      (
        await must(
          operator.get<{ records: { state: number; code: string; rung: number }[] }>('/api/blade-city/commandrecord/executeStatus', {
            commandRecordId,
          }),
        )
      ).records[0]
    const started = await send('start')
    await eventually(async () => (await item(started.batchId))?.state === 2 && true, 10_000)
    const refused = await send('limit', { powerLimit: 500 })
    await eventually(async () => (await item(refused.batchId))?.state === 4 && true, 10_000)
    expect(await item(refused.batchId)).toMatchObject({ code: 'refused' })
  } finally {
    played.attach(null)
    await city.stop()
  }
})
