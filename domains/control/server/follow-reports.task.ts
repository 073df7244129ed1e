import type { Task } from '@lamplight/server-kit'
import { reportListenerPort } from './report-listener-ports.ts'

/** Applies reports of gateways to the ledger. */
export const followReportsTask: Task = {
  name: 'control.followReports',
  role: 'ingest',
  start: async ({ port }) => port(reportListenerPort).open(),
}
