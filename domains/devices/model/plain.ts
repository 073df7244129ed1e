import type { ResourceDefinition } from '@lamplight/kit'
import { supplier } from './supplier.resource.ts'

/** Resources that need nothing but their definition: no server hooks and no console parts. */
export const plain: readonly ResourceDefinition[] = [supplier]
