import { defineConsole } from '@lamplight/console-kit'
import { charging } from '../domain.ts'

export const chargingConsole = defineConsole({ domain: charging, pages: [], resources: [] })
