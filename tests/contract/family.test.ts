import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

// Calls as programs of the reference product make them (wire-contract.md 4 and 5), where this platform has more values or other names.
type Wire = Record<string, unknown>
let product: TestPlatform
let admin: ApiClient

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
})
afterAll(() => product?.stop())

const done = async (path: string, body?: unknown, query?: Record<string, unknown>): Promise<Wire> => {
  const answer = await admin.post<Wire>(path, body, query)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data
}
const first = async (path: string, query: Record<string, unknown>): Promise<Wire> =>
  (await admin.get<{ records: Wire[] }>(path, query)).data.records[0] ?? {}

test.each(['dict', 'dict-biz'])(
  '%s.submit: without an English name the Chinese one is stored; a change keeps the existing one',
  async (kind) => {
    const group = await done(`/api/blade-system/${kind}/submit`, { code: 'weather', dictKey: -1, dictValue: '天气', sort: 1, isSealed: 0 })
    const entry = { parentId: group.id, code: 'weather', dictKey: '1', dictValue: '晴', sort: 1, isSealed: 0 }
    const { id } = await done(`/api/blade-system/${kind}/submit`, entry)
    const detail = async () => (await admin.get<Wire>(`/api/blade-system/${kind}/detail`, { id })).data
    expect(await detail()).toMatchObject({ dictValue: '晴', dictEnValue: '晴' })
    await done(`/api/blade-system/${kind}/submit`, { id, dictEnValue: 'Sunny' })
    await done(`/api/blade-system/${kind}/submit`, { ...entry, id, dictValue: '晴天' })
    expect(await detail()).toMatchObject({ dictValue: '晴天', dictEnValue: 'Sunny' })
  },
)

test('client.submit: grants of other platforms and OAuth fields are stored; an invalid validity is refused', async () => {
  const fields = {
    clientId: 'swordx',
    clientSecret: 'swordx_secret',
    authorizedGrantTypes: 'refresh_token,password,authorization_code,client_credentials,urn:ietf:params:oauth:grant-type:device_code',
    scope: 'all',
    resourceIds: 'blade',
    authorities: 'read',
    webServerRedirectUri: 'https://sword.example.com/back',
    autoapprove: 'true',
    accessTokenValidity: 3600,
    refreshTokenValidity: 604800,
    additionalInformation: '另一个控制台',
  }
  await done('/api/blade-system/client/submit', fields)
  const { clientSecret, ...kept } = fields
  expect(await first('/api/blade-system/client/list', { clientId: 'swordx' })).toMatchObject({ ...kept, clientSecret: '' })
  const other = await admin.post('/api/blade-system/client/submit', { ...fields, clientId: 'swordy', accessTokenValidity: 60 })
  expect([other.status, other.body.field]).toEqual([400, 'accessTokenValidity'])
})

test('client.list contains the built-in client, which cannot be changed or removed', async () => {
  const row = await first('/api/blade-system/client/list', { clientId: 'saber' })
  expect(row).toMatchObject({ clientId: 'saber', scope: 'all', accessTokenValidity: 3600, clientSecret: '' })
  for (const refused of [
    await admin.post('/api/blade-system/client/submit', { ...row, enabled: 0 }),
    await admin.post('/api/blade-system/client/secret', { ids: [row.id] }),
    await admin.post('/api/blade-system/client/remove', undefined, { ids: row.id }),
  ])
    expect([refused.status, refused.msg]).toEqual([400, '内置应用不能修改或删除'])
  expect((await product.signIn()).token).toBeTruthy()
})

test('role.tree-by-id without a role returns the tree of the tenant', async () => {
  const [whole, tree] = await Promise.all(['tree-by-id', 'tree'].map((call) => admin.get<Wire[]>(`/api/blade-system/role/${call}`)))
  expect(whole?.data.length).toBeGreaterThan(0)
  expect(whole?.data).toEqual(tree?.data)
})

