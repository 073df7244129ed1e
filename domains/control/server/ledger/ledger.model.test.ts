import { namedValues } from '@lamplight/devices/server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportedState } from '../../model/index.ts'
import { type Command, DEVICES, histories, type Kind, type Step } from '../../testing/ladder-histories.ts'
import {
  agreed,
  cancelled,
  type ExpectedCommand,
  expectedRow,
  type Facts,
  gatewayTook,
  isSilent,
  judged,
  mayBeRetried,
  overtaken,
  refused,
  reported,
  timeIsUp,
  untouched,
} from '../../testing/ladder-model.ts'
import {
  DIM_LEVEL,
  expectedLamp,
  expectedParamCommand,
  expectedValve,
  FLOWS,
  flowFamily,
  VALVE_ARGS,
  valveType,
} from '../../testing/ladder-wishes.ts'
import { expectedParam, noParam, type ParamFacts, paramAnswered, wants } from '../../testing/param-model.ts'
import { miscounted, NOW, openWorld, type World, type WorldLamp } from '../../testing/test-world.ts'
import { sendToDevices } from '../calls/commands.port.ts'
import { sendParam } from '../params/param-send.ts'
import { createAckSink } from './acks.port.ts'
import { LANE } from './lane.ts'
import { createOutbox } from './outbox.ts'

const RUNS = Number(process.env.LEDGER_RUNS ?? 200)

let world: World
beforeAll(async () => {
  world = await openWorld({}, [valveType], [flowFamily])
  await world.addGateway('GA')
})
afterAll(() => world.stop())

/** A device in a batch of the model. */
interface Entry {
  readonly facts: Facts
  readonly expected: ExpectedCommand
}
interface Modelled {
  readonly id: string
  readonly command: Command
  readonly endsAt: number | null
  /** Nothing is sent after this time, epoch ms. */
  readonly expireAt: number
  /** By the device's number in the history. */
  readonly entries: ReadonlyMap<number, Entry>
}
/** The latest values of a valve, as stored by ingest. */
interface Stored {
  readonly at: number
  readonly values: Readonly<Record<string, unknown>>
}

const ledgerOf = async (batchId: string, devices: readonly WorldLamp[]) => {
  const rows = await world.query<Record<string, unknown>>(
    `select i.device_id::text as id, i.rung, i.status, i.code, i.late, i.measured_w, i.returned_at is not null as returned, i.watch, i.device_at,
       i.ended_at is not null as ended from control_ledger i where i.batch_id = $1`,
    [batchId],
  )
  return new Map(rows.map((row) => [devices.findIndex((one) => one.id === row.id), row]))
}

/** What a command decides. All lamp commands set the light. `move` and `lock` of a valve both set `locked`; every other command sets only itself. */
const decided = ({ kind, name }: Command): string => (kind === 'lamp' ? 'light' : name === 'move' || name === 'lock' ? 'locked' : name)

