import type { ServerSlice } from '@lamplight/server-kit'
import { iot } from '../model/index.ts'

export const iotServer: ServerSlice = { domain: iot }
