import { devicesOf } from '@lamplight/devices/server'
import { type ServerSlice, withPlain } from '@lamplight/server-kit'
import { cabinets, kinds, plain } from '../model/index.ts'

export const cabinetsServer: ServerSlice = withPlain(plain, { domain: cabinets, ...devicesOf(kinds) })
