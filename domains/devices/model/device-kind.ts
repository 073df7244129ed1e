import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** A device type (`type`: properties and commands) with the resource whose rows are its devices (`resource`). */
export interface DeviceKind {
  readonly resource: ResourceDefinition
  readonly type: DeviceTypeDefinition
}
