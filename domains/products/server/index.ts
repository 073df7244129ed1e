import type { ServerSlice } from '@lamplight/server-kit'
import { products } from '../model/index.ts'

export const productsServer: ServerSlice = { domain: products }
