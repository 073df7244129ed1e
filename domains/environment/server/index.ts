import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { environment, environmentMenu, trash, trashType } from '../model/index.ts'

const bins = devicesOf([[trash, trashType]])

export const environmentServer: ServerSlice = { domain: environment, menu: environmentMenu, ...bins, resources: [...bins.resources] }
