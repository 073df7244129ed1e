import { simpleCommands } from '@lamplight/devices/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { KIND_TEXTS } from './kind-texts.ts'

const phase = (slot: number, name: string, unit: 'A' | 'V') => ({
  slot,
  label: unit === 'V' ? ([`${name} 相电压`, `Voltage ${name}`] as const) : ([`${name} 相电流`, `Current ${name}`] as const),
  unit,
  min: 0,
  max: unit === 'V' ? 500 : 2000,
  decimals: unit === 'V' ? 1 : 2,
  history: true as const,
})

/** Meters of switch boxes: devType 25 of decisions.md B1. */
export const meterType = defineDeviceType({
  name: 'meter',
  code: 25,
  label: KIND_TEXTS.meter,
  icon: 'dashboard',
  properties: {
    // All other types report `energy` in Wh, so the kWh of a meter have another name in messages.
    energy: {
      slot: 1,
      label: ['总电量', 'Energy'],
      unit: 'kW.h',
      wire: 'energyKwh',
      min: 0,
      decimals: 2,
      counter: { perHour: 2000 },
      history: true,
      list: true,
    },
    power: { slot: 2, label: ['总功率', 'Power'], unit: 'W', min: 0, max: 1_000_000, decimals: 0, history: true, list: true },
    voltageA: phase(3, 'A', 'V'),
    voltageB: phase(4, 'B', 'V'),
    voltageC: phase(5, 'C', 'V'),
    currentA: phase(6, 'A', 'A'),
    currentB: phase(7, 'B', 'A'),
    currentC: phase(8, 'C', 'A'),
    powerFactor: { slot: 9, label: ['功率因数', 'Power factor'], min: 0, max: 1, decimals: 2, history: true },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: { reboot: simpleCommands.reboot },
  events: ['supplyLoss', 'supplyVoltageTooHigh', 'supplyVoltageTooLow', 'currentTooHigh', 'communicationFailure'],
})
