import { defineConsole } from '@lamplight/console-kit'
import { deviceConsoles } from '@lamplight/control/console'
import { environment } from '../domain.ts'
import { kinds } from '../model/kinds.ts'

export const environmentConsole = defineConsole({ domain: environment, pages: [], resources: deviceConsoles(kinds) })
