import { LIMITS } from '@lamplight/protocol'
import type { Platform, UpMessage } from '@lamplight/server-kit'
import { isRoute } from '../model/index.ts'
import { deviceTypesPort, type GatewayMark, type Intake, type OpenIntake } from '../model/ports.ts'
import { type Answers, createAnswers } from './answers.ts'
import { CLOCK_AHEAD_SECONDS } from './device-clock.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { knownPort } from './ports.ts'
import { createPresence, setRouteOffline } from './presence.ts'
import { isFarewell, type ReceivedMessage, readMessage, rowsIn } from './received-message.ts'
import { createRejectedMessages, rejectedAct } from './rejected-messages.ts'
import type { RejectedMessage } from './rejections.ts'
import { type Writing, write } from './write-batch.ts'

/** `bound`: while a lane writes a batch, one more may wait. Longer queues make ingest no faster, and V8 copies the waiting messages to its old generation. */
const BATCH = { batchRows: 5000, waitMs: 5, idleMs: 200, bound: 5_000 }
const DAY_MS = 86_400_000

/** Number of writers. While the database stores one batch, this process reads and packs the next. */
const LANES = 2

type Item = { readonly message: ReceivedMessage } | { readonly mark: GatewayMark }
/** Work of one writer. All messages of a gateway use the same lane: this keeps their order, and lanes never write the same rows. */
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

const consumer =
  (laneOf: LaneOf, answers: Answers) =>
  async (message: UpMessage): Promise<void> => {
    const { known, inbox, rejected, presence, stopping, platform } = laneOf(message.gateway)
    if (stopping()) throw new Error('the server is stopping')
    known.counts.messages += 1
    const answering = message.kind === 'ack'
    await (answering ? answers.room() : inbox.room())
    const read = readMessage(message)
    if ('reason' in read) {
      if (answering) answers.leave()
      else inbox.pass()
      known.counts.rejected += 1
      rejected.keep({ ...message, reason: read.reason, at: message.receivedAt })
      return
    }
    const { content, dropped, doubtful } = read
    const { gateway, receivedAt, payload } = message
    known.counts.rejected += dropped.length
    for (const { reason, entry } of dropped)
      rejected.keep({ gateway, kind: message.kind, reason, payload: JSON.stringify(entry), at: receivedAt })
    if (!isRoute(gateway) && !isFarewell(content, gateway)) presence.seen(gateway, receivedAt)
    if (answering) {
      await answers.pass({ gateway, receivedAt, content, doubtful })
      await inbox.room()
    }
    // An embedded broker has already announced this connection.
    if (content.kind === 'hello')
      inbox.put({ mark: { sn: gateway, online: true, at: receivedAt, anew: !platform.mqtt.reportsPresence } }, 0)
    await new Promise<void>((done, failed) =>
      inbox.put({ message: { gateway, receivedAt, payload, content, doubtful, done, failed } }, rowsIn({ content, doubtful })),
    )
  }

/** Runs the writer of a lane: it stores batches, then the presence changes that arrived with them. */
const run = async (lane: Lane): Promise<void> => {
  const { inbox, presence, platform, known, stopping } = lane
  let waiting = 0
  /** Counts the entries that are not stored yet: those of the queue and `taken` ones. */
  const count = (taken: number): void => {
    known.counts.waiting += inbox.rows() + taken - waiting
    waiting = inbox.rows() + taken
  }
  while (!stopping() || inbox.rows() > 0) {
    const items = await inbox.next()
    const messages = items.flatMap((item) => ('message' in item ? [item.message] : []))
    count(messages.reduce((sum, message) => sum + rowsIn(message), 0))
    if (messages.length > 0) await write(lane, messages)
    for (const item of items) if ('mark' in item) presence.mark(item.mark.sn, item.mark.online, item.mark.at, item.mark.anew)
    count(0)
    await presence.apply().catch((thrown: unknown) => platform.log.error('presence not stored', { why: String(thrown) }))
  }
}

/** Starts the writers of a process; they run from the first `open` of the intake to the last `close`. */
const begin = (
  platform: Platform,
): Omit<OpenIntake, 'close'> & { readonly stop: () => Promise<void>; readonly keep: (rejection: RejectedMessage) => void } => {
  let ended = false
  const known = platform.port(knownPort)
  const rejected = createRejectedMessages(platform)
  const limits = {
    aheadMs: platform.config.number('CLOCK_AHEAD_SECONDS', CLOCK_AHEAD_SECONDS) * 1000,
    behindMs: platform.config.number('TELEMETRY_DAYS', 400) * DAY_MS,
  }
  const types = platform.port(deviceTypesPort)
  const lanes = createLanes(() => ({
    platform,
    known,
    rejected,
    limits,
    types,
    inbox: createInbox<Item>(BATCH),
    presence: createPresence(platform),
    repeats: { left: 0 },
    stopping: () => ended,
  }))
  const answers = createAnswers({ platform, known, limits, stopping: () => ended })
  const running = Promise.all([...lanes.all.map(run), answers.run()])
  const keep = (rejection: RejectedMessage): void => {
    known.counts.rejected += 1
    rejected.keep(rejection)
  }
  return {
    take: consumer(lanes.of, answers),
    mark: (mark) => lanes.of(mark.sn).inbox.put({ mark }, 0),
    note: async () => {
      await Promise.all(lanes.all.map(({ presence }) => presence.note()))
    },
    refused: (act) => keep(rejectedAct(act)),
    keep,
    stop: async () => {
      ended = true
      await running
      await rejected.stop()
    },
  }
}

/** Port `devices.intake`: the only way by which messages of devices reach the database, from the broker and from drivers. */
export const createIntake = (platform: Platform): Intake => {
  let working: ReturnType<typeof begin> | undefined
  let users = 0
  return {
    open: () => {
      users += 1
      working ??= begin(platform)
      const { stop: _stop, keep: _keep, ...open } = working
      return {
        ...open,
        close: async () => {
          users -= 1
          if (users > 0) return
          const { stop } = working as NonNullable<typeof working>
          working = undefined
          await stop()
        },
      }
    },
    received: async (route, { kind, entries }) => {
      if (!working) throw new Error('this process takes no messages')
      for (let from = 0; from < entries.length; from += LIMITS.entriesPerMessage) {
        const payload = Buffer.from(JSON.stringify(entries.slice(from, from + LIMITS.entriesPerMessage)))
        await working.take({ gateway: route, kind, payload, receivedAt: platform.clock.now() })
      }
    },
    dropped: (route, message) => working?.keep({ gateway: route, ...message, at: platform.clock.now() }),
    gone: (route) => setRouteOffline(platform, route),
  }
}
