import { f } from '@lamplight/fields/model'
import type { DeviceCommand } from '@lamplight/kit'

/** Commands of devices that can be switched on and off (properties `on`) and that speak (`volume`). */
export const switchCommand = {
  label: ['开关', 'Switch on or off'],
  input: {
    onOff: f.flag({
      label: ['开关', 'Switch'],
      required: true,
      initial: true,
      words: [
        ['关', 'Off'],
        ['开', 'On'],
      ],
    }),
  },
  proves: { on: 'onOff' },
} as const satisfies DeviceCommand

export const volumeCommand = {
  label: ['设置音量', 'Set the volume'],
  input: { volume: f.int({ label: ['音量', 'Volume'], unit: '%', min: 0, max: 100, required: true, initial: 50 }) },
  proves: { volume: 'volume' },
} as const satisfies DeviceCommand
