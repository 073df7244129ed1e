import { onServer } from '@lamplight/server-kit'
import { audit } from '../model/audit.resource.ts'
import { logApi, logClient, logError, logUsual } from '../model/log.resource.ts'

/** The logs are read-only: no call adds, changes or removes entries. Users limited to places see only entries about their own actions. */
export const logServers = [
  onServer(logUsual, { place: 'author' }),
  onServer(logApi, { place: 'author' }),
  onServer(logError, { place: 'author' }),
  onServer(logClient, { place: 'author' }),
  // A stored total would make all writers of the log wait for each other.
  onServer(audit, { place: 'author', uncounted: true }),
]
