import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

/** Devices of a type in a demo city. */
export interface DemoDevices {
  /** Number for each tenant; default: the setting `DEMO_DEVICES`. */
  readonly count?: number
  /** Resource of devices, declared before this one, behind each of which stand `each` devices, with its gateway and place; `field` refers to it. */
  readonly behind?: ResourceDefinition
  readonly field?: string
  readonly each?: number
}

/** A device type (`type`: properties and commands) with the resource whose rows are its devices (`resource`). */
export interface DeviceKind {
  readonly resource: ResourceDefinition
  readonly type: DeviceTypeDefinition
  readonly demo?: DemoDevices
}
