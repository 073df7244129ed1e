import { defineMenu } from '@lamplight/kit'
import { loraRecords, poleGateways, solarModules, solarRoots } from './pages.ts'

/**
 * Further pages of LoRa gateways and modules. The pages below `/visual` and `/sun` show the same rows
 * (screens rt.visual.LoRaGateway, sun.loraModule, sun.loraRoot).
 */
export const loraMenu = defineMenu([poleGateways, loraRecords, solarModules, solarRoots])
