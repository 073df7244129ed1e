import type { DeviceDriver, DriverHost, DriverLink } from '@lamplight/server-kit'
import { OPERATOR_DRIVER } from '../model/index.ts'
import { createPlatformClient, openPlatform } from './platform-client.ts'

const REFUSED_FROM = 400
const REFUSED_BELOW = 500
/** Longest wait for the answer to one command, ms. */
const ANSWER_MS = 10_000

/**
 * Posts a command once per device. Status 2xx is reported as taken, 4xx as refused. For other statuses nothing is reported, and the ledger sends the command to this
 * device again. The loop ends at the first network error, because each further device would wait for the same time-out, and at `expiresAt`.
 */
const link = ({ platform, outbound }: DriverHost): DriverLink => {
  const client = createPlatformClient(platform, outbound)
  return {
    send: async ({ id, cmd, args, expiresAt, sns, tenantId, address }, { taken, failed, signal }) => {
      const to = await openPlatform(platform, tenantId, address)
      if (!to) return failed(sns, 'refused')
      for (const imei of sns) {
        const left = expiresAt - platform.clock.now()
        if (signal.aborted || left <= 0) return
        const limits = { signal, timeoutMs: Math.min(ANSWER_MS, left) }
        const answer = await client.post(to, 'commands', { id, imei, cmd, args, expiresAt }, limits).catch(() => undefined)
        if (!answer) return
        if (answer.ok) taken([imei])
        else if (answer.status >= REFUSED_FROM && answer.status < REFUSED_BELOW) failed([imei], 'refused')
      }
    },
    stop: async () => undefined,
  }
}

/**
 * Devices behind the platform of an operator. The access address of a device is the id of a row of `iot.oc` of the same tenant. The driver posts commands to the
 * platform; `push.handler.ts` receives answers and reports. The platform repeats a push until it gets status 200, so the driver queries nothing after a start.
 */
export const operatorDriver: DeviceDriver = {
  name: OPERATOR_DRIVER,
  proves: 'verified',
  dedupes: false,
  atOnce: 16,
  hasAddress: async (query, { tenantId, address }) => {
    const found = await query('select 1 from iot_oc where tenant_id = $1 and id::text = $2 and not is_deleted', [tenantId, address])
    return found.length > 0
  },
  start: async (host) => link(host),
}
