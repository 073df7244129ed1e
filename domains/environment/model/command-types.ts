import { f } from '@lamplight/fields/model'
import type { DeviceCommand } from '@lamplight/kit'

/** Meaning of a command code of trash bins and wells: a command of the device type, and its argument. */
export interface CommandType {
  /** Name of the command. `lid` stands for the command `lid` of bins and `lock` of covers. */
  readonly cmd: 'read' | 'interval' | 'threshold' | 'lid' | 'reboot' | 'tiltAlarm'
  /** Name of the argument whose value is `commandParameter`. */
  readonly parameter?: 'minutes' | 'percent' | 'degrees'
  readonly open?: 0 | 1
}

/** Codes of `commandType` (decisions.md A40). */
export const COMMAND_TYPES = {
  1: { cmd: 'read' },
  2: { cmd: 'interval', parameter: 'minutes' },
  3: { cmd: 'threshold', parameter: 'percent' },
  4: { cmd: 'lid', open: 1 },
  5: { cmd: 'lid', open: 0 },
  6: { cmd: 'reboot' },
  7: { cmd: 'tiltAlarm', parameter: 'degrees' },
} as const satisfies Readonly<Record<number, CommandType>>
export type CommandCode = keyof typeof COMMAND_TYPES

/** A device that reports no threshold is full from this level on; each device is empty up to EMPTY_TO. % */
export const FULL_FROM = 80
export const EMPTY_TO = 10
/** A device that reports no limit for its tilt is tilted from this angle on, degrees. */
export const TILTED_FROM = 30

/** Commands that trash bins, wells and other reporting devices share. */
export const reportingCommands = {
  read: { label: ['读取状态', 'Read'], roles: 'manual' },
  interval: {
    label: ['设置上报间隔', 'Set the report interval'],
    input: { minutes: f.int({ label: ['间隔', 'Interval'], unit: 'min', min: 1, max: 1440, required: true, initial: 15 }) },
    proves: { interval: 'minutes' },
  },
  reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true },
} as const satisfies Readonly<Record<string, DeviceCommand>>

export const tiltAlarm = {
  label: ['设置倾斜告警', 'Set the tilt alarm'],
  input: { degrees: f.int({ label: ['告警角度', 'Alarm angle'], unit: '°', min: 1, max: 90, required: true, initial: TILTED_FROM }) },
  proves: { tiltAlarm: 'degrees' },
} as const satisfies DeviceCommand
