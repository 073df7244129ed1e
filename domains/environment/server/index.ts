import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { environment, trash, trashType } from '../model/index.ts'

export const environmentServer: ServerSlice = { domain: environment, ...devicesOf([[trash, trashType]]) }
