import type { Task } from '@lamplight/server-kit'
import { hearingPort } from './ports.ts'

/** The ledger hears what gateways report. */
export const hearTask: Task = {
  name: 'control.hear',
  role: 'ingest',
  start: async ({ port }) => port(hearingPort).open(),
}
