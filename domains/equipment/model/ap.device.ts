import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'

const CHANNEL = ['信道', 'Channel'] as const
const traffic = (slot: number, label: readonly [string, string]) =>
  ({ slot, label, unit: 'MB', min: 0, decimals: 1, counter: true, history: true }) as const

/** Wireless access points: devType 24 of decisions.md B1. */
export const apType = defineDeviceType({
  name: 'ap',
  code: 24,
  label: ['无线AP', 'Access point'],
  icon: 'wifi',
  properties: {
    clients: { slot: 1, label: ['在线终端', 'Clients'], min: 0, max: 1000, decimals: 0, history: true, list: true },
    up: traffic(2, ['上行流量', 'Traffic up']),
    down: traffic(3, ['下行流量', 'Traffic down']),
    channel: { slot: 4, label: CHANNEL, min: 1, max: 196, decimals: 0, list: true },
    signal: { slot: 5, label: ['信号强度', 'Signal'], unit: 'dB[mW]', min: -120, max: 0, decimals: 0, history: true, list: true },
    temperature: { slot: 6, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true, list: true },
    ssid: { label: ['网络名称', 'SSID'], type: 'text' },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    channel: {
      label: ['设置信道', 'Set the channel'],
      input: { channel: f.int({ label: CHANNEL, min: 1, max: 196, required: true, initial: 6 }) },
      proves: { channel: 'channel' },
    },
    reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true },
  },
  events: ['highTemperature', 'supplyLoss', 'communicationFailure'],
})
