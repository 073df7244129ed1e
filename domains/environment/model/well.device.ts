import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { FULL_FROM, reportingCommands, tiltAlarm } from './command-types.ts'

/**
 * A manhole cover with sensors in its shaft: devType 20 of decisions.md B1, commands of decisions.md A40. `fillLevel`: the water level in % of the depth of the
 * shaft, computed by the device; `gas`: combustible gas in % of the lower explosive limit.
 */
export const wellType = defineDeviceType({
  name: 'well',
  code: 20,
  label: ['井盖', 'Manhole cover'],
  icon: 'well',
  properties: {
    waterLevel: { slot: 1, label: ['水位', 'Water level'], unit: 'mm', min: 0, max: 20_000, decimals: 0, history: true, list: true },
    fillLevel: { slot: 2, label: ['水位占比', 'Relative level'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    cover: { slot: 3, label: ['井盖', 'Cover'], values: { 0: ['关闭', 'Closed'], 1: ['打开', 'Open'] }, history: true, list: true },
    lock: { slot: 4, label: ['锁', 'Lock'], values: { 0: ['上锁', 'Locked'], 1: ['开锁', 'Unlocked'] }, history: true },
    tilt: { slot: 5, label: ['倾斜角度', 'Tilt'], unit: 'deg', min: 0, max: 180, decimals: 0, history: true, list: true },
    gas: { slot: 6, label: ['可燃气体', 'Combustible gas'], unit: '%', min: 0, max: 100, decimals: 1, history: true, list: true },
    temperature: { slot: 7, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true },
    battery: { slot: 8, label: ['电池电压', 'Battery'], unit: 'V', min: 0, max: 5, decimals: 2, history: true, list: true },
    interval: { slot: 9, label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
    threshold: { slot: 10, label: ['水位阈值', 'High-water threshold'], unit: '%', min: 1, max: 100, decimals: 0 },
    tiltAlarm: { slot: 11, label: ['倾斜告警角度', 'Tilt alarm angle'], unit: 'deg', min: 1, max: 90, decimals: 0 },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: { ...EVENT_TYPES, orientationChanged: ['井盖倾斜', 'Cover tilted'] } },
  },
  commands: {
    ...reportingCommands,
    lock: {
      label: ['开锁或上锁', 'Unlock or lock'],
      input: { open: f.choice({ 0: ['上锁', 'Lock'], 1: ['开锁', 'Unlock'] }, { label: ['锁', 'Lock'], required: true, initial: 1 }) },
      proves: { lock: 'open' },
    },
    threshold: {
      label: ['设置水位阈值', 'Set the high-water threshold'],
      input: { percent: f.int({ label: ['阈值', 'Threshold'], unit: '%', min: 1, max: 100, required: true, initial: FULL_FROM }) },
      proves: { threshold: 'percent' },
    },
    tiltAlarm,
  },
  events: ['highTemperature', 'orientationChanged', 'impactDetected', 'communicationFailure'],
})
