import type { Text } from '@lamplight/kit'
import { FULL_FROM, TILTED_FROM } from './command-types.ts'

/** Kinds of faults of trash bins and wells. The keys are stored. */
export const FAULT_KINDS = {
  1: ['满溢超时', 'Full for too long'],
  2: ['倾倒', 'Tilted'],
  3: ['疑似起火', 'Fire suspected'],
  4: ['电量低', 'Battery low'],
  5: ['离线', 'Offline'],
  6: ['水位过高', 'High water'],
  7: ['井盖打开', 'Cover open'],
  8: ['可燃气体超标', 'Combustible gas'],
} as const satisfies Readonly<Record<number, Text>>
export type FaultKind = keyof typeof FAULT_KINDS

/** When a device has a fault. All limits are inclusive; values are those of the last report. */
export interface FaultRule {
  readonly kind: FaultKind
  /** Property that is compared; without it the rule is about devices that are offline. */
  readonly property?: string
  readonly from?: number
  readonly below?: number
  /** Property with the limit that the device holds itself; `from` applies to devices that report none. */
  readonly limit?: string
  /** Event of the device that means the same. */
  readonly event?: string
  /** Hours for which it must hold before it is a fault. */
  readonly hours?: number
}

const FULL_HOURS = 24
const OFFLINE_HOURS = 0.5
/** °C above which something burns in a bin. */
const FIRE_FROM = 70
/** V below which the lithium cells of these devices are nearly empty. */
const BATTERY_LOW = 3.3
/** % of the lower explosive limit: the usual first alarm of gas detectors. */
const GAS_FROM = 20
const OPEN = 1

const common: readonly FaultRule[] = [
  { kind: 2, property: 'tilt', from: TILTED_FROM, limit: 'tiltAlarm', event: 'orientationChanged' },
  { kind: 4, property: 'battery', below: BATTERY_LOW },
  { kind: 5, hours: OFFLINE_HOURS },
]

/** Rules by name of the device type. */
export const FAULT_RULES: Readonly<Record<'trash' | 'well', readonly FaultRule[]>> = {
  trash: [
    { kind: 1, property: 'fillLevel', from: FULL_FROM, limit: 'threshold', hours: FULL_HOURS },
    { kind: 3, property: 'temperature', from: FIRE_FROM, event: 'highTemperature' },
    ...common,
  ],
  well: [
    { kind: 6, property: 'fillLevel', from: FULL_FROM, limit: 'threshold' },
    { kind: 7, property: 'cover', from: OPEN },
    { kind: 8, property: 'gas', from: GAS_FROM },
    ...common,
  ],
}
