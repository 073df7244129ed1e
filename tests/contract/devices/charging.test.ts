import { ORDER, order, playedOperatorsPort } from '@lamplight/charging/model'
import { createVirtualOperators } from '@lamplight/charging/play'
import { eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ChargingWorld,
  chargingWorld,
  ended,
  JSC,
  line,
  must,
  newSeq,
  now,
  progress,
  QUERY,
  settlementOf,
  TENANT,
  TY,
} from './charging-world.ts'

const BILL = '/api/blade-charging/tyChargingPile/energyBill'

let product: ChargingWorld['product']
let chief: ChargingWorld['chief']
let operator: ChargingWorld['operator']
let platformAdmin: ChargingWorld['platformAdmin']
let keys: ChargingWorld['keys']
let stations: ChargingWorld['stations']
let piles: ChargingWorld['piles']
let sql: ChargingWorld['sql']
let push: ChargingWorld['push']
let orderOf: ChargingWorld['orderOf']
let stepsOf: ChargingWorld['stepsOf']
let modify: ChargingWorld['modify']
beforeAll(async () => {
  ;({ product, chief, operator, platformAdmin, keys, stations, piles, sql, push, orderOf, stepsOf, modify } = await chargingWorld())
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
  // An order whose end arrives before its start, and two orders that end irregularly.
  const [late, faulty, sums] = [newSeq(JSC), newSeq(JSC), newSeq(JSC)]
  await push(JSC, 'notification_charge_order_info', ended(late, sn))
  await push(JSC, 'notification_equip_charge_status', progress(late, sn))
  await push(JSC, 'notification_charge_order_info', ended(faulty, sn, { StopReason: 3 }))
  await push(JSC, 'notification_charge_order_info', ended(sums, sn, { TotalMoney: 35.99 }))
  expect((await Promise.all([late, faulty, sums].map((one) => orderOf(one)))).map(({ state }) => state)).toEqual([
    ORDER.finished,
    ORDER.abnormal,
    ORDER.abnormal,
  ])
})

test('rule.charging.modify: an administrator modifies a finished or abnormal order once; the former figures and the user are kept', async () => {
  const [seq, faulty, running] = [newSeq(TY), newSeq(TY), newSeq(TY)]
  await push(TY, 'notification_charge_order_info', ended(seq, 'ST-TY-2'))
  await push(TY, 'notification_charge_order_info', ended(faulty, 'ST-TY-2', { StopReason: 4 }))
  await push(TY, 'notification_equip_charge_status', progress(running, 'ST-TY-2'))
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  for (const client of [operator, guest]) expect((await modify(client, seq, { amount: 30 })).msg).toBe('没有该操作的权限')
  // The administrator of the platform has the right, but does not see orders of this tenant.
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
  // A push does not change an order that an administrator has modified.
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
  // The last minute of a month in China: an order belongs to the day in the zone of the tenant, not in UTC.
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
  // Another tenant sees neither station nor bill.
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
    operatorName: TY.operatorId,
    stationId,
    stationName: 'ST-TY 站',
    name: '一号枪',
  })
  expect(await first('station/list', { stationId: 'ST-TY' })).toMatchObject({ operatorId, operatorName: TY.operatorId })
})

test('the virtual operators push through the real route, and take commands that are signed', async () => {
  await sql('update charging_operator set virtual = true where tenant_id = $1', [TENANT])
  const played = product.platform.port(playedOperatorsPort)
  let at = Date.parse('2026-11-20T04:30:00+08:00')
  // The virtual piles have no cars at 04:30.
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
