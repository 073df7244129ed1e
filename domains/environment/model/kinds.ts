import type { DeviceKind } from '@lamplight/devices/model'
import { trashType } from './trash.device.ts'
import { trash } from './trash.resource.ts'

/** Device types that need nothing but their definitions: no server hooks and no console parts. */
export const kinds: readonly DeviceKind[] = [{ resource: trash, type: trashType }]
