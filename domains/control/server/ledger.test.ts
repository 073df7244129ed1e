import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAckSink } from './acks.port.ts'
import { miscounted, NOW, openWorld, type World, type WorldLamp } from './test-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.addGateway('GA')
  await world.addGateway('GB', false)
})
afterAll(() => world.stop())

const item = async (batchId: string, lamp: WorldLamp): Promise<Record<string, unknown>> => {
  const [row] = await world.query<Record<string, unknown>>('select * from control_ledger where batch_id = $1 and device_id = $2', [
    batchId,
    lamp.id,
  ])
  return row!
}
const head = async (batchId: string): Promise<Record<string, unknown>> =>
  (await world.query<Record<string, unknown>>('select * from control_batch where id = $1', [batchId]))[0]!
/** An opened batch of new lamps at level 30 %. */
const setUp = async (n = 1, more: Partial<Parameters<World['order']>[0]> & { power?: number | null; gateway?: string | null } = {}) => {
  const { power = 100, gateway = 'GA', ...order } = more
  const lamps = await world.addLamps(gateway, n, power)
  const { batchId, total } = await world.order({ selector: { controllerIds: lamps.map((lamp) => lamp.id) }, ...order })
  await world.open()
  expect(total).toBe(n)
  return { batchId, lamps, lamp: lamps[0]! }
}
const ack = (batchId: string, lamp: WorldLamp, more: Partial<Parameters<ReturnType<typeof createAckSink>['acked']>[0][0]> = {}) =>
  createAckSink(world.platform).acked([
    {
      id: batchId,
      sns: [lamp.sn],
      gateway: lamp.gateway ?? 'GA',
      ok: true,
      code: 'ok',
      at: NOW,
      receivedAt: world.clock.now(),
      p: { on: true, dim: 30, reason: 'override' },
      ...more,
    },
  ])
const sent = (batchId: string, ...lamps: WorldLamp[]) =>
  world.writer.sent({ batchId, gatewaySn: lamps[0]!.gateway!, sns: lamps.map((lamp) => lamp.sn), at: world.clock.now() })
const report = (lamp: WorldLamp, reported: object, at = NOW + 2000) => world.report({ lamp, at, reported })
/** Power of a 100 W lamp at 30 %: 15 W at 10 %, then linear. */
const AT_30 = 15 + (85 * 20) / 90

