import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Node {
  id: string
  parentId: string
  title: string
  key: string
  value: string
  hasChildren: boolean
  deptName?: string
  children?: Node[]
}
type Wire = Record<string, unknown> & { id: string }
interface Listed {
  records: Wire[]
  total: number
}
const S = '/api/blade-system'
let product: TestPlatform
let admin: ApiClient
let chief: ApiClient
let operator: ApiClient

const add = async (client: ApiClient, path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
const dept = (client: ApiClient, name: string, parentId?: string): Promise<string> =>
  add(client, `${S}/dept/submit`, { deptName: name, fullName: name, sort: 1, parentId: parentId ?? 0 })
const detail = async (client: ApiClient, path: string, id: string): Promise<Wire> => (await client.get<Wire>(`${path}/detail`, { id })).data

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  admin = await product.signIn()
  const [role] = await product.platform.system.query<{ id: string }>(
    `select id from identity_role where tenant_id = '100001' and role_alias = 'admin'`,
  )
  await add(admin, '/api/blade-user/submit', {
    tenantId: '100001',
    account: 'the_chief',
    password: 'Chief-123',
    realName: '主管',
    roleId: role?.id,
  })
  chief = await product.signIn({ tenantId: '100001', account: 'the_chief', password: 'Chief-123' })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
})
afterAll(() => product?.stop())

describe('departments', () => {
  test('sysm.dept, dept.submit, dept.detail, dept.tree, dept.list: a tree whose rows know their parents, also after a move', async () => {
    const city = await dept(chief, '市政')
    const night = await dept(chief, '夜班', city)
    const team = await dept(chief, '一组', night)
    expect(await detail(chief, `${S}/dept`, team)).toMatchObject({
      ancestors: `0,${city},${night}`,
      parentName: '夜班',
      tenantId: '100001',
    })
    const tree = (await chief.get<Node[]>(`${S}/dept/tree`, { tenantId: '100001' })).data
    const top = tree.find(({ id }) => id === city)
    expect(top).toMatchObject({ title: '市政', key: city, value: city, hasChildren: true, parentId: '0' })
    expect(top?.children?.[0]?.children?.[0]?.title).toBe('一组')
    const other = await dept(chief, '安全')
    await add(chief, `${S}/dept/submit`, { id: night, parentId: other })
    expect(await detail(chief, `${S}/dept`, team)).toMatchObject({ ancestors: `0,${other},${night}` })
    const lazy = (await chief.get<Node[]>(`${S}/dept/lazy-list`, { parentId: other })).data
    expect(lazy).toMatchObject([{ id: night, hasChildren: true }])
    const chosen = (await chief.get<Node[]>(`${S}/dept/select`, { deptId: `${city},${team}` })).data
    expect(chosen.map(({ id }) => id).sort()).toEqual([city, team].sort())
  })

  test('dept.remove: refused while it has departments or users; invalid parents are refused', async () => {
    const a = await dept(chief, '甲')
    const b = await dept(chief, '乙', a)
    expect((await chief.post(`${S}/dept/remove`, undefined, { ids: a })).msg).toContain('请先删除子节点!')
    expect((await chief.post(`${S}/dept/submit`, { id: a, parentId: a })).msg).toContain('父节点不可选择自身!')
    expect((await chief.post(`${S}/dept/submit`, { id: a, parentId: b })).status).toBe(400)
    expect((await chief.post(`${S}/dept/submit`, { deptName: 'x', fullName: 'x', sort: 1, parentId: '77' })).msg).toBe('上级部门不存在!')
    const foreign = await dept(admin, '平台部门')
    expect((await chief.post(`${S}/dept/submit`, { id: b, parentId: foreign })).msg).toBe('上级部门不存在!')
    expect((await admin.post(`${S}/dept/submit`, { id: b, parentId: foreign })).msg).toContain('不允许跨租户迁移部门')
    const user = await add(chief, '/api/blade-user/submit', { account: 'in_dept_b', realName: '乙员', deptId: b })
    expect((await chief.post(`${S}/dept/remove`, undefined, { ids: b })).msg).toContain('in_dept_b')
    await chief.post('/api/blade-user/remove', undefined, { ids: user })
    expect((await chief.post(`${S}/dept/remove`, undefined, { ids: `${a},${b}` })).code).toBe(200)
  })

  test('sysm.user: the page of users by department includes departments below it, and names departments and positions', async () => {
    const upper = await dept(chief, '上级')
    const lower = await dept(chief, '下级', upper)
    const post = await add(chief, `${S}/post/submit`, { postName: '巡检员', postCode: 'patrol', sort: 1, category: '3' })
    const id = await add(chief, '/api/blade-user/submit', { account: 'patrol', realName: '巡检', deptId: lower, postId: post })
    const page = (await chief.get<Listed>('/api/blade-user/page', { deptId: upper, current: 1, size: 10 })).data
    expect(page.records).toMatchObject([{ id, deptId: lower, deptName: '下级', postId: post, postName: '巡检员' }])
    expect(page.total).toBe(1)
    expect((await chief.post(`${S}/post/remove`, undefined, { ids: post })).msg).toContain('patrol')
    const info = await product.signIn({ tenantId: '100001', account: 'patrol', password: '123456' })
    expect((await info.get<Wire>('/api/blade-user/info')).data).toMatchObject({ deptId: lower, postId: post })
  })
})

