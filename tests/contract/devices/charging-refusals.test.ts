import { ORDER } from '@lamplight/charging/model'
import { chargingServer, type SignedBy } from '@lamplight/charging/server'
import { type DriverHost, type Outbound, OutboundError } from '@lamplight/server-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type ChargingWorld,
  chargingWorld,
  ended,
  JSC,
  line,
  MINUTE_MS,
  must,
  newSeq,
  now,
  progress,
  settlementOf,
  stamp,
  TENANT,
  TY,
} from './charging-world.ts'

let product: ChargingWorld['product']
let chief: ChargingWorld['chief']
let keys: ChargingWorld['keys']
let sql: ChargingWorld['sql']
let push: ChargingWorld['push']
let orderOf: ChargingWorld['orderOf']
let countOrders: ChargingWorld['countOrders']
let modify: ChargingWorld['modify']
beforeAll(async () => {
  ;({ product, chief, keys, sql, push, orderOf, countOrders, modify } = await chargingWorld())
})
afterAll(() => product?.stop())

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

test('the address of an operator is checked when it is saved: one inside the network is refused unless the deployment allows it', async () => {
  const number = vi.spyOn(product.platform.config, 'number').mockImplementation((_name, fallback) => fallback)
  const save = (baseUrl: string) => chief.post('/api/blade-charging/operator/submit', { id: keys[JSC.operatorId], baseUrl })
  const stored = () => sql('select base_url from charging_operator where id = $1', [keys[JSC.operatorId]])
  const before = await stored()
  try {
    for (const address of ['http://127.0.0.1:9/', 'http://169.254.169.254/latest', 'http://[::ffff:10.0.0.1]/', 'https://[2002:a00:1::]/'])
      expect((await save(address)).body, address).toMatchObject({ code: 400, field: 'baseUrl' })
    expect(await stored()).toEqual(before)
    expect((await save('https://charging.example.com/evcs')).body).toMatchObject({ code: 200 })
  } finally {
    number.mockRestore()
  }
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
      status: 400,
      field: 'ConnectorID',
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
    status: 400,
    field: 'CheckOrderSeq',
  })
  expect(await orderOf(seq)).toMatchObject({ state: ORDER.charging, total: '12.6' })
  // An OperatorID that begins with another one would have the same numbers.
  const longer = { ...JSC, operatorId: `${JSC.operatorId}0`, name: 'x' }
  expect((await chief.post('/api/blade-charging/operator/submit', longer)).body).toMatchObject({ code: 400, field: 'operatorId' })
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
