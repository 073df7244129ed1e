import { contributeConsole } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'
import { supplyTab } from './supply-parts.ts'

for (const [resource, part] of [
  ['devices.gateway', 'Gateway'],
  ['cabinets.concentrator', 'Concentrator'],
  ['lighting.controller', 'Controller'],
] as const)
  contributeConsole(resource, { slots: { detailTabs: supplyTab(part) } })

const MoveLamps = lazy(async () => ({ default: (await import('./move-button.tsx')).MoveLamps }))
const MoveBar = (props: SlotProps) => (
  <Suspense>
    <MoveLamps {...props} />
  </Suspense>
)
contributeConsole('lighting.lamp', { slots: { detailTabs: supplyTab('Lamp'), toolbar: MoveBar } })
