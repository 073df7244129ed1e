import { createLoopback, createOutbound, createVault, type Outbound, type Platform } from '@lamplight/server-kit'
import { signedHeaders } from '@lamplight/server-kit/signed-push'

/** What a secret of a platform is sealed for. */
export const secretUse = (tenantId: string, field: 'secret' | 'token'): string => `iot.oc:${tenantId}:${field}`

/** A platform of an operator with its opened secrets. */
export interface OpenPlatform {
  readonly id: string
  readonly tenantId: string
  readonly baseUrl: string
  readonly appId: string
  readonly secret: string
  readonly token: string
  readonly virtual: boolean
}
interface Row extends Omit<OpenPlatform, 'secret' | 'token'> {
  readonly secret: string | null
  readonly token: string | null
}
const READ = `select id::text as id, tenant_id as "tenantId", base_url as "baseUrl", app_id as "appId", secret, token, coalesce(virtual, false) as virtual
  from iot_oc where id = $1 and not is_deleted`

/** Reads a platform of any tenant; undefined if there is none, or none with a secret. */
export const openPlatform = async (platform: Platform, id: string): Promise<OpenPlatform | undefined> => {
  const [row] = await platform.system.query<Row & Record<string, unknown>>(READ, [id])
  if (!row?.secret) return undefined
  const { open } = createVault(platform)
  const secret = await open(row.secret, secretUse(row.tenantId, 'secret'))
  return { ...row, secret, token: row.token ? await open(row.token, secretUse(row.tenantId, 'token')) : '' }
}

/** Makes calls to platforms: to those of the virtual city on this machine only, to others by the rules for outbound requests. */
export const createPlatformClient = (
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  outbound: Outbound = createOutbound(config),
) => {
  const loopback = createLoopback()
  return {
    /** Posts a signed JSON body to `{baseUrl}/{path}`. Throws `OutboundError` if there is no answer. */
    post: (to: OpenPlatform, path: 'devices' | 'commands', payload: object, signal?: AbortSignal): Promise<Response> => {
      const body = JSON.stringify(payload)
      const headers = { ...signedHeaders(to, body, clock.now()), ...(to.token && { authorization: `Bearer ${to.token}` }) }
      const send = to.virtual ? loopback : outbound
      return send(`${to.baseUrl.replace(/\/+$/, '')}/${path}`, { method: 'POST', headers, body, ...(signal && { signal }) })
    },
  }
}
