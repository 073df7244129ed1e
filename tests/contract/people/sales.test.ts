import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const SALES = '/api/blade-sales'
let product: TestPlatform
let admin: ApiClient
let ann: ApiClient
let ben: ApiClient
let mine: string
let minesId: string
let theirs: string

interface Page {
  records: Record<string, unknown>[]
  total: number
}
const ok = async (answer: Promise<{ code: number; msg: string; data: unknown }>): Promise<Record<string, never>> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data as Record<string, never>
}
const salesperson = async (account: string): Promise<ApiClient> => {
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = '100001' and role_alias = 'sales'",
  )
  const who = { tenantId: '100001', account, password: 'Sales-001' }
  await ok(admin.post('/api/blade-user/submit', { ...who, realName: account, roleId: role?.id }))
  return product.signIn(who)
}
const found = (client: ApiClient, tenantName: string) =>
  ok(client.post(`${SALES}/tenant/submit`, { tenantName, linkman: '王' })) as unknown as Promise<{ id: string; tenantId: string }>

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  ann = await salesperson('ann_li')
  ben = await salesperson('ben_wu')
  const made = await found(ann, '安的租户')
  mine = made.tenantId
  minesId = made.id
  theirs = (await found(ben, '本的租户')).tenantId
})
afterAll(() => product?.stop())

test('sales.tenantPageForSales: a salesperson sees only own tenants, an administrator all except the platform', async () => {
  const page = async (client: ApiClient, query: object = {}) =>
    (await ok(client.get(`${SALES}/tenantPageForSales`, { ...query }))) as unknown as Page
  expect((await page(ann)).records.map((row) => row.tenantId)).toEqual([mine])
  expect((await page(ben)).total).toBe(1)
  expect((await page(ann, { tenantId: theirs })).total).toBe(0)
  const all = (await page(admin, { size: 100 })).records.map((row) => row.tenantId)
  expect(all).toEqual(expect.arrayContaining([mine, theirs, '100001']))
  expect(all).not.toContain('000000')
  const total = all.length
  expect(await page(admin, { size: 1, current: 2 })).toMatchObject({ total, records: [{ tenantId: all[1] }] })
  expect(await page(admin, { size: 10, current: 99 })).toMatchObject({ total, records: [] })
  const { tenantName } = (await page(admin, { tenantId: mine })).records[0] as unknown as { tenantName: string }
  const found = await page(admin, { tenantName: tenantName.toUpperCase().slice(1), size: 100 })
  expect(found.records.map((row) => row.tenantId)).toContain(mine)
  expect(found.total).toBe(found.records.length)
  expect(await page(admin, { tenantName: '_' })).toMatchObject({ total: 0, records: [] })
  const names = async (query: object) =>
    ((await page(admin, { size: -1, ...query })).records as unknown as { tenantName: string }[]).map((row) => row.tenantName)
  const up = await names({ ascs: 'tenantName' })
  expect(await names({ descs: 'tenantName' })).toEqual(up.toReversed())
  expect(up).not.toEqual(await names({}))
})

/** Calls that work across the tenants of a salesperson. */
const ACROSS = /tenantPageForSales|tenant\/(page|submit|batchUpdateSales)|user\/select/
/** Calls for one chosen tenant. Reading calls of generated pages are added from the routes. */
const CALLS: readonly (readonly [method: 'get' | 'post', path: string, given: Record<string, unknown>])[] = [
  ['get', 'userPageByTenantId', {}],
  ['post', 'user/submit', { account: 'planted', realName: 'x' }],
  ['get', 'user/detail', { id: '1' }],
  ['get', 'user/sight', { roleId: '1' }],
  ['post', 'role/copy', { ids: '1', roleName: 'planted' }],
  ['get', 'role/tree', {}],
  ['get', 'role/list', {}],
  ['post', 'role/submit', { roleName: 'planted', roleAlias: 'planted', sort: 1 }],
  ['get', 'menu/grant-tree', {}],
  ['get', 'menu/role-tree-keys', { roleIds: '1' }],
  ['get', 'post/select', {}],
  ['get', 'dept/tree', {}],
  ['post', 'post/submit', { postName: 'planted', postCode: 'p', category: 1, sort: 1 }],
  ['post', 'dept/submit', { deptName: 'planted', fullName: 'planted', sort: 1 }],
  ['get', 'area/tree', {}],
  ['post', 'area/submit', { areaName: 'planted' }],
  ['get', 'areaManage/tree', {}],
  ['get', 'project/lazy-list', {}],
  ['get', 'project/tree', {}],
  ['post', 'project/submit', { name: 'planted', type: 2 }],
  ['post', 'project/moveProject', { ids: ['1'] }],
  ['post', 'role/grant', { roleIds: ['1'], menuIds: [] }],
  ['get', 'device/list', {}],
  ['get', 'device/detail', { sn: 'X' }],
  ['get', 'deviceFault/list', {}],
  ['post', 'tenant/administrator', { account: 'planted', password: 'Planted-1', realName: 'x' }],
  ['post', 'tenant/projects', { projects: [{ name: 'planted' }] }],
  ['post', 'tenant/town', { projectId: '1', lamps: 10 }],
]

