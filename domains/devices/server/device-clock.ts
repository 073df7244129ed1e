import type { DeviceMisfit } from './sort-misfits.ts'

/** Default of CLOCK_AHEAD_SECONDS: how far a clock that counts as right may be ahead. */
export const CLOCK_AHEAD_SECONDS = 120

export interface ClockLimits {
  /** Largest difference of possible device times to the server time, ms. */
  readonly aheadMs: number
  readonly behindMs: number
}
/** The time that the server uses for an entry. */
export interface Timed {
  /** Epoch ms. */
  readonly at: number
  /** The device's time is impossible: `at` was found from the arrival, and the state follows the order of arrival. */
  readonly isUntimed?: boolean
}
interface Entry {
  readonly sn: string
  readonly at: number
}

const faultOf = (at: number, receivedAt: number, { aheadMs, behindMs }: ClockLimits): 'ahead' | 'behind' | undefined => {
  if (at > receivedAt + aheadMs) return 'ahead'
  return at < receivedAt - behindMs ? 'behind' : undefined
}

/**
 * Returns the function that finds the times of the entries of one message. Of the impossible times of a device the newest becomes the time of arrival, and the others keep their
 * distance to it, so that a buffer of readings keeps its intervals.
 */
export const timesIn = (entries: readonly Entry[], receivedAt: number, limits: ClockLimits): ((entry: Entry) => Timed) => {
  let newest: Map<string, number> | undefined
  const newestOf = (): Map<string, number> => {
    const found = new Map<string, number>()
    for (const { sn, at } of entries) {
      const fault = faultOf(at, receivedAt, limits)
      if (fault) found.set(`${fault} ${sn}`, Math.max(at, found.get(`${fault} ${sn}`) ?? Number.NEGATIVE_INFINITY))
    }
    return found
  }
  return ({ sn, at }) => {
    const fault = faultOf(at, receivedAt, limits)
    if (!fault) return { at, isUntimed: false }
    newest ??= newestOf()
    const last = newest.get(`${fault} ${sn}`) ?? at
    // A time of a clock that was set within the message may lie further back than the history.
    return { at: Math.max(receivedAt - limits.behindMs, receivedAt - (last - at)), isUntimed: true }
  }
}

/** The finding that the clock of a device is wrong: its time and the offset to the server's clock. */
export const clockMisfit = (deviceId: string, at: number, receivedAt: number): DeviceMisfit => {
  const minutes = Math.round((at - receivedAt) / 60_000)
  return {
    deviceId,
    kind: 'clock',
    name: 'at',
    value: at,
    reason: `is ${Math.abs(minutes)} min ${minutes > 0 ? 'ahead of' : 'behind'} the server's clock`,
  }
}

/**
 * Sorts the entries of one device in a batch by time. One with an impossible time was received after what it follows and before what follows it: an entry that came later counts as newer
 * if its time is at most the allowed difference of clocks before the arrival.
 */
export const inArrival = <T extends Timed>(entries: readonly T[]): readonly T[] => {
  const keyed = entries.map((entry, n) => {
    const later = entry.isUntimed
      ? entries.flatMap(({ at, isUntimed }, m) =>
          m > n && !isUntimed && at <= entry.at && at >= entry.at - CLOCK_AHEAD_SECONDS * 1000 ? [at] : [],
        )
      : []
    return { entry, key: later.length === 0 ? entry.at : Math.min(...later) - 0.5 }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry)
}

/**
 * SQL condition: the report `r` is newer than the state `s`. A report with an impossible time is; a state from such a report yields to each later one that is newer than
 * the last possible time, and at most the allowed difference of clocks older than the arrival.
 */
export const isNewer = (
  isUntimed: string,
): string => `(s.reported_at is null or ${isUntimed} or r.at > case when s.timed_at is null then s.reported_at
    else greatest(s.timed_at, s.reported_at - interval '${CLOCK_AHEAD_SECONDS} seconds') end)`
/** SQL of the new `timed_at` of the state `s` after the report `r`. */
export const timedAfter = (isUntimed: string): string => `case when ${isUntimed} then coalesce(s.timed_at, s.reported_at, '-infinity') end`
/** SQL of `online` after the report `r`: a communication that was lost after the time of the report stays lost. */
export const ONLINE_AFTER = `case when s.online then true else not exists (
    select from devices_fault c where c.device_id = s.device_id and c.type = 'communicationFailure' and c.ended_at is null and c.began_at > r.at) end`
