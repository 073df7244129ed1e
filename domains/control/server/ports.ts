import { definePort } from '@lamplight/kit'
import type { Writer } from './writer.port.ts'

/** A service that only this slice calls. */
export const writerPort = definePort<Writer>('control.writer')
