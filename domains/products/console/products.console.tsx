import { defineConsole } from '@lamplight/console-kit'
import { products } from '../domain.ts'

export const productsConsole = defineConsole({ domain: products, pages: [], resources: [] })
