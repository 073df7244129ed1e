import type { DeviceDriver, DriverHost, DriverLink, DriverOrder } from '@lamplight/server-kit'
import { OPERATOR_DRIVER } from '../model/index.ts'
import { createPlatformClient, openPlatform } from './platform-client.ts'

const REFUSED_FROM = 400
const REFUSED_BELOW = 500

/** Sends a command to one device. True: the platform took it, false: it refused it, undefined: it did not answer, and the command is sent again. */
const sendOne = async (
  { client, host }: { readonly client: ReturnType<typeof createPlatformClient>; readonly host: DriverHost },
  { id, cmd, args, expiresAt, address }: DriverOrder,
  imei: string,
  signal: AbortSignal,
): Promise<boolean | undefined> => {
  const to = await openPlatform(host.platform, address)
  if (!to) return false
  try {
    const { status, ok } = await client.post(to, 'commands', { id, imei, cmd, args, expiresAt }, signal)
    return ok ? true : status >= REFUSED_FROM && status < REFUSED_BELOW ? false : undefined
  } catch {
    return undefined
  }
}

const link = (host: DriverHost): DriverLink => {
  const parts = { host, client: createPlatformClient(host.platform, host.outbound) }
  return {
    send: async (order, { taken, failed, signal }) => {
      for (const imei of order.sns) {
        if (signal.aborted) return
        const isTaken = await sendOne(parts, order, imei, signal)
        if (isTaken) taken([imei])
        else if (isTaken === false) failed([imei], 'refused')
      }
    },
    stop: async () => undefined,
  }
}

/**
 * Devices behind the platform of an operator. Commands are posted to the platform; answers and reports arrive by signed push (`push.handler.ts`), which the
 * platform repeats until it gets status 200, so nothing is queried after a start.
 */
export const operatorDriver: DeviceDriver = {
  name: OPERATOR_DRIVER,
  proves: 'verified',
  dedupes: false,
  atOnce: 16,
  start: async (host) => link(host),
}
