import { user } from '@lamplight/identity/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { exampleId } from '@lamplight/kit'
import { lamp } from '@lamplight/lighting/model'
import { A, changedEach, errors, fieldError, formatTime, idsIn, page, type Route, route, T, tableOf } from '@lamplight/server-kit'
import { salesErrors } from '../model/sales.errors.ts'
import { asker, MINE } from './chosen-tenant.ts'
import { schemas } from './through.ts'

const BASE = '/api/blade-sales'
/** Over `u`, a user: may this one have tenants? */
const SELLS = `not u.is_deleted and coalesce(u.status, 1) = 1 and exists (
  select from identity_role_menus m where m.role_id = any(u.role_id) and m.menu_code = 'salestenant_view')`

interface TenantRow {
  id: string
  tenantId: string
  tenantName: string
  domain: string
  linkman: string
  contactNumber: string
  accountNumber: number
  expireTime: Date | string | null
  createTime: Date | string
  salesId: string
  salesName: string
  users: number
  lamps: number
}

/** Tenants of the salesperson; for administrators of the platform all but the platform's own. */
const tenants = route({
  method: 'GET',
  path: `${BASE}/tenantPageForSales`,
  summary: ['销售租户', 'Tenants of the salesperson, with how many users and lamps each has'],
  permission: 'salestenant_view',
  query: T.Object({
    ...schemas.Paged,
    tenantId: T.Optional(T.String({ maxLength: 12 })),
    tenantName: T.Optional(T.String({ maxLength: 50 })),
    salesId: schemas.Id,
  }),
  returns: A.page(
    A.of({
      ...{ id: A.id, tenantId: A.text, tenantName: A.text, domain: A.text, linkman: A.text, contactNumber: A.text, accountNumber: A.int },
      ...{ expireTime: A.time, createTime: A.time, salesId: A.id, salesName: A.text, users: A.int, lamps: A.int },
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { current = 1, size = 10 } = query
    const params: unknown[] = [...asker(ctx)]
    const where = [MINE]
    const add = (value: unknown): string => `$${params.push(value)}`
    if (query.tenantId) where.push(`t.tenant_id = ${add(query.tenantId)}`)
    if (query.salesId) where.push(`t.sales_id = ${add(query.salesId)}`)
    if (query.tenantName) where.push(`lower(t.tenant_name) like (select lower(${add(`%${query.tenantName.replace(/[\\%_]/g, '\\$&')}%`)}))`)
    const kept = (resource: ResourceDefinition) =>
      `coalesce((select k.n from kit_counter k where k.tenant_id = t.tenant_id and k.resource = '${tableOf(resource)}' and k.project_id = -1 and k.area_id = -1), 0)::int`
    // What is told of them is read for the page alone; a search looks at each tenant once, for the page and its total.
    const found = await ctx.platform.system.query<TenantRow & Record<string, unknown>>(
      `with mine as ${query.tenantName ? '' : 'not'} materialized (select t.id from identity_tenants t where ${where.join(' and ')})
       select total.n as "total$", t.id::text, t.tenant_id as "tenantId", t.tenant_name as "tenantName", coalesce(t.domain, '') as domain,
         coalesce(t.linkman, '') as linkman, coalesce(t.contact_number, '') as "contactNumber", coalesce(t.account_number, -1) as "accountNumber",
         t.expire_time as "expireTime", t.create_time as "createTime", coalesce(t.sales_id::text, '') as "salesId",
         coalesce(s.real_name, s.account, '') as "salesName", ${kept(user)} as users, ${kept(lamp)} as lamps
       from (select count(*)::int as n from mine) total
         left join (select id from mine order by id desc limit ${add(size < 0 ? 10_000 : size)} offset ${add(size < 0 ? 0 : Math.max(0, current - 1) * size)}) k on true
         left join identity_tenants t on t.id = k.id left join identity_users s on s.id = t.sales_id
       order by t.id desc`,
      params,
    )
    // A page beyond the last has nothing but the total.
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

/** Who can take tenants over: salespeople of the asker's own tenant; for administrators of the platform of every tenant. */
const salespeople = route({
  method: 'GET',
  path: `${BASE}/user/select`,
  summary: ['销售人员', 'Salespeople who can take over tenants'],
  permission: 'salestenant_transfer',
  returns: A.list(A.of({ id: A.id, account: A.text, realName: A.text, tenantId: A.text })),
  handler: ({ ctx }) =>
    ctx.query(
      `select u.id::text, u.account, coalesce(u.real_name, u.account) as "realName", u.tenant_id as "tenantId" from identity_users u
       where ${SELLS} order by u.tenant_id, u.account limit 1000`,
    ),
})

const Person = T.Optional(T.Union([T.String({ pattern: '^\\d{0,19}$' }), T.Null()]))
/**
 * Hands tenants over from one salesperson to another: those named by `ids`, or all. Salespeople hand over their own; administrators of the platform
 * anybody's, and with `orignSalesId` empty those that nobody has.
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
    const given = { ...query, ...body }
    const from = given.orignSalesId || null
    const to = given.destSalesId
    if (!to) throw errors.missingParameter({ field: 'destSalesId' }, 'destSalesId')
    if (!ctx.user.administrator && from !== ctx.user.id) throw salesErrors.ownTenantsOnly({}, 'orignSalesId')
    if (from === to) throw salesErrors.samePerson({}, 'destSalesId')
    const some = Array.isArray(given.ids) ? given.ids.length > 0 : given.ids !== undefined && given.ids !== null && given.ids !== ''
    const ids = some ? idsIn(given.ids) : null
    // Seen by the asker: salespeople of other tenants are nobody's business but the platform's.
    const [taker] = await ctx.query<{ account: string }>(`select u.account from identity_users u where u.id = $1 and ${SELLS}`, [to])
    if (!taker) throw salesErrors.notASalesperson({}, 'destSalesId')
    return ctx.platform.system.tx(async (run) => {
      const [was] = await run<{ account: string }>('select account from identity_users where id = $1', [from])
      const moved = await run<{ tenant_id: string; name: string }>(
        `update identity_tenants t set sales_id = $3, update_user = $1, update_time = now()
         where ${MINE} and t.sales_id is not distinct from $4::bigint and ($5::bigint[] is null or t.id = any($5)) returning t.tenant_id, t.tenant_name as name`,
        [...asker(ctx), to, from, ids],
      )
      if (ids && moved.length !== ids.length)
        throw fieldError('ids', ['含有不属于转出人的租户', 'names a tenant that is not the first one’s'], ctx.lang)
      await ctx.audit(
        {
          what: 'sales.tenant.transfer',
          target: moved.map((row) => row.tenant_id).join(','),
          count: moved.length,
          detail: changedEach(moved.map(({ name }) => [name, was?.account ?? null, taker.account])),
        },
        run,
      )
      return { count: moved.length }
    })
  },
})

export const tenantRoutes: readonly Route[] = [tenants, salespeople, transfer]
