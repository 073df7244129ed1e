import { createRandom, skyOn } from '@lamplight/town'
import type { PlayedDevice } from '@lamplight/virtual-city'
import { expect, test } from 'vitest'
import { solarLampType } from '../model/index.ts'
import { batteryOf, restingVolts } from './battery.ts'
import { solarLampPlay } from './solar-lamp.play.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE_MS = 8 * HOUR_MS
const OVERCAST = 0.1
const midnight = (day: number): number => day * DAY_MS - ZONE_MS

const lampAt = (at: number, soc: number, params: PlayedDevice['params'] = {}) => {
  const device = {
    sn: 'SL-1',
    type: solarLampType,
    held: new Set<string>(),
    load: () => undefined,
    above: () => undefined,
    calendar: (_: number): number | undefined => undefined,
    behind: () => [],
    random: createRandom(1, 'x'),
    params,
    values: { soc, faults: [], charged: 0, discharged: 0, hours: 0 } as PlayedDevice['values'],
    steppedAt: at,
  }
  return {
    device,
    to: (time: number) => {
      device.values = { ...device.values, ...solarLampPlay.step!(device, time) } as PlayedDevice['values']
      device.steppedAt = time
      return device.values
    },
    send: (cmd: string, args: object, time: number) => {
      device.values = { ...device.values, ...solarLampPlay.command!(device, cmd, { ...args }, time) } as PlayedDevice['values']
    },
  }
}
/** First day from which on so many days are overcast, or none of them. */
const daysOf = (count: number, isGood: (sky: number) => boolean): number => {
  for (let day = 20_000; ; day++) if (Array.from({ length: count }, (_, at) => skyOn(day + at)).every(isGood)) return day
}

test('a battery empties over a week with a rainy spell, the lamp is cut off, and sunny days bring it back', () => {
  const rain = daysOf(5, (sky) => sky < OVERCAST)
  const lamp = lampAt(midnight(rain), 100)
  const nights = Array.from({ length: 5 }, (_, at) => ({ ...lamp.to(midnight(rain + at + 1) + 4 * HOUR_MS) }))
  expect(Number(nights[0]?.soc)).toBeGreaterThan(Number(nights[1]?.soc))
  const dark = nights.find(({ faults }) => (faults as string[]).length > 0)
  expect(dark).toMatchObject({ on: 0, dim: 0, loadPower: 0, faults: ['supplyVoltageTooLow'], batteryWork: 4 })
  expect(Number(dark?.soc)).toBeLessThan(20)
  const sunny = daysOf(4, (sky) => sky === 1)
  const back = lampAt(midnight(sunny), 4)
  back.device.values = { ...back.device.values, faults: ['supplyVoltageTooLow'] }
  expect(back.to(midnight(sunny + 3) + 21 * HOUR_MS)).toMatchObject({ on: 1, dim: 100, faults: [] })
})

test('on a clear day the battery charges, at night it discharges; values agree with each other', () => {
  const day = daysOf(1, (sky) => sky === 1)
  const lamp = lampAt(midnight(day) + 5 * HOUR_MS, 40)
  const noon = { ...lamp.to(midnight(day) + 12 * HOUR_MS) }
  expect(noon).toMatchObject({ on: 0, dim: 0, batteryWork: 1 })
  expect(Number(noon.batteryCurrent)).toBeGreaterThan(4)
  const evening = { ...lamp.to(midnight(day) + 20 * HOUR_MS) }
  expect(evening).toMatchObject({ on: 1, dim: 100, batteryWork: 2 })
  expect(Number(evening.batteryCurrent)).toBeLessThan(0)
  expect(Number(evening.charged)).toBeGreaterThan(300)
  expect(lamp.to(midnight(day) + 23.5 * HOUR_MS)).toMatchObject({ dim: 50 })
})

test('the battery never leaves its limits, and a larger one of the family `battery` lasts longer', () => {
  const rain = daysOf(4, (sky) => sky < OVERCAST)
  const at = midnight(rain + 4)
  const [small, large] = [60, 200].map((capacityAh) => lampAt(midnight(rain), 100, { battery: { capacityAh, ratedV: 12.8 } }).to(at))
  expect(Number(small!.soc)).toBeGreaterThanOrEqual(0)
  expect(Number(large!.soc)).toBeGreaterThan(Number(small!.soc))
  const custom = { capacityAh: 200, ratedV: 12.8, chargeLimitV: 14.4, dischargeLimitV: 10.5, curve: '11:0,12:50,14:100' }
  const own = lampAt(midnight(rain), 100, { battery: { capacityAh: 60, ratedV: 12.8 }, customBattery: custom }).to(at)
  expect(own.soc).toBe(large!.soc)
  expect([0, 25, 50, 75, 100].map((soc) => restingVolts(batteryOf({ customBattery: custom }), soc))).toEqual([11, 11.5, 12, 13, 14])
  const sun = daysOf(3, (sky) => sky === 1)
  const full = lampAt(midnight(sun), 100).to(midnight(sun) + 14 * HOUR_MS)
  expect(full).toMatchObject({ soc: 100, batteryWork: 3 })
  expect(Number(full.batteryVoltage)).toBeLessThanOrEqual(14.4)
})

test('a command holds until its end or a release', () => {
  const day = daysOf(2, (sky) => sky === 1)
  const lamp = lampAt(midnight(day) + 12 * HOUR_MS, 90)
  const at = midnight(day) + 13 * HOUR_MS
  lamp.send('dim', { level: 30, until: at + HOUR_MS }, at)
  expect(lamp.device.values).toMatchObject({ on: 1, dim: 30 })
  expect(lamp.to(at + HOUR_MS / 2)).toMatchObject({ on: 1, dim: 30 })
  expect(lamp.to(at + 2 * HOUR_MS)).toMatchObject({ on: 0, dim: 0 })
  lamp.send('switch', { on: true }, at + 2 * HOUR_MS)
  expect(lamp.to(at + 3 * HOUR_MS)).toMatchObject({ on: 1, dim: 100 })
  lamp.send('release', {}, at + 3 * HOUR_MS)
  expect(lamp.device.values).toMatchObject({ on: 0 })
})

test('a lamp with a calendar follows it by day too; an override wins, and release returns to it', () => {
  const noon = midnight(daysOf(1, (sky) => sky === 1)) + 12 * HOUR_MS
  const lamp = lampAt(noon, 90)
  lamp.device.calendar = (at) => (at < noon + 2 * HOUR_MS ? 35 : 0)
  expect(lamp.to(noon + HOUR_MS)).toMatchObject({ on: 1, dim: 35 })
  lamp.send('dim', { level: 80 }, noon + HOUR_MS)
  expect(lamp.to(noon + 3 * HOUR_MS)).toMatchObject({ on: 1, dim: 80 })
  lamp.send('release', {}, noon + 3 * HOUR_MS)
  expect(lamp.to(noon + 4 * HOUR_MS)).toMatchObject({ on: 0, dim: 0 })
})
