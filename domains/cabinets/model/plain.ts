import { loop } from './loop.resource.ts'
import { switchbox } from './switchbox.resource.ts'

/** Resources without code of their own. */
export const plain = [switchbox, loop] as const
