import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** A device type with pages in the console. */
export interface DeviceKind {
  readonly type: DeviceTypeDefinition
  /** The resource whose rows are the devices: the row's id is the device id. */
  readonly resource: ResourceDefinition
  /** Name of the one action by which all commands go, where the type was made at run time: it takes `cmd` and `args`. */
  readonly sentBy?: string
}

const kinds = new Map<string, DeviceKind>()

export const registerKind = (kind: DeviceKind): void => void kinds.set(kind.resource.name, kind)

/** Returns the device kind of a resource; undefined until its slice is loaded. */
export const kindOf = (resource: string): DeviceKind | undefined => kinds.get(resource)