/** Plays one history to ledger and model. */
const play = async (steps: readonly Step[]): Promise<void> => {
  const devices: Readonly<Record<Kind, readonly WorldLamp[]>> = {
    // The power of the last lamp is unknown.
    lamp: [...(await world.addLamps('GA', DEVICES - 1)), ...(await world.addLamps('GA', 1, null))],
    valve: await world.addDevices(valveType.code, 'GA', DEVICES),
  }
  const stored = new Map<number, Stored>()
  const batches: Modelled[] = []
  const params = devices.valve.map((): ParamFacts => noParam())
  const { writer, clock } = world
  let processes = 0
  const begin = () => {
    processes += 1
    return {
      sink: createAckSink(world.platform),
      outbox: createOutbox({ platform: world.platform, writer, owner: `model-${processes}` }),
    }
  }
  let { sink, outbox } = begin()
  let message: Step | undefined
  const place = (batch: Modelled) => [{ batchId: batch.id, gatewaySn: 'GA' }]
  const of = ({ command }: Modelled): readonly WorldLamp[] => devices[command.kind]
  const entriesOf = (kind: Kind, at: number): Entry[] =>
    batches.flatMap(({ command, entries }) => (command.kind === kind ? (entries.get(at) ?? []) : []))

  const send = async (sentCommand: Command, to: readonly number[], again: string | null): Promise<{ batchId: string }> => {
    const deviceIds = to.map((at) => devices[sentCommand.kind][at]!.id)
    if (sentCommand.kind === 'valve' && 'flow' in sentCommand)
      return sendParam(world.ctx(), { family: flowFamily, op: sentCommand.name, value: FLOWS[sentCommand.flow], again }, deviceIds, null)
    if (sentCommand.kind === 'valve')
      return sendToDevices(
        world.ctx(),
        { type: valveType, cmd: sentCommand.name, args: VALVE_ARGS[sentCommand.name], deviceIds, again },
        null,
      )
    const level = sentCommand.name === 'dim' ? DIM_LEVEL : null
    return world.order({ command: sentCommand.name, level, duration: sentCommand.duration, again, selector: { controllerIds: deviceIds } })
  }
  const command = async (sentCommand: Command, to: readonly number[], again: string | null): Promise<void> => {
    for (const at of to)
      for (const batch of batches.filter((one) => decided(one.command) === decided(sentCommand))) {
        const entry = batch.entries.get(at)
        if (entry) overtaken(entry.facts)
      }
    const endsAt = sentCommand.kind === 'lamp' && sentCommand.duration !== null ? clock.now() + sentCommand.duration * 1000 : null
    const { batchId } = await send(sentCommand, to, again)
    await world.open()
    const expectedOf = (at: number): ExpectedCommand => {
      if (sentCommand.kind === 'lamp') return expectedLamp(sentCommand.name, endsAt, at < DEVICES - 1)
      return 'flow' in sentCommand ? expectedParamCommand(sentCommand.name, sentCommand.flow) : expectedValve(sentCommand.name)
    }
    if ('flow' in sentCommand && sentCommand.name === 'set') for (const at of to) wants(params[at]!, FLOWS[sentCommand.flow], batchId)
    const entries = new Map(to.map((at) => [at, { facts: untouched(), expected: expectedOf(at) }]))
    batches.push({ id: batchId, command: sentCommand, endsAt, expireAt: Math.min(clock.now() + 600_000, endsAt ?? Infinity), entries })
  }
  const bySlot = ({ opening, locked }: Readonly<Record<string, unknown>>): (number | null)[] =>
    [opening, locked].map((value) => (value === undefined ? null : Number(value)))
  /** Stores the report of a valve like ingest: the newest value of each property is kept. */
  const store = async (at: number, deviceAt: number, reportedValues: Readonly<Record<string, unknown>>): Promise<void> => {
    const before = stored.get(at)
    if (before && before.at >= deviceAt) return
    const values = { ...before?.values, ...reportedValues }
    stored.set(at, { at: deviceAt, values })
    await world.storeValues(devices.valve[at]!, deviceAt, bySlot(values))
  }
  const report = async ({ of: kind, unheard: isMissed, reports }: Extract<Step, { kind: 'report' }>): Promise<void> => {
    const endsAt = batches.at(-1)?.endsAt ?? null
    const sentReports = reports.map(({ device, at, reported: reportedValues, sameUntil }) => ({
      device,
      at: NOW + at,
      reported: kind === 'lamp' && sameUntil ? { ...reportedValues.lamp, until: endsAt } : reportedValues[kind],
    }))
    for (const { device, at, reported: reportedValues } of sentReports) if (kind === 'valve') await store(device, at, reportedValues)
    if (kind === 'valve' && isMissed) return
    for (const { device, at, reported: reportedValues } of sentReports)
      for (const { facts, expected } of entriesOf(kind, device))
        reported(facts, expected, { at, now: clock.now(), reported: reportedValues })
    // Ingest passes stored values on: booleans are 0 and 1.
    const valuesOf = (reportedValues: object): ReportedState =>
      kind === 'lamp' ? reportedValues : namedValues(valveType, bySlot(reportedValues as Stored['values']), {})
    await world.report(
      ...sentReports.map(({ device, at, reported: reportedValues }) => ({
        lamp: devices[kind][device]!,
        at,
        reported: valuesOf(reportedValues),
      })),
    )
  }
  const acknowledge = async (batch: Modelled, { answers }: Extract<Step, { kind: 'ack' }>): Promise<void> => {
    const keptAnswers = answers.map(({ reported: reportedValues, at, ...answer }) => ({
      ...answer,
      at: NOW + at,
      reported: reportedValues?.[batch.command.kind],
      params: batch.command.kind === 'valve' && reportedValues?.flow ? { [flowFamily.name]: reportedValues.flow } : undefined,
    }))
    for (const { devices: those, foreign, ok, refusal, at, reported: reportedValues = {}, params: held } of keptAnswers)
      for (const each of foreign ? [] : those) {
        const entry = batch.entries.get(each)
        if (entry && ok) agreed(entry.facts, entry.expected, at, { ...reportedValues, params: held })
        else if (entry) refused(entry.facts, refusal)
        if (batch.command.kind === 'valve') await store(each, at, reportedValues)
      }
    const { command: asked } = batch
    if ('flow' in asked)
      for (const [at, facts] of params.entries()) {
        const last = batch.entries.has(at) && keptAnswers.findLast(({ devices: those, foreign }) => !foreign && those.includes(at))
        if (last)
          paramAnswered(facts, {
            op: asked.name,
            batchId: batch.id,
            ok: last.ok,
            code: last.refusal,
            at: last.at,
            reported: last.params?.[flowFamily.name],
          })
      }
    await sink.acked(
      keptAnswers.map((answer) => ({
        id: batch.id,
        sns: answer.devices.map((at) => of(batch)[at]!.sn),
        gateway: answer.foreign ? 'GB' : 'GA',
        ok: answer.ok,
        code: answer.ok ? ('ok' as const) : answer.refusal,
        at: answer.at,
        receivedAt: clock.now(),
        ...(answer.reported ? { p: answer.reported as { on?: boolean } } : {}),
        ...(answer.params ? { params: answer.params } : {}),
      })),
    )
  }
  /** Reconnects the gateway: every unanswered command of a batch that has not expired is sent again. */
  const reconnect = async (): Promise<void> => {
    await outbox.wake(['GA'])
    const claimed = [...(await outbox.claim(1000)), ...(await outbox.claim(1000, LANE.background))]
    for (const batch of batches) {
      const silent = [...batch.entries].filter(([, { facts }]) => isSilent(facts)).map(([at]) => of(batch)[at]!.sn)
      const sns = claimed.filter(({ order }) => order.id === batch.id).flatMap(({ heads }) => heads.flatMap(([, each]) => each))
      expect(sns.sort()).toEqual(batch.expireAt > clock.now() ? silent.sort() : [])
    }
  }
  /** Before the ledger ends a device as failed, it reads the device's stored values. */
  const judge = async (batch: Modelled): Promise<void> => {
    clock.forward(61_000)
    for (const [at, { facts, expected }] of batch.entries) {
      const last = batch.command.kind === 'valve' ? stored.get(at) : undefined
      if (last && facts.agreedAt !== null && last.at > facts.agreedAt)
        reported(facts, expected, { at: last.at, now: clock.now(), reported: last.values })
      judged(facts, expected, clock.now())
    }
    await writer.write((query) => writer.ledger.judged(query, place(batch)))
  }

  const turn = async (one: Step): Promise<void> => {
    if (one.kind === 'order') return command(one.order, one.of, null)
    if (one.kind === 'wait') return clock.forward(45_000)
    if (one.kind === 'reconnect') return reconnect()
    if (one.kind === 'restart') {
      ;({ sink, outbox } = begin())
      return
    }
    if (one.kind === 'report') return report(one)
    if (one.kind === 'repeat') return message && turn(message)
    const batch = batches[one.nth % Math.max(1, batches.length)]
    if (!batch) return
    if (one.kind === 'ack') return acknowledge(batch, one)
    if (one.kind === 'judge') return judge(batch)
    const all = [...batch.entries.values()].map(({ facts }) => facts)
    if (one.kind === 'retry') {
      const failed = [...batch.entries].filter(([, { facts }]) => mayBeRetried(facts)).map(([at]) => at)
      return failed.length > 0 ? command(batch.command, failed, batch.id) : undefined
    }
    if (one.kind === 'sent') {
      const entry = batch.entries.get(one.device)
      if (entry) gatewayTook(entry.facts)
      const sent = [{ batchId: batch.id, gatewaySn: 'GA', sns: [of(batch)[one.device]!.sn], at: clock.now() }]
      await writer.write((query) => writer.ledger.sent(query, sent))
    } else if (one.kind === 'cancel') {
      all.forEach(cancelled)
      await writer.write((query) => writer.ledger.cancelled(query, batch.id))
    } else {
      all.forEach(timeIsUp)
      await writer.write((query) => writer.ledger.expired(query, place(batch)))
    }
  }
  for (const one of steps) {
    await turn(one)
    if (one.kind === 'ack' || one.kind === 'report') message = one
  }
  for (const batch of batches) {
    const found = await ledgerOf(batch.id, of(batch))
    for (const [at, { facts, expected }] of batch.entries) expect(found.get(at)).toMatchObject(expectedRow(facts, expected))
  }
  const rows = await world.query<{ id: string }>(
    `select p.device_id::text as id, p.status, p.drift, w.value as wanted, t.value as reported from control_param p
     left join control_value w on w.id = p.wanted_id left join control_value t on t.id = p.reported_id where p.device_id = any($1)`,
    [devices.valve.map(({ id }) => id)],
  )
  for (const [at, facts] of params.entries()) {
    const { id, ...found } = rows.find((row) => row.id === devices.valve[at]!.id) ?? { id: undefined }
    expect(id ? found : undefined).toEqual(expectedParam(facts))
  }
  // Deletes work that a history left open, because the next histories would otherwise look through all of it.
  const ids = batches.map(({ id }) => id)
  await world.query('delete from control_work where batch_id = any($1)', [ids])
  await world.query(`update control_pack set watching = false, watches = '{f}' where batch_id = any($1) and watching`, [ids])
}

test(
  'the ledger equals the model over random histories, and its counts equal its rows',
  async () => {
    await fc.assert(fc.asyncProperty(histories, play), { numRuns: RUNS, endOnFailure: true })
    expect(await miscounted(world.query)).toEqual([])
  },
  RUNS * 400 + 30_000,
)
