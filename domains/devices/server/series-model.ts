/** Test model of the rollups of devices_series. It computes from single reports and shares no code with the SQL. */

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const MEMORY = 31 * DAY
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
/** A report with the increase and the reset flag of each counter, by slot. */
interface CountedReport {
  readonly at: number
  readonly v: Values
  readonly went: Readonly<Record<number, { by: number; reset: boolean }>>
}

/** Adds increase and resets to each report. Expects the whole history of a device in order of time. */
export const knownOf = (reports: readonly { readonly at: Date; readonly v: Values }[], type: number): CountedReport[] => {
  const before = new Map<number, { at: number; value: number }>()
  return reports.map((row) => {
    const at = row.at.getTime()
    const went: Record<number, { by: number; reset: boolean }> = {}
    for (const slot of COUNTERS[type] as number[]) {
      const value = row.v[slot - 1] ?? null
      if (value === null) continue
      const last = before.get(slot)
      before.set(slot, { at, value })
      if (!last || at - last.at > MEMORY) went[slot] = { by: 0, reset: false }
      else if (value >= last.value) went[slot] = { by: value - last.value, reset: false }
      else if (slot === 3 && last.value - value >= 500) went[slot] = { by: value + 1000 - last.value, reset: false }
      else went[slot] = { by: value, reset: true }
    }
    return { at, v: row.v, went }
  })
}
const total = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((sum, value) => sum + value))
const bySlot = <T>(slots: readonly number[], element: (slot: number) => T): (T | null)[] =>
  Array.from({ length: Math.max(0, ...slots) }, (_, at) => (slots.includes(at + 1) ? element(at + 1) : null))

export const spanOf = (reports: readonly CountedReport[], type: number) => {
  const [slots, counters] = [SLOTS[type] as number[], COUNTERS[type] as number[]]
  const valuesOf = (slot: number): number[] => reports.flatMap(({ v }) => v[slot - 1] ?? [])
  const wentOf = (slot: number) => reports.flatMap(({ went }) => went[slot] ?? [])
  const some = (slot: number, of: (values: number[]) => number | undefined): number | null =>
    valuesOf(slot).length === 0 ? null : (of(valuesOf(slot)) ?? null)
  return {
    readings: reports.length,
    counts: bySlot(slots, (slot) => valuesOf(slot).length),
    sums: bySlot(slots, (slot) => total(valuesOf(slot))),
    lows: bySlot(slots, (slot) => some(slot, (values) => Math.min(...values))),
    highs: bySlot(slots, (slot) => some(slot, (values) => Math.max(...values))),
    lasts: bySlot(slots, (slot) => some(slot, (values) => values.at(-1))),
    increases: bySlot(counters, (slot) => total(wentOf(slot).map(({ by }) => by))),
    resets: bySlot(counters, (slot) => wentOf(slot).filter(({ reset }) => reset).length),
  }
}
export type Span = ReturnType<typeof spanOf>

const dayIn = (at: number, zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
export const grouped = <K>(reports: readonly CountedReport[], keyOf: (report: CountedReport) => K): [K, CountedReport[]][] => {
  const groups = new Map<K, CountedReport[]>()
  for (const report of reports) groups.set(keyOf(report), [...(groups.get(keyOf(report)) ?? []), report])
  return [...groups]
}
export const hoursOf = (known: readonly CountedReport[], type: number, closed: number) =>
  grouped(known, ({ at }) => Math.floor(at / HOUR) * HOUR)
    .filter(([hour, reports]) => hour < closed && reports.length >= DENSE)
    .map(([hour, reports]) => ({ hour: new Date(hour), ...spanOf(reports, type) }))
export const daysOf = (known: readonly CountedReport[], type: number, closed: number, zone: string) =>
  grouped(known, ({ at }) => dayIn(at, zone))
    .filter(([day]) => day < dayIn(closed, zone))
    .map(([day, reports]) => ({ day, ...spanOf(reports, type) }))

/** Sums device days by area and property. Expects devices in order of their ids. */
export const areasOf = (days: readonly (Span & { day: string; device: Device })[]) => {
  const groups = new Map<string, { slot: number; rows: (typeof days)[number][] }>()
  for (const one of days)
    for (const slot of SLOTS[one.device.type] as number[]) {
      if (!one.counts[slot - 1]) continue
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
          devices: rows.length,
          readings: String(total(at('counts'))),
          sum: total(at('sums')),
          low: Math.min(...at('lows')),
          high: Math.max(...at('highs')),
          last: total(at('lasts')),
          increase: total(at('increases')) ?? 0,
          resets: String(total(at('resets')) ?? 0),
        },
      ]
    }),
  )
}
