import { contributeDetail } from '@lamplight/console-kit'
import { knownResource } from '@lamplight/console-kit/resource'
import { lazy } from 'react'

const LAMP = 'lighting.lamp'

contributeDetail(
  ({ name }) => name === LAMP || knownResource(name)?.deviceCode !== undefined,
  'replace',
  lazy(async () => ({ default: (await import('./replace-part.tsx')).ReplacePart })),
)
