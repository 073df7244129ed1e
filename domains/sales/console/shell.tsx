import { registerTrayItem, useActor } from '@lamplight/console-kit'
import { lazy, Suspense } from 'react'

const ActorBanner = lazy(() => import('./actor-banner.tsx').then((module) => ({ default: module.ActorBanner })))
registerTrayItem('actor', () =>
  useActor() ? (
    <Suspense>
      <ActorBanner />
    </Suspense>
  ) : null,
)
