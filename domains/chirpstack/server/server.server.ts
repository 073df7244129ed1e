import { createOutboundGuard, createVault, errors, fieldError, OutboundError, onServer, type Query } from '@lamplight/server-kit'
import { chirpstackErrors, chirpstackServer, SERVERS_CHANGED } from '../model/index.ts'

const SERVERS_AT_MOST = 10

type ServerKey = Readonly<Record<'tenantId' | 'code', string>>
/** Uses for which the secrets of a server are sealed. Tenant and code of a server never change. */
export const passwordUse = ({ tenantId, code }: ServerKey): string => `chirpstack:${tenantId}/${code}:password`
export const tokenUse = ({ tenantId, code }: ServerKey): string => `chirpstack:${tenantId}/${code}:token`

/** Certificates without white space: a form may change their line breaks. */
const pemOf = (text: unknown): string => String(text ?? '').replace(/\s+/g, '')

/** Throws if the tenant has as many servers as allowed. The lock makes two additions at the same time wait for each other. */
const refuseMore = async (query: Query, tenantId: string): Promise<void> => {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`chirpstack.server:${tenantId}`])
  const [found] = await query<{ n: number }>('select count(*)::int as n from chirpstack_server where tenant_id = $1 and not is_deleted', [
    tenantId,
  ])
  if (found && found.n >= SERVERS_AT_MOST) throw chirpstackErrors.tooManyServers({ n: SERVERS_AT_MOST })
}

/**
 * Encrypts password and API token before writing. An empty secret in a change keeps the stored one. If an address changes, the secret that is sent
 * there must be entered again: it was given for the former address only. If the CA certificate changes, the password must be entered again
 * too: another CA can vouch for another server at the same address.
 */
export const serverServer = onServer(chirpstackServer, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const guard = createOutboundGuard(ctx.platform.config)
    const check = (field: 'url' | 'apiUrl', address: unknown): void => {
      if (!address || address === old?.[field]) return
      try {
        // The guard knows http(s) only; the host is what it checks.
        guard.check(String(address).replace(/^mqtt/, 'http'))
      } catch (thrown) {
        if (thrown instanceof OutboundError) throw chirpstackErrors.addressRefused({}, field)
        throw thrown
      }
    }
    const { url, apiUrl, password, apiToken } = draft
    if (url && !URL.canParse(String(url))) throw fieldError('url', ['地址无效', 'is not a valid address'], ctx.lang)
    check('url', url)
    check('apiUrl', apiUrl)
    if (old) {
      if (draft.code && draft.code !== old.code) throw fieldError('code', ['保存后不能修改', 'cannot be changed'], ctx.lang)
      const [kept] = await query<{ password: boolean; token: boolean }>(
        `select coalesce(password, '') <> '' as password, coalesce(api_token, '') <> '' as token from chirpstack_server where id = $1 for update`,
        [old.id],
      )
      const isMoved = (field: 'url' | 'apiUrl'): boolean => Boolean(draft[field]) && draft[field] !== old[field]
      const again = ['地址已改变，请重新输入', 'must be entered again: the address has changed'] as const
      if (kept?.password && !password && isMoved('url')) throw fieldError('password', again, ctx.lang)
      if (kept?.password && !password && 'ca' in draft && pemOf(draft.ca) !== pemOf(old.ca))
        throw fieldError('password', ['CA证书已改变，请重新输入', 'must be entered again: the CA certificate has changed'], ctx.lang)
      if (kept?.token && !apiToken && isMoved('apiUrl')) throw fieldError('apiToken', again, ctx.lang)
    } else await refuseMore(query, ctx.tenantId)
    const { seal } = createVault(ctx.platform)
    const key = { tenantId: String(old?.tenantId ?? ctx.tenantId), code: String(old?.code ?? draft.code) }
    return {
      ...draft,
      ...(password ? { password: await seal(password, passwordUse(key)) } : {}),
      ...(apiToken ? { apiToken: await seal(apiToken, tokenUse(key)) } : {}),
    }
  },
  afterWrite: async ({ ctx }) => {
    void ctx.afterCommit(() => ctx.platform.bus.emit(SERVERS_CHANGED, {}))
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map(({ id }) => id)
    const [used] = await query<{ n: number }>(
      'select count(*)::int as n from chirpstack_node where server_id = any($1) and not is_deleted',
      [ids],
    )
    if (used && used.n > 0) throw chirpstackErrors.serverInUse({ n: used.n })
    const [group] = await query<{ name: string }>(
      'select name from chirpstack_multicast where server_id = any($1) and not is_deleted limit 1',
      [ids],
    )
    if (group) throw errors.inUse({ by: ctx.lang === 'zh' ? `组播组 ${group.name}` : `multicast group ${group.name}` })
    void ctx.afterCommit(() => ctx.platform.bus.emit(SERVERS_CHANGED, {}))
  },
})
