import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { reportingCommands } from './command-types.ts'

/** A device that sprays mist against dust: devType 21 of decisions.md B1. It stops by itself after the minutes of the command. */
export const sprayType = defineDeviceType({
  name: 'spray',
  code: 21,
  label: ['喷淋设备', 'Spray device'],
  icon: 'spray',
  properties: {
    on: { slot: 1, label: ['喷淋', 'Spray'], values: { 0: ['关', 'Off'], 1: ['开', 'On'] }, history: true, list: true },
    level: { slot: 2, label: ['强度', 'Strength'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    pressure: { slot: 3, label: ['水压', 'Water pressure'], unit: 'kPa', min: 0, max: 2000, decimals: 0, history: true, list: true },
    flow: { slot: 4, label: ['流量', 'Flow'], unit: 'L/min', min: 0, max: 1000, decimals: 1, history: true, list: true },
    water: { slot: 5, label: ['累计用水', 'Water used'], unit: 'L', min: 0, max: 1e9, decimals: 0, counter: true, history: true },
    interval: { slot: 6, label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    ...reportingCommands,
    spray: {
      label: ['喷淋', 'Spray'],
      input: {
        level: f.int({ label: ['强度', 'Strength'], unit: '%', min: 0, max: 100, required: true, initial: 50 }),
        minutes: f.int({ label: ['时长', 'Duration'], unit: 'min', min: 1, max: 240, initial: 60 }),
      },
      proves: { level: 'level' },
      endsBy: 'minutes',
    },
  },
  events: ['relayFailure', 'communicationFailure', 'supplyLoss'],
})
