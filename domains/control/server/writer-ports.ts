import { definePort } from '@lamplight/kit'
import type { Writer } from './writer.port.ts'

/** Only this slice writes the ledger. */
export const writerPort = definePort<Writer>('control.writer')
