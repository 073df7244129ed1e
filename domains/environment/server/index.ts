import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { environment, kinds } from '../model/index.ts'

export const environmentServer: ServerSlice = { domain: environment, ...devicesOf(kinds) }
