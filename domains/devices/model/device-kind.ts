import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** A kind of device: what it reports and which commands it knows (`type`), and the row that users see (`resource`). */
export interface DeviceKind {
  readonly resource: ResourceDefinition
  readonly type: DeviceTypeDefinition
}
