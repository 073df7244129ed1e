import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, createClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Node {
  id: string
  parentId: string
  code: string
  name: string
  path: string
  title: string
  children?: Node[]
  [key: string]: unknown
}
let product: TestPlatform
let admin: ApiClient
let guest: ApiClient
let operator: ApiClient
const MENU = '/api/blade-system/menu'

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  admin = await product.signIn()
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
})
afterAll(() => product?.stop())

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const list = async (client: ApiClient, path: string, query: Record<string, unknown> = {}): Promise<Node[]> =>
  (await client.get<Node[]>(path, query)).data
const codes = async (client: ApiClient, path: string): Promise<string[]> => flat(await list(client, path)).map(({ code }) => code)
const leaves = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => (node.children ? leaves(node.children) : [node.code]))
const menuOf = async (code: string): Promise<Node> => {
  const found = flat(await list(admin, `${MENU}/list`)).find((node) => node.code === code)
  if (!found) throw new Error(`no menu ${code}`)
  return found
}

describe('routes', () => {
  test('rule.menu.fields, rule.menu.runtime: each entry has path, name, icon, children, meta, systemId and parentId', async () => {
    const routes = await list(admin, `${MENU}/routes`)
    expect(routes.map(({ code }) => code)).toEqual(expect.arrayContaining(['city', 'system', 'authority']))
    const system = routes.find(({ code }) => code === 'system') as Node
    expect(system).toMatchObject({
      parentId: '0',
      name: '系统管理',
      path: '/system',
      source: 'iconfont iconicon_setting',
      icon: 'setting',
      category: 1,
    })
    const people = system.children?.find(({ code }) => code === 'system_people') as Node
    const users = people.children?.find(({ code }) => code === 'user') as Node
    expect(users).toMatchObject({
      parentId: people.id,
      systemId: system.id,
      path: '/system/user',
      name: '用户管理',
      meta: { i18n: 'user', menu: true },
      isOpen: 1,
    })
    expect(users).not.toHaveProperty('children')
    const groups = system.children?.filter(({ children }) => children) ?? []
    expect(groups.map(({ code }) => code)).toEqual(['system_people', 'system_access', 'system_menus', 'system_values'])
    const known = ['/system/user', '/system/builder', '/system/unit', '/system/tenant', '/system/menu', '/system/dict', '/system/param']
    expect(groups.flatMap(({ children = [] }) => children.map(({ path }) => path)).filter((path) => known.includes(path))).toEqual(known)
  })

  test('rule.hdr.language: names are in the requested language', async () => {
    const english = await product.signIn({ lang: 'en-US' })
    expect((await list(english, `${MENU}/routes`)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['City lighting', 'System', 'Rights']),
    )
  })

  test('rule.perm.menu, menu.per-role grp.city.map grp.city.basis: a role sees the pages of its rights and their parents', async () => {
    expect(await codes(guest, `${MENU}/routes`)).toEqual([
      'city',
      'city_mapping',
      'mapjumparea',
      'city_basis',
      'area',
      'project',
      'areamanage',
    ])
  })

  test('menu.routes: without a token there are none; topMenuId returns what is below that entry', async () => {
    const open = await product.anonymous.get(`${MENU}/routes`)
    expect([open.code, open.data]).toEqual([200, {}])
    const top = await list(admin, `${MENU}/top-menu`)
    expect(top.map(({ code }) => code)).toEqual(expect.arrayContaining(['city', 'system', 'authority']))
    const authority = top.find(({ code }) => code === 'authority') as Node
    expect((await list(admin, `${MENU}/routes`, { topMenuId: authority.id })).map(({ path }) => path)).toEqual([
      '/authority/role',
      '/authority/datascope',
      '/authority/apiscope',
      '/authority/topmenu',
    ])
    expect((await list(guest, `${MENU}/top-menu`)).map(({ code }) => code)).toEqual(['city'])
    expect(await list(guest, `${MENU}/routes`, { topMenuId: authority.id })).toEqual([])
  })
})

describe('buttons', () => {
  test('rule.perm.flat, rule.perm.flatten: pages with their buttons; a leaf has no children property', async () => {
    const pages = await list(admin, `${MENU}/buttons`)
    for (const page of pages) {
      expect(page.children?.length).toBeGreaterThan(0)
      for (const button of page.children ?? []) expect(button).not.toHaveProperty('children')
    }
    const users = pages.find(({ code }) => code === 'user')
    expect(users?.children?.map(({ code }) => code).sort()).toEqual([
      'user_add',
      'user_delete',
      'user_edit',
      'user_export',
      'user_import',
      'user_reset',
      'user_role',
      'user_session',
      'user_unlock',
      'user_view',
    ])
    expect(users?.children?.find(({ code }) => code === 'user_add')).toMatchObject({ alias: 'add', action: 1, category: 2, source: 'plus' })
    expect(leaves(pages)).toContain('role_grant')
  })

  test('a guest may only read', async () => {
    expect(leaves(await list(guest, `${MENU}/buttons`)).sort()).toEqual([
      'area_view',
      'areamanage_view',
      'mapjumparea_view',
      'project_view',
    ])
  })

  test('every permission of a route is on a page, so that it can be granted', async () => {
    const carried = new Set(leaves(await list(admin, `${MENU}/buttons`)))
    const required = product.registry.routes.map(({ permission }) => permission).filter((code) => code !== 'public' && code !== 'signed-in')
    expect(required.filter((code) => !carried.has(code))).toEqual([])
  })
})

