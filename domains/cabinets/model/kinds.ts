import type { DeviceKind } from '@lamplight/devices/model'
import { airSwitchType } from './air-switch.device.ts'
import { airSwitch } from './air-switch.resource.ts'
import { meterType } from './meter.device.ts'
import { meter } from './meter.resource.ts'

/** Device types of cabinets with their resources. */
export const kinds: readonly DeviceKind[] = [
  { resource: airSwitch, type: airSwitchType },
  { resource: meter, type: meterType },
]
