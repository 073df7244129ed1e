import { createConsole } from '@lamplight/console-kit'
import { openFamilies } from '@lamplight/control/shell'
import { familyIndex, sliceIndex } from './slice-index.ts'
import { slices } from './slices.ts'

export const Console = createConsole({
  slices,
  index: sliceIndex,
  loadLabels: async () => (await import('./slice-labels.ts')).sliceLabels,
  more: openFamilies(familyIndex),
})
