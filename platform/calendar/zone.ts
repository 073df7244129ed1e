import { DAY_MS } from './day.ts'

/** A change of the offset from UTC: from `at` (epoch ms) on it is `to`, before it `from` (ms). */
export interface Shift {
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Zone {
  readonly name: string
  /** Offset from UTC at an instant, ms. */
  offsetAt(ms: number): number
  /**
   * Instant of a local time, given as if it were UTC. A time that a shift skips is the first instant after the gap; of a time that occurs twice
   * it is the first.
   */
  instantOf(local: number): number
  /** Shifts whose gap contains the local time (`gap`) or that repeat it (`repeat`). */
  shiftAt(local: number): { readonly shift: Shift; readonly kind: 'gap' | 'repeat' } | undefined
}

/** Span that is read from the zone data at once, ms. */
const BLOCK_MS = 400 * DAY_MS
/** Offsets are compared at this interval: no zone has two shifts within it that cancel each other. */
const STEP_MS = DAY_MS

const formatterOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

const readOffset = (formatter: Intl.DateTimeFormat, ms: number): number => {
  const second = Math.floor(ms / 1000) * 1000
  const [month, day, year, hour, minute, seconds] = (formatter.format(second).match(/\d+/g) ?? []).map(Number) as number[]
  return Date.UTC(year!, month! - 1, day!, hour, minute, seconds) - second
}

const createZone = (name: string): Zone => {
  const formatter = formatterOf(name)
  const blocks = new Map<number, { readonly first: number; readonly shifts: readonly Shift[] }>()

  const blockOf = (ms: number) => {
    const n = Math.floor(ms / BLOCK_MS)
    const known = blocks.get(n)
    if (known) return known
    const begin = n * BLOCK_MS
    const first = readOffset(formatter, begin)
    const shifts: Shift[] = []
    let before = first
    for (let at = begin; at < begin + BLOCK_MS; at += STEP_MS) {
      const to = readOffset(formatter, at + STEP_MS)
      if (to === before) continue
      let [low, high] = [at, at + STEP_MS]
      while (high - low > 1000) {
        const middle = Math.floor((low + high) / 2000) * 1000
        if (readOffset(formatter, middle) === before) low = middle
        else high = middle
      }
      shifts.push({ at: high, from: before, to })
      before = to
    }
    const block = { first, shifts }
    blocks.set(n, block)
    return block
  }
  const offsetAt = (ms: number): number => {
    const { first, shifts } = blockOf(ms)
    let offset = first
    for (const shift of shifts) if (shift.at <= ms) offset = shift.to
    return offset
  }
  const shiftAt: Zone['shiftAt'] = (local) => {
    for (const n of [local - DAY_MS, local + DAY_MS])
      for (const shift of blockOf(n).shifts) {
        const { at, from, to } = shift
        const [low, high] = from < to ? [at + from, at + to] : [at + to, at + from]
        if (local >= low && local < high) return { shift, kind: from < to ? 'gap' : 'repeat' }
      }
    return undefined
  }
  // By local day: the offset of days without a shift near them, NaN for the others.
  const steady = new Map<number, number>()
  const steadyOf = (day: number): number => {
    let offset = steady.get(day)
    if (offset === undefined) {
      offset = offsetAt((day - 2) * DAY_MS)
      for (let n = -1; n <= 3; n++) if (offsetAt((day + n) * DAY_MS) !== offset) offset = Number.NaN
      steady.set(day, offset)
    }
    return offset
  }
  return {
    name,
    offsetAt,
    shiftAt,
    instantOf: (local) => {
      const offset = steadyOf(Math.floor(local / DAY_MS))
      if (!Number.isNaN(offset)) return local - offset
      const found = shiftAt(local)
      if (found) return found.kind === 'gap' ? found.shift.at : local - found.shift.from
      const guess = offsetAt(local - offsetAt(local))
      return local - guess
    },
  }
}

const zones = new Map<string, Zone>()
/**
 * Returns the zone with an IANA name, with its shifts read from the zone data of the runtime and kept.
 * @throws RangeError if there is no such zone
 */
export const zoneOf = (name: string): Zone => {
  let zone = zones.get(name)
  if (!zone) {
    zone = createZone(name)
    zones.set(name, zone)
  }
  return zone
}
