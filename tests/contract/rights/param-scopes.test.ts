import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const SYSTEM = '/api/blade-system'
const CITY = '/api/blade-city'
const PERSON = { password: 'Chief-123', realName: '主管' }
const NO_RIGHT = '没有该操作的权限'

interface Node {
  readonly id: string
  readonly code: string
  readonly children?: readonly Node[]
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

let product: TestPlatform
let chief: ApiClient
let menus: readonly Node[]

const add = async (client: ApiClient, path: string, body: object): Promise<string> => {
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id::text as id from identity_role where tenant_id = $1 and role_alias = 'admin'",
    [TENANT],
  )
  await add(await product.signIn(), '/api/blade-user/submit', { ...PERSON, tenantId: TENANT, account: 'p_chief', roleId: role?.id })
  chief = await product.signIn({ tenantId: TENANT, account: 'p_chief', password: PERSON.password })
  menus = flat((await chief.get<{ menu: Node[] }>(`${SYSTEM}/menu/grant-tree`)).data.menu)
})
afterAll(() => product?.stop())

/** A user who may set time offsets, in a role with these API scopes. */
const user = async (account: string, apiScopeIds: readonly string[]): Promise<ApiClient> => {
  const menuIds = menus.filter(({ code }) => /^timemigration_(view|set)$/.test(code)).map(({ id }) => id)
  expect(menuIds).toHaveLength(2)
  const roleId = await add(chief, `${SYSTEM}/role/submit`, { roleName: account, roleAlias: account, sort: 1 })
  expect((await chief.post(`${SYSTEM}/role/grant`, { roleIds: [roleId], menuIds, apiScopeIds })).code).toBe(200)
  await add(chief, '/api/blade-user/submit', { ...PERSON, account, roleId })
  return product.signIn({ tenantId: TENANT, account, password: PERSON.password })
}

test('a role whose calls are limited may not set a family by repair or accept either', async () => {
  const scope = { scopeName: '列表', resourceCode: 'p_list', scopePath: '/blade-city/timeMigration/list', scopeType: 1 }
  const menuId = menus.find(({ code }) => code === 'timemigration')?.id
  const limited = await user('p_limited', [await add(chief, `${SYSTEM}/api-scope/submit`, { ...scope, menuId })])
  const free = await user('p_free', [])
  const set = { controllerIds: '1', onOffset: 1, offOffset: 1 }
  expect((await limited.post(`${CITY}/controller/batch/set/timeoffset`, set)).code).toBe(403)
  for (const [call, body] of [
    ['repair', { family: 'timeOffset', ids: '1' }],
    ['repair', { filter: {} }],
    ['accept', { family: 'timeOffset', ids: '1' }],
  ] as const) {
    expect((await limited.post(`${CITY}/param/${call}`, body)).msg, call).toBe(NO_RIGHT)
    expect((await free.post(`${CITY}/param/${call}`, body)).msg, call).toMatch(/^所选设备/)
  }
})
