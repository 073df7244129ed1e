import { isRepeatedKey, type Platform } from '@lamplight/server-kit'
import { DEVICE_NEWS, type HeldParams, PARAMS_HELD, type Reported, VALUES_REPORTED } from '../../model/events.ts'
import type { DeviceTypes } from '../../model/ports.ts'
import type { RejectedMessages } from '../rejected/rejected-messages.ts'
import { ensurePartitions, forgetPartitions } from '../series/partitions.ts'
import type { Changed } from './changed.ts'
import type { ClockLimits } from './device-clock.ts'
import type { IngestCache } from './known.port.ts'
import { showStates, watchersOf } from './live-states.ts'
import { namedValues } from './named-values.ts'
import type { PresenceKeeper } from './presence.ts'
import type { ReceivedMessage } from './received-message.ts'
import { type Sorted, sortMessages } from './sort-messages.ts'
import { type Batch, storeBatch } from './store-batch.ts'

const RETRY_MS = [100, 300, 1000, 3000] as const
const CAREFUL_BATCHES = 20

export interface Writing {
  readonly platform: Platform
  readonly known: IngestCache
  readonly rejected: RejectedMessages
  readonly presence: PresenceKeeper
  readonly limits: ClockLimits
  readonly types: DeviceTypes
  /** Number of next batches that are written with `again`. */
  readonly repeats: { left: number }
  readonly stopping: () => boolean
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const pause = (tried: number): Promise<void> => wait(RETRY_MS[Math.min(tried, RETRY_MS.length - 1)] as number)
/**
 * Returns true if the same messages would fail again. SQLSTATE class 22 is wrong data, class 23 a violated constraint (PostgreSQL, appendix A); a TypeError
 * or RangeError is an error of this program. All other errors are temporary.
 */
const isWrongData = (thrown: unknown): boolean =>
  /^2[23]/.test(String((thrown as { code?: unknown } | null)?.code ?? '')) || thrown instanceof TypeError || thrown instanceof RangeError

const sort = async ({ known, limits, types }: Writing, messages: readonly ReceivedMessage[]): Promise<Sorted> => {
  const sorting = { ...(await known.senders.resolve(messages)), limits, types }
  const sorted = sortMessages(messages, sorting)
  // Another process may have just made the type.
  return sorted.unknownTypes.size > 0 && (await types.need(sorted.unknownTypes)) ? sortMessages(messages, sorting) : sorted
}

const routeOfChild = ({ gatewayId, gatewaySn }: { readonly gatewayId: string; readonly gatewaySn: string }): string =>
  gatewayId === '' ? gatewaySn : ''

const announce = ({ platform, types }: Writing, { readings, series, news, hellos }: Sorted): void => {
  if (readings.length > 0 || series.length > 0) {
    const rows = readings.map(({ child, sn, at, p }) => ({
      tenantId: child.tenantId,
      deviceId: child.deviceId,
      gatewayId: child.gatewayId,
      route: routeOfChild(child),
      sn,
      at,
      p,
    }))
    const values = series.map(({ child, at, v, texts, isAnswer }) => ({
      tenantId: child.tenantId,
      deviceId: child.deviceId,
      gatewayId: child.gatewayId,
      route: routeOfChild(child),
      type: child.type,
      at,
      values: namedValues(types.typeOf(child.type), v, texts),
      isAnswer,
    }))
    const reported: Reported = { at: platform.clock.now(), rows, values }
    platform.bus.emit(VALUES_REPORTED, reported)
  }
  if (news.length > 0) platform.bus.emit(DEVICE_NEWS, news)
  for (const { sn: gatewaySn, held, gateway } of hellos.values())
    if (held.length > 0 && gateway.assigned)
      platform.bus.emit(PARAMS_HELD, { tenantId: gateway.tenantId, gatewaySn, held } satisfies HeldParams)
}

/** Expects new readings, because nearly all are. After a repeated reading, the next batches are written with `again`. */
const storeOnce = async ({ platform, repeats }: Writing, batch: Omit<Batch, 'again'>): Promise<Changed> => {
  if (repeats.left > 0) {
    repeats.left -= 1
    return storeBatch(platform, { ...batch, again: true })
  }
  return storeBatch(platform, { ...batch, again: false }).catch((thrown: unknown) => {
    if (!isRepeatedKey(thrown)) throw thrown
    repeats.left = CAREFUL_BATCHES
    return storeBatch(platform, { ...batch, again: true })
  })
}

/** Processes one batch from lookup to acknowledgement. If the database throws, nothing is stored or acknowledged. */
const writeBatch = async (writing: Writing, messages: readonly ReceivedMessage[]): Promise<void> => {
  const { platform, known, rejected, presence } = writing
  const sorted = await sort(writing, messages)
  await ensurePartitions(
    platform,
    [...sorted.readings, ...sorted.series].map(({ at }) => at),
  )
  const watched = watchersOf(platform, writing.types, sorted)
  const changed = await storeOnce(writing, { ...sorted, receivedAt: platform.clock.now(), watched })
  known.counts.batches += 1
  known.counts.rows += sorted.readings.length + sorted.series.length
  known.counts.rejected += sorted.rejected.length
  known.counts.strangers += sorted.strangers
  known.counts.unassigned += sorted.unassigned
  for (const rejection of sorted.rejected) rejected.keep(rejection)
  // The embedded broker announces every connection itself. A last will could be that of a connection which a newer one has replaced.
  if (!platform.mqtt.reportsPresence) for (const { sn, at } of sorted.gone) presence.mark(sn, false, at)
  for (const message of messages) message.done()
  announce(writing, sorted)
  showStates(platform, changed)
}

/**
 * Writes a batch; retries while the database is away. If the database refuses the data of a batch, each message is written alone and the refused ones
 * become rejected messages.
 */
export const write = async (writing: Writing, messages: readonly ReceivedMessage[]): Promise<void> => {
  const { platform, known, rejected } = writing
  for (let tried = 0; ; tried++) {
    try {
      return await writeBatch(writing, messages)
    } catch (thrown) {
      forgetPartitions(platform)
      const [first] = messages
      if (isWrongData(thrown) && tried > 0) {
        if (messages.length > 1) {
          for (const message of messages) await write(writing, [message])
        } else if (first) {
          known.counts.rejected += 1
          rejected.keep({
            gateway: first.gateway,
            kind: first.content.kind,
            reason: String(thrown),
            payload: first.payload,
            at: first.receivedAt,
          })
          first.done()
        }
        return
      }
      if (writing.stopping()) {
        for (const message of messages) message.failed(thrown)
        return
      }
      platform.log.error('batch not stored, trying again', { why: String(thrown), messages: messages.length })
      await pause(tried)
    }
  }
}
