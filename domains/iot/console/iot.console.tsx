import { defineConsole } from '@lamplight/console-kit'
import { iot } from '../domain.ts'

export const iotConsole = defineConsole({ domain: iot, pages: [], resources: [] })
