import type { Platform } from '@lamplight/server-kit'
import { ADMINISTRATOR, TENANT_ADMIN } from '../model/role.resource.ts'
import { asMd5, verifierOf } from './passwords.ts'
import { DEMO_ACCOUNTS } from './seed.ts'
import type { SignIn } from './sign-in.port.ts'

/** Port `identity.accounts`: what the composition root asks before it opens the doors, and the way to mend it. */
export interface Accounts {
  /** Administrators (of the platform and of tenants) and demo accounts whose password still is their name. */
  readonly withDemoPassword: () => Promise<readonly { tenantId: string; account: string }[]>
  /** Sets the password (plain, or md5 hex) of an account and ends its sessions; false when there is no such account. */
  readonly setPassword: (tenantId: string, account: string, password: string) => Promise<boolean>
}
const CANDIDATES = `
  select u.tenant_id as "tenantId", u.account, u.password from identity_user u
  where not u.is_deleted and u.password is not null and (
    exists (select 1 from identity_role r where r.id = any(u.role_id) and r.role_alias = any($1) and not r.is_deleted)
    or (u.tenant_id, u.account) in (select * from unnest($2::text[], $3::text[])))
  order by u.tenant_id, u.account`

export const accountsPort = (platform: Platform): Accounts => ({
  withDemoPassword: async () => {
    const rows = await platform.system.query<{ tenantId: string; account: string; password: string }>(CANDIDATES, [
      [ADMINISTRATOR, TENANT_ADMIN],
      DEMO_ACCOUNTS.map(({ tenantId }) => tenantId),
      DEMO_ACCOUNTS.map(({ account }) => account),
    ])
    const found: { tenantId: string; account: string }[] = []
    for (const { tenantId, account, password } of rows)
      if (await platform.hash.verify(password, asMd5(account))) found.push({ tenantId, account })
    return found
  },
  setPassword: async (tenantId, account, password) => {
    const [row] = await platform.system.query<{ id: string }>(
      'update identity_user set password = $3, update_time = now() where tenant_id = $1 and account = $2 and not is_deleted returning id',
      [tenantId, account, await verifierOf(platform, password)],
    )
    if (!row) return false
    await platform.port<SignIn>('identity.signIn').sessions.endOf([row.id], 'password')
    return true
  },
})
