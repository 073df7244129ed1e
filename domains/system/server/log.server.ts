import { onServer } from '@lamplight/server-kit'
import { audit } from '../model/audit.resource.ts'
import { logApi, logClient, logError, logUsual } from '../model/log.resource.ts'

/** The logs are read only: no call adds, changes or removes an entry. */
export const logServers = [
  onServer(logUsual, {}),
  onServer(logApi, {}),
  onServer(logError, {}),
  onServer(logClient, {}),
  // Keeping its total would make all that write wait for each other.
  onServer(audit, { uncounted: true }),
]