test('menu.buttons has the codes that pages of other consoles use; menu.routes has icon classes', async () => {
  const flat = (nodes: Wire[]): Wire[] => nodes.flatMap((node) => (node.children ? [node, ...flat(node.children as Wire[])] : [node]))
  const buttons = flat((await admin.get<Wire[]>('/api/blade-system/menu/buttons')).data).map(({ code }) => code)
  expect(buttons).toEqual(expect.arrayContaining(['data_scope_setting', 'api_scope_setting']))
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const own = flat((await operator.get<Wire[]>('/api/blade-system/menu/buttons')).data).map(({ code }) => code)
  expect(own).not.toContain('data_scope_setting')
  const pages = flat((await admin.get<Wire[]>('/api/blade-system/menu/routes')).data)
  expect(pages.filter(({ source }) => !/^iconfont icon/.test(String(source))).map(({ code, source }) => [code, source])).toEqual([])
  expect(pages.find(({ code }) => code === 'city')).toMatchObject({ icon: 'bulb' })
})

test('menu/auth-routes: pages by path with the roles that may open them; nothing without a token', async () => {
  const { data } = await admin.get<Record<string, { authority: string[] }>[]>('/api/blade-system/menu/auth-routes')
  expect(data).toContainEqual({ '/system/user': { authority: ['administrator'] } })
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const own = (await operator.get<Record<string, { authority: string[] }>[]>('/api/blade-system/menu/auth-routes')).data
  expect(own.length).toBeGreaterThan(3)
  expect(new Set(own.flatMap((page) => Object.values(page).flatMap(({ authority }) => authority)))).toEqual(new Set(['operator']))
  expect((await product.anonymous.get('/api/blade-system/menu/auth-routes')).data).toEqual([])
})

test('menu.submit: isOpen 0, as sent by older consoles, means off', async () => {
  const page = { parentId: '0', name: '外链', code: 'outside', path: '/outside', source: 'book', category: 1, alias: 'menu', sort: 1 }
  const { id } = await done('/api/blade-system/menu/submit', { ...page, isOpen: 0 })
  expect((await admin.get<Wire>('/api/blade-system/menu/detail', { id })).data.isOpen).toBe(1)
  expect((await admin.post('/api/blade-system/menu/submit', { ...page, id, isOpen: 7 })).body.field).toBe('isOpen')
})

test.each(['blade-user', 'blade-system/user'])(
  '%s: list, info, register-guest and the export answer below both addresses',
  async (base) => {
    expect(await first(`/api/${base}/list`, { account: 'admin', tenantId: '000000' })).toMatchObject({
      account: 'admin',
      userTypeName: 'WEB',
    })
    for (const call of ['info', 'platform-detail', 'detail']) {
      const id = (await first(`/api/${base}/page`, { account: 'admin', tenantId: '000000' })).id
      expect((await admin.get<Wire>(`/api/${base}/${call}`, { id })).data).toMatchObject({
        userTypeName: 'WEB',
        tenantName: '管理组',
        statusName: '启用',
      })
    }
    const file = await admin.call('GET', `/api/${base}/export-user?account=admin`, {})
    expect([file.status, (await file.text()).slice(0, 2)]).toEqual([200, 'PK'])
    const guest = await product.anonymous.post(`/api/${base}/register-guest`, undefined, {
      account: 'asks_three',
      password: 'Guest-12',
      oauthId: 'unknown',
    })
    expect([guest.status, guest.msg]).toEqual([400, '第三方登陆信息错误!'])
  },
)

test('user.submit: a birthday with a time is stored as a date; sex is a number', async () => {
  const made = { account: 'born_once', password: 'Born-0001', realName: '生日', birthday: '1990-01-02 13:14:15', sex: 2 }
  const { id } = await done('/api/blade-user/submit', made)
  expect((await admin.get<Wire>('/api/blade-user/detail', { id })).data).toMatchObject({ birthday: '1990-01-02', sex: 2, sexName: '女' })
  expect(await first('/api/blade-user/page', { account: 'born_once' })).toMatchObject({ birthday: '1990-01-02', sex: 2 })
  await done('/api/blade-user/submit', { id, sex: '' })
  expect(await first('/api/blade-user/page', { account: 'born_once' })).toMatchObject({ sex: -1 })
})

