import { simpleCommands } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { KIND_TEXTS } from './kind-texts.ts'

const CONTACT = { 0: ['分闸', 'Open'], 1: ['合闸', 'Closed'] } as const

/** Air switches of loops: devType 9 of decisions.md B1. An open air switch interrupts the supply of its loop. */
export const airSwitchType = defineDeviceType({
  name: 'airSwitch',
  code: 9,
  label: KIND_TEXTS.airSwitch,
  icon: 'control',
  properties: {
    contact: { slot: 1, label: ['分合闸', 'Contact'], values: CONTACT, history: true, list: true },
    voltage: { slot: 2, label: ['电压', 'Voltage'], unit: 'V', min: 0, max: 500, decimals: 1, history: true, list: true },
    lineCurrent: { slot: 3, label: ['电流', 'Current'], unit: 'A', min: 0, max: 1000, decimals: 2, history: true, list: true },
    power: { slot: 4, label: ['功率', 'Power'], unit: 'W', min: 0, max: 500_000, decimals: 0, history: true, list: true },
    energy: { slot: 5, label: ['电量', 'Energy'], unit: 'W.h', min: 0, decimals: 0, counter: true, history: true },
    leakage: { slot: 6, label: ['漏电流', 'Leakage current'], unit: 'mA', min: 0, max: 30_000, decimals: 1, history: true },
    temperature: { slot: 7, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 150, decimals: 1, history: true },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    switch: {
      label: ['分合闸', 'Open or close'],
      input: { on: f.flag({ label: ['动作', 'Action'], required: true, initial: true, words: [CONTACT[0], CONTACT[1]] }) },
      proves: { contact: 'on' },
      danger: true,
      roles: 'manual',
    },
    reboot: simpleCommands.reboot,
  },
  events: ['circuitBreakerTripped', 'currentTooHigh', 'leakageDetected', 'highTemperature', 'supplyLoss', 'communicationFailure'],
})
