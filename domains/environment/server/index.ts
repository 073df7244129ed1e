import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { environment, environmentMenu, trash, trashType } from '../model/index.ts'

export const environmentServer: ServerSlice = { domain: environment, menu: environmentMenu, ...devicesOf([[trash, trashType]]) }
