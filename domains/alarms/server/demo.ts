import { seedRows } from '@lamplight/devices/server'
import type { Platform } from '@lamplight/server-kit'
import { alarmConfig, alarmTemplate, FAULT, THRESHOLD } from '../model/index.ts'

/** subAlarmType of the limits. */
const TEMPERATURE = 104
const ENERGY = 106
const ABOVE = 1
const BELOW = 3
const LAMP_CONTROLLER = 4
const SOLAR_LAMP = 7
/** Limits of the demo city: the temperature of lamp controllers, and the charge of solar lamps. */
const HOT = {
  devType: LAMP_CONTROLLER,
  property: 'temperature',
  operator: ABOVE,
  value: 70,
  clearValue: 65,
  holdSeconds: 300,
  alarmType: THRESHOLD,
  subAlarmType: TEMPERATURE,
  severity: 3,
} as const
const EMPTY = {
  devType: SOLAR_LAMP,
  property: 'soc',
  operator: BELOW,
  value: 30,
  clearValue: 40,
  holdSeconds: 0,
  alarmType: FAULT,
  subAlarmType: ENERGY,
  severity: 3,
} as const

const NAMES = {
  hot: ['单灯过温', 'Hot lamp controller'],
  empty: ['太阳能电量过低', 'Solar battery low'],
  allHot: ['全部单灯过温', 'All hot lamp controllers'],
  allEmpty: ['太阳能灯电量过低', 'Solar lamps with a low battery'],
} as const

/** In a demo: templates of limits, and a configuration of each that watches all devices of its type. */
export const seedLimits = async (platform: Platform): Promise<void> => {
  await seedRows(platform, alarmTemplate, () => [
    { name: NAMES.hot[0], ...HOT },
    { name: NAMES.empty[0], ...EMPTY },
  ])
  await seedRows(platform, alarmConfig, () => [
    { name: NAMES.allHot[0], enable: 1, ...HOT },
    { name: NAMES.allEmpty[0], enable: 1, ...EMPTY },
  ])
}
