import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** A kind of device with pages in the console. */
export interface DeviceKind {
  readonly type: DeviceTypeDefinition
  /** Its rows are the devices: the row's id is the device id. */
  readonly resource: ResourceDefinition
  /** Name of the one action by which all commands go, where the type was made at run time: it takes `cmd` and `args`. */
  readonly sentBy?: string
}

const kinds = new Map<string, DeviceKind>()

export const registerKind = (kind: DeviceKind): void => void kinds.set(kind.resource.name, kind)

/** The kind of device of a resource, once its slice is loaded. */
export const kindOf = (resource: string): DeviceKind | undefined => kinds.get(resource)
