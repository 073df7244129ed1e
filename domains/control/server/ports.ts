import { definePort } from '@lamplight/kit'
import type { Drivers } from './drivers.port.ts'
import type { ReportListener } from './report-listener.port.ts'
import type { Writer } from './writer.port.ts'

/** Keys of services that only this slice uses. */
export const writerPort = definePort<Writer>('control.writer')
export const reportListenerPort = definePort<ReportListener>('control.reportListener')

/** The drivers of this process, for slices whose devices push messages over HTTP. */
export const driversPort = definePort<Drivers>('control.drivers')
