import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { RADIO, RADIO_COMMANDS } from './radio.ts'

/** A LoRa gateway: devType 15 of decisions.md B1. It connects LoRa modules with a gateway of the platform. */
export const loraGatewayType = defineDeviceType({
  name: 'lora',
  code: 15,
  label: ['LoRa网关', 'LoRa gateway'],
  icon: 'gateway',
  properties: {
    ...RADIO,
    modules: { slot: 6, label: ['入网模块', 'Joined modules'], min: 0, decimals: 0, history: true, list: true },
    noise: { slot: 7, label: ['底噪', 'Noise floor'], unit: 'dB[mW]', min: -150, max: 0, decimals: 0, history: true },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: RADIO_COMMANDS,
  events: ['highTemperature', 'communicationFailure', 'supplyLoss'],
})