test('rule.perm.sales.manage: no call accepts a tenant of another salesperson, the platform, or an unknown one', async () => {
  const known = new Set(CALLS.map(([method, path]) => `${method.toUpperCase()} ${SALES}/${path}`))
  const others = product.registry.routes.filter(
    ({ method, path }) => path.startsWith(`${SALES}/`) && !known.has(`${method} ${path}`) && !ACROSS.test(path),
  )
  expect(others.filter(({ method }) => method !== 'GET')).toEqual([])
  const reads = others.map(({ path }) => ['get', path.slice(SALES.length + 1), { id: '1' }] as const)
  expect(reads.length).toBeGreaterThan(5)
  const wrong: string[] = []
  for (const tenantId of [theirs, '000000', '100001', '999999'])
    for (const [method, path, options] of [...CALLS, ...reads]) {
      const answer =
        method === 'get'
          ? await ann.get(`${SALES}/${path}`, { ...options, tenantId })
          : await ann.post(`${SALES}/${path}`, { ...options, tenantId }, path.startsWith('tenant/') ? undefined : { tenantId })
      if (answer.status !== 400 || answer.msg !== '该租户不存在或不属于您')
        wrong.push(`${path} ${tenantId}: ${answer.status} ${answer.msg}`)
    }
  expect(wrong).toEqual([])
  for (const path of ['user', 'role', 'area', 'project']) {
    const table = path === 'area' || path === 'project' ? `places_${path}` : `identity_${path}`
    const planted = await product.platform.system.query(`select 1 from ${table} t where t::text like '%planted%'`)
    expect(planted, table).toEqual([])
  }
})

test('ids of another tenant cannot be used through the own tenant', async () => {
  const [role] = await product.platform.system.query<{ id: string }>('select id from identity_role where tenant_id = $1', [theirs])
  const [user] = await product.platform.system.query<{ id: string }>('select id from identity_user where tenant_id = $1', [theirs])
  const own = { tenantId: mine }
  const tries = [
    ann.post(`${SALES}/role/submit`, { ...own, id: role?.id, roleName: '改', roleAlias: 'x', sort: 1 }),
    ann.post(`${SALES}/role/grant`, { ...own, roleIds: [role?.id], menuIds: [] }),
    ann.post(`${SALES}/role/grant`, { roleIds: [role?.id], menuIds: [] }),
    ann.post(`${SALES}/user/submit`, { ...own, id: user?.id, realName: '改' }),
  ]
  for (const tried of tries) expect((await tried).status).toBe(400)
  const [row] = await product.platform.system.query<{ n: number }>('select count(*)::int as n from identity_role_menu where role_id = $1', [
    role?.id,
  ])
  expect(row?.n).toBeGreaterThan(10)
})

