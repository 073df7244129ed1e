import { definePort } from '@lamplight/kit'
import type { Hearing } from './hearing.port.ts'

/** Only this slice listens to reports for the ledger. */
export const hearingPort = definePort<Hearing>('control.hearing')
