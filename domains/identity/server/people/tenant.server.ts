import { randomInt } from 'node:crypto'
import { pick } from '@lamplight/kit'
import { type Ctx, errors, isZone, onServer, type Query, registryPort, tableOf } from '@lamplight/server-kit'
import { menusPort } from '@lamplight/system/model'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { MATRIX } from '../../model/matrix.ts'
import { TENANT_ADMIN } from '../../model/role.resource.ts'
import { HEAD, PLATFORM_TENANT, tenant } from '../../model/tenant.resource.ts'
import { user } from '../../model/user.resource.ts'
import { verifierOf } from '../sign-in/passwords.ts'
import { declaredRights, grantDefaults } from './rights.ts'
import { initialPassword } from './users.ts'

const REMOVES: ReadonlySet<string> = new Set(['remove', 'delete'])
const LOCK = 7_263_613
/** Returns the origin of an address, by which the sign-in page finds its tenant (wire-contract.md 3.4); undefined if it is not an address. */
export const originOf = (address: string): string | undefined => {
  try {
    const { origin } = new URL(address)
    return origin === 'null' ? undefined : origin
  } catch {
    return undefined
  }
}

const freeNumber = async (query: Query): Promise<string> => {
  for (;;) {
    const number = String(randomInt(100_000, 1_000_000))
    const [taken] = await query('select 1 from identity_tenant where tenant_id = $1 limit 1', [number])
    if (!taken) return number
  }
}

/** Adds the administrator of a new tenant: a role with the rights of decisions.md B5 and an account `admin` (wire-contract.md 4.8). */
const addTenantAdministrator = async (ctx: Ctx, query: Query, tenantId: string, tenantName: string): Promise<void> => {
  const { newId, config } = ctx.platform
  const [roleId, userId, deptId, postId] = [newId(), newId(), newId(), newId()]
  await query(
    `insert into identity_dept (id, tenant_id, dept_name, full_name, dept_category, ancestors, sort, create_user) values ($1, $2, $3, $3, '1', '0', 1, $4)`,
    [deptId, tenantId, tenantName, ctx.user.id],
  )
  await query(
    `insert into identity_post (id, tenant_id, post_name, post_code, category, sort, create_user) values ($1, $2, $3, 'ceo', '1', 1, $4)`,
    [postId, tenantId, HEAD[0], ctx.user.id],
  )
  await query(`insert into identity_role (id, tenant_id, role_name, role_alias, sort, create_user) values ($1, $2, $3, $4, 1, $5)`, [
    roleId,
    tenantId,
    MATRIX[TENANT_ADMIN].name[0],
    TENANT_ADMIN,
    ctx.user.id,
  ])
  await grantDefaults(query, { id: roleId, tenantId, alias: TENANT_ADMIN }, declaredRights(ctx.platform.port(menusPort)))
  const password = config.demo ? TENANT_ADMIN : await initialPassword(ctx.platform)
  await query(
    `insert into identity_user (id, tenant_id, account, password, real_name, name, role_id, dept_id, post_id, status, user_type, create_user)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, 1, '1', $9)`,
    [
      userId,
      tenantId,
      TENANT_ADMIN,
      await verifierOf(ctx.platform, password),
      MATRIX[TENANT_ADMIN].name[0],
      [roleId],
      [deptId],
      [postId],
      ctx.user.id,
    ],
  )
}

/** Names what tenants own: users besides the first administrator, and rows of every other kind that tenants create. */
const usesOf = async (ctx: Ctx, query: Query, tenantIds: readonly string[]): Promise<string[]> => {
  const own = [...ctx.platform.port(registryPort).resources.values()].filter(
    ({ resource }) => resource.scope !== 'global' && resource.scope !== 'platform',
  )
  const counted = [
    ...own.map(({ resource }) => ({ label: resource.label, table: tableOf(resource), more: '' })),
    { label: user.label, table: tableOf(user), more: ` and t.account <> '${TENANT_ADMIN}'` },
  ]
  const [row = {}] = await query(
    `select ${counted
      .map(
        ({ table, more }, at) => `(select count(*)::int from ${table} t where t.tenant_id = any($1) and not t.is_deleted${more}) as n${at}`,
      )
      .join(', ')}`,
    [tenantIds],
  )
  return counted.flatMap(({ label }, at) => (Number(row[`n${at}`]) > 0 ? [`${pick(label, ctx.lang)} ${row[`n${at}`]}`] : []))
}

/** Removes rows of removed tenants that platform administrators would still see in lists: users, roles, departments, positions and the like. */
const removeFurniture = async (ctx: Ctx, query: Query, tenantIds: readonly string[]): Promise<void> => {
  for (const { resource } of ctx.platform.port(registryPort).resources.values())
    if (resource.scope === 'platform' && resource.api.verbs.some((verb) => REMOVES.has(verb)) && resource.name !== tenant.name)
      await query(
        `update ${tableOf(resource)} set is_deleted = true, update_user = $2, update_time = now() where tenant_id = any($1) and not is_deleted`,
        [tenantIds, ctx.user.id],
      )
}

/** Only platform administrators create, change and remove tenants (wire-contract.md 4.8). */
export const tenantServer = onServer(tenant, {
  // Stored totals are kept per tenant, which would be one number per row here.
  uncounted: true,
  filters: { tenantId: { sql: 't.tenant_id = $', type: 'text' } },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    if (!ctx.user.administrator) throw identityErrors.administratorOnly()
    // An expiry would lock out everybody who could undo it.
    if (old?.tenantId === PLATFORM_TENANT && draft.expireTime) throw identityErrors.platformEnds({}, 'expireTime')
    // Serialises changes, because numbers and domains are checked before they are taken.
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    if (draft.zone && !isZone(draft.zone)) throw identityErrors.zoneUnknown({ zone: draft.zone }, 'zone')
    if (draft.domain) {
      const domain = originOf(draft.domain) ?? draft.domain
      const [taken] = await query(
        'select 1 from identity_tenant where domain = $1 and id is distinct from $2::bigint and not is_deleted limit 1',
        [domain, old?.id ?? null],
      )
      if (taken) throw identityErrors.domainTaken({}, 'domain')
      return { ...draft, domain }
    }
    return draft
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    ctx.emit(IDENTITY_CHANGED, {})
    if (old) return
    let number = row.tenantId
    const [twin] = await query('select 1 from identity_tenant where tenant_id = $1 and id <> $2 limit 1', [number, row.id])
    if (twin && number !== PLATFORM_TENANT) throw identityErrors.numberTaken({ number }, 'tenantId')
    if (number === PLATFORM_TENANT) {
      number = await freeNumber(query)
      await query('update identity_tenant set tenant_id = $2 where id = $1', [row.id, number])
    }
    await addTenantAdministrator(ctx, query, number, row.tenantName)
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    if (!ctx.user.administrator) throw identityErrors.administratorOnly()
    if (rows.some(({ tenantId }) => tenantId === PLATFORM_TENANT)) throw identityErrors.platformTenant()
    const by = await usesOf(
      ctx,
      query,
      rows.map(({ tenantId }) => tenantId),
    )
    if (by.length > 0) throw errors.inUse({ by: by.join(ctx.lang === 'zh' ? '、' : ', ') })
    await removeFurniture(
      ctx,
      query,
      rows.map(({ tenantId }) => tenantId),
    )
    ctx.emit(IDENTITY_CHANGED, {})
  },
})
