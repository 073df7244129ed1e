import { f } from '@lamplight/fields/model'
import type { DeviceCommand } from '@lamplight/kit'

export const ON_OFF = { 0: ['关', 'Off'], 1: ['开', 'On'] } as const

/** Commands of devices with an on/off switch (property `on`) and with a loudspeaker (property `volume`). */
export const switchCommand = {
  label: ['开关', 'Switch on or off'],
  input: {
    on: f.flag({
      label: ['开关', 'Switch'],
      required: true,
      initial: true,
      words: [ON_OFF[0], ON_OFF[1]],
    }),
  },
  proves: { on: 'on' },
} as const satisfies DeviceCommand

export const volumeCommand = {
  label: ['设置音量', 'Set the volume'],
  input: { volume: f.int({ label: ['音量', 'Volume'], unit: '%', min: 0, max: 100, required: true, initial: 50 }) },
  proves: { volume: 'volume' },
} as const satisfies DeviceCommand
