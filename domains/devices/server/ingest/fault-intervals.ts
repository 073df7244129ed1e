import { type EventType, isFaultType } from '@lamplight/protocol'
import type { DeviceNews } from '../../model/events.ts'

/** What an event says: from `at` on (device time, epoch ms) the fault is present, or is not. */
export interface Said {
  readonly at: number
  readonly on: boolean
}
/** An interval in which a fault was present. Times are device time, epoch ms. */
export interface Interval {
  readonly began: number
  /** Null while the fault is present. */
  readonly ended: number | null
}
/** What the events of a batch say of one fault of one device, in order of time. */
export interface FaultNews {
  readonly deviceId: string
  readonly tenantId: string
  readonly type: EventType
  readonly said: readonly Said[]
}

/** Changes of the light are not stored as intervals: telemetry contains them, and each lamp may send this event at dusk and dawn. */
const isKept = ({ deviceId, type }: DeviceNews): boolean => deviceId !== '' && type !== 'lightStateChange'
/** Compares by time. A begin stands before an end of the same time: together they are an interval of length 0. */
const inTime = (a: Said, b: Said): number => a.at - b.at || Number(b.on) - Number(a.on)
const isSame = (a: Said, b: Said | undefined): boolean => a.at === b?.at && a.on === b.on

/** Sorts what was said by time and leaves out repetitions. */
const sorted = (said: readonly Said[]): Said[] => said.toSorted(inTime).filter((one, n, all) => !isSame(one, all[n - 1]))

/** Returns what events say of faults, and the events that are no faults (`moments`). */
export const faultNewsOf = (news: readonly DeviceNews[]): { readonly faults: FaultNews[]; readonly moments: DeviceNews[] } => {
  const found = new Map<string, Omit<FaultNews, 'said'> & { said: Said[] }>()
  const moments: DeviceNews[] = []
  for (const one of news) {
    if (!isKept(one)) continue
    const { deviceId, tenantId, type, on, at } = one
    if (!isFaultType(type)) {
      if (on) moments.push(one)
      continue
    }
    const key = `${deviceId} ${type}`
    const known = found.get(key)
    if (known) known.said.push({ at, on })
    else found.set(key, { deviceId, tenantId, type, said: [{ at, on }] })
  }
  return { faults: [...found.values()].map((one) => (one.said.length === 1 ? one : { ...one, said: sorted(one.said) })), moments }
}

/** Returns true if begins and ends take turns. Such news need no merge with what is stored, if they are newer. */
export const takesTurns = ({ said }: FaultNews): boolean => said.every(({ on }, n) => n === 0 || on !== said[n - 1]?.on)

/** Returns the intervals that follow from what was said. `said`: in order of time. The fault was not present before. */
export const intervalsOf = (said: readonly Said[]): Interval[] => {
  const all: { began: number; ended: number | null }[] = []
  for (const { at, on } of said) {
    const last = all.at(-1)
    const isOpen = last !== undefined && last.ended === null
    if (on && !isOpen) all.push({ began: at, ended: null })
    else if (!on && isOpen) last.ended = at
  }
  return all
}

/** What is stored about a fault from the time of its oldest news on. */
export interface Stored {
  readonly intervals: readonly Interval[]
  readonly said: readonly Said[]
  /** Times of reports that listed the present faults. The stored intervals agree with these lists. */
  readonly told: readonly number[]
}
export interface Merged {
  readonly intervals: readonly Interval[]
  /** What was said and is neither the begin nor the end of an interval. */
  readonly said: readonly Said[]
}

/**
 * Merges news of a fault, which may be late, with what is stored of it. Returns what would be stored if all had arrived in the order of its
 * times.
 */
export const mergeFault = ({ intervals, said, told }: Stored, news: readonly Said[]): Merged => {
  const isCovered = (at: number): boolean => intervals.some(({ began, ended }) => began <= at && (ended === null || ended > at))
  const ends = intervals.flatMap(({ began, ended }): Said[] => [
    { at: began, on: true },
    ...(ended === null ? [] : [{ at: ended, on: false }]),
  ])
  const all = sorted([...ends, ...said, ...news, ...told.map((at) => ({ at, on: isCovered(at) }))])
  const merged = intervalsOf(all)
  const listed = new Set(told)
  const shown = new Set(merged.flatMap(({ began, ended }) => [`true ${began}`, `false ${ended}`]))
  return { intervals: merged, said: all.filter(({ at, on }) => !listed.has(at) && !shown.has(`${on} ${at}`)) }
}
