import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { FULL_FROM, reportingCommands, tiltAlarm } from './command-types.ts'

/** A trash bin: devType 19 of decisions.md B1, commands of decisions.md A40. */
export const trashType = defineDeviceType({
  name: 'trash',
  code: 19,
  label: ['垃圾桶', 'Trash bin'],
  icon: 'trash',
  properties: {
    fillLevel: { slot: 1, label: ['满溢度', 'Fill level'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    lid: { slot: 2, label: ['桶盖', 'Lid'], values: { 0: ['关', 'Closed'], 1: ['开', 'Open'] }, history: true, list: true },
    temperature: { slot: 3, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true, list: true },
    battery: { slot: 4, label: ['电池电压', 'Battery'], unit: 'V', min: 0, max: 5, decimals: 2, history: true, list: true },
    openings: { slot: 5, label: ['开盖次数', 'Openings'], min: 0, decimals: 0, counter: { wrapsAt: 65_535 }, history: true },
    interval: { slot: 6, label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
    threshold: { slot: 7, label: ['满溢阈值', 'Full threshold'], unit: '%', min: 1, max: 100, decimals: 0 },
    tilt: { slot: 8, label: ['倾斜角度', 'Tilt'], unit: 'deg', min: 0, max: 180, decimals: 0, history: true },
    tiltAlarm: { slot: 9, label: ['倾斜告警角度', 'Tilt alarm angle'], unit: 'deg', min: 1, max: 90, decimals: 0 },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: { ...EVENT_TYPES, orientationChanged: ['桶身倾倒', 'Tipped over'] } },
  },
  commands: {
    ...reportingCommands,
    lid: {
      label: ['开关桶盖', 'Open or close the lid'],
      input: { open: f.choice({ 0: ['关闭', 'Close'], 1: ['打开', 'Open'] }, { label: ['桶盖', 'Lid'], required: true, initial: 1 }) },
      proves: { lid: 'open' },
    },
    threshold: {
      label: ['设置满溢阈值', 'Set the full threshold'],
      input: { percent: f.int({ label: ['阈值', 'Threshold'], unit: '%', min: 1, max: 100, required: true, initial: FULL_FROM }) },
      proves: { threshold: 'percent' },
    },
    tiltAlarm,
  },
  events: ['highTemperature', 'orientationChanged', 'communicationFailure'],
})
