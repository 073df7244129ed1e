import { definePort } from '@lamplight/kit'
import type { Drivers } from './drivers.port.ts'
import type { Hearing } from './hearing.port.ts'
import type { Writer } from './writer.port.ts'

/** Services that only this slice calls. */
export const writerPort = definePort<Writer>('control.writer')
export const hearingPort = definePort<Hearing>('control.hearing')

/** The drivers of this process, for slices whose devices push what they say. */
export const driversPort = definePort<Drivers>('control.drivers')
