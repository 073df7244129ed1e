import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, addUser, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Node {
  id: string
  title: string
  code: string
  children?: Node[]
}
interface Trees {
  menu: Node[]
  dataScope: Node[]
  apiScope: Node[]
}
interface Keys {
  menu: string[]
  dataScope: string[]
  apiScope: string[]
  menuMiNi: string[]
}
type Wire = Record<string, unknown> & { id: string }
const S = '/api/blade-system'
const POST = `${S}/post`
let product: TestPlatform
let chief: ApiClient
const people: Record<string, ApiClient> = {}
const rows: Record<string, string> = {}
const depts: Record<string, string> = {}
let role = ''
let postMenu = ''

const add = async (client: ApiClient, path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const codesOf = async (client: ApiClient, wanted: readonly string[]): Promise<string[]> => {
  const { menu } = (await client.get<Trees>(`${S}/menu/grant-tree`)).data
  return flat(menu)
    .filter(({ code }) => wanted.includes(code))
    .map(({ id }) => id)
}
const menuIds: string[] = []
const grant = (more: Record<string, unknown>, client = chief, roleIds = role) =>
  client.post(`${S}/role/grant`, { roleIds: [roleIds], menuIds, ...more })
const scope = (body: Record<string, unknown>, client = chief): Promise<string> =>
  add(client, `${S}/data-scope/submit`, {
    scopeName: `范围${String(body.scopeType)}`,
    menuId: postMenu,
    resourceCode: 'post_scope',
    ...body,
  })
const seen = async (client: ApiClient): Promise<{ names: string[]; total: number }> => {
  const { data } = await client.get<{ records: Wire[]; total: number }>(`${POST}/list`, { size: 100, ascs: 'postCode' })
  return { names: data.records.map((row) => String(row.postCode)), total: data.total }
}

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  // These tests count positions, so the position that the tenant starts with is removed.
  await product.platform.system.query(`update identity_post set is_deleted = true where tenant_id = '100001'`)
  chief = await addUser(product, { tenantId: '100001', account: 'the_chief' })
  const newDept = (name: string, parentId?: string) =>
    add(chief, `${S}/dept/submit`, { deptName: name, fullName: name, sort: 1, parentId: parentId ?? 0 })
  depts.upper = await newDept('上级')
  depts.lower = await newDept('下级', depts.upper)
  depts.other = await newDept('旁系')
  role = await add(chief, `${S}/role/submit`, { roleName: '专员', roleAlias: 'the_clerk', sort: 1 })
  menuIds.push(
    ...(await codesOf(chief, [
      'post_view',
      'post_add',
      'post_edit',
      'post_delete',
      'post_export',
      'role_grant',
      'role_view',
      'user_view',
      'user_add',
      'user_edit',
    ])),
  )
  postMenu = (await codesOf(chief, ['post']))[0] ?? ''
  expect((await grant({})).code).toBe(200)
  for (const [account, dept] of [
    ['upper', depts.upper],
    ['lower', depts.lower],
    ['other', depts.other],
    ['mate', depts.upper],
  ] as const) {
    await add(chief, '/api/blade-user/submit', {
      account: `clerk_${account}`,
      password: 'Clerk-123',
      realName: account,
      roleId: role,
      deptId: dept,
    })
    people[account] = await product.signIn({ tenantId: '100001', account: `clerk_${account}`, password: 'Clerk-123' })
  }
  for (const account of ['upper', 'lower', 'other', 'mate'])
    rows[account] = await add(people[account] as ApiClient, `${POST}/submit`, { postName: account, postCode: `c_${account}`, sort: 1 })
  rows.chief = await add(chief, `${POST}/submit`, { postName: '主管', postCode: 'c_chief', sort: 1 })
})
afterAll(() => product?.stop())

