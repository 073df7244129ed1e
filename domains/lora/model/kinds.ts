import type { DeviceKind } from '@lamplight/devices/model'
import { loraGatewayType } from './lora-gateway.device.ts'
import { loraGateway } from './lora-gateway.resource.ts'
import { loraModuleType } from './lora-module.device.ts'
import { loraModule } from './lora-module.resource.ts'
import { loraRootType } from './lora-root.device.ts'
import { loraRoot } from './lora-root.resource.ts'

/** Device types of LoRa with their resources. The demo city connects modules and roots to its LoRa gateways. */
export const kinds = [
  { resource: loraGateway, type: loraGatewayType, demo: { count: 8 } },
  { resource: loraRoot, type: loraRootType, demo: { behind: loraGateway, field: 'loraId', each: 1 } },
  { resource: loraModule, type: loraModuleType, demo: { behind: loraGateway, field: 'loraId', each: 6 } },
] as const satisfies readonly DeviceKind[]
