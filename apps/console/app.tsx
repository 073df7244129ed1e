import { createConsole } from '@lamplight/console-kit'
import { sliceIndex } from './slice-index.ts'
import { slices } from './slices.ts'

export const Console = createConsole(slices, sliceIndex)