test('rule.function.13 rule.perm.sales.manage: users, roles, areas and projects of the own tenant are managed there, with the rights of its administrator', async () => {
  const own = { tenantId: mine }
  const role = (await ok(ann.post(`${SALES}/role/submit`, { ...own, roleName: '值班', roleAlias: 'duty_one', sort: 3 }))).id
  const [menu] = await product.platform.system.query<{ id: string; code: string }>(
    "select id::text, code from system_menu where code = 'area_view'",
  )
  await ok(ann.post(`${SALES}/role/grant`, { roleIds: [role], menuIds: [menu?.id] }))
  const [platform] = await product.platform.system.query<{ id: string }>("select id::text from system_menu where code = 'param_edit'")
  expect((await ann.post(`${SALES}/role/grant`, { roleIds: [role], menuIds: [platform?.id] })).status).toBe(400)
  const [held] = await product.platform.system.query<{ codes: string[] }>(
    'select array_agg(menu_code) as codes from identity_role_menu where role_id = $1',
    [role],
  )
  expect(held?.codes).toEqual(['area_view'])
  await ok(ann.post(`${SALES}/user/submit`, { ...own, account: 'duty_one', realName: '值班员', password: 'Duty-0001', roleId: role }))
  const users = (await ok(ann.get(`${SALES}/userPageByTenantId`, own))) as unknown as Page
  expect(users.records.map((row) => row.account).sort()).toEqual(['admin', 'duty_one'])
  await ok(ann.post(`${SALES}/area/submit`, { ...own, areaName: '东片' }))
  const duty = await product.signIn({ tenantId: mine, account: 'duty_one', password: 'Duty-0001' })
  const areas = await duty.get<{ areaName: string }[]>('/api/blade-system/area/list')
  expect(areas.data.map(({ areaName }) => areaName)).toEqual(['东片'])
  expect(await ok(ann.get(`${SALES}/area/tree`, own))).toMatchObject([{ title: '东片' }])
  const roles = (await ok(ann.get(`${SALES}/role/list`, own))) as unknown as { roleAlias: string }[]
  expect(roles.map(({ roleAlias }) => roleAlias)).toEqual(expect.arrayContaining(['admin', 'duty_one']))
  const dept = (await ok(ann.post(`${SALES}/dept/submit`, { ...own, deptName: '运维部', fullName: '运维部', sort: 1 }))).id
  expect(JSON.stringify(await ok(ann.get(`${SALES}/dept/tree`, own)))).toContain(dept)
  await ok(ann.post(`${SALES}/post/submit`, { ...own, postName: '值班长', postCode: 'lead', category: 1, sort: 1 }))
  expect(JSON.stringify(await ok(ann.get(`${SALES}/post/select`, own)))).toContain('值班长')
  const grantable = JSON.stringify(await ok(ann.get(`${SALES}/menu/grant-tree`, own)))
  expect(grantable).toContain('area')
  expect(grantable).not.toContain('"tenant_add"')
})

test('rule.perm.sales.move: projects of the own tenant can be moved', async () => {
  const own = { tenantId: mine }
  const one = (await ok(ann.post(`${SALES}/project/submit`, { ...own, name: '一期', type: 2 }))).id
  const two = (await ok(ann.post(`${SALES}/project/submit`, { ...own, name: '二期', type: 2 }))).id
  await ok(ann.post(`${SALES}/project/moveProject`, { ...own, ids: [two], parentId: one }))
  const below = (await ok(ann.get(`${SALES}/project/lazy-list`, { ...own, parentId: one }))) as unknown as { id: string }[]
  expect(below.map(({ id }) => id)).toEqual([two])
})

