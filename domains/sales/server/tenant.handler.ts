import { user } from '@lamplight/identity/model'
import { giveTenants } from '@lamplight/identity/stored'
import type { ResourceDefinition } from '@lamplight/kit'
import { exampleId } from '@lamplight/kit'
import { lamp } from '@lamplight/lighting/model'
import {
  A,
  type AnswerOf,
  changedEach,
  errors,
  fieldError,
  formatTime,
  idsIn,
  page,
  pageWindow,
  type Route,
  route,
  T,
  tableOf,
} from '@lamplight/server-kit'
import { salesErrors } from '../model/sales.errors.ts'
import { MINE, salesUser } from './chosen-tenant.ts'
import { schemas } from './through.ts'

const BASE = '/api/blade-sales'
/** Condition over a user `u`: active, and allowed to have tenants. */
const SELLS = `not u.is_deleted and coalesce(u.status, 1) = 1 and exists (
  select from identity_role_menus m where m.role_id = any(u.role_id) and m.menu_code = 'salestenant_view')`

const TenantReturns = A.of({
  id: A.id,
  tenantId: A.text,
  tenantName: A.text,
  domain: A.text,
  linkman: A.text,
  contactNumber: A.text,
  accountNumber: A.int,
  expireTime: A.time,
  createTime: A.time,
  salesId: A.id,
  salesName: A.text,
  users: A.int,
  lamps: A.int,
})
type TenantRow = Omit<AnswerOf<typeof TenantReturns>, 'expireTime' | 'createTime'> & {
  readonly expireTime: Date | null
  readonly createTime: Date
}

/** Sortable columns of the list, by the wire name of the field. */
const SORTED = new Map([
  ['tenantName', 't.tenant_name'],
  ['linkman', 't.linkman'],
  ['contactNumber', 't.contact_number'],
  ['expireTime', 't.expire_time'],
  ['createTime', 't.create_time'],
])
const orderIn = ({ ascs, descs }: { readonly ascs?: string; readonly descs?: string }): { by: string; direction: 'asc' | 'desc' } => {
  const up = SORTED.get(ascs ?? '')
  return up ? { by: up, direction: 'asc' } : { by: SORTED.get(descs ?? '') ?? 't.id', direction: 'desc' }
}

/** The tenants of the salesperson; for platform administrators all except the platform's own. */
export const salesTenants = route({
  method: 'GET',
  path: `${BASE}/tenantPageForSales`,
  summary: ['销售租户', 'Tenants of the salesperson, with how many users and lamps each has'],
  permission: 'salestenant_view',
  query: T.Object({
    ...schemas.Paged,
    ascs: schemas.Text,
    descs: schemas.Text,
    tenantId: T.Optional(T.String({ maxLength: 12 })),
    tenantName: T.Optional(T.String({ maxLength: 50 })),
    salesId: schemas.Id,
  }),
  returns: A.page(TenantReturns),
  handler: async ({ ctx, query }) => {
    const { current = 1, size = 10 } = query
    const { limit, offset } = pageWindow({ current, size })
    const order = orderIn(query)
    const params: unknown[] = [...salesUser(ctx)]
    const where = [MINE]
    const add = (value: unknown): string => `$${params.push(value)}`
    if (query.tenantId) where.push(`t.tenant_id = ${add(query.tenantId)}`)
    if (query.salesId) where.push(`t.sales_id = ${add(query.salesId)}`)
    if (query.tenantName) where.push(`lower(t.tenant_name) like (select lower(${add(`%${query.tenantName.replace(/[\\%_]/g, '\\$&')}%`)}))`)
    const kept = (resource: ResourceDefinition) =>
      `coalesce((select k.n from kit_counter k where k.tenant_id = t.tenant_id and k.resource = '${tableOf(resource)}' and k.project_id = -1 and k.area_id = -1), 0)::int`
    // Counts and names are read only for the rows of the page. A search reads each tenant once, for the page and the total.
    const found = await ctx.platform.system.query<TenantRow & { total$: number }>(
      `with mine as ${query.tenantName ? '' : 'not'} materialized (select t.id, ${order.by} as at from identity_tenants t where ${where.join(' and ')})
       select total.n as "total$", t.id::text, t.tenant_id as "tenantId", t.tenant_name as "tenantName", coalesce(t.domain, '') as domain,
         coalesce(t.linkman, '') as linkman, coalesce(t.contact_number, '') as "contactNumber", coalesce(t.account_number, -1) as "accountNumber",
         t.expire_time as "expireTime", t.create_time as "createTime", coalesce(t.sales_id::text, '') as "salesId",
         coalesce(s.real_name, s.account, '') as "salesName", ${kept(user)} as users, ${kept(lamp)} as lamps
       from (select count(*)::int as n from mine) total
         left join (select id from mine order by at ${order.direction} nulls last, id desc limit ${add(limit)} offset ${add(offset)}) k on true
         left join identity_tenants t on t.id = k.id left join identity_users s on s.id = t.sales_id
       order by ${order.by} ${order.direction} nulls last, t.id desc`,
      params,
    )
    // A page beyond the last consists of one row with the total only.
    const rows = found.filter(({ id }) => id !== null)
    const time = (at: Date | string | null) => (at ? formatTime(new Date(at), ctx.zone) : '')
    return page(
      rows.map(({ total$: _, ...row }) => ({ ...row, expireTime: time(row.expireTime), createTime: time(row.createTime) })),
      Number(found[0]?.total$ ?? 0),
      current,
      size,
    )
  },
})

