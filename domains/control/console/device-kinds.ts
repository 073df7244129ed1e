import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** A kind of device with pages in the console. */
export interface DeviceKind {
  readonly type: DeviceTypeDefinition
  /** Its rows are the devices: the row's id is the device id. */
  readonly resource: ResourceDefinition
}
