import type { Task } from '@lamplight/server-kit'
import type { Hearing } from './hearing.port.ts'

/** The ledger hears what gateways report. */
export const hearTask: Task = {
  name: 'control.hear',
  role: 'ingest',
  start: async ({ port }) => port<Hearing>('control.hearing').open(),
}
