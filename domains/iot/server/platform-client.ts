import { isId } from '@lamplight/fields/model'
import { createLoopback, createOutbound, createVault, type Outbound, type Platform } from '@lamplight/server-kit'
import { signedHeaders } from '@lamplight/server-kit/signed-push'

/** The use for which a secret of a platform is encrypted. */
export const secretUse = (tenantId: string, field: 'secret' | 'token'): string => `iot.oc:${tenantId}:${field}`

/** A platform of an operator with its decrypted secrets. */
export interface OpenPlatform {
  readonly id: string
  readonly tenantId: string
  readonly baseUrl: string
  readonly appId: string
  readonly secret: string
  readonly token: string
  /** True if the virtual city simulates the platform. Always false in production, where the column `virtual` is ignored. */
  readonly virtual: boolean
}
interface Row extends Omit<OpenPlatform, 'secret' | 'token'> {
  readonly secret: string | null
  readonly token: string | null
}
const READ = `select id::text as id, tenant_id as "tenantId", base_url as "baseUrl", app_id as "appId", secret, token, coalesce(virtual, false) as virtual
  from iot_oc where id = $1 and not is_deleted`

const decrypted = async (platform: Platform, row: Row | undefined): Promise<OpenPlatform | undefined> => {
  if (!row?.secret) return undefined
  const { open } = createVault(platform)
  const secret = await open(row.secret, secretUse(row.tenantId, 'secret'))
  const token = row.token ? await open(row.token, secretUse(row.tenantId, 'token')) : ''
  return { ...row, secret, token, virtual: row.virtual && platform.config.demo }
}

/** Resolves with a platform of a tenant, or undefined if the tenant has no such platform or it has no secret. Rejects if a secret cannot be decrypted. */
export const openPlatform = async (platform: Platform, tenantId: string, id: string): Promise<OpenPlatform | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await platform.system.query<Row>(`${READ} and tenant_id = $2`, [id, tenantId])
  return decrypted(platform, row)
}

/** As `openPlatform`, for the id in the path of a push. A push has no tenant until its signature proves the platform. */
export const openPushing = async (platform: Platform, id: string): Promise<OpenPlatform | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await platform.system.query<Row>(READ, [id])
  return decrypted(platform, row)
}

/** HTTP client for platforms. It reaches virtual platforms at loopback addresses only, and others by the rules of `createOutbound`. */
export const createPlatformClient = (
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  outbound: Outbound = createOutbound(config),
) => {
  const loopback = createLoopback()
  return {
    /** Posts a signed JSON body to `{baseUrl}/{path}`. Rejects with `OutboundError` if there is no answer. */
    post: (
      to: OpenPlatform,
      path: 'devices' | 'commands',
      payload: object,
      limits: { readonly signal: AbortSignal; readonly timeoutMs?: number },
    ) => {
      const body = JSON.stringify(payload)
      const headers = { ...signedHeaders(to, body, clock.now()), ...(to.token && { authorization: `Bearer ${to.token}` }) }
      const send = to.virtual ? loopback : outbound
      return send(`${to.baseUrl.replace(/\/+$/, '')}/${path}`, { ...limits, method: 'POST', headers, body })
    },
  }
}
