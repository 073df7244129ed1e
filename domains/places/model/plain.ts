import type { ResourceDefinition } from '@lamplight/kit'
import { builder } from './builder.resource.ts'
import { unit } from './unit.resource.ts'

/** Entities that follow from their definitions alone: without hooks on the server, without parts of their own in the console. */
export const plain: readonly ResourceDefinition[] = [builder, unit]
