import { defineConsole } from '@lamplight/console-kit'
import { roadcabinets } from '../domain.ts'

export const roadcabinetsConsole = defineConsole({ domain: roadcabinets, pages: [], resources: [] })
