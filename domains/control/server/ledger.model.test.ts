import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { climb, type ItemState, lampOrder, type News, type Order, QUEUED, type Told } from '../model/index.ts'
import { createAckSink } from './acks.port.ts'
import { createOutbox } from './outbox.ts'
import { miscounted, NOW, openWorld, type World, type WorldLamp } from './test-world.ts'

const RUNS = Number(process.env.LEDGER_RUNS ?? 200)
const LAMPS = 3

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.addGateway('GA')
})
afterAll(() => world.stop())

const COMMANDS = ['dim', 'on', 'off', 'release'] as const
const NUMBER = { dim: 1, on: 2, off: 3, release: 4 } as const
const LEVEL = { dim: 30, on: 100, off: 0, release: null } as const
const expectedAt = (level: number | null): number | null =>
  level === null ? null : level <= 0 ? 0.5 : level >= 100 ? 100 : 15 + (85 * (level - 10)) / 90

const command = fc.record({ command: fc.constantFrom(...COMMANDS), duration: fc.constantFrom(null, 60) })
const lamp = fc.nat(LAMPS - 1)
/** Which batch of the history news is about: mostly one that is there. */
const nth = fc.nat(3)
const told: fc.Arbitrary<Told> = fc.record(
  {
    on: fc.boolean(),
    dim: fc.constantFrom(0, 29.5, 30, 32, 100),
    power: fc.constantFrom(0.5, 3.5, 33.9, 41.8, 42, 100, 150),
    reason: fc.constantFrom('override', 'program'),
  },
  { requiredKeys: [] },
)
const deviceTime = fc.integer({ min: 0, max: 5 })

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('order' as const), order: command, of: fc.subarray([0, 1, 2], { minLength: 1 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sent' as const), nth, lamp }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ack' as const),
      nth,
      answers: fc.array(
        fc.record({
          lamps: fc.array(lamp, { minLength: 1, maxLength: 3 }),
          ok: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
          refusal: fc.constantFrom('busy' as const, 'expired' as const),
          at: deviceTime,
          told: fc.option(told),
          foreign: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      reports: fc.array(fc.record({ lamp, at: deviceTime, told, sameUntil: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('judge' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconnect' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Modelled {
  readonly id: string
  readonly command: { readonly command: (typeof COMMANDS)[number]; readonly duration: number | null }
  readonly order: Order
  /** Epoch ms; nothing is sent after it. */
  readonly expireAt: number
  readonly items: Map<number, ItemState>
}

const ledgerOf = async (batchId: string, lamps: readonly WorldLamp[]) => {
  const rows = await world.query<Record<string, unknown>>(
    `select i.device_id::text as id, i.rung, i.status, i.code, i.late, i.measured_w, i.returned_at is not null as returned, i.watch, i.device_at,
       i.ended_at is not null as ended from control_ledger i where i.batch_id = $1`,
    [batchId],
  )
  return new Map(rows.map((row) => [lamps.findIndex((one) => one.id === row.id), row]))
}

/** One history, played to the ledger and to the model at once. */
const play = async (steps: readonly Step[]): Promise<void> => {
  const lamps = await world.addLamps('GA', LAMPS)
  const batches: Modelled[] = []
  const sink = createAckSink(world.platform)
  const { writer, clock } = world
  const outbox = createOutbox({ platform: world.platform, writer, owner: 'model' })
  let message: Step | undefined
  const change = (batch: Modelled, at: number, news: News): void => {
    const before = batch.items.get(at)
    if (before) batch.items.set(at, climb(before, batch.order, news))
  }
  const place = (batch: Modelled) => [{ batchId: batch.id, gatewaySn: 'GA' }]

  const command = async (given: Modelled['command'], of: readonly number[], again: string | null): Promise<void> => {
    for (const batch of batches) for (const at of of) change(batch, at, { kind: 'supersede' })
    const { command: name, duration } = given
    const until = duration === null ? null : clock.now() + duration * 1000
    const level = name === 'dim' ? 30 : null
    const { batchId } = await world.order({
      command: name,
      level,
      duration,
      again,
      selector: { controllerIds: of.map((at) => lamps[at]!.id) },
    })
    await world.open()
    const order = { ...lampOrder({ command: NUMBER[name], level, until }), expected: expectedAt(LEVEL[name]), tolerance: 8 }
    const expireAt = Math.min(clock.now() + 600_000, until ?? Number.POSITIVE_INFINITY)
    batches.push({ id: batchId, command: given, order, expireAt, items: new Map(of.map((at) => [at, QUEUED])) })
  }
  const report = async ({ reports: given }: Extract<Step, { kind: 'report' }>): Promise<void> => {
    const reports = given.map((each) => ({
      ...each,
      told: each.sameUntil ? { ...each.told, until: batches.at(-1)?.order.until ?? null } : each.told,
    }))
    for (const each of reports)
      for (const batch of batches) change(batch, each.lamp, { kind: 'report', at: NOW + each.at, now: clock.now(), told: each.told })
    await world.report(...reports.map((each) => ({ lamp: lamps[each.lamp]!, at: NOW + each.at, told: each.told })))
  }
  const acknowledge = async (batch: Modelled, { answers }: Extract<Step, { kind: 'ack' }>): Promise<void> => {
    for (const { lamps: of, foreign, ok, refusal, at: deviceAt, told: p } of answers)
      for (const at of foreign ? [] : of)
        change(batch, at, { kind: 'ack', ok, code: ok ? 'ok' : refusal, at: NOW + deviceAt, told: p ?? {} })
    await sink.acked(
      answers.map((answer) => ({
        id: batch.id,
        sns: answer.lamps.map((at) => lamps[at]!.sn),
        gateway: answer.foreign ? 'GB' : 'GA',
        ok: answer.ok,
        code: answer.ok ? ('ok' as const) : answer.refusal,
        at: NOW + answer.at,
        receivedAt: clock.now(),
        ...(answer.told ? { p: answer.told as { on?: boolean } } : {}),
      })),
    )
  }
  /** The gateway connects anew: what goes out to it is what it has not answered, of each batch that has not expired. */
  const reconnect = async (): Promise<void> => {
    await outbox.wake(['GA'])
    const claimed = await outbox.claim(1000)
    for (const batch of batches) {
      const silent = [...batch.items].filter(([, { rung, status }]) => rung < 2 && status <= 1).map(([at]) => lamps[at]!.sn)
      const sns = claimed.filter(({ order }) => order.id === batch.id).flatMap(({ heads }) => heads.flatMap(([, each]) => each))
      expect(sns.sort()).toEqual(batch.expireAt > clock.now() ? silent.sort() : [])
    }
  }

  const turn = async (one: Step): Promise<void> => {
    if (one.kind === 'order') return command(one.order, one.of, null)
    if (one.kind === 'wait') return clock.forward(45_000)
    if (one.kind === 'reconnect') return reconnect()
    if (one.kind === 'report') return report(one)
    if (one.kind === 'repeat') return message && turn(message)
    const batch = batches[one.nth % Math.max(1, batches.length)]
    if (!batch) return
    if (one.kind === 'ack') return acknowledge(batch, one)
    if (one.kind === 'retry') {
      const failed = [...batch.items].filter(([, { status }]) => status === 4 || status === 5).map(([at]) => at)
      return failed.length > 0 ? command(batch.command, failed, batch.id) : undefined
    }
    if (one.kind === 'sent') {
      change(batch, one.lamp, { kind: 'sent' })
      const sent = [{ batchId: batch.id, gatewaySn: 'GA', sns: [lamps[one.lamp]!.sn], at: clock.now() }]
      await writer.write((query) => writer.ledger.sent(query, sent))
    } else if (one.kind === 'cancel') {
      for (const at of batch.items.keys()) change(batch, at, { kind: 'cancel' })
      await writer.write((query) => writer.ledger.cancelled(query, batch.id))
    } else if (one.kind === 'expire') {
      for (const at of batch.items.keys()) change(batch, at, { kind: 'expire' })
      await writer.write((query) => writer.ledger.expired(query, place(batch)))
    } else {
      clock.forward(61_000)
      for (const at of batch.items.keys()) change(batch, at, { kind: 'judge', now: clock.now() })
      await writer.write((query) => writer.ledger.judged(query, place(batch)))
    }
  }
  for (const one of steps) {
    await turn(one)
    if (one.kind === 'ack' || one.kind === 'report') message = one
  }
  for (const batch of batches) {
    const found = await ledgerOf(batch.id, lamps)
    for (const [at, item] of batch.items)
      expect(found.get(at)).toMatchObject({
        rung: item.rung,
        status: item.status,
        code: item.code,
        late: item.late,
        returned: item.returned,
        watch: item.watch,
        measured_w: item.measured,
        device_at: item.deviceAt === null ? null : new Date(item.deviceAt),
        ended: item.status >= 2,
      })
  }
  // What a history leaves waiting is nothing to the next ones; thousands of them would all be looked through.
  const ids = batches.map(({ id }) => id)
  await world.query('delete from control_work where batch_id = any($1)', [ids])
  await world.query(`update control_pack set watching = false, watches = '{f}' where batch_id = any($1) and watching`, [ids])
}

test(
  'the ledger equals the model over random histories, and its counts equal its rows',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(command, fc.array(step, { minLength: 3, maxLength: 14 })), ([first, rest]) =>
        play([{ kind: 'order', order: first, of: [0, 1, 2] }, ...rest]),
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(await miscounted(world.query)).toEqual([])
  },
  RUNS * 400 + 30_000,
)
