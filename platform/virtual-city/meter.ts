import { expectedPower, type Properties, STANDBY_POWER } from '@lamplight/protocol'
import type { Fleet } from './fleet.ts'

/** Time in which a driver fades from one level to the next, ms. */
export const FADE_MS = 1000
const MS_PER_HOUR = 3_600_000

/** Steady power of the lamp's driver at `level`, W. */
export const driverPower = (fleet: Fleet, lamp: number, level: number): number =>
  level > 0
    ? expectedPower({ power: fleet.power[lamp]!, minPower: fleet.minPower[lamp]!, minLevel: fleet.minLevel[lamp]! }, level) *
      fleet.gain[lamp]!
    : STANDBY_POWER

/** Power drawn at `at`, W: on the ramp while it fades, then steady. */
export const powerAt = (fleet: Fleet, lamp: number, at: number): number => {
  const share = (at - fleet.since[lamp]!) / FADE_MS
  const to = fleet.toPower[lamp]!
  return share >= 1 ? to : fleet.fromPower[lamp]! + (to - fleet.fromPower[lamp]!) * Math.max(0, share)
}

/** Advances the energy and hour meters of `lamp` to `at`: integrates the ramp and the steady power exactly, independent of the step. */
export const meterTo = (fleet: Fleet, lamp: number, at: number): void => {
  const from = fleet.metered[lamp]!
  if (at <= from) return
  const end = fleet.since[lamp]! + FADE_MS
  const bend = Math.min(at, Math.max(from, end))
  const ramp = ((powerAt(fleet, lamp, from) + powerAt(fleet, lamp, bend)) / 2) * (bend - from)
  fleet.energy[lamp]! += (ramp + fleet.toPower[lamp]! * (at - bend)) / MS_PER_HOUR
  if (fleet.lit[lamp]) fleet.hours[lamp]! += (at - from) / MS_PER_HOUR
  fleet.metered[lamp] = at
}

/** Fades the output of `lamp` to `power` W from `at` on. */
export const setOutput = (fleet: Fleet, lamp: number, at: number, power: number, lit: boolean): void => {
  meterTo(fleet, lamp, at)
  fleet.fromPower[lamp] = powerAt(fleet, lamp, at)
  fleet.toPower[lamp] = power
  fleet.since[lamp] = at
  fleet.lit[lamp] = lit ? 1 : 0
}

const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** Reading of the lamp's electricity meter at `at`; `noise` is the relative error of one power reading, drawn by the caller. */
export const readMeter = (
  fleet: Fleet,
  lamp: number,
  at: number,
  noise: number,
): Required<Pick<Properties, 'power' | 'voltage' | 'current' | 'pf' | 'energy' | 'hours' | 'temperature' | 'tilt'>> => {
  meterTo(fleet, lamp, at)
  const exact = powerAt(fleet, lamp, at)
  const power = Math.max(0, exact * (1 + noise))
  const share = Math.min(1, exact / Math.max(1, fleet.power[lamp]!))
  const hour = ((at / MS_PER_HOUR + fleet.lng[fleet.gatewayOf[lamp]!]! / 15) % 24) / 24
  const own = fleet.gain[lamp]! - 1
  const voltage = 228 + 4 * Math.cos(2 * Math.PI * (hour - 0.15)) + 60 * own - 2.5 * share + 40 * noise
  const pf = exact > STANDBY_POWER ? 0.55 + 0.42 * share ** 0.5 : 0.35
  return {
    power: rounded(power, 1),
    voltage: rounded(voltage, 1),
    current: rounded(power / (voltage * pf), 3),
    pf: rounded(pf, 2),
    energy: rounded(fleet.energy[lamp]!, 1),
    hours: rounded(fleet.hours[lamp]!, 3),
    temperature: rounded(21 - 6 * Math.cos(2 * Math.PI * (hour - 0.17)) + 24 * share + 50 * own, 1),
    tilt: rounded(Math.abs(own) * 35, 1),
  }
}
