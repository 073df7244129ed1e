import { type Change, type Ctx, changedEach, createVault, errors, onServer, type Query, wordOf } from '@lamplight/server-kit'
import { attach } from '../../model/attach.resource.ts'
import { ONE_OF, oss } from '../../model/oss.resource.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { filesPort } from '../ports.ts'
import { secretUse } from './file-space.ts'
import { reasonOf } from './files.port.ts'

const CODES = { system_oss: 'oss_code', system_sms: 'sms_code' } as const
/** Activates the configuration `id` of `table` and deactivates the others of its tenant (rule.oss.one); returns the change. */
export const enableOne = async (query: Query, table: 'system_oss' | 'system_sms', id: string, userId: string): Promise<Change> => {
  const [row] = await query<{ tenant_id: string }>(`select tenant_id from ${table} where id = $1 and not is_deleted`, [id])
  if (!row) throw errors.notFound()
  const all = await query<{ id: string; code: string; status: number | null }>(
    `select id, ${CODES[table]} as code, status from ${table} where tenant_id = $1 and not is_deleted order by id for update`,
    [row.tenant_id],
  )
  await query(`update ${table} set status = $2 where tenant_id = $1 and status = $3 and not is_deleted`, [
    row.tenant_id,
    ONE_OF.off,
    ONE_OF.on,
  ])
  await query(`update ${table} set status = $2, update_user = $3, update_time = now() where id = $1`, [id, ONE_OF.on, userId])
  return changedEach(all.map((one) => [one.code, one.status, one.id === id ? ONE_OF.on : ONE_OF.off]))
}

export const enableOss = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  await ctx.tx(async (query) => {
    const detail = await enableOne(query, 'system_oss', id, ctx.user.id)
    await ctx.audit({ what: 'system.oss.enable', target: id, detail }, query)
  })
  return { id }
}

export const ossServer = onServer(oss, {
  joined: { sql: '', fields: { categoryName: wordOf('oss', 't.category'), statusName: wordOf('yes_no', 't.status') } },
  beforeWrite: ({ draft, old }) => ({ ...draft, status: old?.status ?? ONE_OF.off }),
  afterWrite: async ({ ctx, query, row }) => {
    const [kept] = await query<{ secret: string | null }>('select secret_key as secret from system_oss where id = $1', [row.id])
    if (!kept?.secret || kept.secret.startsWith('v1.')) return
    const sealed = await createVault(ctx.platform).seal(kept.secret, secretUse(row.id))
    await query('update system_oss set secret_key = $2 where id = $1', [row.id, sealed])
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query(
      `select 1 from system_attach where store_id = any($1) and not is_deleted union all select 1 from kit_file where store_id = any($1) limit 1`,
      [rows.map(({ id }) => id)],
    )
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? '附件' : 'attachments' })
  },
  actions: {
    enable: ({ ctx, ids }) => enableOss(ctx, ids[0] ?? ''),
    test: async ({ ctx, ids }) => {
      const [id = ''] = ids
      const began = performance.now()
      try {
        await ctx.platform.port(filesPort).probe(id)
      } catch (thrown) {
        throw systemErrors.ossFailed({ why: reasonOf(thrown) })
      }
      return { ms: Math.round(performance.now() - began) }
    },
  },
})

/** The bytes are deleted after the row has been removed. */
export const attachServer = onServer(attach, {
  beforeRemove: async ({ ctx, rows }) => {
    const ids = rows.map(({ id }) => id)
    void ctx.afterCommit(() => ctx.platform.port(filesPort).remove(ids))
  },
})
