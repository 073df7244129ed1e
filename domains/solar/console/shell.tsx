import { contributeDetail } from '@lamplight/console-kit'
import { lazy } from 'react'

contributeDetail(
  'lighting.post',
  'solar',
  lazy(async () => ({ default: (await import('./pole-lamps.tsx')).PoleLamps })),
)
contributeDetail(
  'devices.group',
  'solar',
  lazy(async () => ({ default: (await import('./group-link.tsx')).GroupLink })),
)
