import { f } from '@lamplight/fields/model'
import type { ActionDefinition, DeviceCommand, DeviceProperty, DeviceTypeDefinition } from '@lamplight/kit'
import { commandActions } from './device.resource.ts'

/** Commands of a device type by the codes of simple commands on the wire (decisions.md A39). */
export const SIMPLE_COMMANDS = {
  1: 'read',
  2: 'readClock',
  3: 'setClock',
  4: 'reboot',
  5: 'factoryReset',
  6: 'clearEnergy',
  7: 'clearAlarms',
  8: 'readVersion',
  9: 'selfTest',
} as const
export type SimpleCode = keyof typeof SIMPLE_COMMANDS

/** The simple commands: a device type that has them adds them to its `commands`, all or some, and `simpleProperties` to its `properties`. */
export const simpleCommands = {
  read: { label: ['读取状态', 'Read'], roles: 'manual' },
  readClock: { label: ['读取时钟', 'Read the clock'], roles: 'manual' },
  setClock: {
    label: ['校时', 'Set the clock'],
    input: { time: f.time({ label: ['时间', 'Time'], hint: ['留空则与网关时钟同步', 'Empty: takes the time of its gateway'] }) },
  },
  reboot: { label: ['重启', 'Reboot'], repeatable: false },
  factoryReset: { label: ['恢复出厂设置', 'Factory reset'], repeatable: false, danger: true, risky: 'readVersion' },
  clearEnergy: { label: ['电量清零', 'Clear the energy meter'], repeatable: false, danger: true },
  clearAlarms: { label: ['清除告警', 'Clear alarms'] },
  readVersion: { label: ['读取版本', 'Read the version'], roles: 'manual' },
  selfTest: { label: ['自检', 'Self test'] },
} as const satisfies Readonly<Record<(typeof SIMPLE_COMMANDS)[SimpleCode], DeviceCommand>>

/** Values with which devices answer simple commands. */
export const simpleProperties = {
  clock: { label: ['设备时钟', 'Clock of the device'], type: 'time' },
  version: { label: ['软件版本', 'Firmware'], type: 'text' },
  selfTest: {
    label: ['自检结果', 'Self test'],
    type: 'text',
    words: { ok: ['正常', 'OK'], fault: ['有故障', 'Fault found'] },
  },
} as const satisfies Readonly<Record<string, DeviceProperty>>

/** Values that lamp controllers send only in answers. */
export const answeredProperties = {
  ...simpleProperties,
  events: { label: ['开关记录', 'Switch events'], type: 'list' },
  identifyUntil: { label: ['闪灯结束', 'Flashes until'], type: 'time' },
} as const satisfies Readonly<Record<string, DeviceProperty>>

const NAMES: ReadonlySet<string> = new Set(Object.values(SIMPLE_COMMANDS))

/** Returns the resource actions of a type's simple commands, for a resource whose other commands are no actions. */
export const simpleActions = (type: DeviceTypeDefinition): Record<string, ActionDefinition> =>
  commandActions({ ...type, commands: Object.fromEntries(Object.entries(type.commands).filter(([name]) => NAMES.has(name))) })