describe('administration of menus', () => {
  test('menu.list, menu.lazy-list, menu.menu-list, menu.lazy-menu-list, menu.tree: one tree in five formats', async () => {
    const whole = flat(await list(admin, `${MENU}/list`))
    expect(whole.filter(({ category }) => category === 2).length).toBeGreaterThan(20)
    const user = await menuOf('user')
    const system = await menuOf('system')
    expect((await list(admin, `${MENU}/lazy-list`, { parentId: user.id })).every(({ hasChildren }) => hasChildren === false)).toBe(true)
    expect((await list(admin, `${MENU}/lazy-list`)).every(({ hasChildren }) => hasChildren === true)).toBe(true)
    const pages = flat(await list(admin, `${MENU}/menu-list`))
    expect(pages.every(({ category }) => category === 1)).toBe(true)
    const lazy = await list(admin, `${MENU}/lazy-menu-list`, { parentId: system.id })
    expect(lazy.map(({ code, hasChildren }) => [code, hasChildren])).toContainEqual(['system_people', true])
    const below = await list(admin, `${MENU}/lazy-menu-list`, { parentId: (await menuOf('system_people')).id })
    expect(below.map(({ code, hasChildren }) => [code, hasChildren])).toContainEqual(['user', false])
    const tree = await list(admin, `${MENU}/tree`)
    expect(tree.find(({ id }) => id === system.id)).toMatchObject({
      title: '系统管理',
      key: system.id,
      value: system.id,
      hasChildren: true,
    })
  })

  test('a changed name survives the next start, a removed button does not come back, and a code never changes', async () => {
    const param = await menuOf('param')
    const { children: _children, ...row } = param
    expect((await admin.post(`${MENU}/submit`, { ...row, name: '参数' })).code).toBe(200)
    expect((await admin.post(`${MENU}/submit`, { ...row, code: 'other' })).msg).toBe('菜单编号不可修改')
    const button = param.children?.find(({ code }) => code === 'param_delete') as Node
    expect((await admin.post(`${MENU}/remove`, undefined, { ids: button.id })).code).toBe(200)
    await systemServer.seed?.(product.platform, product.platform.clock.now())
    const after = await menuOf('param')
    expect(after.name).toBe('参数')
    expect(after.children?.map(({ code }) => code)).not.toContain('param_delete')
  })

  test('a page with children cannot be removed', async () => {
    expect((await admin.post(`${MENU}/remove`, undefined, { ids: (await menuOf('system')).id })).code).toBe(400)
  })

  test('a tenant neither sees nor changes menus', async () => {
    for (const client of [guest, operator]) {
      expect((await client.get(`${MENU}/list`)).code).toBe(400)
      expect((await client.post(`${MENU}/submit`, { name: 'x' })).code).toBe(400)
    }
  })
})

