import type { DeviceKind } from '@lamplight/devices/model'
import { trashType } from './trash.device.ts'
import { trash } from './trash.resource.ts'

/** Kinds of devices for which the definitions are enough: without code of their own on the server and in the console. */
export const kinds: readonly DeviceKind[] = [{ resource: trash, type: trashType }]
