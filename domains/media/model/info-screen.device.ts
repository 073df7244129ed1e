import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { ON_OFF, switchCommand, volumeCommand } from './media-commands.ts'

/** Device type of information screens: devType 12 of decisions.md B1, commands info_screen.command.*. */
export const infoScreenType = defineDeviceType({
  name: 'infoScreen',
  code: 12,
  label: ['信息屏', 'Info screen'],
  icon: 'screen',
  properties: {
    on: { slot: 1, label: ['开关', 'Switch'], values: ON_OFF, history: true, list: true },
    brightness: { slot: 2, label: ['亮度', 'Brightness'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    volume: { slot: 3, label: ['音量', 'Volume'], unit: '%', min: 0, max: 100, decimals: 0, list: true },
    temperature: { slot: 4, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true, list: true },
    power: { slot: 5, label: ['功率', 'Power'], unit: 'W', min: 0, max: 20_000, decimals: 0, history: true },
    ambientLight: { slot: 6, label: ['环境照度', 'Ambient light'], unit: 'lx', min: 0, max: 200_000, decimals: 0, history: true },
    resolution: { label: ['分辨率', 'Resolution'], type: 'text' },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    switch: switchCommand,
    brightness: {
      label: ['设置亮度', 'Set the brightness'],
      input: { brightness: f.int({ label: ['亮度', 'Brightness'], unit: '%', min: 0, max: 100, required: true, initial: 80 }) },
      proves: { brightness: 'brightness' },
    },
    volume: volumeCommand,
    reboot: {
      label: ['重启', 'Restart'],
      input: { delay: f.int({ label: ['延时', 'Delay'], unit: 's', min: 0, max: 3600, required: true, initial: 0 }) },
      repeatable: false,
      danger: true,
    },
  },
  events: ['highTemperature', 'communicationFailure'],
})