test('a tenant is created with brand, administrator, projects and demo lamps, each step completely or not at all', async () => {
  const { tenantId } = await found(ann, '新城照明')
  const own = { tenantId }
  await ok(ann.post(`${SALES}/tenant/administrator`, { ...own, account: 'the_boss', password: 'Boss-0001', realName: '老板' }))
  const tree = [{ name: '主城区', children: [{ name: '北线' }, { name: '南线' }] }]
  const made = (await ok(ann.post(`${SALES}/tenant/projects`, { ...own, projects: tree }))) as unknown as { ids: string[]; count: number }
  expect(made.count).toBe(3)
  const broken = [{ name: '会留下吗', children: [{ name: '' }] }]
  expect((await ann.post(`${SALES}/tenant/projects`, { ...own, projects: broken })).status).toBe(400)
  const town = (await ok(ann.post(`${SALES}/tenant/town`, { ...own, projectId: made.ids[0], lamps: 60 }))) as unknown as { lamps: number }
  expect(town.lamps).toBeGreaterThanOrEqual(50)
  expect((await ann.post(`${SALES}/tenant/town`, { ...own, projectId: made.ids[0], lamps: 60 })).status).toBe(400)
  const boss = await product.signIn({ tenantId, account: 'the_boss', password: 'Boss-0001' })
  const lamps = await boss.get<Page>('/api/blade-city/lamp/list', { size: 1 })
  expect(lamps.data.total).toBe(town.lamps)
  const projects = await boss.get<{ total: number }>('/api/blade-system/project/authorized-list')
  expect(projects.data.total).toBe(3)
  const devices = (await ok(ann.get(`${SALES}/device/list`, own))) as unknown as Page
  expect(devices.total).toBe(town.lamps)
  const sn = String(devices.records[0]?.sn)
  expect((await ok(ann.get(`${SALES}/device/detail`, { sn }))).sn).toBe(sn)
  expect((await ben.get(`${SALES}/device/detail`, { sn })).status).toBe(400)
  await product.platform.system.query("update devices_state set state = 3, faults = '{powerFailure}' where device_id = $1", [
    devices.records[0]?.id,
  ])
  const faults = (await ok(ann.get(`${SALES}/deviceFault/list`, own))) as unknown as Page
  expect(faults.records.map((row) => row.sn)).toEqual([sn])
  // What a salesperson does in a tenant is logged in that tenant's audit log.
  const [logged] = await product.platform.system.query<{ n: number }>(
    "select count(*)::int as n from kit_audit where tenant_id = $1 and account = 'ann_li'",
    [tenantId],
  )
  expect(logged?.n).toBeGreaterThan(2)
})

test('sales.tenant.batchUpdateSales: own tenants can be transferred to another salesperson; foreign tenants and other users are refused', async () => {
  const move = (client: ApiClient, orignSalesId: string, destSalesId: string, ids?: string) =>
    client.post(`${SALES}/tenant/batchUpdateSales`, { orignSalesId, destSalesId, ...(ids ? { ids } : {}) })
  expect((await move(ann, ben.userId, ann.userId)).body.field).toBe('orignSalesId')
  const [operator] = await product.platform.system.query<{ id: string }>("select id from identity_user where account = 'operator'")
  expect((await move(ann, ann.userId, String(operator?.id))).body.field).toBe('destSalesId')
  const [foreign] = await product.platform.system.query<{ id: string }>('select id from identity_tenant where tenant_id = $1', [theirs])
  expect((await move(ann, ann.userId, ben.userId, `${minesId},${foreign?.id}`)).body.field).toBe('ids')
  expect((await ann.get(`${SALES}/role/list`, { tenantId: mine })).code).toBe(200)
  expect(await ok(move(ann, ann.userId, ben.userId, minesId))).toEqual({ count: 1 })
  expect((await ann.get(`${SALES}/role/list`, { tenantId: mine })).status).toBe(400)
  expect((await ben.get(`${SALES}/role/list`, { tenantId: mine })).code).toBe(200)
  expect(await ok(move(admin, ben.userId, ann.userId, minesId))).toEqual({ count: 1 })
  // The source salesperson is not given: then a salesperson moves own tenants, and an administrator the named ones, whoever has them.
  const moveTo = (client: ApiClient, destSalesId: string, ids?: string) =>
    client.post(`${SALES}/tenant/batchUpdateSales`, { destSalesId, ids })
  expect((await moveTo(ann, ben.userId, foreign?.id)).body.field).toBe('ids')
  expect(await ok(moveTo(ann, ben.userId, minesId))).toEqual({ count: 1 })
  expect(await ok(moveTo(admin, ann.userId, minesId))).toEqual({ count: 1 })
  const sellers = (await ok(ann.get(`${SALES}/user/select`, { realName_like: 'BEN' }))) as unknown as { id: string }[]
  expect(sellers.map(({ id }) => id)).toEqual([ben.userId])
  // A salesperson who still has tenants cannot be removed.
  expect((await admin.post('/api/blade-user/remove', undefined, { ids: ben.userId })).msg).toContain('本的租户')
})

test('only salespeople can use the sales calls', async () => {
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  for (const { path, method } of product.registry.routes.filter((route) => route.path.startsWith(SALES))) {
    const answer = method === 'GET' ? await operator.get(path) : await operator.post(path, {})
    expect([path, answer.msg]).toEqual([path, '没有该操作的权限'])
  }
})
