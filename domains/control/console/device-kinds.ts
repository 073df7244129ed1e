import type { DeviceKind } from '@lamplight/devices/model'
import type { ComponentType } from 'react'
import type { DeviceRow } from './device-row.ts'

/** A kind of device with pages in the console. The id of a row of its resource is the device id. */
export interface ConsoleKind extends DeviceKind {
  /** For types made at run time: name of the one action that sends all commands; its input is `cmd` and `args`. */
  readonly sentBy?: string
  /** Buttons of commands that are no actions of the resource. */
  readonly Buttons?: ComponentType<{ readonly row: DeviceRow }>
}

const kinds = new Map<string, ConsoleKind>()

export const registerKind = (kind: ConsoleKind): void => void kinds.set(kind.resource.name, kind)

/** Returns the device kind of a resource; undefined until its slice is loaded. */
export const kindOf = (resource: string): ConsoleKind | undefined => kinds.get(resource)