describe('dictionaries', () => {
  const DICT = '/api/blade-system/dict'
  const entries = (code: string, client = guest) => list(client, `${DICT}/dictionary`, { code })

  test('dict.dictionary: the entries of one dictionary for every signed-in user', async () => {
    expect((await entries('sex')).map(({ dictKey, dictValue, dictEnValue }) => [dictKey, dictValue, dictEnValue])).toEqual([
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ])
    expect((await entries('check_status')).map(({ dictKey }) => dictKey)).toEqual(['0', '1', '2'])
    expect((await product.anonymous.get(`${DICT}/dictionary`, { code: 'sex' })).status).toBe(401)
    expect((await guest.get(`${DICT}/dictionary`)).status).toBe(400)
  })

  test('rule.dict.tables: parents in pages, children below one; entries have the code of their dictionary', async () => {
    const parents = await admin.get<{ records: Node[]; total: number }>(`${DICT}/parent-list`, { current: 1, size: 5 })
    expect(parents.data.records).toHaveLength(5)
    expect(parents.data.total).toBeGreaterThan(10)
    expect(parents.data.records.every(({ parentId, dictKey }) => parentId === '0' && dictKey === '-1')).toBe(true)
    const group = { code: 'colour', dictValue: '颜色', dictEnValue: 'Colour', sort: 1, isSealed: 0 }
    const made = await admin.post<{ id: string }>(`${DICT}/submit`, group)
    const entry = { code: 'ignored', parentId: made.data.id, dictKey: '1', dictValue: '红', dictEnValue: 'Red', sort: 1, isSealed: 0 }
    expect((await admin.post(`${DICT}/submit`, entry)).code).toBe(200)
    const children = await list(admin, `${DICT}/child-list`, { parentId: made.data.id })
    expect(children).toMatchObject([{ code: 'colour', dictKey: '1', parentName: '颜色', isSealed: 0 }])
    expect((await admin.get<{ records: Node[] }>(`${DICT}/parent-list`, { code: 'colou' })).data.records).toHaveLength(1)
  })

  test('rule.dict.dictKey: a key is required and unique in its dictionary, a code among dictionaries', async () => {
    const parent = (await admin.get<{ records: Node[] }>(`${DICT}/parent-list`, { code: 'colour' })).data.records[0] as Node
    const entry = { code: 'colour', parentId: parent.id, dictValue: '绿', dictEnValue: 'Green', sort: 2, isSealed: 0 }
    expect((await admin.post(`${DICT}/submit`, entry)).msg).toBe('请输入字典键值')
    expect((await admin.post(`${DICT}/submit`, { ...entry, dictKey: '1' })).msg).toBe('当前字典键值已存在!')
    const twin = await admin.post(`${DICT}/submit`, { code: 'colour', dictValue: '颜色', dictEnValue: 'Colour', sort: 1, isSealed: 0 })
    expect(twin.code).toBe(400)
  })

  test('rule.dict.sealed: a sealed entry is not offered, and isSealed is 0 by default', async () => {
    const parent = (await admin.get<{ records: Node[] }>(`${DICT}/parent-list`, { code: 'colour' })).data.records[0] as Node
    const entry = { code: 'colour', parentId: parent.id, dictKey: '2', dictValue: '绿', dictEnValue: 'Green', sort: 2 }
    const made = await admin.post<{ id: string }>(`${DICT}/submit`, entry)
    expect((await admin.get(`${DICT}/detail`, { id: made.data.id })).data.isSealed).toBe(0)
    expect(await entries('colour')).toHaveLength(2)
    await admin.post(`${DICT}/submit`, { ...entry, id: made.data.id, isSealed: 1 })
    expect(await entries('colour')).toHaveLength(1)
  })

  test('a new code of a dictionary is copied to its entries, and removing it removes them', async () => {
    const parent = (await admin.get<{ records: Node[] }>(`${DICT}/parent-list`, { code: 'colour' })).data.records[0] as Node
    await admin.post(`${DICT}/submit`, { ...parent, code: 'hue' })
    expect(await entries('hue')).toHaveLength(1)
    expect((await admin.post<{ count: number }>(`${DICT}/remove`, undefined, { ids: parent.id })).data.count).toBe(3)
    expect(await entries('hue')).toEqual([])
  })
})

describe('parameters', () => {
  test('a console gets the parameters that it uses, and no others', async () => {
    const { data } = await guest.get<Record<string, string>>('/api/blade-system/param/console')
    expect(data).toEqual({
      'account.captcha': 'false',
      'console.dataScreen.tenantIds': '000000,666666,731100,127779,100001,100002,100003,100004',
    })
    expect((await guest.get('/api/blade-system/param/list')).code).toBe(400)
  })

  test('rule.param.columns: name, key and value are searchable', async () => {
    for (const [key, value] of [
      ['paramName', '数据大屏'],
      ['paramKey', 'dataScreen'],
      ['paramValue', '731100'],
    ]) {
      const { data } = await admin.get<{ records: Node[] }>('/api/blade-system/param/list', { [key as string]: value })
      expect(data.records.map(({ paramKey }) => paramKey)).toEqual(['console.dataScreen.tenantIds'])
    }
  })

  test('a secret cannot be found by its value', async () => {
    const { data } = await admin.get<{ total: number }>('/api/blade-system/param/list', { paramValue: '123456' })
    expect(data.total).toBe(0)
  })
})

describe('the page of a tenant', () => {
  test('rule.ui.title.landing: tenant.info is found by the origin of the address, without a sign-in', async () => {
    const info = async (domain: string) => (await createClient(product.url).get('/api/blade-system/tenant/info', { domain })).data
    const { data } = await admin.get<{ records: Node[] }>('/api/blade-system/tenant/list', { tenantId: '100001' })
    expect(data.records).toHaveLength(1)
    const saved = await admin.post('/api/blade-system/tenant/submit', {
      ...data.records[0],
      domain: 'http://light.example.com:7802/#/login',
    })
    expect(saved.code, saved.msg).toBe(200)
    expect(await info('http://light.example.com:7802/login?x=1')).toMatchObject({
      tenantId: '100001',
      domain: 'http://light.example.com:7802',
    })
    expect([await info('http://light.example.com/'), await info('nonsense'), await info('')]).toEqual([{}, {}, {}])
  })
})
