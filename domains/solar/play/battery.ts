import type { Params } from '@lamplight/protocol'
import { curvePoints } from '../model/custom-battery.family.ts'
import { BATTERY_WORK } from '../model/solar-lamp.device.ts'

const HOUR_MS = 3_600_000
/** A battery, as the parameter family `battery` describes it; these values if the lamp has none. */
const USUAL = { capacityAh: 60, ratedV: 12.8, chargeLimitV: 14.4, dischargeLimitV: 10.5 } as const
/** Share of the charge below which the controller cuts the load off, and above which it connects it again, %. */
const CUT_OFF = 5
const RECOVERED = 20
const FULL = 99.5
const EFFICIENCY = 0.92
/** Internal resistance, ohm. */
const RESISTANCE = 0.04
const IDLE_WATTS = 1

export interface Battery {
  readonly wattHours: number
  readonly chargeLimitV: number
  readonly dischargeLimitV: number
  /** Curve of a custom battery: points V, % that rise. */
  readonly curve?: readonly (readonly [volts: number, soc: number])[]
}

/** The battery that the lamp's parameters describe: a custom one if it was sent. */
export const batteryOf = ({ battery, customBattery }: Params): Battery => {
  const of = (name: keyof typeof USUAL): number => {
    const value = Number((customBattery ?? battery)?.[name])
    return value > 0 ? value : USUAL[name]
  }
  return {
    wattHours: of('capacityAh') * of('ratedV'),
    chargeLimitV: of('chargeLimitV'),
    dischargeLimitV: of('dischargeLimitV'),
    ...(typeof customBattery?.curve === 'string' && { curve: curvePoints(customBattery.curve) }),
  }
}

export interface Charge {
  /** % */
  readonly soc: number
  readonly isCutOff: boolean
  /** Energy since the lamp was made, Wh. */
  readonly charged: number
  readonly discharged: number
}

/** Charges and discharges a battery for `ms` with the power of the panel and of the load, W. Nothing flows above and below its limits. */
export const flow = (battery: Battery, old: Charge, { panel, load, ms }: { panel: number; load: number; ms: number }): Charge => {
  const hours = ms / HOUR_MS
  const stored = (old.soc / 100) * battery.wattHours
  const net = panel * EFFICIENCY - (old.isCutOff ? 0 : load)
  const moved = Math.max(-stored, Math.min(battery.wattHours - stored, net * hours))
  const soc = ((stored + moved) / battery.wattHours) * 100
  return {
    soc,
    isCutOff: old.isCutOff ? soc < RECOVERED : soc <= CUT_OFF,
    charged: old.charged + Math.max(0, moved),
    discharged: old.discharged + Math.max(0, -moved),
  }
}

/** Share of the way from the discharge limit to the charge limit at which a battery rests: a curve that is flat in the middle. */
const restAt = (soc: number): number => {
  const share = soc / 100
  if (share < 0.1) return 0.5 * (share / 0.1)
  return share < 0.9 ? 0.5 + 0.2 * ((share - 0.1) / 0.8) : 0.7 + 0.15 * ((share - 0.9) / 0.1)
}

/** Voltage of a resting battery at `soc` %: by its own curve, otherwise by the usual one between its limits. */
export const restingVolts = ({ dischargeLimitV, chargeLimitV, curve }: Battery, soc: number): number => {
  const [below, above] = [curve?.findLast((point) => point[1] <= soc), curve?.find((point) => point[1] >= soc)]
  const [from, to] = [below ?? above, above ?? below]
  if (!from || !to) return dischargeLimitV + restAt(soc) * (chargeLimitV - dischargeLimitV)
  return from[1] === to[1] ? from[0] : from[0] + ((to[0] - from[0]) * (soc - from[1])) / (to[1] - from[1])
}

/** Meter values of a battery: V, A (positive while it charges), and what it does. */
export const metered = (battery: Battery, { soc, isCutOff }: Charge, { panel, load }: { panel: number; load: number }) => {
  const { chargeLimitV } = battery
  const rest = restingVolts(battery, soc)
  const isFull = soc >= FULL && panel > 0
  const current = isFull ? 0 : (panel * EFFICIENCY - (isCutOff ? 0 : load)) / rest
  const work = isFull ? 'full' : panel > IDLE_WATTS ? 'charging' : isCutOff ? 'empty' : load > IDLE_WATTS ? 'discharging' : 'idle'
  return { voltage: Math.min(chargeLimitV, rest + current * RESISTANCE), current, work: BATTERY_WORK[work] }
}
