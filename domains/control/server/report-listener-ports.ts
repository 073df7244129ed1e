import { definePort } from '@lamplight/kit'
import type { ReportListener } from './report-listener.port.ts'

/** Only this slice listens to reports for the ledger. */
export const reportListenerPort = definePort<ReportListener>('control.reportListener')
