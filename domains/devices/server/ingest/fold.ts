import type { DeviceProperty } from '@lamplight/kit'
import type { Properties } from '@lamplight/protocol'
import { controllerType } from '../../model/index.ts'
import { inArrival } from './device-clock.ts'
import type { Reading } from './sort-messages.ts'

export interface Folded {
  readonly reading: Reading
  readonly history: boolean
  readonly latest: boolean
  /** Time of the list of faults in the row, epoch ms; undefined if it has none. */
  readonly faultsAt: number | undefined
  /** Time of the oldest of the merged readings, epoch ms, if the newest one lacks a measured value of the row. */
  readonly mixedSince?: number
}

export const saysLight = (p: Properties): boolean => p.on !== undefined || p.dim !== undefined || p.reason !== undefined
const MEASURED = Object.entries<DeviceProperty>(controllerType.properties).flatMap(([name, { history }]) =>
  history ? [name as keyof Properties] : [],
)
const measures = (p: Properties): boolean => MEASURED.some((name) => p[name] !== undefined)

/** Adds values of the older reading that the newer one lacks. `until` (end of an override) is dropped if the newer reading reports the light without it. */
const merge = (older: Reading, newer: Reading): Reading => {
  const { until, ...before } = older.p
  return { ...newer, p: saysLight(newer.p) || until === undefined ? { ...before, ...newer.p } : { ...before, until, ...newer.p } }
}
const listedAt = (reading: Reading): number | undefined => (reading.p.faults === undefined ? undefined : reading.at)

/** Returns a history row for each reading, and one row per device for the state, merged in order of device time. */
export const fold = (readings: readonly Reading[]): Folded[] => {
  const last = new Map<string, number>()
  const several = new Map<string, Reading[]>()
  const rows = readings.map((reading, at): Folded & { latest: boolean } => {
    const { deviceId } = reading.child
    const before = last.get(deviceId)
    last.set(deviceId, at)
    const all = several.get(deviceId)
    if (all) all.push(reading)
    else if (before !== undefined) several.set(deviceId, [readings[before] as Reading, reading])
    return { reading, history: measures(reading.p), latest: true, faultsAt: listedAt(reading) }
  })
  if (several.size === 0) return rows
  for (const row of rows) row.latest = !several.has(row.reading.child.deviceId)
  for (const all of several.values()) {
    const ordered = inArrival(all)
    const reading = ordered.reduce(merge)
    const newest = ordered.at(-1) as Reading
    const isMixed = MEASURED.some((name) => newest.p[name] === undefined && reading.p[name] !== undefined)
    rows.push({
      reading,
      history: false,
      latest: true,
      faultsAt: ordered.findLast(({ p }) => p.faults !== undefined)?.at,
      ...(isMixed && { mixedSince: Math.min(...all.map(({ at }) => at)) }),
    })
  }
  return rows
}
