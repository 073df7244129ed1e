import { definePort } from '@lamplight/kit'
import type { ServerRow } from './servers.ts'

/** Which servers this deployment runs itself. */
export interface OwnServers {
  readonly isOwn: (server: Pick<ServerRow, 'url' | 'tenantId'>) => boolean
  readonly own: (tenantId: string, url: string) => void
}
export const ownServersPort = definePort<OwnServers>('chirpstack.own')
