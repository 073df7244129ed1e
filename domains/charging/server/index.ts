import type { ServerSlice } from '@lamplight/server-kit'
import { charging } from '../model/index.ts'

export const chargingServer: ServerSlice = { domain: charging }
