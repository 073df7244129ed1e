import { createRandom, hashOf } from '@lamplight/town'
import type { PlayedDevice, Values } from '@lamplight/virtual-city'
import { solarLampType } from '../model/solar-lamp.device.ts'
import { solarLampPlay } from './solar-lamp.play.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A report every three hours, in the last days every half hour. */
const EVERY_MS = 180 * MINUTE_MS
const DENSE_EVERY_MS = 30 * MINUTE_MS
const DENSE_MS = 2 * DAY_MS
/** The lamp is so many days old at the begin, and has moved so many Wh and burnt so many hours a day. */
const AGE = { least: 200, span: 500 } as const
const PER_DAY = { charged: 330, discharged: 310, hours: 11 } as const

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const rounded = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { decimals } = solarLampType.properties[name as keyof typeof solarLampType.properties] as { readonly decimals?: number }
      return [name, typeof value === 'number' && decimals !== undefined ? Number(value.toFixed(decimals)) : value]
    }),
  )

/** Reports of a solar lamp from `from` to `to`, epoch ms, by the behaviour that the virtual city continues. The same serial number gives the same lamp. */
export const solarPast = (sn: string, from: number, to: number): { readonly at: number; readonly values: Values }[] => {
  const age = AGE.least + (hashOf('age', sn) % AGE.span)
  const meters = Object.fromEntries(Object.entries(PER_DAY).map(([name, each]) => [name, age * each]))
  const device: Mutable<PlayedDevice> = {
    sn,
    type: solarLampType,
    held: new Set<string>(),
    params: {},
    random: createRandom(1, sn),
    load: () => undefined,
    above: () => undefined,
    calendar: () => undefined,
    behind: () => [],
    values: { soc: 80, faults: [], version: 'solar-3.1', ...meters } as Values,
    steppedAt: from,
  }
  const late = hashOf('late', sn) % MINUTE_MS
  const reports: { at: number; values: Values }[] = []
  for (let at = from + late; at < to; at += at < to - DENSE_MS ? EVERY_MS : DENSE_EVERY_MS) {
    device.values = { ...device.values, ...(solarLampPlay.step?.(device, at) as Values) }
    device.steppedAt = at
    reports.push({ at, values: rounded(device.values) })
  }
  return reports
}
