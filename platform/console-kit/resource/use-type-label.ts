import type { Text } from '@lamplight/kit'
import { useLateLabels } from '../router/late-labels.ts'
import { FIRST_ROW_TYPE } from './known.ts'

/** Returns the name of a device type; undefined until the labels are loaded, and for types without pages. */
export const useTypeLabel = (code: number): Text | undefined => useLateLabels().deviceTypes[Math.min(code, FIRST_ROW_TYPE)]
