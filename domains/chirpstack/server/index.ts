import type { ServerSlice } from '@lamplight/server-kit'
import { chirpstack } from '../model/index.ts'

export const chirpstackServer: ServerSlice = { domain: chirpstack }
