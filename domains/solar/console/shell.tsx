import { contributeDetail, registerHiddenPages } from '@lamplight/console-kit'
import { lazy } from 'react'
import { useHiddenSunPages } from './use-hidden-sun-pages.ts'

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
registerHiddenPages(useHiddenSunPages)