describe('auth.dataScope, data-scope.list, data-scope.detail, data-scope.submit, data-scope.remove', () => {
  const all = ['c_chief', 'c_lower', 'c_mate', 'c_other', 'c_upper']
  test.each([
    [1, {}, all],
    [2, {}, ['c_upper']],
    [3, {}, ['c_mate', 'c_upper']],
    [4, {}, ['c_lower', 'c_mate', 'c_upper']],
    [5, { of: 'other' }, ['c_other', 'c_upper']],
  ] as const)('type %i is enforced by the database: list, total, detail, export, write and removal', async (scopeType, more, expected) => {
    const id = await scope({ scopeType, ...('of' in more ? { scopeValue: depts[more.of] } : {}) })
    expect((await grant({ dataScopeIds: [id] })).code).toBe(200)
    const upper = people.upper as ApiClient
    expect(await seen(upper)).toEqual({ names: [...expected], total: expected.length })
    const text = await (await fetch(`${product.url}${POST}/export?Blade-Auth=${upper.token}`)).text()
    for (const [account, row] of Object.entries(rows)) {
      const visible = (expected as readonly string[]).includes(`c_${account}`)
      expect((await upper.get(`${POST}/detail`, { id: row })).code, account).toBe(visible ? 200 : 400)
      expect(text.includes(`c_${account}`), account).toBe(visible)
      if (visible) continue
      expect((await upper.post(`${POST}/submit`, { id: row, postName: '改' })).code, account).toBe(400)
      expect((await upper.post(`${POST}/remove`, undefined, { ids: row })).code, account).toBe(400)
    }
    // Other users of the tenant, and other tables, are not limited.
    expect((await seen(chief)).names).toEqual(all)
    expect((await upper.get<{ total: number }>('/api/blade-user/page', { size: 1 })).data.total).toBeGreaterThan(5)
    expect((await grant({ dataScopeIds: [] })).code).toBe(200)
    expect((await seen(upper)).names).toEqual(all)
    expect((await chief.post(`${S}/data-scope/remove`, undefined, { ids: id })).code).toBe(200)
  })

  test('the widest of several scopes applies, a new row is visible to its author, and a user list is limited by departments', async () => {
    const [own, below] = [await scope({ scopeType: 2 }), await scope({ scopeType: 4 })]
    const userMenu = (await codesOf(chief, ['user']))[0]
    const users = await scope({ scopeType: 3, menuId: userMenu })
    expect((await grant({ dataScopeIds: [own, below, users].join(',') })).code).toBe(200)
    const upper = people.upper as ApiClient
    expect((await seen(upper)).names).toEqual(['c_lower', 'c_mate', 'c_upper'])
    const accounts = (await upper.get<{ records: Wire[] }>('/api/blade-user/page', { size: 100, ascs: 'account' })).data.records
    expect(accounts.map(({ account }) => account)).toEqual(['clerk_mate', 'clerk_upper'])
    const made = await add(upper, `${POST}/submit`, { postName: '新', postCode: 'c_new', sort: 1 })
    expect((await upper.get(`${POST}/detail`, { id: made })).code).toBe(200)
    expect((await upper.post(`${POST}/remove`, undefined, { ids: made })).code).toBe(200)
    // A scope in use cannot be removed; a custom scope needs departments.
    expect((await chief.post(`${S}/data-scope/remove`, undefined, { ids: own })).msg).toContain('专员')
    expect(
      (await chief.post(`${S}/data-scope/submit`, { scopeName: 'x', menuId: postMenu, resourceCode: 'x', scopeType: 5 })).body.field,
    ).toBe('scopeValue')
    // A department named by a scope cannot be removed while the scope exists.
    const named = await add(chief, `${S}/dept/submit`, { deptName: '被引用', fullName: '被引用', sort: 9 })
    const naming = await scope({ scopeType: 5, scopeValue: named })
    expect((await chief.post(`${S}/dept/remove`, undefined, { ids: named })).msg).toContain('范围5')
    expect((await chief.post(`${S}/data-scope/remove`, undefined, { ids: naming })).code).toBe(200)
    expect((await chief.post(`${S}/dept/remove`, undefined, { ids: named })).code).toBe(200)
    // On a page whose rows have no creator a scope would limit nobody; it is refused with a message.
    const jobs = (await codesOf(chief, ['jobs']))[0]
    const idle = await chief.post(`${S}/data-scope/submit`, { scopeName: 'x', menuId: jobs, resourceCode: 'x', scopeType: 2 })
    expect([idle.code, idle.body.field]).toEqual([400, 'menuId'])
    expect((await grant({ dataScopeIds: [] })).code).toBe(200)
  })
})

