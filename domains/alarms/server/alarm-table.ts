import { tableOf } from '@lamplight/server-kit'
import { alarm } from '../model/alarm.resource.ts'

export const table = tableOf(alarm)
