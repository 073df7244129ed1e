import type { DeviceProperty } from '@lamplight/kit'
import type { Properties } from '@lamplight/protocol'
import { controllerType } from '../model/index.ts'
import type { Reading } from './sort-messages.ts'

export interface Folded {
  readonly reading: Reading
  readonly history: boolean
  readonly latest: boolean
}

export const saysLight = (p: Properties): boolean => p.on !== undefined || p.dim !== undefined || p.reason !== undefined
const MEASURED = Object.entries<DeviceProperty>(controllerType.properties).flatMap(([name, { history }]) =>
  history ? [name as keyof Properties] : [],
)
const measures = (p: Properties): boolean => MEASURED.some((name) => p[name] !== undefined)

/** Values that are absent in the newer reading stand as the older one left them; an override that the newer one does not name has ended. */
const merge = (older: Reading, newer: Reading): Reading => {
  const { until, ...before } = older.p
  return { ...newer, p: saysLight(newer.p) || until === undefined ? { ...before, ...newer.p } : { ...before, until, ...newer.p } }
}

/** One row per reading for the history, and one per device, merged in the order of the device's time, for the state. */
export const fold = (readings: readonly Reading[]): Folded[] => {
  const last = new Map<string, number>()
  const several = new Map<string, Reading[]>()
  const rows = readings.map((reading, at): { reading: Reading; history: boolean; latest: boolean } => {
    const { deviceId } = reading.child
    const before = last.get(deviceId)
    last.set(deviceId, at)
    const all = several.get(deviceId)
    if (all) all.push(reading)
    else if (before !== undefined) several.set(deviceId, [readings[before] as Reading, reading])
    return { reading, history: measures(reading.p), latest: true }
  })
  if (several.size === 0) return rows
  for (const row of rows) row.latest = !several.has(row.reading.child.deviceId)
  for (const all of several.values()) {
    const reading = all.sort((a, b) => a.at - b.at).reduce(merge)
    rows.push({ reading, history: false, latest: true })
  }
  return rows
}
