import type { DeviceProperty } from '@lamplight/kit'
import type { Random } from '@lamplight/town'

const HOUR_MS = 3_600_000
/** Part of its range by which a number moves within `STEP_MS`. The distance grows with the square root of the time, as in a random walk. */
const STEP_SHARE = 0.02
const STEP_MS = 300_000
const LONGEST_SHARE = 0.1
/** Usual range of a unit, used if a property has wider limits or none. */
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

/** The range in which a number moves by itself: its limits, narrowed to the usual range of its unit. */
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

/** Rounds a number to the property's decimals and clamps it to its limits. */
export const fitted = (property: DeviceProperty, value: number): number => {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = property
  const scale = 10 ** decimalsOf(property)
  const rounded = Math.round(value * scale) / scale
  const inner = rounded > max ? Math.floor(max * scale) / scale : rounded < min ? Math.ceil(min * scale) / scale : rounded
  return Math.min(max, Math.max(min, inner))
}

/** Rounds `value` to a multiple of `grid`, up or down at random, so that small steps have their full effect on average. */
const ontoGrid = (value: number, grid: number, random: Random): number => Math.floor(value / grid + random.next()) * grid

/** Reflects a value at the limits of its range. */
const reflected = (value: number, [low, high]: Range): number => {
  const inside = value < low ? 2 * low - value : value > high ? 2 * high - value : value
  return Math.min(high, Math.max(low, inside))
}

/** Moves a number a little within its range. If a command has set it outside of the range, it moves between that value and the range. */
const walked = (property: DeviceProperty, value: number, elapsed: number, random: Random): number => {
  const [low, high] = rangeOf(property)
  const size = (high - low) * Math.min(LONGEST_SHARE, STEP_SHARE * Math.sqrt(elapsed / STEP_MS))
  const move = ontoGrid(random.between(-size, size), 10 ** -decimalsOf(property), random)
  return fitted(property, reflected(value + move, [Math.min(low, value), Math.max(high, value)]))
}

/** Increases a counter. At its limit it wraps to 0, or stays there if it does not wrap. */
const grown = (property: DeviceProperty, value: number, elapsed: number, random: Random): number => {
  const [low, high] = rangeOf(property)
  const grid = 10 ** -decimalsOf(property)
  const perHour = Math.min(10, (high - low) / 10)
  const next = value + ontoGrid((perHour * elapsed * random.between(0, 2)) / HOUR_MS, grid, random)
  const { counter } = property
  const highest = typeof counter === 'object' ? counter.wrapsAt : undefined
  return fitted(property, highest !== undefined && next > highest ? next % (highest + grid) : next)
}

export const startNumber = (property: DeviceProperty, random: Random): number => {
  const [low, high] = rangeOf(property)
  return fitted(property, random.between(low + (high - low) * 0.1, high - (high - low) * 0.1))
}

/** Returns the number after `elapsed` ms. */
export const nextNumber = (property: DeviceProperty, value: number, elapsed: number, random: Random): number =>
  (property.counter ? grown : walked)(property, value, elapsed, random)