describe('the rungs', () => {
  test('queued, sent, received, applied, verified: each rung has its time, then the row succeeds', async () => {
    const { batchId, lamp } = await setUp()
    expect(await item(batchId, lamp)).toMatchObject({ rung: 0, status: 0, expect_w: AT_30, tolerance_w: 8 })
    await sent(batchId, lamp)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 1, status: 1, attempts: 1 })
    await ack(batchId, lamp, { p: undefined })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 2, status: 1, applied_at: null })
    await report(lamp, { on: true, dim: 30 })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 1 })
    await report(lamp, { on: true, dim: 30, power: 34.5 })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 4, status: 2, code: null, measured_w: 34.5, watch: false })
    const times = await item(batchId, lamp)
    for (const name of ['sent_at', 'received_at', 'applied_at', 'verified_at', 'ended_at']) expect(times[name]).toBeInstanceOf(Date)
    expect(await head(batchId)).toMatchObject({ status: 2, verified: 1, ended: 1, total: 1 })
    expect((await head(batchId)).ended_at).toBeInstanceOf(Date)
    expect(await miscounted(world.query)).toEqual([])
  })

  test('an answer before the PUBACK is stored, and the PUBACK does not lower the rung', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 1, attempts: 1 })
    await sent(batchId, lamp)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 1, attempts: 1 })
  })

  test('duplicates change nothing', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp)
    const before = await item(batchId, lamp)
    world.clock.forward(1000)
    await ack(batchId, lamp, { code: 'duplicate', at: NOW + 9000 })
    await ack(batchId, lamp, { ok: false, code: 'expired' })
    await ack(batchId, lamp, { p: undefined })
    expect(await item(batchId, lamp)).toEqual(before)
  })

  test('several answers of one device in one message are applied in order', async () => {
    const { batchId, lamps } = await setUp(2)
    const sink = createAckSink(world.platform)
    const row = (lamp: WorldLamp, ok: boolean) => ({
      id: batchId,
      sns: [lamp.sn],
      gateway: 'GA',
      ok,
      code: ok ? ('ok' as const) : ('busy' as const),
      at: NOW,
      receivedAt: world.clock.now(),
      p: { on: true, dim: 30 },
    })
    await sink.acked([row(lamps[0]!, false), row(lamps[0]!, true), row(lamps[1]!, true), row(lamps[1]!, false)])
    expect(await item(batchId, lamps[0]!)).toMatchObject({ rung: 3, status: 1, code: null, late: true })
    expect(await item(batchId, lamps[1]!)).toMatchObject({ rung: 3, status: 1, code: null, late: false })
    expect(await miscounted(world.query)).toEqual([])
  })

  test('a refusal ends the row with the reason of the device; an expired command counts as timed out', async () => {
    const { batchId, lamps } = await setUp(2)
    await ack(batchId, lamps[0]!, { ok: false, code: 'relayFailure' })
    await ack(batchId, lamps[1]!, { ok: false, code: 'expired' })
    expect(await item(batchId, lamps[0]!)).toMatchObject({ rung: 1, status: 4, code: 'relayFailure', watch: false })
    expect(await item(batchId, lamps[1]!)).toMatchObject({ status: 5, code: 'expired' })
    expect(await head(batchId)).toMatchObject({ status: 4, failed: 1, timed_out: 1, ended: 2 })
  })

  test('answers for another gateway, device or batch are counted and ignored', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp, { gateway: 'GB' })
    await ack(batchId, { ...lamp, sn: 'NOBODY' })
    await ack('99999999999999999999', lamp)
    await ack('1', lamp)
    await ack(`0${batchId}`, lamp)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 0, status: 0 })
    const unmatched = await world.query('select gateway_sn, n::int as n from control_stray order by gateway_sn')
    expect(unmatched).toEqual([
      { gateway_sn: 'GA', n: 3 },
      { gateway_sn: 'GB', n: 1 },
    ])
  })
})

describe('verification by the meter', () => {
  const judge = (batchId: string, gatewaySn = 'GA') => {
    world.clock.forward(61_000)
    return world.writer.write((query) => world.writer.ledger.judged(query, [{ batchId, gatewaySn }]))
  }

  test('a stuck relay ends applied, not verified, with expected and measured power', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp)
    await report(lamp, { on: true, dim: 30, power: 99.8 })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 1, measured_w: 99.8 })
    await judge(batchId)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 4, code: 'notVerified', measured_w: 99.8 })
    expect(await head(batchId)).toMatchObject({ status: 4, failed: 1, applied: 0 })
  })

  test('a measurement from before the answer of the device does not verify', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp, { at: NOW + 5000 })
    await report(lamp, { on: true, dim: 30, power: AT_30 }, NOW + 4999)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 1, measured_w: null })
    await judge(batchId)
    expect(await item(batchId, lamp)).toMatchObject({ status: 4, code: 'noMeasurement' })
  })

  test('a lamp of unknown power ends applied, with that reason', async () => {
    const { batchId, lamp } = await setUp(1, { power: null })
    await ack(batchId, lamp)
    await report(lamp, { on: true, dim: 30, power: 40 })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 2, code: 'noCurve' })
  })

  test('return to the calendar is verified by a report whose reason is not an override', async () => {
    const { batchId, lamps } = await setUp(3, { command: 'release', level: null })
    for (const lamp of lamps) await ack(batchId, lamp, { p: { on: true, dim: 80, reason: 'program' } })
    await report(lamps[0]!, { on: true, dim: 80, power: 83 })
    expect(await item(batchId, lamps[0]!)).toMatchObject({ rung: 3, status: 1 })
    await report(lamps[0]!, { on: true, dim: 80, power: 83, reason: 'program' })
    expect(await item(batchId, lamps[0]!)).toMatchObject({ rung: 4, status: 2, code: null })
    await report(lamps[1]!, { on: true, dim: 30, power: 34, reason: 'override' })
    await judge(batchId)
    expect(await item(batchId, lamps[1]!)).toMatchObject({ rung: 3, status: 4, code: 'stillOverridden' })
    expect(await item(batchId, lamps[2]!)).toMatchObject({ rung: 3, status: 2, code: 'programme' })
    expect(await head(batchId)).toMatchObject({ state: 3, verified: 1, applied: 1, failed: 1, reached_applied: 3 })
  })

  test('a device that answers but reports another state ends received, not applied', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp, { p: undefined })
    await report(lamp, { on: true, dim: 80, power: 83 })
    await judge(batchId)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 2, status: 4, code: 'notApplied' })
  })

  test('a row is not judged before its time', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp)
    world.clock.forward(29_000)
    await world.writer.write((query) => world.writer.ledger.judged(query, [{ batchId, gatewaySn: 'GA' }]))
    expect(await item(batchId, lamp)).toMatchObject({ status: 1 })
  })

  test('a report stored without a listener still counts', async () => {
    const { batchId, lamp } = await setUp()
    await ack(batchId, lamp)
    await world.query('select devices_telemetry_partition($1::date)', [new Date(NOW)])
    await world.query('insert into devices_state (device_id, tenant_id, sn) values ($1, $2, $3)', [lamp.id, '000000', lamp.sn])
    await world.query(
      'insert into devices_telemetry (tenant_id, device_id, at, is_on, dim, power) values ($1, $2, $3, true, 30, $5), ($1, $2, $4, true, 30, 99)',
      ['000000', lamp.id, new Date(NOW + 1000), new Date(NOW - 1), AT_30],
    )
    await judge(batchId)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 4, status: 2 })
  })
})

