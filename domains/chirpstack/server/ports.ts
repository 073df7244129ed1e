import { definePort } from '@lamplight/kit'
import type { ServerRow } from './servers.ts'

type Addresses = Pick<ServerRow, 'tenantId' | 'url' | 'apiUrl'>

/** The ChirpStack that this deployment runs itself for each tenant of its demo. */
export interface OwnServer {
  /** True if tenant and both addresses of the server are exactly those of the tenant's own ChirpStack. */
  readonly isOwn: (server: Addresses) => boolean
  /** Sets the ChirpStack of a tenant. The one set before is no longer the tenant's own. */
  readonly own: (server: Addresses) => void
}
export const ownServerPort = definePort<OwnServer>('chirpstack.own')
