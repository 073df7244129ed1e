import { contributeConsole } from '@lamplight/console-kit'
import type { FormEndProps, SlotProps } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'
import { supplyTab } from './supply-parts.ts'

for (const [resource, part] of [
  ['devices.gateway', 'Gateway'],
  ['cabinets.concentrator', 'Concentrator'],
] as const)
  contributeConsole(resource, { slots: { detailTabs: supplyTab(part) } })

const MoveButton = lazy(async () => ({ default: (await import('./move-button.tsx')).MoveButton }))
const MovePlaces = lazy(async () => ({ default: (await import('./move-places.tsx')).MovePlaces }))

for (const [resource, part, what] of [
  ['lighting.lamp', 'Lamp', 'lampIds'],
  ['lighting.controller', 'Controller', 'controllerIds'],
] as const) {
  const MoveBar = (props: SlotProps) => (
    <Suspense>
      <MoveButton {...props} what={what} />
    </Suspense>
  )
  const FormEnd = (props: FormEndProps) => <Suspense>{props.id && <MovePlaces {...props} id={props.id} what={what} />}</Suspense>
  contributeConsole(resource, { slots: { detailTabs: supplyTab(part), toolbar: MoveBar, formEnd: FormEnd } })
}
