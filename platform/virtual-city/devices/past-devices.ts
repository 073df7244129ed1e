import type { DeviceTypeDefinition } from '@lamplight/kit'
import { hashOf } from '@lamplight/town'
import { createDevices } from './devices.ts'
import type { Play, Values } from './play.ts'

const MINUTE_MS = 60_000
/** A report every three hours, in the last two days every half hour. */
const EVERY_MS = 180 * MINUTE_MS
const DENSE_EVERY_MS = 30 * MINUTE_MS
const DENSE_MS = 48 * 60 * MINUTE_MS

export interface PlayedPast {
  readonly sn: string
  /** Times in rising order, epoch ms, with the reported values. */
  readonly reports: readonly { readonly at: number; readonly values: Values }[]
}

const rounded = (type: DeviceTypeDefinition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const decimals = type.properties[name]?.decimals
      return [name, typeof value === 'number' && decimals !== undefined ? Number(value.toFixed(decimals)) : value]
    }),
  )

/**
 * Returns the reports that devices of a type would have sent between two times, epoch ms: they start and move as in the running city. The same serial number
 * gives the same past.
 */
export const playedPast = (
  type: DeviceTypeDefinition,
  play: Play,
  sns: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly PlayedPast[] => {
  const devices = createDevices({
    inventory: {
      broker: { url: '' },
      timeZone: 'UTC',
      types: { [type.name]: type },
      gateways: [{ sn: '', secret: '', lng: 0, lat: 0, children: [], devices: sns.map((sn) => ({ sn, type: type.name })) }],
    },
    seed: 1,
    plays: [play],
    clockOf: () => from,
    paramsOf: () => ({}),
    calendarOf: () => undefined,
    loadOf: () => 0,
    supplyMoved: () => undefined,
  })
  return sns.map((sn, index) => {
    const reports: { at: number; values: Values }[] = []
    for (let at = from + (hashOf('late', sn) % MINUTE_MS); at < to; at += at < to - DENSE_MS ? EVERY_MS : DENSE_EVERY_MS) {
      devices.step(index, at)
      reports.push({ at, values: rounded(type, devices.values(index)) })
    }
    return { sn, reports }
  })
}
