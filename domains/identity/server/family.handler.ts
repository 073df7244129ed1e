import {
  type Ctx,
  changedEach,
  errors,
  idsIn,
  parseTime,
  type Query,
  type Registry,
  type Route,
  type RouteInput,
  route,
  T,
} from '@lamplight/server-kit'
import { identityErrors } from '../model/identity.errors.ts'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { IDENTITY_CHANGED } from './sessions.ts'

/** Calls that consoles of the family make beside those of the resources (wire-contract.md 4.5, 4.7, 4.8). */
const Ids = T.String({ minLength: 1, maxLength: 4000 })

interface Bounds {
  id: string
  tenant_id: string
  account_number: number | null
  expire_time: Date | null
}
const told = ({ account_number, expire_time }: Bounds): string => `${account_number ?? '∞'} / ${expire_time?.toISOString() ?? '∞'}`
const bound = async (ctx: Ctx, query: Query, ids: readonly string[], given: readonly [number | null, string | null]): Promise<void> => {
  const read = 'select id, tenant_id, account_number, expire_time from identity_tenant where id = any($1) and not is_deleted order by id'
  const before = await query<Bounds & Record<string, unknown>>(`${read} for update`, [ids])
  if (before.length !== new Set(ids).size) throw errors.notFound()
  if (given[1] !== null && before.some((row) => row.tenant_id === PLATFORM_TENANT)) throw identityErrors.platformEnds({}, 'expireTime')
  await query(
    'update identity_tenant set account_number = $2, expire_time = $3, update_user = $4, update_time = now() where id = any($1)',
    [ids, ...given, ctx.user.id],
  )
  const after = await query<Bounds & Record<string, unknown>>(read, [ids])
  const detail = changedEach(before.map((row, at) => [row.tenant_id, told(row), told(after[at] as Bounds)] as const))
  await ctx.audit({ what: 'identity.tenant.setting', target: ids.join(','), detail, count: ids.length }, query)
}

/** How many accounts tenants may have and until when; empty or -1: no bound. */
const setting = route({
  method: 'POST',
  path: '/api/blade-system/tenant/setting',
  summary: ['租户授权配置', 'Accounts at most and end of tenants'],
  permission: 'tenant_edit',
  query: T.Object({
    ids: Ids,
    accountNumber: T.Optional(T.String({ pattern: '^(-1|\\d{0,7})$' })),
    expireTime: T.Optional(T.String({ maxLength: 19 })),
  }),
  handler: async ({ ctx, query }) => {
    if (!ctx.user.administrator) throw identityErrors.administratorOnly()
    const accounts = ['', '-1'].includes(query.accountNumber ?? '') ? null : Number(query.accountNumber)
    const until = query.expireTime ? parseTime(query.expireTime, ctx.zone) : null
    if (accounts !== null && accounts > 1_000_000) throw errors.badParameter({ field: 'accountNumber' }, 'accountNumber')
    if (query.expireTime && !until) throw errors.badParameter({ field: 'expireTime' }, 'expireTime')
    const ids = idsIn(query.ids)
    await ctx.tx((run) => bound(ctx, run, ids, [accounts, until ?? null]))
    ctx.emit(IDENTITY_CHANGED, {})
    return { count: ids.length }
  },
})

const lazyTree = route({
  method: 'GET',
  path: '/api/blade-system/dept/lazy-tree',
  summary: ['部门懒加载树', 'Departments right below one, as nodes'],
  permission: 'dept_view',
  query: T.Object({
    parentId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
    tenantId: T.Optional(T.String({ pattern: '^\\d{0,6}$' })),
  }),
  handler: async ({ ctx, query }) =>
    ctx.query(
      `select t.id, coalesce(t.parent_id, 0)::text as "parentId", t.dept_name as title, t.id as key, t.id as value,
         exists (select 1 from identity_dept c where c.parent_id = t.id and not c.is_deleted) as "hasChildren"
       from identity_dept t where t.parent_id is not distinct from $1::bigint and not t.is_deleted and ($2 = '' or t.tenant_id = $2)
       order by t.sort, t.id`,
      [Number(query.parentId || 0) === 0 ? null : query.parentId, query.tenantId ?? ''],
    ),
})

/** The export under its older name, opened by the address alone. */
const exportUser = route({
  method: 'GET',
  path: '/api/blade-user/export-user',
  summary: ['用户导出', 'Users as a file, under its older name'],
  permission: 'user_export',
  answers: 'raw',
  query: T.Object({}, { additionalProperties: true }),
  handler: async (input) => {
    const { routes } = input.ctx.platform.port<Registry>('kit.registry')
    const own = routes.find(({ method, path }) => method === 'GET' && path === '/api/blade-user/export')
    if (!own) throw errors.notFound()
    return own.handler(input as RouteInput)
  },
})

export const familyRoutes: readonly Route[] = [setting, lazyTree, exportUser]
