import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Params } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'

/** A value of a property as a report carries it. */
export type Value = number | boolean | string | readonly string[]
/** Values by property. */
export type Values = Readonly<Record<string, Value>>
/** Values of some properties. */
export type SomeValues = Readonly<Record<string, Value | undefined>>

/** A device as its behaviour sees it. */
export interface PlayedDevice {
  readonly sn: string
  readonly type: DeviceTypeDefinition
  /** Its present values. */
  readonly values: Values
  /** Properties that the last commands have set: they do not move by themselves. */
  readonly held: ReadonlySet<string>
  /** Parameters that it holds, by family. */
  readonly params: Params
  /** A stream of its own, seeded by its serial number. */
  readonly random: Random
  /** Time of the last step, epoch ms of the device's clock. */
  readonly steppedAt: number
}

/**
 * How devices of a type behave. A hook answers the values that it determines; numbers are brought within the limits of the type, other values that
 * do not fit the type are left out. Times are epoch ms of the device's clock.
 */
export interface PlayHooks {
  /** Values at the start. Those that the platform knows already come before them. */
  start?(device: PlayedDevice): SomeValues
  /** Values at `at`. Properties that it leaves out move as by default. */
  step?(device: PlayedDevice, at: number): SomeValues
  /** What a command changes; undefined for the effect that it has by default. The arguments fit the type. */
  command?(device: PlayedDevice, cmd: string, args: Readonly<Record<string, unknown>>, at: number): SomeValues | undefined
}
export interface Play extends PlayHooks {
  readonly typeName: string
}

/** Attaches a behaviour to the device type of this name, to be passed to the city (`plays`). */
export const definePlay = (typeName: string, hooks: PlayHooks): Play => ({ typeName, ...hooks })
