import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Params } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'

/** Value of a property in a report. */
export type Value = number | boolean | string | readonly string[]
/** Values by property. */
export type Values = Readonly<Record<string, Value>>
/** Values of some properties. */
export type SomeValues = Readonly<Record<string, Value | undefined>>

/** A device as its behaviour functions see it. */
export interface PlayedDevice {
  readonly sn: string
  readonly type: DeviceTypeDefinition
  /** Its present values. */
  readonly values: Values
  /** Properties that a command has set. They do not move by themselves. */
  readonly held: ReadonlySet<string>
  /** Its parameter values, by family. */
  readonly params: Params
  /** Level of its calendar at `at`, epoch ms of its clock; undefined: it has none. */
  calendar(at: number): number | undefined
  /** Random stream of this device, seeded by its serial number. */
  readonly random: Random
  /** Power of the lamps that it feeds at this property, W; undefined if it feeds none there. */
  load(by: string): number | undefined
  /** The device by which it is reached, as a module by its LoRa gateway (`InventoryDevice.via`). */
  above(): PlayedDevice | undefined
  /** The devices that are reached by it. */
  behind(): readonly PlayedDevice[]
  /** Time of the last step, epoch ms of the device's clock. */
  readonly steppedAt: number
}

/**
 * Behaviour of the devices of a type. A hook returns the values that it sets. Numbers are clamped to the range of the type, and other values
 * that the type does not allow are ignored. Times are epoch ms of the device's clock.
 */
export interface PlayHooks {
  /** Initial values. Stored values of the platform override them. */
  start?(device: PlayedDevice): SomeValues
  /** Values at `at`. Properties that are missing move as in the default behaviour. */
  step?(device: PlayedDevice, at: number): SomeValues
  /** Values that a command changes; undefined for the default effect. The arguments are valid for the type. */
  command?(device: PlayedDevice, cmd: string, args: Readonly<Record<string, unknown>>, at: number): SomeValues | undefined
  /** False while the device interrupts the supply of the lamps that it feeds at the property `by`; without this hook it never does. */
  supplies?(values: Values, by: string): boolean
}
export interface Play extends PlayHooks {
  readonly typeName: string
}

/** Attaches a behaviour to the device type with this name; pass it to the city as `plays`. */
export const definePlay = (typeName: string, hooks: PlayHooks): Play => ({ typeName, ...hooks })
