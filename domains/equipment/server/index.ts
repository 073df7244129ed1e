import type { ServerSlice } from '@lamplight/server-kit'
import { equipment } from '../model/index.ts'

export const equipmentServer: ServerSlice = { domain: equipment }
