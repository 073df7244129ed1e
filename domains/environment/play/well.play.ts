import { wetAt } from '@lamplight/town'
import { definePlay } from '@lamplight/virtual-city'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const LEAST_DEPTH = 1800
/** Water in a shaft in dry weather, and its rise for each mm of rain that has not drained off, mm. */
const STANDING_WATER = 60
const RISE = 55
/** An unlocked cover is opened about once in so many days, for about OPEN_HOURS. */
const OPENED_EVERY_DAYS = 40
const OPEN_HOURS = 1
/** About one shaft in GASSY_ONE_IN has a source of gas. Under a closed cover the gas reaches at most GAS_MOST % of the lower explosive limit. */
const GASSY_ONE_IN = 12
const GAS_MOST = 14

/** A number from the serial number: a device keeps its depth and its source of gas when the city starts again. */
const drawn = (sn: string, below: number): number => [...sn].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 11) % below

/** Behaviour of a manhole cover: rain raises the water, the water drains off, and an unlocked cover is opened now and then. */
export const wellPlay = definePlay('well', {
  start: ({ random }) => ({
    cover: 0,
    lock: 0,
    tilt: random.below(3),
    gas: 0,
    temperature: 16,
    battery: random.between(3.45, 3.65),
    interval: 15,
    threshold: 80,
    tiltAlarm: 30,
    version: 'well-2.1',
  }),
  step: ({ sn, random, values, steppedAt }, at) => {
    const hours = Math.max(0, at - steppedAt) / HOUR_MS
    const depth = LEAST_DEPTH + drawn(sn, 1200)
    const inflow = 0.6 + drawn(sn, 10) / 10
    const water = Math.min(depth, STANDING_WATER + RISE * inflow * wetAt(at) + random.between(-3, 3))
    const isOpen = values.cover === 1
    const cover = isOpen
      ? Number(random.next() >= hours / OPEN_HOURS)
      : Number(values.lock === 1 && random.next() < hours / (OPENED_EVERY_DAYS * DAY_HOURS))
    const source = drawn(sn, GASSY_ONE_IN) === 0 ? GAS_MOST : 0.6
    const battery = Number(values.battery)
    return {
      waterLevel: Math.max(0, water),
      fillLevel: (100 * Math.max(0, water)) / depth,
      cover,
      lock: values.lock ?? 0,
      tilt: cover === 1 ? 70 + random.below(20) : Math.min(4, Number(values.tilt ?? 0)),
      gas: cover === 1 ? 0 : Math.max(0, source * random.between(0.4, 1)),
      temperature: 15 + random.between(-0.5, 0.5),
      battery: battery < 3.2 ? 3.65 : battery - (random.next() < hours / 72 ? 0.01 : 0),
      interval: values.interval,
      threshold: values.threshold,
      tiltAlarm: values.tiltAlarm,
    }
  },
})
