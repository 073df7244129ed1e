import type { Query } from '@lamplight/server-kit'
import { identityErrors } from '../model/identity.errors.ts'

/** Throws if a tenant has more accounts than allowed; call it after adding one, in the same transaction. */
export const assertRoom = async (query: Query, tenantId: string): Promise<void> => {
  const [full] = await query(
    `select 1 from identity_tenant t where t.tenant_id = $1 and not t.is_deleted and t.account_number is not null
       and t.account_number < (select count(*) from identity_user u where u.tenant_id = $1 and not u.is_deleted)`,
    [tenantId],
  )
  if (full) throw identityErrors.accountsExhausted()
}
