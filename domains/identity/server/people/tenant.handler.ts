import { isId } from '@lamplight/fields/model'
import { exampleId } from '@lamplight/kit'
import { A, type Ctx, changed, changedEach, errors, idsIn, type Query, type Route, route, T, timeIn } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'

const Ids = T.String({ minLength: 1, maxLength: 4000 })

interface Bounds {
  id: string
  tenant_id: string
  account_number: number | null
  expire_time: Date | null
}
const boundsText = ({ account_number, expire_time }: Bounds): string => `${account_number ?? '∞'} / ${expire_time?.toISOString() ?? '∞'}`
const bound = async (ctx: Ctx, query: Query, ids: readonly string[], input: readonly [number | null, string | null]): Promise<void> => {
  const read = 'select id, tenant_id, account_number, expire_time from identity_tenant where id = any($1) and not is_deleted order by id'
  const before = await query<Bounds>(`${read} for update`, [ids])
  if (before.length !== new Set(ids).size) throw errors.notFound()
  if (input[1] !== null && before.some((row) => row.tenant_id === PLATFORM_TENANT)) throw identityErrors.platformEnds({}, 'expireTime')
  await query(
    'update identity_tenant set account_number = $2, expire_time = $3, update_user = $4, update_time = now() where id = any($1)',
    [ids, ...input, ctx.user.id],
  )
  const after = await query<Bounds>(read, [ids])
  const detail = changedEach(before.map((row, at) => [row.tenant_id, boundsText(row), boundsText(after[at] as Bounds)] as const))
  await ctx.audit({ what: 'identity.tenant.setting', target: ids.join(','), detail, count: ids.length }, query)
}

/** Sets the account limit and the expiry of tenants; empty or -1: unlimited. */
const setting = route({
  method: 'POST',
  path: '/api/blade-system/tenant/setting',
  summary: ['租户授权配置', 'Set account limit and expiry of tenants'],
  example: { query: { ids: exampleId('identity.tenant'), accountNumber: '500', expireTime: '' } },
  permission: 'tenant_edit',
  query: T.Object({
    ids: Ids,
    accountNumber: T.Optional(T.String({ pattern: '^(-1|\\d{0,7})$' })),
    expireTime: T.Optional(T.String({ maxLength: 19 })),
  }),
  returns: A.count,
  handler: async ({ ctx, query }) => {
    if (!ctx.user.administrator) throw identityErrors.administratorOnly()
    const accounts = ['', '-1'].includes(query.accountNumber ?? '') ? null : Number(query.accountNumber)
    const until = timeIn(query.expireTime, 'expireTime', ctx.zone)
    if (accounts !== null && accounts > 1_000_000) throw errors.badParameter({ field: 'accountNumber' }, 'accountNumber')
    const ids = idsIn(query.ids)
    await ctx.tx((run) => bound(ctx, run, ids, [accounts, until ?? null]))
    ctx.emit(IDENTITY_CHANGED, {})
    return { count: ids.length }
  },
})

/** Sets the name of a tenant's data source; an empty one removes it. */
const datasource = route({
  method: 'POST',
  path: '/api/blade-system/tenant/datasource',
  summary: ['租户数据源配置', 'Data source of a tenant'],
  example: { query: { tenantId: '100001', datasourceId: exampleId('system.datasource') } },
  permission: 'tenant_edit',
  query: T.Object({
    tenantId: T.String({ pattern: '^\\d{6}$' }),
    datasourceId: T.Optional(T.String({ pattern: '^(-1|\\d{0,19})$' })),
  }),
  returns: A.done,
  handler: async ({ ctx, query: { tenantId, datasourceId } }) => {
    if (!ctx.user.administrator) throw identityErrors.administratorOnly()
    const chosen = isId(datasourceId) ? datasourceId : null
    await ctx.tx(async (query) => {
      const [known] = await query('select 1 from system_datasources where id = $1 and not is_deleted', [chosen])
      if (chosen && !known) throw errors.badParameter({ field: 'datasourceId' }, 'datasourceId')
      const [was] = await query<{ id: string; datasourceId: string | null }>(
        'select id, datasource_id as "datasourceId" from identity_tenant where tenant_id = $1 and not is_deleted for update',
        [tenantId],
      )
      if (!was) throw errors.badParameter({ field: 'tenantId' }, 'tenantId')
      await query('update identity_tenant set datasource_id = $2, update_user = $3, update_time = now() where id = $1', [
        was.id,
        chosen,
        ctx.user.id,
      ])
      const detail = changed({ datasourceId: was.datasourceId }, { datasourceId: chosen })
      await ctx.audit({ what: 'identity.tenant.datasource', target: was.id, detail }, query)
    })
  },
})

/** Calls for tenants besides those of the resource, for consoles of the reference product (wire-contract.md 4.8). */
export const tenantRoutes: readonly Route[] = [setting, datasource]
