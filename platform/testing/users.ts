import type { ApiClient } from './client.ts'
import type { TestPlatform } from './test-platform.ts'

interface NewUser {
  readonly tenantId: string
  readonly account: string
  /** Alias of a role of the tenant; default: its administrator. */
  readonly role?: string
  readonly password?: string
  readonly realName?: string
}

/** Adds a user of a tenant by the platform's administrator, and returns a client that is signed in as this user. */
export const addUser = async (product: TestPlatform, { role = 'admin', password = 'Contract-1', ...user }: NewUser): Promise<ApiClient> => {
  const [found] = await product.platform.system.query<{ id: string }>(
    'select id::text as id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    [user.tenantId, role],
  )
  if (!found) throw new Error(`tenant ${user.tenantId} has no role ${role}`)
  const made = await (await product.signIn()).post('/api/blade-user/submit', {
    realName: user.account,
    ...user,
    password,
    roleId: found.id,
  })
  if (made.code !== 200) throw new Error(`user ${user.account} was not added: ${made.msg}`)
  return product.signIn({ tenantId: user.tenantId, account: user.account, password })
}
