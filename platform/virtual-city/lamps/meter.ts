import { expectedPower, type Properties, STANDBY_POWER } from '@lamplight/protocol'
import type { Fleet } from '../fleet.ts'

/** Time in which a driver fades from one level to the next, ms. */
export const FADE_MS = 1000
const MS_PER_HOUR = 3_600_000

/** Steady power of the lamp's driver at `level`, W. */
export const driverPower = (fleet: Fleet, lamp: number, level: number): number =>
  level > 0
    ? expectedPower({ power: fleet.power[lamp]!, minPower: fleet.minPower[lamp]!, minLevel: fleet.minLevel[lamp]! }, level) *
      fleet.gain[lamp]!
    : STANDBY_POWER

/** Level of the ramp at `at`, %. */
export const rampLevel = (fleet: Fleet, lamp: number, at: number): number => {
  const share = Math.min(1, Math.max(0, (at - fleet.rampSince[lamp]!) / fleet.rampMs[lamp]!))
  const from = fleet.rampFrom[lamp]!
  return share === 1 ? fleet.planned[lamp]! : from + (fleet.planned[lamp]! - from) * share
}
/** Time at which the planned level is reached. */
export const rampEnd = (fleet: Fleet, lamp: number): number => fleet.rampSince[lamp]! + fleet.rampMs[lamp]!

/** Power drawn at `at`, W: during a ramp the power of the level at `at`, else from one power to the next while it fades, then steady. */
export const powerAt = (fleet: Fleet, lamp: number, at: number): number => {
  const to = fleet.toPower[lamp]!
  if (fleet.ramping[lamp]) return at < rampEnd(fleet, lamp) ? driverPower(fleet, lamp, rampLevel(fleet, lamp, at)) : to
  const share = (at - fleet.since[lamp]!) / FADE_MS
  return share >= 1 ? to : fleet.fromPower[lamp]! + (to - fleet.fromPower[lamp]!) * Math.max(0, share)
}

/** Energy from `from` to `to` during a ramp, W·ms: below the lowest level of the driver the power is steady, above it a straight line. */
const rampEnergy = (fleet: Fleet, lamp: number, from: number, to: number): number => {
  const lowest = fleet.minLevel[lamp]!
  const powerOf = (level: number): number => driverPower(fleet, lamp, Math.max(level, Number.MIN_VALUE))
  const [first, last] = [rampLevel(fleet, lamp, from), rampLevel(fleet, lamp, to)]
  const isBent = (first - lowest) * (last - lowest) < 0
  const bend = isBent ? from + ((to - from) * (lowest - first)) / (last - first) : to
  const middle = isBent ? lowest : last
  return ((powerOf(first) + powerOf(middle)) / 2) * (bend - from) + ((powerOf(middle) + powerOf(last)) / 2) * (to - bend)
}
const fadeEnergy = (fleet: Fleet, lamp: number, from: number, to: number): number =>
  ((powerAt(fleet, lamp, from) + powerAt(fleet, lamp, to)) / 2) * (to - from)

/** Advances the energy and hour meters of `lamp` to `at`: integrates the ramp and the steady power exactly, independent of the step. */
export const meterTo = (fleet: Fleet, lamp: number, at: number): void => {
  const from = fleet.metered[lamp]!
  if (at <= from) return
  const isRamping = fleet.ramping[lamp] === 1
  const end = isRamping ? rampEnd(fleet, lamp) : fleet.since[lamp]! + FADE_MS
  const bend = Math.min(at, Math.max(from, end))
  const ramp = (isRamping ? rampEnergy : fadeEnergy)(fleet, lamp, from, bend)
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
  fleet.ramping[lamp] = 0
  fleet.lit[lamp] = lit ? 1 : 0
}

/** Makes the output of `lamp` follow its ramp from `at` on. */
export const followRamp = (fleet: Fleet, lamp: number, at: number): void => {
  meterTo(fleet, lamp, at)
  fleet.toPower[lamp] = driverPower(fleet, lamp, fleet.planned[lamp]!)
  fleet.since[lamp] = at
  fleet.ramping[lamp] = 1
  fleet.lit[lamp] = 1
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
