import type { MqttPort, Platform, Task } from '@lamplight/server-kit'
import { deviceTypesPort } from '../model/ports.ts'
import { type Answers, createAnswers } from './answers.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { showStates } from './live-states.ts'
import { createMisfits, misfitOfAct } from './misfits.ts'
import { knownPort } from './ports.ts'
import { createPresence, darken, silentGateways } from './presence.ts'
import { createRefusals } from './refusals.ts'
import { createSignIn } from './sign-in.ts'
import { isFarewell, readMessage, rowsIn, type Taken } from './taken.ts'
import { type Writing, write } from './write-batch.ts'

const BATCH = { batchRows: 5000, waitMs: 5, idleMs: 200, bound: 25_000 }
const DAY_MS = 86_400_000

/** Batches that are written at the same time: while the database stores one, this process reads and packs the next. */
const LANES = 2
/** Other processes write at least so often who was heard. */
const OTHERS_NOTE_SECONDS = 30

type Mark = { readonly sn: string; readonly online: boolean; readonly at: number; readonly anew: boolean }
type Item = { readonly message: Taken } | { readonly mark: Mark }
/** What one writer works off. All of a gateway goes through the same lane, so that its order is kept and lanes never touch the same rows. */
type Lane = Writing & { readonly inbox: Inbox<Item> }
type LaneOf = (gateway: string) => Lane

const createLanes = (make: () => Lane): { readonly all: readonly Lane[]; readonly of: LaneOf } => {
  const all = Array.from({ length: LANES }, make)
  return {
    all,
    of: (gateway) => {
      let sum = 0
      for (let at = 0; at < gateway.length; at++) sum = (sum * 31 + gateway.charCodeAt(at)) | 0
      return all[Math.abs(sum) % LANES] as Lane
    },
  }
}

const consumer = (laneOf: LaneOf, answers: Answers): Parameters<MqttPort['consume']>[0] => {
  return async (message) => {
    const { known, inbox, misfits, presence, stopping, platform } = laneOf(message.gateway)
    if (stopping()) throw new Error('the server is stopping')
    known.counts.messages += 1
    const answering = message.kind === 'ack'
    await (answering ? answers.room() : inbox.room())
    const read = readMessage(message)
    if ('reason' in read) {
      if (answering) answers.leave()
      else inbox.pass()
      known.counts.misfits += 1
      misfits.keep({ ...message, reason: read.reason, at: message.receivedAt })
      return
    }
    const { content, dropped, doubtful } = read
    const { gateway, receivedAt, payload } = message
    known.counts.misfits += dropped.length
    for (const { reason, entry } of dropped)
      misfits.keep({ gateway, kind: message.kind, reason, payload: JSON.stringify(entry), at: receivedAt })
    if (!isFarewell(content, gateway)) presence.seen(gateway, receivedAt)
    if (answering) {
      await answers.pass({ gateway, receivedAt, content, doubtful })
      await inbox.room()
    }
    // A broker that tells who connects has told of this connection already.
    if (content.kind === 'hello') inbox.put({ mark: { sn: gateway, online: true, at: receivedAt, anew: !platform.mqtt.tellsPresence } }, 0)
    await new Promise<void>((done, failed) =>
      inbox.put({ message: { gateway, receivedAt, payload, content, doubtful, done, failed } }, rowsIn({ content, doubtful })),
    )
  }
}

/** The writer of a lane: batches in turn, and between them who came and went. */
const run = async (lane: Lane): Promise<void> => {
  const { inbox, presence, platform, known, stopping } = lane
  let waiting = 0
  while (!stopping() || inbox.rows() > 0) {
    const items = await inbox.next()
    const messages = items.flatMap((item) => ('message' in item ? [item.message] : []))
    if (messages.length > 0) await write(lane, messages)
    for (const item of items) if ('mark' in item) presence.mark(item.mark.sn, item.mark.online, item.mark.at, item.mark.anew)
    known.counts.waiting += inbox.rows() - waiting
    waiting = inbox.rows()
    await presence.apply().catch((thrown: unknown) => platform.log.error('presence not stored', { why: String(thrown) }))
  }
}

