import type { Platform } from '@lamplight/server-kit'
import type { Safety } from '../../model/ports.ts'
import { ADMINISTRATOR, TENANT_ADMIN } from '../../model/role.resource.ts'
import { DEMO_ACCOUNTS } from '../seed.ts'
import { asMd5 } from './passwords.ts'

const CANDIDATES = `
  select u.tenant_id as "tenantId", u.account, u.password from identity_user u
  join identity_tenant t on t.tenant_id = u.tenant_id and not t.is_deleted
  where not u.is_deleted and coalesce(u.status, 1) = 1 and u.password is not null and (
    exists (select 1 from identity_role r where r.id = any(u.role_id) and r.role_alias = any($1) and not r.is_deleted)
    or (u.tenant_id, u.account) in (select * from unnest($2::text[], $3::text[])))
  order by u.tenant_id, u.account`

export const createSafety = (platform: Platform): Safety => ({
  demoPasswords: async () => {
    const rows = await platform.system.query<{ tenantId: string; account: string; password: string }>(CANDIDATES, [
      [ADMINISTRATOR, TENANT_ADMIN],
      DEMO_ACCOUNTS.map(({ tenantId }) => tenantId),
      DEMO_ACCOUNTS.map(({ account }) => account),
    ])
    const found: string[] = []
    for (const { tenantId, account, password } of rows)
      if (await platform.hash.verify(password, asMd5(account))) found.push(`${tenantId}/${account}`)
    return found
  },
})
