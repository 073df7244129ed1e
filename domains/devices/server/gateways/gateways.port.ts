import type { Platform } from '@lamplight/server-kit'
import { devicesErrors } from '../../model/index.ts'
import type { Gateways } from '../../model/ports.ts'
import { knownPort } from '../ports.ts'
import { issueSecrets } from './credentials.ts'

/** Port through which other slices use gateways. */
export const createGateways = (platform: Platform): Gateways => {
  const known = platform.port(knownPort)
  return {
    forget: known.forget,
    issueSecret: async (gatewaySn, { virtual = false } = {}) => {
      const [gateway] = await platform.system.query<{ id: string }>(
        'select id from devices_gateway where sn = $1 and holds_sn and not is_deleted',
        [gatewaySn],
      )
      if (!gateway) throw devicesErrors.deviceMissing()
      const [secret = ''] = await issueSecrets(platform.system.query, [gateway.id], virtual)
      platform.mqtt.disconnect(gatewaySn)
      return secret
    },
    counts: () => ({ ...known.counts }),
  }
}
