import type { ResourceDefinition } from '@lamplight/kit'
import { smsMessage } from './sms.resource.ts'

/** Entities that follow from their definitions alone: without hooks on the server, without parts of their own in the console. */
export const plain: readonly ResourceDefinition[] = [smsMessage]
