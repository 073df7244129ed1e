import type { SharedRight } from './action.ts'
import type { Fields } from './field.ts'
import { isParamOp } from './param-family.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'
import { isUnit } from './units.ts'

/** A measured or reported value of a device. */
export interface DeviceProperty {
  readonly label: Text
  /** Default: number. A boolean is stored as 0 or 1; a time is epoch milliseconds; a list contains texts. */
  readonly type?: 'number' | 'boolean' | 'time' | 'text' | 'list'
  /**
   * Index of a number or boolean in the array `v` of stored rows, from 1. It never changes, because old rows are read by it: mark a removed
   * property as `retired`. If the unit or meaning of a property changes, give it a new slot.
   */
  readonly slot?: number
  /** UCUM code (units.ts). */
  readonly unit?: string
  /** Limits. The server refuses a value outside of them, stores it as a rejected message and uses the rest of the report. */
  readonly min?: number
  readonly max?: number
  /** Number of decimals shown. Wanted and reported values are rounded to them before they are compared. */
  readonly decimals?: number
  /** Allowed numbers and their labels; of a boolean, the labels of 0 and 1. */
  readonly values?: Readonly<Record<number, Text>>
  /** Allowed texts and their labels; for a list, allowed entries. */
  readonly words?: Readonly<Record<string, Text>>
  /**
   * The value only grows (energy, burning hours): charts show its increase. `wrapsAt`: the highest value, after which the device starts
   * again at 0. `perHour`: the largest possible increase in an hour; a larger one is an error of the meter.
   */
  readonly counter?: true | { readonly wrapsAt?: number; readonly perHour?: number }
  /** True: stored in the history, not only as the latest value. */
  readonly history?: true
  /** True: a column of the default list. */
  readonly list?: true
  /** Former name, which reports may still use. */
  readonly was?: string
  /** Further name in messages of devices, which contains the unit (`energyKwh`). Messages may use the name of the property too. */
  readonly wire?: string
  readonly retired?: true
}

/** A command that a device accepts. */
export interface DeviceCommand {
  readonly label: Text
  readonly input?: Fields
  /** Maps properties to input fields: the command is applied when the device reports the values sent. Without it a command ends as received. */
  readonly proves?: Readonly<Record<string, string>>
  /** false: the command must not run twice (toggle, reboot), so the server never sends it again. */
  readonly repeatable?: false
  /** The console marks the command as dangerous. */
  readonly danger?: true
  /**
   * The command can cut devices off. Sent to several gateways, it goes to a first wave, and to the rest only after the first devices answered the command
   * that this names.
   */
  readonly risky?: string
  /**
   * Input field with the end of the override. Without a value the command lasts until somebody ends it, and a user must give a reason (field `reason` of the
   * action; devices do not get it).
   */
  readonly endsBy?: string
  /** Row of the permission matrix; default `commands`. */
  readonly roles?: MatrixRow
  /** A right that suffices to send the command to one device. */
  readonly single?: SharedRight
}

export interface DeviceTypeDefinition {
  readonly name: string
  /** devType of decisions.md B1. Types created at run time have codes from 10,000. */
  readonly code: number
  readonly label: Text
  /** Icon of its devices on the map: a name from the console's icon set. */
  readonly icon?: string
  /** Name of the driver for devices of this type without a gateway. Their resource then has the field `address`. */
  readonly driver?: string
  /** Minutes between reports, if the devices do not report their own (property `interval`). Values older than twice this are shown as old. */
  readonly reportsEvery?: number
  readonly properties: Readonly<Record<string, DeviceProperty>>
  readonly commands: Readonly<Record<string, DeviceCommand>>
  /** Names of the event vocabulary (TALQ) that its devices send; the server refuses others. `communicationFailure` needs no entry: gateways send it for any child. */
  readonly events: readonly string[]
}

const NAME = /^[a-z][A-Za-z0-9]{0,31}$/
const DRIVER = /^[a-z][a-z0-9]{0,15}$/
const PROPERTIES_AT_MOST = 128
const COMMANDS_AT_MOST = 32

