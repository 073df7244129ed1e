import { defineConsole } from '@lamplight/console-kit'
import { onDeviceConsole } from '@lamplight/control/console'
import { environment } from '../domain.ts'
import { trashType } from '../model/trash.device.ts'
import { trash } from '../model/trash.resource.ts'

export const environmentConsole = defineConsole({
  domain: environment,
  pages: [],
  resources: [onDeviceConsole(trash, trashType)],
})
