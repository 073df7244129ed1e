import { createConsole } from '@lamplight/console-kit'
import { slices } from './slices.ts'

export const Console = createConsole(slices)