describe('final states', () => {
  const expire = (batchId: string, ...gateways: string[]) =>
    world.writer.write((query) =>
      world.writer.ledger.expired(
        query,
        gateways.map((gatewaySn) => ({ batchId, gatewaySn })),
      ),
    )

  test('without an answer the reason is an offline gateway or a silent device', async () => {
    const { batchId, lamps } = await setUp(2)
    await sent(batchId, lamps[0]!)
    await expire(batchId, 'GA')
    expect(await item(batchId, lamps[0]!)).toMatchObject({ rung: 1, status: 5, code: 'noAnswer' })
    expect(await item(batchId, lamps[1]!)).toMatchObject({ rung: 0, status: 5, code: 'gatewayOffline' })
    expect(await head(batchId)).toMatchObject({ status: 5, timed_out: 2, ended: 2 })
    expect(await world.query('select 1 from control_work where batch_id = $1', [batchId])).toEqual([])
  })

  test('a late matching report reopens the row and verifies it', async () => {
    const { batchId, lamp } = await setUp()
    await expire(batchId, 'GA')
    expect(await head(batchId)).toMatchObject({ status: 5 })
    await ack(batchId, lamp)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 1, late: true, ended_at: null })
    expect(await head(batchId)).toMatchObject({ status: 1, ended: 0, ended_at: null })
    await report(lamp, { on: true, dim: 30, power: AT_30 })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 4, status: 2, late: true })
    expect(await head(batchId)).toMatchObject({ status: 2 })
    expect(await miscounted(world.query)).toEqual([])
  })

  test('a newer command supersedes open rows of an older one, for its own devices only', async () => {
    const { batchId, lamps } = await setUp(3)
    await sent(batchId, lamps[0]!)
    await ack(batchId, lamps[1]!)
    const newer = await world.order({ level: 60, selector: { controllerIds: lamps.slice(0, 2).map((lamp) => lamp.id) } })
    expect(await miscounted(world.query)).toEqual([])
    await world.open()
    expect(await item(batchId, lamps[0]!)).toMatchObject({ rung: 1, status: 6, code: 'superseded' })
    expect(await item(batchId, lamps[1]!)).toMatchObject({ rung: 3, status: 2, code: 'superseded' })
    expect(await item(batchId, lamps[2]!)).toMatchObject({ rung: 0, status: 0 })
    expect(await head(batchId)).toMatchObject({ state: 1, failed: 0, superseded: 1, ended: 2, reached_sent: 2, reached_received: 1 })
    // A late answer to the old command changes nothing.
    await ack(batchId, lamps[0]!)
    expect(await item(batchId, lamps[0]!)).toMatchObject({ status: 6, code: 'superseded' })
    // A command that was not opened yet is superseded in the same way.
    const third = await world.order({ level: 70, selector: { controllerIds: [lamps[0]!.id] } })
    await world.order({ level: 80, selector: { controllerIds: [lamps[0]!.id] } })
    await world.open()
    expect(await item(third.batchId, lamps[0]!)).toMatchObject({ status: 6, code: 'superseded' })
    expect(await item(newer.batchId, lamps[0]!)).toMatchObject({ status: 6, code: 'superseded' })
    expect(await miscounted(world.query)).toEqual([])
  })

  test('a batch whose devices were all superseded is superseded, and failed for consoles that do not know the state', async () => {
    const { batchId, lamps } = await setUp(2)
    await world.order({ level: 60, selector: { controllerIds: lamps.map((lamp) => lamp.id) } })
    await world.open()
    expect(await head(batchId)).toMatchObject({ state: 6, status: 4, failed: 0, superseded: 2, ended: 2 })
    expect(await miscounted(world.query)).toEqual([])
  })

  test('a device that reached a rung and failed later counts for that rung', async () => {
    const { batchId, lamps } = await setUp(4)
    await sent(batchId, lamps[1]!)
    await ack(batchId, lamps[2]!, { p: undefined })
    await ack(batchId, lamps[3]!)
    await report(lamps[3]!, { on: true, dim: 30, power: 99.8 })
    world.clock.forward(61_000)
    await world.writer.write((query) => world.writer.ledger.judged(query, [{ batchId, gatewaySn: 'GA' }]))
    await expire(batchId, 'GA')
    expect(await head(batchId)).toMatchObject({ state: 4, sent: 0, received: 0, applied: 0, failed: 2, timed_out: 2 })
    expect(await head(batchId)).toMatchObject({ reached_sent: 3, reached_received: 2, reached_applied: 1, verified: 0 })
    expect(await miscounted(world.query)).toEqual([])
  })

  test('a device that moved to another gateway can still be verified and superseded', async () => {
    await world.addGateway('GC')
    const { batchId, lamps } = await setUp(2)
    await world.query(
      `insert into devices_registry (sn, device_id, tenant_id, gateway_sn) select sn, id, '000000', 'GA' from unnest($1::text[], $2::bigint[]) as l (sn, id)`,
      [lamps.map((lamp) => lamp.sn), lamps.map((lamp) => lamp.id)],
    )
    for (const lamp of lamps) await ack(batchId, lamp)
    await world.query(`update devices_registry set gateway_sn = 'GC' where device_id = any($1::bigint[])`, [lamps.map((lamp) => lamp.id)])
    const [proven, next] = lamps.map((lamp) => Object.assign(lamp, { gateway: 'GC' }))
    await report(proven!, { on: true, dim: 30, power: AT_30 })
    expect(await item(batchId, proven!)).toMatchObject({ rung: 4, status: 2 })
    await world.order({ level: 60, selector: { controllerIds: [next!.id] } })
    await world.open()
    expect(await item(batchId, next!)).toMatchObject({ rung: 3, status: 2, code: 'superseded' })
  })

  test('main and auxiliary heads do not supersede each other', async () => {
    const { batchId, lamps } = await setUp(1, { lampSelect: 0 })
    const auxiliary = { level: 60, lampSelect: 1, selector: { controllerIds: [lamps[0]!.id] } }
    await expect(world.order(auxiliary)).rejects.toMatchObject({ code: 'headMissing', field: 'lampSelect', values: { n: 1 } })
    lamps[0]!.twoWay = true
    await world.order(auxiliary)
    await world.open()
    expect(await item(batchId, lamps[0]!)).toMatchObject({ status: 0, head: 1 })
    await world.order({ level: 60, lampSelect: 2, selector: { controllerIds: [lamps[0]!.id] } })
    await world.open()
    expect(await item(batchId, lamps[0]!)).toMatchObject({ status: 6, code: 'superseded' })
  })

  test('a device without a gateway fails at once with that reason', async () => {
    const { batchId, lamp } = await setUp(1, { gateway: null })
    expect(await head(batchId)).toMatchObject({ status: 4, failed: 1, ended: 1 })
    expect(await item(batchId, lamp)).toMatchObject({ status: 4, code: 'noGateway' })
    expect(await world.query('select 1 from control_work where batch_id = $1', [batchId])).toEqual([])
  })

  test('a finished batch leaves an audit entry: user, address, command, count, result', async () => {
    const { batchId, lamps } = await setUp(2)
    await ack(batchId, lamps[0]!)
    await report(lamps[0]!, { on: true, dim: 30, power: AT_30 })
    await ack(batchId, lamps[1]!, { ok: false, code: 'busy' })
    const audit = await world.query('select what, account, ip, count::int as count, result from kit_audit where target = $1 order by id', [
      batchId,
    ])
    expect(audit).toEqual([
      { what: 'control.batch.dim', account: 'user7', ip: '127.0.0.1', count: 2, result: 'queued' },
      { what: 'control.batch.ended', account: 'user7', ip: '127.0.0.1', count: 2, result: '1/2' },
    ])
  })
})