test('sms.submit: category 1 stores templateId and regionId', async () => {
  const fields = { category: 1, smsCode: 'yunpian-1', templateId: '1001', regionId: 'cn-hangzhou', accessKey: 'k', signName: '灯' }
  const { id } = await done('/api/blade-resource/sms/submit', fields)
  expect((await admin.get<Wire>('/api/blade-resource/sms/detail', { id })).data).toMatchObject(fields)
})

test('tenant.remove: initial users, roles and departments of the tenant disappear from the lists of the administrator', async () => {
  const { id } = await done('/api/blade-system/tenant/submit', { tenantName: '短命租户', zone: 'Asia/Shanghai' })
  const { tenantId } = (await admin.get<Wire>('/api/blade-system/tenant/detail', { id })).data
  const count = async (path: string) =>
    (await admin.get<{ total: number } | Wire[]>(`/api/${path}`, { tenantId, current: 1, size: 10 })).data
  expect(await count('blade-user/page')).toMatchObject({ total: 1 })
  await done('/api/blade-system/tenant/remove', undefined, { ids: id })
  expect(await count('blade-user/page')).toMatchObject({ total: 0 })
  expect(await count('blade-system/role/list')).toEqual([])
  const depts = (await admin.get<Wire[]>('/api/blade-system/dept/list')).data
  expect(depts.filter((dept) => dept.tenantId === tenantId)).toEqual([])
})

test('tenant/datasource: a data source is assigned to a tenant and can be cleared; an unknown one is refused', async () => {
  const source = {
    name: '库',
    driverClass: 'org.postgresql.Driver',
    url: 'jdbc:postgresql://db.example.com:5432/a',
    username: 'u',
    password: 'p',
  }
  const { id: datasourceId } = await done('/api/blade-develop/datasource/submit', source)
  await done('/api/blade-system/tenant/datasource', undefined, { tenantId: '100001', datasourceId })
  const stored = () => first('/api/blade-system/tenant/list', { tenantId: '100001' })
  expect(await stored()).toMatchObject({ datasourceId })
  const wrong = await admin.post('/api/blade-system/tenant/datasource', undefined, { tenantId: '100001', datasourceId: '77' })
  expect([wrong.status, wrong.body.field]).toEqual([400, 'datasourceId'])
  await done('/api/blade-system/tenant/datasource', undefined, { tenantId: '100001', datasourceId: '' })
  expect(await stored()).toMatchObject({ datasourceId: '' })
})

test('controller.create: a controller of type 4 is added to its group; another type or an unknown group adds nothing', async () => {
  const { id: groupId } = await done('/api/blade-city/group/submit', { groupName: '北段' })
  const base = '/api/blade-city/controller/'
  const members = async () => (await admin.get<{ total: number }>('/api/blade-city/device_group/device/page', { groupId })).data.total
  const { id } = await done(base, { sn: 'FAMILY-1', devType: 4, groupId })
  expect((await admin.get<Wire>(`${base}${String(id)}`)).data).toMatchObject({ sn: 'FAMILY-1', devType: 4 })
  expect(await members()).toBe(1)
  for (const [wrong, field] of [
    [{ groupId: '77' }, 'groupId'],
    [{ groupId: 'x' }, 'groupId'],
    [{ devType: 3, groupId }, 'devType'],
  ] as const) {
    const refused = await admin.post(base, { sn: 'FAMILY-2', ...wrong })
    expect([refused.status, refused.body.field]).toEqual([400, field])
  }
  expect(await first('/api/blade-city/controller/page', { sn: 'FAMILY-2' })).toEqual({})
  expect(await members()).toBe(1)
})
