import { definePlay } from '@lamplight/virtual-city'

const HOUR_MS = 3_600_000
/** People use bins mostly by day. Hours are in the time zone of the demo city, China. */
const OPENINGS_PER_HOUR = { day: 4, night: 0.4 }
const PERCENT_PER_OPENING = 0.8
/** A bin is emptied within EMPTIED_WITHIN_H after it has reached this level, %. */
const EMPTIED_FROM = 85
const EMPTIED_WITHIN_H = 6
const LAST_COUNT = 65_536

const hourOf = (at: number): number => (at / HOUR_MS + 8) % 24
const isDay = (at: number): boolean => hourOf(at) >= 7 && hourOf(at) < 22
/** Air temperature in °C by time of day, highest at 15:00. */
const temperatureAt = (at: number): number => 20 + 6 * Math.cos(((hourOf(at) - 15) * Math.PI) / 12)

/** Behaviour of a trash bin: people fill it, a full bin is emptied, and its battery discharges until it is replaced. */
export const trashPlay = definePlay('trash', {
  start: ({ random, steppedAt }) => ({
    fillLevel: random.between(5, 98),
    lid: 0,
    temperature: temperatureAt(steppedAt),
    battery: random.between(3.4, 4.1),
    openings: random.below(5000),
    interval: 15,
    threshold: 80,
    tilt: random.below(3),
    tiltAlarm: 30,
  }),
  step: ({ random, values, steppedAt }, at) => {
    const hours = Math.max(0, at - steppedAt) / HOUR_MS
    const openings = Math.floor(OPENINGS_PER_HOUR[isDay(at) ? 'day' : 'night'] * hours * random.between(0, 2) + random.next())
    const level = Number(values.fillLevel)
    const isEmptied = level >= EMPTIED_FROM && random.next() < hours / EMPTIED_WITHIN_H
    const battery = Number(values.battery)
    return {
      fillLevel: isEmptied ? 0 : Math.min(100, level + Math.floor(openings * PERCENT_PER_OPENING + random.next() * Math.min(1, openings))),
      openings: (Number(values.openings) + openings) % (LAST_COUNT + 1),
      temperature: temperatureAt(at) + random.between(-0.5, 0.5),
      battery: battery < 3.2 ? 4.1 : battery - (random.next() < hours / 48 ? 0.01 : 0),
      lid: values.lid ?? 0,
      interval: values.interval,
      threshold: values.threshold,
      tilt: Math.min(4, Number(values.tilt ?? 0)),
      tiltAlarm: values.tiltAlarm,
    }
  },
})
