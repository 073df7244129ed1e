import type { DeviceKind } from '@lamplight/devices/model'
import { nodeType } from './node.device.ts'
import { node } from './node.resource.ts'

/** LoRaWAN lamp nodes. They have no gateway, so the seed of this slice adds those of the demo. */
export const kinds = [{ resource: node, type: nodeType }] as const satisfies readonly DeviceKind[]
