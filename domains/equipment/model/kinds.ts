import type { DeviceKind } from '@lamplight/devices/model'
import { apType } from './ap.device.ts'
import { ap } from './ap.resource.ts'

/** Device types of equipment with their resources. */
export const kinds = [{ resource: ap, type: apType }] as const satisfies readonly DeviceKind[]
