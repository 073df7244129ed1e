import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** A kind of device with pages in the console. */
export interface DeviceKind {
  readonly type: DeviceTypeDefinition
  /** Its rows are the devices: the row's id is the device id. */
  readonly resource: ResourceDefinition
}

const kinds = new Map<number, DeviceKind>()

/** Makes a kind of device known to command records by the code of its type. */
export const registerDeviceKind = (kind: DeviceKind): void => void kinds.set(kind.type.code, kind)

/** The kind of the devices of a batch; undefined for lamps, and for types without pages. */
export const deviceKindOf = (code: number | null | undefined): DeviceKind | undefined => kinds.get(code ?? -1)
