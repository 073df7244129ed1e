import { createOutboundGuard, createVault, errors, fieldError, OutboundError, onServer } from '@lamplight/server-kit'
import { chirpstackErrors, chirpstackServer, SERVERS_CHANGED } from '../model/index.ts'

/** What the secrets of a server are sealed for. */
export const passwordUse = (id: string): string => `chirpstack:${id}:password`
export const tokenUse = (id: string): string => `chirpstack:${id}:token`

/** Encrypts password and API token after the row has its id. An empty secret in a change keeps the old one. */
export const serverServer = onServer(chirpstackServer, {
  beforeWrite: ({ ctx, draft, old }) => {
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
    const { url } = draft
    if (url && !URL.canParse(String(url))) throw fieldError('url', ['地址无效', 'is not a valid address'], ctx.lang)
    check('url', url)
    check('apiUrl', draft.apiUrl)
    return draft
  },
  afterWrite: async ({ ctx, query, row }) => {
    const [kept] = await query<{ password: string | null; token: string | null }>(
      'select password, api_token as token from chirpstack_server where id = $1',
      [row.id],
    )
    const vault = createVault(ctx.platform)
    const sealed = async (secret: string | null | undefined, use: string): Promise<string | null> =>
      !secret || secret.startsWith('v1.') ? (secret ?? null) : vault.seal(secret, use)
    await query('update chirpstack_server set password = $2, api_token = $3 where id = $1', [
      row.id,
      await sealed(kept?.password, passwordUse(row.id)),
      await sealed(kept?.token, tokenUse(row.id)),
    ])
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
