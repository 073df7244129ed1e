import { contributeDetail } from '@lamplight/console-kit'
import { lazy } from 'react'

const WhyPart = lazy(async () => ({ default: (await import('./why-panel.tsx')).WhyPart }))
contributeDetail('lighting.controller', 'why', ({ row }) => <WhyPart row={row} of="id" />)
for (const place of ['lighting.lamp', 'lighting.lampCard'])
  contributeDetail(place, 'why', ({ row }) => <WhyPart row={row} of="controllerId" />)
