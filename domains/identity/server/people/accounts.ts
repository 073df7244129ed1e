import type { Query } from '@lamplight/server-kit'
import { seesOwnAreas } from '../../model/matrix.ts'
import { ADMINISTRATOR } from '../../model/role.resource.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'

/** A user with the data that signing in needs. `roleNames`: role aliases, comma-joined in the order of the roles. */
export interface Account {
  readonly id: string
  readonly tenantId: string
  readonly account: string
  readonly password: string | null
  readonly name: string
  readonly realName: string
  readonly avatar: string
  readonly roleIds: readonly string[]
  readonly roleNames: string
  /** True: areas or projects are granted to the user, who sees only these. */
  readonly placed: boolean
  readonly deptId: string
  readonly postId: string
  readonly active: boolean
  /** Expiry of the account; null: never. */
  readonly expires: Date | null
  readonly zone: string
  readonly tenantExpires: Date | null
  /** Second factor in the tenant: 0 off, 1 optional, 2 required. */
  readonly mfa: number
}

const SELECT = `
  select u.id, u.tenant_id as "tenantId", u.account, u.password, coalesce(u.name, u.real_name, u.account) as name,
    coalesce(u.real_name, '') as "realName", coalesce(u.avatar, '') as avatar,
    coalesce(u.role_id, '{}') as "roleIds", coalesce(array_to_string(u.dept_id, ','), '') as "deptId",
    coalesce(array_to_string(u.post_id, ','), '') as "postId", u.expire_time as "expires",
    coalesce(u.status, 1) = 1 as active, t.zone, t.expire_time as "tenantExpires", coalesce(t.mfa, 0) as mfa,
    coalesce((select string_agg(r.role_alias, ',' order by array_position(u.role_id, r.id)) from identity_role r
      where r.id = any(u.role_id) and r.tenant_id = u.tenant_id and not r.is_deleted), '') as "roleNames",
    exists (select 1 from identity_grant g where g.user_id = u.id and g.named) as placed
  from identity_user u join identity_tenant t on t.tenant_id = u.tenant_id and not t.is_deleted
  where not u.is_deleted`

export const accountByName = async (query: Query, tenantId: string, account: string): Promise<Account | undefined> =>
  (await query<Account>(`${SELECT} and u.tenant_id = $1 and u.account = $2`, [tenantId, account]))[0]

/** The only active account with that phone number; undefined if several have it. */
export const accountByPhone = async (query: Query, tenantId: string, phone: string): Promise<Account | undefined> => {
  const found = await query<Account>(`${SELECT} and u.tenant_id = $1 and u.phone = $2 and coalesce(u.status, 1) = 1 limit 2`, [
    tenantId,
    phone,
  ])
  return found.length === 1 ? found[0] : undefined
}

export const accountById = async (query: Query, id: string): Promise<Account | undefined> =>
  (await query<Account>(`${SELECT} and u.id = $1`, [id]))[0]

/** True if the account sees only granted areas or projects, as its sessions do. */
export const isLimited = ({ tenantId, roleNames, placed }: Pick<Account, 'tenantId' | 'roleNames' | 'placed'>): boolean => {
  const aliases = roleNames.split(',')
  return (placed || seesOwnAreas(aliases)) && !(tenantId === PLATFORM_TENANT && aliases.includes(ADMINISTRATOR))
}

/** Returns why this account may not be used at `now` (epoch ms); null if it may. */
export const refusalOf = (account: Account, now: number): 'disabled' | 'accountExpired' | 'tenantExpired' | null => {
  if (!account.active) return 'disabled'
  if (account.expires && account.expires.getTime() <= now) return 'accountExpired'
  return account.tenantExpires && account.tenantExpires.getTime() <= now ? 'tenantExpired' : null
}
