import type { ServerSlice } from '@lamplight/server-kit'
import { roadcabinets } from '../model/index.ts'

export const roadcabinetsServer: ServerSlice = { domain: roadcabinets }
