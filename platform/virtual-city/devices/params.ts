import { createHash, createHmac } from 'node:crypto'
import { canonicalJson, LIMITS, type Params, type ParamValue } from '@lamplight/protocol'
import { shareOf } from '../fleet.ts'

/** refuse: the device refuses each set · ignore: it answers ok and keeps the old value · clamp: it limits numbers to `CLAMPED`. */
export const PARAM_FAULTS = ['none', 'refuse', 'ignore', 'clamp'] as const
export type ParamFault = (typeof PARAM_FAULTS)[number]
/** Shares of devices, 0–1. */
export type ParamFaultRates = Readonly<Partial<Record<Exclude<ParamFault, 'none'>, number>>>
/** Smallest and largest number that a device with the fault `clamp` accepts. */
export const CLAMPED = [0, 50] as const

/** A device that measures something. */
export interface Measuring {
  /** A number from 0 to 1 that is fixed for each device and family. */
  readonly share: number
  /** True after a calibration. */
  readonly isCalibrated: boolean
  /** Position of the device, degrees. */
  readonly lng: number
  readonly lat: number
}
/** By parameter family: the values that a device measures, besides those that were set. */
export type Calibrations = Readonly<Record<string, (device: Measuring) => ParamValue>>

/** Names of the fields that are secrets, by family: devices report fingerprints of them. */
export type ParamSecrets = Readonly<Record<string, readonly string[]>>

/** By parameter family: true if a device with this value loses its connection. It returns to its old value by itself (`ROLLBACK_MS`). */
export type CutOffs = Readonly<Record<string, (value: ParamValue) => boolean>>
/** Times from a set that cuts a device off to its last message, and to its return to the old value, virtual ms. */
export const LEAVE_MS = 5000
export const ROLLBACK_MS = 300_000

/** Parameters of devices. Only devices with a value use memory. */
export interface ParamStore {
  /** Returns false if the device refuses the value. */
  set(child: number, family: string, value: ParamValue): boolean
  /** True if the device loses its connection with this value. */
  cutsOff(family: string, value: ParamValue): boolean
  /** The value that a set replaces; undefined if there is none. */
  held(child: number, family: string): ParamValue | undefined
  /** Gives a device the values that it held before the city started. */
  load(child: number, values: Params): void
  /** Puts an earlier value back. */
  restore(child: number, family: string, value: ParamValue | undefined): void
  /** Returns an empty object if the device has no value. */
  get(child: number, family: string): ParamValue
  /** Stores the device's present measurement as the reference of the family. Returns false if the device refuses. */
  calibrate(child: number, family: string): boolean
  /** Removes all values, as a factory reset does. */
  forget(child: number): void
  all(child: number): Params
  /** Maps families to hashes of their values; undefined if the device has none. */
  hashes(child: number): Record<string, string> | undefined
  faultOf(child: number): ParamFault
  setFault(child: number, fault: ParamFault): void
}

/** The first 16 hexadecimal digits of SHA-256 over the canonical JSON of a value or of the program of a calendar. */
export const hashOf = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16)

/** What a device reports in place of a secret (docs/devices.md). */
const fingerprintOf = (secret: string, sn: string): string => createHmac('sha256', secret).update(sn).digest('hex').slice(0, 16)

const clamp = <T>(value: T): T => (typeof value === 'number' ? (Math.min(CLAMPED[1], Math.max(CLAMPED[0], value)) as T) : value)
const clamped = (value: ParamValue): ParamValue =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? one.map(clamp) : clamp(one)]))

interface Dependencies {
  readonly seed: number
  readonly rates: ParamFaultRates
  readonly snOf: (child: number) => string
  readonly placeOf?: (child: number) => { readonly lng: number; readonly lat: number }
  readonly calibrations?: Calibrations
  readonly secrets?: ParamSecrets
  readonly cutOffs?: CutOffs
}

const nowhere = () => ({ lng: 0, lat: 0 })

export const createParamStore = ({
  seed,
  rates,
  snOf,
  placeOf = nowhere,
  calibrations = {},
  secrets = {},
  cutOffs = {},
}: Dependencies): ParamStore => {
  const held = new Map<number, Map<string, ParamValue>>()
  const faults = new Map<number, ParamFault>()
  /** Child and family of each calibration. */
  const calibrated = new Set<string>()
  const measured = (child: number, family: string): ParamValue | undefined =>
    calibrations[family]?.({
      share: shareOf(seed, snOf(child), family),
      isCalibrated: calibrated.has(`${child} ${family}`),
      ...placeOf(child),
    })

  /** The value that a device reports: fingerprints in place of secrets. */
  const told = (child: number, family: string): ParamValue => {
    const value = held.get(child)?.get(family) ?? {}
    const names = (secrets[family] ?? []).filter((name) => value[name] !== undefined)
    if (names.length === 0) return value
    return { ...value, ...Object.fromEntries(names.map((name) => [name, fingerprintOf(String(value[name]), snOf(child))])) }
  }

  const drawnFault = (sn: string): ParamFault => {
    let share = shareOf(seed, sn, 'params')
    for (const name of PARAM_FAULTS) {
      if (name === 'none') continue
      share -= rates[name] ?? 0
      if (share < 0) return name
    }
    return 'none'
  }
  const faultOf = (child: number): ParamFault => faults.get(child) ?? drawnFault(snOf(child))
  return {
    faultOf,
    setFault: (child, fault) => faults.set(child, fault),
    set: (child, family, value) => {
      const fault = faultOf(child)
      const families = held.get(child) ?? new Map<string, ParamValue>()
      if (fault === 'refuse' || (!families.has(family) && families.size >= LIMITS.paramFamilies)) return false
      if (fault !== 'ignore') held.set(child, families.set(family, fault === 'clamp' ? clamped(value) : value))
      return true
    },
    cutsOff: (family, value) => cutOffs[family]?.(value) === true,
    held: (child, family) => held.get(child)?.get(family),
    load: (child, values) => void held.set(child, new Map(Object.entries(values))),
    restore: (child, family, value) => {
      if (value) held.get(child)?.set(family, value)
      else held.get(child)?.delete(family)
    },
    get: (child, family) => ({ ...told(child, family), ...measured(child, family) }),
    calibrate: (child, family) => {
      const fault = faultOf(child)
      if (fault === 'refuse') return false
      if (fault !== 'ignore') calibrated.add(`${child} ${family}`)
      return true
    },
    forget: (child) => {
      for (const family of Object.keys(calibrations)) calibrated.delete(`${child} ${family}`)
      held.delete(child)
    },
    all: (child) => Object.fromEntries(held.get(child) ?? []),
    hashes: (child) => {
      const families = held.get(child)
      return families && Object.fromEntries([...families].flatMap(([family, value]) => (secrets[family] ? [] : [[family, hashOf(value)]])))
    },
  }
}