/** Users to whom the caller can transfer tenants: other salespeople of the caller's tenant; for platform administrators those of every tenant. */
const salespeople = route({
  method: 'GET',
  path: `${BASE}/user/select`,
  summary: ['销售人员', 'Salespeople who can take over tenants'],
  permission: 'salestenant_transfer',
  query: T.Object({ realName_like: T.Optional(T.String({ maxLength: 50 })) }),
  returns: A.list(A.of({ id: A.id, account: A.text, realName: A.text, tenantId: A.text })),
  handler: ({ ctx, query }) =>
    ctx.query(
      `select u.id::text, u.account, coalesce(u.real_name, u.account) as "realName", u.tenant_id as "tenantId" from identity_users u
       where ${SELLS} and strpos(lower(coalesce(u.real_name, '') || ' ' || u.account), lower($1)) > 0 and u.id <> $2
       order by u.tenant_id, u.account limit 1000`,
      [query.realName_like ?? '', ctx.user.id],
    ),
})

const Person = T.Optional(T.Union([T.String({ pattern: '^\\d{0,19}$' }), T.Null()]))
/**
 * Moves tenants from one salesperson to another: those in `ids`, or all of the first one. Salespeople move their own tenants. Platform
 * administrators move any tenant: an empty `orignSalesId` means tenants without a salesperson, a missing one means all in `ids`.
 */
const transfer = route({
  method: 'POST',
  path: `${BASE}/tenant/batchUpdateSales`,
  summary: ['转移租户', 'Transfer tenants to another salesperson'],
  example: { body: { orignSalesId: '', destSalesId: exampleId('identity.user'), ids: [exampleId('identity.tenant')] } },
  permission: 'salestenant_transfer',
  query: T.Object({ orignSalesId: Person, destSalesId: Person, ids: schemas.Ids }),
  body: T.Optional(T.Union([T.Object({ orignSalesId: Person, destSalesId: Person, ids: schemas.Ids }), T.Null()])),
  returns: A.count,
  handler: async ({ ctx, query, body }) => {
    const input = { ...query, ...body }
    const to = input.destSalesId
    if (!to) throw errors.missingParameter({ field: 'destSalesId' }, 'destSalesId')
    const some = Array.isArray(input.ids) ? input.ids.length > 0 : input.ids !== undefined && input.ids !== null && input.ids !== ''
    const ids = some ? idsIn(input.ids) : null
    const isNamed = input.orignSalesId !== undefined
    const from = input.orignSalesId || (isNamed || ctx.user.administrator ? null : ctx.user.id)
    const fromAnybody = ctx.user.administrator && !isNamed && ids !== null
    if (!ctx.user.administrator && from !== ctx.user.id) throw salesErrors.ownTenantsOnly({}, 'orignSalesId')
    if (from === to) throw salesErrors.samePerson({}, 'destSalesId')
    // Runs with the user's own permissions: a salesperson sees only salespeople of the same tenant.
    const [taker] = await ctx.query<{ account: string }>(`select u.account from identity_users u where u.id = $1 and ${SELLS}`, [to])
    if (!taker) throw salesErrors.notASalesperson({}, 'destSalesId')
    return ctx.platform.system.tx(async (run) => {
      const moved = await run<{ id: string; tenant_id: string; name: string; was: string | null }>(
        `select t.id::text as id, t.tenant_id, t.tenant_name as name, s.account as was
         from identity_tenants t left join identity_users s on s.id = t.sales_id
         where ${MINE} and ($5 or t.sales_id is not distinct from $3::bigint) and ($4::bigint[] is null or t.id = any($4)) for update of t`,
        [...salesUser(ctx), from, ids, fromAnybody],
      )
      if (ids && moved.length !== ids.length)
        throw fieldError('ids', ['含有不属于转出人的租户', 'contains tenants of another salesperson'], ctx.lang)
      await giveTenants(
        run,
        moved.map(({ id }) => id),
        { salesId: to, by: ctx.user.id },
      )
      await ctx.audit(
        {
          what: 'sales.tenant.transfer',
          target: moved.map((row) => row.tenant_id).join(','),
          count: moved.length,
          detail: changedEach(moved.map(({ name, was }) => [name, was, taker.account])),
        },
        run,
      )
      return { count: moved.length }
    })
  },
})

/** The same list at the address of the generated page. */
const tenantPage: Route = { ...salesTenants, path: `${BASE}/tenant/page` }

export const tenantRoutes: readonly Route[] = [salesTenants, tenantPage, salespeople, transfer]
