import { onServer } from '@lamplight/server-kit'
import { audit } from '../model/audit.resource.ts'
import { logApi, logClient, logError, logUsual } from '../model/log.resource.ts'

/** The logs are read only: no call adds, changes or removes an entry. Who is cut to places reads of their own deeds. */
export const logServers = [
  onServer(logUsual, { place: 'author' }),
  onServer(logApi, { place: 'author' }),
  onServer(logError, { place: 'author' }),
  onServer(logClient, { place: 'author' }),
  // Keeping its total would make all that write wait for each other.
  onServer(audit, { place: 'author', uncounted: true }),
]
