import { defineConsole } from '@lamplight/console-kit'
import { chirpstack } from '../domain.ts'

export const chirpstackConsole = defineConsole({ domain: chirpstack, pages: [], resources: [] })
