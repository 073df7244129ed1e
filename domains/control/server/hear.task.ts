import type { Task } from '@lamplight/server-kit'
import { hearingPort } from './hearing-ports.ts'

/** Applies reports of gateways to the ledger. */
export const hearTask: Task = {
  name: 'control.hear',
  role: 'ingest',
  start: async ({ port }) => port(hearingPort).open(),
}
