import { type Ctx, createVault, errors, fieldError, onServer } from '@lamplight/server-kit'
import { datasource } from '../model/datasource.resource.ts'
import { encryptionOf, isAddress, isWeaker, readAddress } from './source-address.ts'
import { PASSWORD_USE, readSource, tablesOf } from './sources.ts'

interface Tried {
  readonly version: string
  readonly database: string
  readonly tables: number
  readonly ms: number
}

const tryIt = async (ctx: Ctx, id: string): Promise<Tried> => {
  const began = performance.now()
  const seen = await readSource(ctx, id, async (query, schema) => {
    const [server] = await query<{ version: string; database: string }>(
      `select current_setting('server_version') as version, current_database() as database`,
    )
    return { version: server?.version ?? '', database: server?.database ?? '', tables: (await tablesOf(query, schema)).length }
  })
  return { ...seen, ms: Math.round(performance.now() - began) }
}

/**
 * Encrypts the password before writing. If the host changes or the encryption gets weaker, the password must be typed
 * again: it was given for the former connection only.
 */
export const datasourceServer = onServer(datasource, {
  beforeWrite: async ({ ctx, draft, old }) => {
    const address = readAddress(draft.url ?? old?.url ?? '')
    if (!isAddress(address)) throw fieldError('url', address, ctx.lang)
    const encrypted = encryptionOf(address, draft.encryption === undefined ? old?.encryption : draft.encryption)
    if (!encrypted) throw fieldError('encryption', ['与地址中的 sslmode 不一致', 'contradicts the sslmode of the address'], ctx.lang)
    const before = old && readAddress(old.url)
    if (before && isAddress(before) && !draft.password) {
      if (before.host !== address.host || before.port !== address.port)
        throw fieldError(
          'password',
          ['主机或端口已改变，请重新输入密码', 'must be entered again: the host or the port has changed'],
          ctx.lang,
        )
      if (isWeaker(encrypted, encryptionOf(before, old.encryption) ?? 'verified'))
        throw fieldError('password', ['加密已减弱，请重新输入密码', 'must be entered again: the encryption has become weaker'], ctx.lang)
    }
    const { password } = draft
    return password ? { ...draft, password: await createVault(ctx.platform).seal(password, PASSWORD_USE) } : draft
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query('select 1 from system_code where datasource_id = any($1) and not is_deleted limit 1', [
      rows.map(({ id }) => id),
    ])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? '代码生成' : 'generated code' })
  },
  actions: {
    test: async ({ ctx, ids }) => {
      const [id = ''] = ids
      const tried = await tryIt(ctx, id)
      await ctx.audit({ what: 'system.datasource.test', target: id })
      return tried
    },
  },
})
