import { contributeDetail } from '@lamplight/console-kit'
import { lazy } from 'react'

// The part itself decides whether the resource has devices: the shell does not load what knows it.
contributeDetail(
  ({ fields }) => 'sn' in fields,
  'replace',
  lazy(async () => ({ default: (await import('./register/replace-part.tsx')).ReplacePart })),
)