/** After a start nobody is connected to our own broker; who has not come back after a while takes their children along. */
const startAfresh = async (platform: Platform): Promise<() => void> => {
  await platform.system.query('update devices_gateway set online = false where online is distinct from false')
  const timer = setTimeout(
    () =>
      platform.system
        .query<{ id: string; tenant_id: string }>(
          `select distinct g.id, g.tenant_id from devices_gateway g join devices_state s on s.tenant_id = g.tenant_id and s.gateway_id = g.id
           where not g.online and s.online`,
        )
        .then(async (gateways) => showStates(platform, await darken(platform, platform.system.query, gateways)))
        .catch((thrown: unknown) => platform.log.error('children of lost gateways not darkened', { why: String(thrown) })),
    platform.config.number('GATEWAY_RETURN_SECONDS', 60) * 1000,
  )
  return () => clearTimeout(timer)
}

/** Calls gateways gone that say nothing any more, every few seconds. */
const watchSilence = (platform: Platform, lanes: ReturnType<typeof createLanes>): (() => void) => {
  const since = platform.clock.now()
  const lagSeconds = platform.mqtt.tellsPresence ? 0 : OTHERS_NOTE_SECONDS
  const look = async (): Promise<void> => {
    await Promise.all(lanes.all.map(({ presence }) => presence.note()))
    // A millisecond after it was heard: whoever has come since then is not meant.
    for (const { sn, at } of await silentGateways(platform, { lagSeconds, since }))
      lanes.of(sn).inbox.put({ mark: { sn, online: false, at: at + 1, anew: false } }, 0)
  }
  const every = Math.min(15, platform.config.number('REPORT_SECONDS', 300)) * 1000
  const timer = setInterval(
    () => void look().catch((thrown: unknown) => platform.log.error('silent gateways not found', { why: String(thrown) })),
    every,
  )
  return () => clearInterval(timer)
}

/** Takes what gateways send, stores it in batches and acknowledges it after the commit. */
export const ingestTask: Task = {
  name: 'devices.ingest',
  role: 'ingest',
  start: async (platform) => {
    const known = platform.port(knownPort)
    let ended = false
    const misfits = createMisfits(platform)
    const refusals = createRefusals(platform)
    const limits = {
      aheadMs: platform.config.number('CLOCK_AHEAD_SECONDS', 86_400) * 1000,
      behindMs: platform.config.number('TELEMETRY_DAYS', 400) * DAY_MS,
    }
    const types = platform.port(deviceTypesPort)
    const lanes = createLanes(() => ({
      platform,
      known,
      misfits,
      limits,
      types,
      inbox: createInbox<Item>(BATCH),
      presence: createPresence(platform),
      repeats: { left: 0 },
      stopping: () => ended,
    }))
    const answers = createAnswers({ platform, known, limits, stopping: () => ended })
    const forgetStart = platform.mqtt.tellsPresence ? await startAfresh(platform) : () => undefined
    const running = Promise.all([...lanes.all.map(run), answers.run()])
    const forgetSilence = watchSilence(platform, lanes)
    platform.mqtt.onPresence((sn, online, at) => lanes.of(sn).inbox.put({ mark: { sn, online, at, anew: true } }, 0))
    platform.mqtt.authenticate(createSignIn(platform, known, refusals))
    platform.mqtt.onRefused?.((act) => {
      known.counts.misfits += 1
      misfits.keep(misfitOfAct(act))
    })
    platform.mqtt.consume(consumer(lanes.of, answers))
    return async () => {
      ended = true
      forgetStart()
      forgetSilence()
      await running
      await misfits.stop()
      await refusals.stop()
    }
  },
}
