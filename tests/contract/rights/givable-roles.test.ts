import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
let chief: ApiClient
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' } })
  chief = await product.signIn({ tenantId: '100001', account: 'admin' })
})
afterAll(() => product?.stop())

interface Role {
  readonly id: string
  readonly roleName: string
  readonly roleAlias: string
}
const roles = async (client: ApiClient, query = {}) => (await client.get<Role[]>('/api/blade-system/role/list', query)).data

test('forms offer exactly the roles that the caller can give: every offered one is accepted, every other one is refused', async () => {
  const [all, offered] = [await roles(chief), await roles(chief, { givable: '1' })]
  expect(all.map(({ roleAlias }) => roleAlias).sort()).toEqual(['admin', 'areaManager', 'guest', 'maintainer', 'operator', 'sales'])
  for (const { id, roleAlias } of all) {
    const made = await chief.post('/api/blade-user/submit', {
      account: `gets_${roleAlias}`,
      realName: roleAlias,
      password: 'Contract-1',
      roleId: id,
    })
    expect([roleAlias, made.code], made.msg).toEqual([roleAlias, offered.some((role) => role.id === id) ? 200 : 400])
  }
  // The role of salespersons has rights in several tenants, which a tenant's administrator does not have.
  expect(offered.map(({ roleAlias }) => roleAlias)).not.toContain('sales')
})

test('the administrator of the platform is offered every role', async () => {
  const admin = await product.signIn()
  const query = { tenantId: '100001' }
  const all = await roles(admin, query)
  expect(all).toHaveLength(6)
  expect(await roles(admin, { ...query, givable: '1' })).toEqual(all)
})
