import type { ResourceDefinition } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import { type ApiClient, md5 } from '@lamplight/testing'
import type pg from 'pg'
import type { Product } from '../product.ts'

export const ROWS = 100_000
export const TENANT = '100001'
export const ACCOUNT = 'administrator'
export const MENUS = 500
/** The page beside which the menus are added. */
export const PAGE = '/system/user'
/** Children of one node of a tree. */
const CHILDREN = 50
/** View → the table it reads. */
const BEHIND: Readonly<Record<string, string>> = { system_audit: 'kit_audit' }
const FIRST = 8_000_000_000_000_000_000n

interface Column {
  readonly name: string
  readonly type: string
  readonly needed: boolean
}

/** Returns the SQL value of row `n` for a required column. */
const filling = ({ name, type }: Column, tenant: string): string | null => {
  if (name === 'id') return `${FIRST} + n`
  if (name === 'tenant_id') return tenant
  if (name === 'parent_id') return `case when n > ${CHILDREN} then ${FIRST} + n / ${CHILDREN} end`
  if (type.endsWith('[]')) return "'{}'"
  if (/char|text/.test(type)) return `'${name.slice(0, 4)}' || n`
  if (/int|numeric|double|real/.test(type)) return '(n % 3)'
  if (type.startsWith('timestamp')) return "now() - n * interval '1 second'"
  return type === 'boolean' ? 'n % 2 = 0' : type === 'jsonb' ? "'{}'" : null
}

/** Fills the table of a resource with `count` rows of one tenant: required columns, and all text columns so that searches have work. */
export const fill = async (client: pg.Client, resource: ResourceDefinition, count = ROWS): Promise<void> => {
  const table = BEHIND[tableOf(resource)] ?? tableOf(resource)
  // A tenant row has a tenant id of its own; rows of global resources belong to the platform's tenant.
  const tenant = table === 'identity_tenant' ? "'b' || n" : resource.scope === 'global' ? "'000000'" : `'${TENANT}'`
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attname = 'parent_id' or (a.attnotnull and not a.atthasdef) or (format_type(a.atttypid, a.atttypmod) = 'text' and not a.atthasdef) as needed
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  )
  const values = rows.flatMap((column) => {
    const value = column.needed ? filling(column, tenant) : null
    return value === null ? [] : [[column.name, value] as const]
  })
  await client.query(
    `insert into ${table} (${values.map(([name]) => name).join(', ')}) select ${values.map(([, value]) => value).join(', ')} from generate_series(1, ${count}) n`,
  )
}

/** Adds a branch of menus beside the page PAGE, granted to the role with that id. */
export const fillMenus = async (client: pg.Client, roleId: string): Promise<void> => {
  await client.query(
    `insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, sort, category)
     select $1::bigint + n, '000000', case when n > 1 then $1::bigint + 1 else (select parent_id from system_menu where path = $3 and not is_deleted) end, 'entry_' || n, 'Entry ' || n, 'Entry ' || n, '/entry/' || n, n, 1
     from generate_series(1, $2::int) n`,
    [FIRST + 500_000_000_000n, MENUS, PAGE],
  )
  await client.query(
    "insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where code like 'entry%' on conflict do nothing",
    [roleId, TENANT],
  )
}

/** Adds a user, unless a kept database has it. Returns true if it was added. */
export const ownUser = async (
  client: pg.Client,
  admin: ApiClient,
  user: { readonly account: string; readonly tenantId: string },
): Promise<boolean> => {
  const known = await client.query('select from identity_user where tenant_id = $1 and account = $2', [user.tenantId, user.account])
  if (known.rowCount) return false
  const { code, msg } = await admin.post('/api/blade-user/submit', user)
  if (code !== 200) throw new Error(msg)
  return true
}

/** Signs in as an administrator of the tenant that has the rows; returns the client and the id of the administrator role. */
export const ownAdministrator = async (
  product: Product,
  client: pg.Client,
  admin: ApiClient,
): Promise<{ roleId: string; api: ApiClient }> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted",
    [TENANT],
  )
  const roleId = String(rows[0]?.id)
  const who = { tenantId: TENANT, account: ACCOUNT, password: md5(ACCOUNT), realName: 'Administrator', roleId }
  await ownUser(client, admin, who)
  return { roleId, api: await product.signIn(TENANT, ACCOUNT) }
}