test('rule.perm.grant, auth.role, auth.apiScope, role.grant: menus and scopes are replaced together, returned as keys, offered as leaves below their menus', async () => {
  const data = await scope({ scopeType: 4 })
  const call = await add(chief, `${S}/api-scope/submit`, {
    scopeName: '岗位列表',
    menuId: postMenu,
    resourceCode: 'post_list_only',
    scopePath: '/blade-system/post/list',
    scopeType: 1,
  })
  expect((await grant({ dataScopeIds: [data], apiScopeIds: [call], menuMiNiList: [menuIds[0]] })).code).toBe(200)
  const keys = (await chief.get<Keys>(`${S}/menu/role-tree-keys`, { roleIds: role })).data
  expect(keys).toMatchObject({ dataScope: [data], apiScope: [call], menuMiNi: [menuIds[0]] })
  const trees = (await chief.get<Trees>(`${S}/menu/grant-tree`)).data
  const leaves = flat(trees.dataScope).find(({ code }) => code === 'post')?.children
  expect(leaves?.find(({ id }) => id === data)).toMatchObject({ title: '范围4', key: data })
  expect(flat(trees.apiScope).map(({ id }) => id)).toContain(call)
  // Only one of the trees, or the part below one menu.
  const { menu, ...none } = (await chief.get<Trees>(`${S}/menu/grant-tree`, { parts: 'menu' })).data
  expect(menu).toEqual(trees.menu)
  expect(none).toEqual({ dataScope: [], apiScope: [] })
  expect((await chief.get<Trees>(`${S}/menu/grant-tree`, { parts: 'apiScope,dataScope' })).data).toEqual({ ...trees, menu: [] })
  const ofPosts = (await chief.get<Trees>(`${S}/menu/grant-tree`, { parentId: postMenu })).data
  expect(flat(ofPosts.apiScope).map(({ id }) => id)).toContain(call)
  const userMenu = flat(trees.menu).find(({ code }) => code === 'user')?.id
  expect((await chief.get<Trees>(`${S}/menu/grant-tree`, { parentId: userMenu })).data.apiScope).toEqual([])
  expect((await chief.get(`${S}/menu/grant-tree`, { parts: 'menus' })).body).toMatchObject({ code: 400, field: 'parts' })
  // Without the parameter the scopes are kept; an unknown scope is refused and changes nothing.
  expect((await grant({})).code).toBe(200)
  expect((await grant({ dataScopeIds: ['77'] })).body.field).toBe('dataScopeIds')
  expect((await chief.get<Keys>(`${S}/menu/role-tree-keys`, { roleIds: role })).data).toMatchObject({ dataScope: [data], apiScope: [call] })

  const upper = people.upper as ApiClient
  // Only the granted calls of the page are allowed; its other calls are refused, other pages are not affected.
  expect((await upper.get(`${POST}/list`)).status).toBe(200)
  for (const answer of [
    await upper.get(`${POST}/detail`, { id: rows.upper }),
    await upper.get(`${POST}/listing`),
    await upper.post(`${POST}/submit`, { id: rows.upper, postName: '改' }),
    await upper.post(`${POST}/remove`, undefined, { ids: rows.upper }),
  ])
    expect([403, 404]).toContain(answer.status)
  expect((await upper.post(`${POST}/submit`, { id: rows.upper, postName: '改' })).status).toBe(403)
  expect((await upper.get('/api/blade-user/page')).status).toBe(200)

  // No escalation: a user limited by scopes can neither grant a role without them nor change the scopes.
  const freed = await add(chief, `${S}/role/submit`, { roleName: '无限', roleAlias: 'free', sort: 2 })
  expect((await grant({}, chief, freed)).code).toBe(200)
  expect((await upper.post(`${S}/role/grant`, { roleIds: [freed], menuIds })).msg).toBe('不能授予自己没有的权限')
  expect((await upper.post('/api/blade-user/submit', { account: 'rises_up', realName: '升', roleId: freed })).msg).toBe(
    '不能授予自己没有的权限',
  )
  expect((await upper.post('/api/blade-user/submit', { account: 'same_one', realName: '同', roleId: role })).code).toBe(200)
  expect((await chief.post(`${S}/api-scope/remove`, undefined, { ids: call })).msg).toContain('专员')
  expect((await grant({ dataScopeIds: '', apiScopeIds: '', menuMiNiList: '' })).code).toBe(200)
  expect((await upper.get(`${POST}/detail`, { id: rows.upper })).status).toBe(200)
})

test('role.tree, menu.tree: below one role, and what the roles of a tenant contain', async () => {
  const child = await add(chief, `${S}/role/submit`, { roleName: '下属', roleAlias: 'below', sort: 3, parentId: role })
  const tree = (await chief.get<Node[]>(`${S}/role/tree`, { roleId: role })).data
  expect(flat(tree).map(({ id }) => id)).toEqual([role, child])
  const menus = flat((await chief.get<Node[]>(`${S}/menu/tree`, { tenantId: '100001' })).data).map(({ code }) => code)
  expect(menus).toContain('post')
  expect(menus).not.toContain('client')
})

test('a check of rights and scopes takes less than 0.1 ms', async () => {
  const { createScopes } = await import('../../../domains/identity/server/people/scopes.ts')
  const made = await createScopes(product.platform)(
    Array.from({ length: 50 }, (_, n) => ({
      category: 2,
      menu: 'post',
      type: 1,
      depts: [],
      path: `/blade-system/post/x${n}`,
      code: `x${n}`,
    })),
    [],
  )
  // The fastest of several rounds: another process may take the processor from the others.
  const rounds = Array.from({ length: 8 }, () => {
    const began = performance.now()
    for (let n = 0; n < 500; n += 1) made?.refuses('/api/blade-system/post/list', 'post_view')
    return (performance.now() - began) / 500
  })
  expect(Math.min(...rounds)).toBeLessThan(0.1)
  expect(made?.refuses('/api/blade-system/post/list', 'post_view')).toBe(true)
  expect(made?.refuses('/api/blade-system/post/x7', 'post_view')).toBe(false)
})
