import type { DeviceKind } from '@lamplight/devices/model'
import { nodeType } from './node.device.ts'
import { node } from './node.resource.ts'

/** LoRaWAN lamp nodes. The slice seeds those of the demo, because they have no gateway. */
export const kinds = [{ resource: node, type: nodeType }] as const satisfies readonly DeviceKind[]
