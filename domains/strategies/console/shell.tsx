import { contributeConsole, contributeDetail } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'

const WhyPart = lazy(async () => ({ default: (await import('./year/why-panel.tsx')).WhyPart }))
contributeDetail('lighting.controller', 'why', ({ row }) => <WhyPart row={row} of="id" />)
for (const place of ['lighting.lamp', 'lighting.lampCard'])
  contributeDetail(place, 'why', ({ row }) => <WhyPart row={row} of="controllerId" />)

/** Also for the lamp at a past instant, `at` of the row. */
contributeDetail('lighting.lampPast', 'why', ({ row }) => <WhyPart row={row} of="controllerId" />)

const PublishTo = lazy(async () => ({ default: (await import('./publish/publish-to.tsx')).PublishTo }))
for (const what of ['lamp', 'controller'] as const)
  contributeConsole(`lighting.${what}`, {
    slots: {
      toolbar: (props: SlotProps) => (
        <Suspense>
          <PublishTo {...props} what={what} />
        </Suspense>
      ),
    },
  })
