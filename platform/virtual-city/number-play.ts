import type { DeviceProperty } from '@lamplight/kit'
import type { Random } from '@lamplight/town'

const HOUR_MS = 3_600_000
/** Share of its range by which a number may move within `STEP_MS`; the way grows with the root of the time, as that of a random walk does. */
const STEP_SHARE = 0.02
const STEP_MS = 300_000
const LONGEST_SHARE = 0.1
/** What is usual for a unit, where the limits of a property are wider or missing. */
const USUAL: Readonly<Record<string, readonly [number, number]>> = {
  Cel: [10, 30],
  K: [283, 303],
  V: [220, 240],
  A: [0.2, 5],
  W: [20, 200],
  'W.h': [0, 1000],
  'kW.h': [0, 100],
  Hz: [49.8, 50.2],
  hPa: [990, 1030],
  kPa: [99, 103],
  Pa: [99_000, 103_000],
  dB: [40, 70],
  'dB[mW]': [-100, -60],
  'km/h': [0, 40],
  'm/s': [0, 10],
  'ug/m3': [10, 80],
  '[ppm]': [350, 600],
  deg: [0, 5],
}
const ANY = 100

type Range = readonly [low: number, high: number]

/** The range in which a number moves by itself: its limits, or what is usual within them. */
export const rangeOf = ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, unit = '' }: DeviceProperty): Range => {
  const usual = USUAL[unit]
  if (usual) {
    const low = Math.max(min, usual[0])
    const high = Math.min(max, usual[1])
    if (low < high) return [low, high]
  }
  if (Number.isFinite(min)) return [min, Number.isFinite(max) ? max : min + ANY]
  return Number.isFinite(max) ? [max - ANY, max] : [0, ANY]
}

const decimalsOf = (property: DeviceProperty): number => {
  const [low, high] = rangeOf(property)
  return property.decimals ?? (property.counter ? 0 : high - low < 10 ? 2 : 1)
}

/** The number with the decimals of the property and within its limits. */
export const fitted = (property: DeviceProperty, value: number): number => {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = property
  const scale = 10 ** decimalsOf(property)
  const rounded = Math.round(value * scale) / scale
  const inner = rounded > max ? Math.floor(max * scale) / scale : rounded < min ? Math.ceil(min * scale) / scale : rounded
  return Math.min(max, Math.max(min, inner))
}

/** `value` rounded to a multiple of `grid` at random, so that small moves are not lost on the average. */
const ontoGrid = (value: number, grid: number, random: Random): number => Math.floor(value / grid + random.next()) * grid

/** Brings a value that has left a range back into it, as if the borders were mirrors. */
const reflected = (value: number, [low, high]: Range): number => {
  const inside = value < low ? 2 * low - value : value > high ? 2 * high - value : value
  return Math.min(high, Math.max(low, inside))
}

/** A number that moves a little within its range. One outside of it (set by a command) moves between there and the range. */
const walked = (property: DeviceProperty, value: number, elapsed: number, random: Random): number => {
  const [low, high] = rangeOf(property)
  const size = (high - low) * Math.min(LONGEST_SHARE, STEP_SHARE * Math.sqrt(elapsed / STEP_MS))
  const move = ontoGrid(random.between(-size, size), 10 ** -decimalsOf(property), random)
  return fitted(property, reflected(value + move, [Math.min(low, value), Math.max(high, value)]))
}

/** A counter that has grown, and begins at 0 again where it wraps; without that it stays at its limit. */
const grown = (property: DeviceProperty, value: number, elapsed: number, random: Random): number => {
  const [low, high] = rangeOf(property)
  const grid = 10 ** -decimalsOf(property)
  const perHour = Math.min(10, (high - low) / 10)
  const next = value + ontoGrid((perHour * elapsed * random.between(0, 2)) / HOUR_MS, grid, random)
  const { counter } = property
  return fitted(property, counter !== true && counter && next > counter.wrapsAt ? next % (counter.wrapsAt + grid) : next)
}

export const startNumber = (property: DeviceProperty, random: Random): number => {
  const [low, high] = rangeOf(property)
  return fitted(property, random.between(low + (high - low) * 0.1, high - (high - low) * 0.1))
}

/** The number after `elapsed` ms. */
export const nextNumber = (property: DeviceProperty, value: number, elapsed: number, random: Random): number =>
  (property.counter ? grown : walked)(property, value, elapsed, random)
