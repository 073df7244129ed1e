import { contributeConsole } from '@lamplight/console-kit'
import { supplyTab } from './supply-parts.ts'

for (const [resource, part] of [
  ['devices.gateway', 'Gateway'],
  ['cabinets.concentrator', 'Concentrator'],
  ['lighting.lamp', 'Lamp'],
  ['lighting.controller', 'Controller'],
] as const)
  contributeConsole(resource, { slots: { detailTabs: supplyTab(part) } })
