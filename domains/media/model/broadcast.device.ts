import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { ON_OFF, switchCommand, volumeCommand } from './media-commands.ts'

/** Device type of broadcast units: devType 13 of decisions.md B1, command broadcast.command.volume. */
export const broadcastType = defineDeviceType({
  name: 'boxBroadcast',
  code: 13,
  label: ['广播音柱', 'Broadcast unit'],
  icon: 'speaker',
  properties: {
    on: { slot: 1, label: ['开关', 'Switch'], values: ON_OFF, history: true, list: true },
    volume: { slot: 2, label: ['音量', 'Volume'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    temperature: { slot: 3, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true, list: true },
    power: { slot: 4, label: ['功率', 'Power'], unit: 'W', min: 0, max: 1000, decimals: 0, history: true },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: { switch: switchCommand, volume: volumeCommand, reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true } },
  events: ['highTemperature', 'communicationFailure'],
})
