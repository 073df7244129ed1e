import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { RADIO, RADIO_COMMANDS } from './radio.ts'

/** The root node of a LoRa network. decisions.md B1 has no devType for it; 26 is the first free one. */
export const loraRootType = defineDeviceType({
  name: 'loraRoot',
  code: 26,
  label: ['LoRa根节点', 'LoRa root'],
  icon: 'cluster',
  properties: {
    ...RADIO,
    nodes: { slot: 6, label: ['节点数', 'Nodes'], min: 0, decimals: 0, history: true, list: true },
    hops: { slot: 7, label: ['最大跳数', 'Most hops'], min: 0, max: 15, decimals: 0, history: true, list: true },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: RADIO_COMMANDS,
  events: ['highTemperature', 'communicationFailure', 'supplyLoss'],
})
