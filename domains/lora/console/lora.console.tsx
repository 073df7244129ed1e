import { defineConsole } from '@lamplight/console-kit'
import { laterPages, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole, recordPages } from '@lamplight/control/console'
import type { Text } from '@lamplight/kit'
import { lazy } from 'react'
import { lora } from '../domain.ts'
import { loraGatewayType } from '../model/lora-gateway.device.ts'
import { loraGateway } from '../model/lora-gateway.resource.ts'
import { loraModuleType } from '../model/lora-module.device.ts'
import { loraModule } from '../model/lora-module.resource.ts'
import { loraRootType } from '../model/lora-root.device.ts'
import { loraRoot } from '../model/lora-root.resource.ts'
import { loraRecords, poleGateways, solarModules, solarRoots } from '../model/pages.ts'
import { whiteList } from '../model/white-list.resource.ts'
import { M } from './lora.messages.ts'

const GatewayModules = lazy(async () => ({ default: (await import('./gateway-modules.tsx')).GatewayModules }))

const modules = onDeviceConsole(loraModule, loraModuleType)
const roots = onDeviceConsole(loraRoot, loraRootType)
const gateways = onDeviceConsole(loraGateway, loraGatewayType, {
  link: poleGateways.path,
  slots: { detailTabs: { modules: { label: M.modules, body: GatewayModules } } },
})
const lists = onConsole(whiteList, { counter: ['个', 'module'] })

/** Pages of another system with the same rows. */
const again = (console: ResourceConsole, link: string, label: Text) =>
  laterPages({ code: console.code, link, label, load: async () => console })

/** Command records of LoRa gateways, modules and roots (screen city.loraRec). */
const records = recordPages({
  link: loraRecords.path,
  label: loraRecords.label,
  types: [loraGatewayType.code, loraModuleType.code, loraRootType.code],
})

export const loraConsole = defineConsole({
  domain: lora,
  pages: [
    ...again(gateways, loraGateway.page?.path ?? '', M.gateways),
    ...again(modules, solarModules.path, solarModules.label),
    ...again(roots, solarRoots.path, solarRoots.label),
    ...records,
  ],
  resources: [gateways, modules, roots, lists],
})