test('sysm.post, post.list, post.detail, post.submit, post.remove: positions of the tenant, unique by code, not visible to others', async () => {
  const id = await add(chief, `${S}/post/submit`, { postName: '主任', postCode: 'head', sort: 2, category: '1', remark: '值班' })
  expect(await detail(chief, `${S}/post`, id)).toMatchObject({ postCode: 'head', category: '1', remark: '值班', tenantId: '100001' })
  expect((await chief.post(`${S}/post/submit`, { postName: '又', postCode: 'head', sort: 1 })).body.field).toBe('postCode')
  const rows = (await chief.get<Listed>(`${S}/post/list`, { postName: '主任' })).data
  expect(rows.records.map((row) => row.id)).toEqual([id])
  expect((await chief.get<Wire[]>(`${S}/post/select`, { tenantId: '100001' })).data.map((row) => row.id)).toContain(id)
  expect((await operator.get(`${S}/post/list`)).msg).toBe('没有该操作的权限')
  expect((await chief.post(`${S}/post/remove`, undefined, { ids: id })).code).toBe(200)
  expect((await chief.get(`${S}/post/detail`, { id })).status).toBe(400)
})

describe('clients', () => {
  const token = (basic: string, grant = 'password') =>
    fetch(`${product.url}/api/blade-auth/oauth/token?grant_type=${grant}&tenantId=000000&username=admin&password=admin`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }))

  test('sysm.client, client.list, client.detail, client.submit, client.remove: a secret is generated, shown once, and works for the token call with its grants only', async () => {
    const id = await add(admin, `${S}/client/submit`, { clientId: 'phone', authorizedGrantTypes: 'password,refresh_token' })
    expect((await token('phone:')).status).toBe(401)
    const made = await admin.post<{ clientId: string; clientSecret: string }>(`${S}/client/secret`, { ids: [id] })
    expect(made.data.clientId).toBe('phone')
    const { clientSecret } = made.data
    expect(clientSecret).toMatch(/^[\w-]{32}$/)
    expect(JSON.stringify(await detail(admin, `${S}/client`, id))).not.toContain(clientSecret)
    expect(JSON.stringify((await admin.get(`${S}/client/list`)).data)).not.toMatch(/argon2|secret_/)
    const signed = await token(`phone:${clientSecret}`)
    expect([signed.status, signed.body.client_id]).toEqual([200, 'phone'])
    expect((await token(`phone:${clientSecret}x`)).body.error).toBe('invalid_client')
    expect((await token(`phone:${clientSecret}`, 'sms')).body.error).toBe('unauthorized_client')
    const again = await admin.post<{ clientSecret: string }>(`${S}/client/secret`, { ids: [id] })
    expect((await token(`phone:${clientSecret}`)).status).toBe(401)
    expect((await token(`phone:${again.data.clientSecret}`)).status).toBe(200)
    expect((await admin.post(`${S}/client/submit`, { clientId: 'saber', authorizedGrantTypes: 'password' })).status).toBe(400)
    expect((await chief.get(`${S}/client/list`)).msg).toBe('没有该操作的权限')
    expect((await admin.post(`${S}/client/remove`, undefined, { ids: id })).code).toBe(200)
    expect((await token(`phone:${again.data.clientSecret}`)).status).toBe(401)
    expect((await token('saber:saber_secret')).status).toBe(200)
  })
})