describe('temporary commands', () => {
  const temporary = async () => {
    const made = await setUp(1, { duration: 60 })
    const until = world.clock.now() + 60_000
    await ack(made.batchId, made.lamp, { p: { on: true, dim: 30, reason: 'override', until } })
    return { ...made, until }
  }

  test('the ledger shows the return that the device reports', async () => {
    const { batchId, lamp, until } = await temporary()
    await report(lamp, { on: true, dim: 30, power: AT_30, reason: 'override', until })
    expect(await item(batchId, lamp)).toMatchObject({ rung: 4, status: 2, returned_at: null, watch: true })
    await report(lamp, { on: true, dim: 30, power: AT_30, reason: 'override', until }, NOW + 30_000)
    expect(await item(batchId, lamp)).toMatchObject({ returned_at: null })
    world.clock.forward(60_000)
    await report(lamp, { on: false, dim: 0, power: 0.5, reason: 'program' }, NOW + 61_000)
    expect(await item(batchId, lamp)).toMatchObject({ status: 2, rung: 4, watch: false, measured_w: AT_30 })
    expect((await item(batchId, lamp)).returned_at).toBeInstanceOf(Date)
    expect(await head(batchId)).toMatchObject({ returned: 1, status: 2 })
    expect(await miscounted(world.query)).toEqual([])
  })

  test('a device that returned before its power was compared has that reason', async () => {
    const { batchId, lamp } = await temporary()
    world.clock.forward(60_000)
    await report(lamp, { on: false, dim: 0, power: 0.5, reason: 'program' }, NOW + 61_000)
    expect(await item(batchId, lamp)).toMatchObject({ rung: 3, status: 2, code: 'unproven', watch: false })
    expect(await head(batchId)).toMatchObject({ returned: 1 })
  })

  test('a newer command ends the wait for the return', async () => {
    const { batchId, lamp, until } = await temporary()
    await report(lamp, { on: true, dim: 30, power: AT_30, reason: 'override', until })
    await world.order({ level: 50, selector: { controllerIds: [lamp.id] } })
    await world.open()
    expect(await item(batchId, lamp)).toMatchObject({ status: 2, code: null, watch: false, returned_at: null })
  })

  test('a batch expires at the end of its command, so nothing is sent after it', async () => {
    const { batchId } = await setUp(1, { duration: 60 })
    const row = await head(batchId)
    expect(row.expire_at).toEqual(row.until)
    expect((await head((await setUp()).batchId)).expire_at).toEqual(new Date(world.clock.now() + 600_000))
  })
})
