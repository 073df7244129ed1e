import type { ResourceDefinition } from '@lamplight/kit'
import { smsMessage } from './sms.resource.ts'

/** Resources for which the definition is enough: without hooks on the server and without parts of their own in the console. */
export const plain: readonly ResourceDefinition[] = [smsMessage]
