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

/** Condition of a fault, for the values of the last report. `from` and `limit` are inclusive: the value is at least the limit. `below` is exclusive. */
export interface FaultRule {
  readonly kind: FaultKind
  /** Property that is compared. A rule without it applies to devices that are offline. */
  readonly property?: string
  readonly from?: number
  readonly below?: number
  /** Property with the limit that is set in the device. `from` applies to devices that do not report it. */
  readonly limit?: string
  /** Event with which the device itself reports the fault. */
  readonly event?: string
  /** The condition must hold for this number of hours before it is a fault. */
  readonly hours?: number
}

const FULL_HOURS = 24
const OFFLINE_HOURS = 0.5
/** From this temperature on a fire in the bin is suspected, °C. */
const FIRE_FROM = 70
/** Below this voltage the lithium cells of these devices are nearly empty, V. */
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
