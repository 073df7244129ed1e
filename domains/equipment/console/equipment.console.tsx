import { defineConsole } from '@lamplight/console-kit'
import { equipment } from '../domain.ts'

export const equipmentConsole = defineConsole({ domain: equipment, pages: [], resources: [] })