/** Returns true if stored rows hold the value as a number. */
export const isStoredNumber = ({ type = 'number' }: DeviceProperty): boolean => type === 'number' || type === 'boolean'

const propertyFault = (property: DeviceProperty): string | undefined => {
  const { min, max, slot, unit, values, counter, type = 'number' } = property
  if (min !== undefined && max !== undefined && min > max) return 'has min above max'
  if (unit !== undefined && !isUnit(unit)) return `has the unknown unit ${unit}`
  if (!isStoredNumber(property))
    return slot !== undefined || property.history ? `is a ${type}: it must have neither slot nor history` : undefined
  if (slot === undefined || !Number.isInteger(slot) || slot < 1 || slot > PROPERTIES_AT_MOST)
    return `needs a slot from 1 to ${PROPERTIES_AT_MOST}`
  if (counter && type !== 'number') return 'is a counter but not a number'
  if (property.words) return 'has words but is not a text'
  return values && !Object.keys(values).every((key) => /^-?\d+$/.test(key))
    ? 'has a label for a value that is not a whole number'
    : undefined
}

/** Inputs that the protocol requires of commands with these names (docs/devices.md, commands). */
const REQUIRED_INPUT: Readonly<Record<string, string>> = { switch: 'on', dim: 'level' }

const commandFault = (
  { properties }: DeviceTypeDefinition,
  name: string,
  { input = {}, proves = {}, endsBy }: DeviceCommand,
): string | undefined => {
  const required = REQUIRED_INPUT[name]
  if (required && !Object.hasOwn(input, required)) return `has no input ${required}, which the protocol requires`
  if (endsBy !== undefined && (!Object.hasOwn(input, endsBy) || Object.hasOwn(input, 'reason')))
    return `ends by ${endsBy}: this input is missing, or an input is named reason`
  for (const [property, field] of Object.entries(proves))
    if (!Object.hasOwn(properties, property) || !Object.hasOwn(input, field))
      return `proves ${property} by ${field}: the property or the field is missing`
  return undefined
}

/** Returns the first fault of a declaration, or undefined. */
export const deviceTypeFault = (type: DeviceTypeDefinition): string | undefined => {
  const properties = Object.entries(type.properties)
  const commands = Object.entries(type.commands)
  if (type.driver !== undefined && !DRIVER.test(type.driver)) return `has the driver ${type.driver}, which is not a valid name`
  if (properties.length > PROPERTIES_AT_MOST) return `has more than ${PROPERTIES_AT_MOST} properties`
  if (commands.length > COMMANDS_AT_MOST) return `has more than ${COMMANDS_AT_MOST} commands`
  const slots = new Map<number, string>()
  const names = new Set<string>()
  for (const [name, property] of properties) {
    for (const one of [name, property.was ?? [], property.wire ?? []].flat()) {
      if (!NAME.test(one) || names.has(one)) return `${one} is not a valid property name, or is declared twice`
      names.add(one)
    }
    const fault = name === 'faults' && (property.type !== 'list' || !property.words) ? 'is not a list with words' : propertyFault(property)
    if (fault) return `${name} ${fault}`
    const { slot } = property
    if (slot === undefined) continue
    const other = slots.get(slot)
    if (other) return `${name} has the slot of ${other}`
    slots.set(slot, name)
  }
  for (const [name, command] of commands) {
    if (command.risky !== undefined && !Object.hasOwn(type.commands, command.risky))
      return `${name} is followed by ${command.risky}, which is missing`
    const fault = NAME.test(name) && !isParamOp(name) ? commandFault(type, name, command) : 'is not a valid command name'
    if (fault) return `${name} ${fault}`
  }
  return undefined
}

/** Declares a device type. Its faults are reported when the server starts (`deviceTypeFault`). */
export const defineDeviceType = <const D extends DeviceTypeDefinition>(definition: D): D => definition
