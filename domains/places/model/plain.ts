import type { ResourceDefinition } from '@lamplight/kit'
import { builder } from './builder.resource.ts'
import { unit } from './unit.resource.ts'

/** Resources for which the definition is enough: without hooks on the server and without parts of their own in the console. */
export const plain: readonly ResourceDefinition[] = [builder, unit]
