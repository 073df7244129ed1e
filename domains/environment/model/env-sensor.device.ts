import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { reportingCommands } from './command-types.ts'

/** An environmental sensor: devType 18 of decisions.md B1. `rain`: rain of the last hour. */
export const envSensorType = defineDeviceType({
  name: 'envSensor',
  code: 18,
  label: ['环境传感器', 'Environmental sensor'],
  icon: 'environment',
  properties: {
    temperature: { slot: 1, label: ['温度', 'Temperature'], unit: 'Cel', min: -60, max: 80, decimals: 1, history: true, list: true },
    humidity: { slot: 2, label: ['湿度', 'Humidity'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    windSpeed: { slot: 3, label: ['风速', 'Wind speed'], unit: 'm/s', min: 0, max: 90, decimals: 1, history: true, list: true },
    windDirection: { slot: 4, label: ['风向', 'Wind direction'], unit: 'deg', min: 0, max: 360, decimals: 0, history: true },
    rain: { slot: 5, label: ['雨量', 'Rain'], unit: 'mm', min: 0, max: 500, decimals: 1, history: true, list: true },
    pressure: { slot: 6, label: ['气压', 'Air pressure'], unit: 'hPa', min: 300, max: 1100, decimals: 1, history: true },
    pm25: { slot: 7, label: ['PM2.5', 'PM2.5'], unit: 'ug/m3', min: 0, max: 2000, decimals: 0, history: true, list: true },
    pm10: { slot: 8, label: ['PM10', 'PM10'], unit: 'ug/m3', min: 0, max: 4000, decimals: 0, history: true },
    noise: { slot: 9, label: ['噪声', 'Noise'], unit: 'dB', min: 0, max: 150, decimals: 1, history: true, list: true },
    illuminance: { slot: 10, label: ['照度', 'Illuminance'], unit: 'lx', min: 0, max: 200_000, decimals: 0, history: true },
    co2: { slot: 11, label: ['二氧化碳', 'Carbon dioxide'], unit: '[ppm]', min: 0, max: 20_000, decimals: 0, history: true },
    interval: { slot: 12, label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: reportingCommands,
  events: ['communicationFailure', 'supplyLoss'],
})

/** Properties by their code on the wire, `indexType` (slice D3, answer 3). */
export const INDEX_TYPES = {
  1: 'temperature',
  2: 'humidity',
  3: 'windSpeed',
  4: 'windDirection',
  5: 'rain',
  6: 'pressure',
  7: 'pm25',
  8: 'pm10',
  9: 'noise',
  10: 'illuminance',
  11: 'co2',
} as const satisfies Readonly<Record<number, keyof typeof envSensorType.properties>>
export type IndexType = keyof typeof INDEX_TYPES
