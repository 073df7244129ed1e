import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { RADIO, RADIO_COMMANDS, SPREADING } from './radio.ts'

/** A LoRa module in a lamp controller or sensor: devType 16 of decisions.md B1. RSSI and SNR are those of its last packet at the LoRa gateway. */
export const loraModuleType = defineDeviceType({
  name: 'loraModule',
  code: 16,
  label: ['LoRa模块', 'LoRa module'],
  icon: 'chip',
  properties: {
    ...RADIO,
    rssi: { slot: 6, label: ['信号强度', 'RSSI'], unit: 'dB[mW]', min: -150, max: 10, decimals: 0, history: true, list: true },
    snr: { slot: 7, label: ['信噪比', 'SNR'], unit: 'dB', min: -30, max: 30, decimals: 1, history: true, list: true },
    spreading: { slot: 8, label: ['扩频因子', 'Spreading factor'], values: SPREADING, history: true, list: true },
    joined: {
      slot: 9,
      label: ['入网', 'Joined'],
      type: 'boolean',
      values: { 0: ['未入网', 'Not joined'], 1: ['已入网', 'Joined'] },
      history: true,
      list: true,
    },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: RADIO_COMMANDS,
  events: ['highTemperature', 'communicationFailure'],
})
