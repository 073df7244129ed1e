import { countOf } from './counter-model.ts'

/** Test model of the rollups of devices_series. It computes from single reports and shares no code with the SQL. */

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const DENSE = 12
/** Slots with history, and counter slots, of the types 31 and 32. The counter in slot 3 wraps at 1000. */
export const SLOTS = { 31: [1, 2, 3, 6], 32: [1] } as Record<number, number[]>
const COUNTERS = { 31: [2, 3], 32: [] } as Record<number, number[]>

export type Values = readonly (number | null)[]
export interface Device {
  readonly id: string
  readonly tenant: string
  readonly type: number
  readonly project: string
  readonly area: string
}
/** A report, and the history of its device: the count of a span depends on the readings around it. */
interface KnownReport {
  readonly at: number
  readonly v: Values
}

/** Expects the whole history of a device in order of time. */
export const knownOf = (reports: readonly { readonly at: Date; readonly v: Values }[]): KnownReport[] =>
  reports.map(({ at, v }) => ({ at: at.getTime(), v }))
const total = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((sum, value) => sum + value))
const bySlot = <T>(slots: readonly number[], element: (slot: number) => T): (T | null)[] =>
  Array.from({ length: Math.max(0, ...slots) }, (_, at) => (slots.includes(at + 1) ? element(at + 1) : null))

/** Rollup of the reports from `begins` to before `ends`; the increases are those of the reports from after `begins` to `ends`. */
export const spanOf = (all: readonly KnownReport[], type: number, begins: number, ends: number) => {
  const reports = all.filter(({ at }) => at >= begins && at < ends)
  const [slots, counters] = [SLOTS[type] as number[], COUNTERS[type] as number[]]
  const valuesOf = (slot: number): number[] => reports.flatMap(({ v }) => v[slot - 1] ?? [])
  const countsOf = (slot: number) => {
    const readings = all.flatMap(({ at, v }) =>
      v[slot - 1] === null || v[slot - 1] === undefined ? [] : [{ at, value: v[slot - 1] as number }],
    )
    return countOf(readings, begins, ends, { noise: 0, ...(slot === 3 ? { range: 1000 } : {}) })
  }
  const some = (slot: number, of: (values: number[]) => number | undefined): number | null =>
    valuesOf(slot).length === 0 ? null : (of(valuesOf(slot)) ?? null)
  return {
    readings: reports.length,
    counts: bySlot(slots, (slot) => valuesOf(slot).length),
    sums: bySlot(slots, (slot) => total(valuesOf(slot))),
    lows: bySlot(slots, (slot) => some(slot, (values) => Math.min(...values))),
    highs: bySlot(slots, (slot) => some(slot, (values) => Math.max(...values))),
    lasts: bySlot(slots, (slot) => some(slot, (values) => values.at(-1))),
    increases: bySlot(counters, (slot) => countsOf(slot)?.increase ?? null),
    resets: bySlot(counters, (slot) => countsOf(slot)?.resets ?? 0),
  }
}
export type Span = ReturnType<typeof spanOf>

const dayIn = (at: number, zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
const grouped = <K>(reports: readonly KnownReport[], keyOf: (report: KnownReport) => K): [K, KnownReport[]][] => {
  const groups = new Map<K, KnownReport[]>()
  for (const report of reports) groups.set(keyOf(report), [...(groups.get(keyOf(report)) ?? []), report])
  return [...groups]
}
export const hoursOf = (known: readonly KnownReport[], type: number, closed: number) =>
  grouped(known, ({ at }) => Math.floor(at / HOUR) * HOUR)
    .filter(([hour, reports]) => hour < closed && reports.length >= DENSE)
    .map(([hour]) => ({ hour: new Date(hour), ...spanOf(known, type, hour, hour + HOUR) }))
/** First instant of the day of `at`: no zone of the tests changes its clock at midnight, and all are whole quarters of an hour off UTC. */
const dayEdges = (at: number, zone: string): [begins: number, ends: number] => {
  const step = 15 * MINUTE
  const first = Math.floor(at / step) * step
  let [begins, ends] = [first, first + step]
  while (dayIn(begins - step, zone) === dayIn(at, zone)) begins -= step
  while (dayIn(ends, zone) === dayIn(at, zone)) ends += step
  return [begins, ends]
}
/** Instants at which a device has figures: of its reports, and just before those with a counter, because they end the increases of that time. */
export const momentsOf = (known: readonly KnownReport[], type: number): number[] =>
  known.flatMap(({ at, v }) => ((COUNTERS[type] as number[]).some((slot) => typeof v[slot - 1] === 'number') ? [at - 1, at] : [at]))
/** Bucket of `step` ms in which a time lies, if the first one begins at `from` and the last one ends at `to`. */
export const bucketIn =
  (from: number, to: number, step: number) =>
  (at: number): readonly [begins: number, ends: number] => {
    const begins = from + Math.floor((at - from) / step) * step
    return [begins, Math.min(to, begins + step)]
  }
export const daysOf = (known: readonly KnownReport[], type: number, closed: number, zone: string) =>
  [...Map.groupBy(momentsOf(known, type), (at) => dayIn(at, zone))]
    .filter(([day]) => day < dayIn(closed, zone))
    .map(([day, moments]) => ({ day, ...spanOf(known, type, ...dayEdges(moments[0] as number, zone)) }))

/** Sums device days by area and property. Expects devices in order of their ids. */
export const areasOf = (days: readonly (Span & { day: string; device: Device })[]) => {
  const groups = new Map<string, { slot: number; rows: (typeof days)[number][] }>()
  for (const one of days)
    for (const slot of SLOTS[one.device.type] as number[]) {
      if (!one.counts[slot - 1] && !one.increases[slot - 1] && !one.resets[slot - 1]) continue
      const { tenant, type, project, area } = one.device
      const key = [tenant, type, type * 256 + slot, one.day, project, area].join(' ')
      groups.set(key, { slot, rows: [...(groups.get(key)?.rows ?? []), one] })
    }
  return Object.fromEntries(
    [...groups].map(([key, { slot, rows }]) => {
      const at = (name: 'counts' | 'sums' | 'lows' | 'highs' | 'lasts' | 'increases' | 'resets'): number[] =>
        rows.flatMap((row) => row[name][slot - 1] ?? [])
      return [
        key,
        {
          devices: at('counts').filter((count) => count > 0).length,
          readings: String(total(at('counts'))),
          sum: total(at('sums')) ?? 0,
          low: at('lows').length === 0 ? null : Math.min(...at('lows')),
          high: at('highs').length === 0 ? null : Math.max(...at('highs')),
          last: total(at('lasts')) ?? 0,
          increase: total(at('increases')) ?? 0,
          resets: String(total(at('resets')) ?? 0),
        },
      ]
    }),
  )
}
