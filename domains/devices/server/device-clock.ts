import type { RejectedValue } from './rejections.ts'

/** Default of CLOCK_AHEAD_SECONDS: a device time that is further ahead of the server is impossible. */
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
 * Returns a function that gives each entry of one message its time. The newest of the impossible times of a device becomes the time of
 * arrival. The others keep their distance to it, so that buffered readings keep their intervals.
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
    // If the clock was set between two readings of the message, the distance can reach back beyond the stored history.
    return { at: Math.max(receivedAt - limits.behindMs, receivedAt - (last - at)), isUntimed: true }
  }
}

/** The finding that the clock of a device is wrong: its time and the offset to the server's clock. */
export const wrongClockValue = (deviceId: string, at: number, receivedAt: number): RejectedValue => {
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
 * Sorts the entries of one device in a batch by time. An entry with an impossible time stands before the entries that came after it, as far
 * as their possible times are at most CLOCK_AHEAD_SECONDS before its arrival: these are newer.
 */
export const inArrival = <T extends Timed>(entries: readonly T[]): readonly T[] => {
  const timed = entries.flatMap(({ at, isUntimed }, n) => (isUntimed ? [] : [{ at, n }]))
  const keyed = entries.map((entry, n) => {
    const later = entry.isUntimed
      ? timed.flatMap((one) => (one.n > n && one.at <= entry.at && one.at >= entry.at - CLOCK_AHEAD_SECONDS * 1000 ? [one.at] : []))
      : []
    return { entry, key: later.length === 0 ? entry.at : Math.min(...later) - 0.5 }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry)
}

/**
 * SQL condition: the report `r` is newer than the state `s`. A report with an impossible time always is. A state from such a report gives
 * way to each later report whose time is after the last possible time, and at most CLOCK_AHEAD_SECONDS before the arrival that the state
 * has as its time.
 */
export const isNewer = (
  isUntimed: string,
): string => `(s.reported_at is null or ${isUntimed} or r.at > case when s.timed_at is null then s.reported_at
    else greatest(s.timed_at, s.reported_at - interval '${CLOCK_AHEAD_SECONDS} seconds') end)`
/** SQL of `timed_at` of the state `s` after the report `r`: the last possible time, if impossible times followed it; otherwise null. */
export const timedAfter = (isUntimed: string): string => `case when ${isUntimed} then coalesce(s.timed_at, s.reported_at, '-infinity') end`
/** SQL of `online` after the report `r`: a device that its gateway lost after the time of the report stays lost. */
export const ONLINE_AFTER = `case when s.online then true else not exists (
    select from devices_fault c where c.device_id = s.device_id and c.type = 'communicationFailure' and c.ended_at is null and c.began_at > r.at) end`
