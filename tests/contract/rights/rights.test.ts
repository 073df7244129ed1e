import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: TestPlatform
/** Administrator of the platform. */
let admin: ApiClient
/** Administrator of tenant 100001. */
let chief: ApiClient
let chiefId = ''
const DEMO = '100001'

const roleId = async (alias: string, tenantId = DEMO): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    [tenantId, alias],
  )
  if (!row) throw new Error(`no role ${alias}`)
  return row.id
}
const userId = async (account: string, tenantId = DEMO): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from identity_user where tenant_id = $1 and account = $2 and not is_deleted',
    [tenantId, account],
  )
  if (!row) throw new Error(`no user ${account}`)
  return row.id
}
const menuIds = async (codes: readonly string[]): Promise<string[]> =>
  (await product.platform.system.query<{ id: string }>('select id from system_menu where code = any($1)', [codes])).map(({ id }) => id)
const USER = '/api/blade-user'
const ROLE = '/api/blade-system/role'
const TENANT = '/api/blade-system/tenant'
const newUser = (client: ApiClient, account: string, more: Record<string, unknown> = {}) =>
  client.post<{ id: string }>(`${USER}/submit`, { account, password: 'Secret-1', realName: '测试', ...more })

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  admin = await product.signIn()
  const made = await newUser(admin, 'the_chief', { tenantId: DEMO, roleId: await roleId('admin') })
  expect(made.code, made.msg).toBe(200)
  chiefId = made.data.id
  chief = await product.signIn({ tenantId: DEMO, account: 'the_chief', password: 'Secret-1' })
})
afterAll(() => product?.stop())

describe('users', () => {
  test('rule.product.multitenant, rule.perm.000000: the platform sees every tenant, a tenant only itself', async () => {
    const accounts = async (client: ApiClient, query = {}) =>
      (await client.get<{ records: { account: string; tenantId: string }[] }>(`${USER}/page`, { size: 100, ...query })).data.records
    expect(new Set((await accounts(admin)).map(({ tenantId }) => tenantId))).toEqual(new Set(['000000', DEMO]))
    expect(new Set((await accounts(chief)).map(({ tenantId }) => tenantId))).toEqual(new Set([DEMO]))
    expect((await accounts(admin, { tenantId: '000000' })).map(({ account }) => account)).toEqual(['admin'])
    expect((await chief.get(`${USER}/detail`, { id: await userId('admin', '000000') })).code).toBe(400)
  })

  test('user.page: both addresses answer; roleId is a text with its name beside, the password is not returned', async () => {
    for (const base of [USER, '/api/blade-system/user']) {
      const { data } = await chief.get<{ records: Record<string, unknown>[] }>(`${base}/page`, { account: 'operator' })
      expect(data.records).toMatchObject([{ account: 'operator', roleId: await roleId('operator'), roleName: '操作员', password: '' }])
    }
    expect((await chief.get(`/api/blade-system/user/info`)).data).toMatchObject({ id: chiefId, roleName: '管理员', tenantName: '示范区' })
  })

  test('an account is unique in its tenant only', async () => {
    expect((await newUser(chief, 'operator')).msg).toBe('当前账号已被使用!')
    expect((await newUser(admin, 'operator')).code).toBe(200)
    expect((await newUser(admin, 'operator', { tenantId: DEMO })).code).toBe(400)
  })

  test('a tenant cannot create a user in another one, or give it a foreign role or the administrator role', async () => {
    const made = await newUser(chief, 'stray_one', { tenantId: '000000' })
    expect((await chief.get(`${USER}/detail`, { id: made.data.id })).data.tenantId).toBe(DEMO)
    expect((await newUser(chief, 'riser_one', { roleId: '1123598816738675201' })).code).toBe(400)
    expect((await newUser(admin, 'mixed_one', { tenantId: DEMO, roleId: '1123598816738675201' })).msg).toBe('roleId:不属于该租户')
    expect((await chief.post(`${USER}/grant`, undefined, { userIds: made.data.id, roleIds: '1123598816738675201' })).code).toBe(400)
  })

  test('rule.perm.sales.manage: managing users gives no additional rights', async () => {
    await product.platform.system.query(`insert into identity_role_menu (role_id, menu_code, tenant_id) values ($1, 'dict_view', $2)`, [
      await roleId('admin'),
      DEMO,
    ])
    expect((await newUser(chief, 'seller', { roleId: await roleId('sales') })).msg).toBe('不能授予自己没有的权限')
    expect((await newUser(admin, 'seller', { tenantId: DEMO, roleId: await roleId('sales') })).code).toBe(200)
    const seller = await product.signIn({ tenantId: DEMO, account: 'seller', password: 'Secret-1' })
    expect((await newUser(seller, 'newcomer')).code).toBe(200)
    expect((await newUser(seller, 'friend', { roleId: await roleId('admin') })).msg).toBe('不能授予自己没有的权限')
    expect((await seller.post(`${USER}/reset-password`, undefined, { userIds: chiefId })).msg).toBe('不能授予自己没有的权限')
    expect((await seller.post(`${USER}/remove`, undefined, { ids: chiefId })).code).toBe(400)
    expect((await seller.post(`${USER}/update`, { id: chiefId, account: 'the_chief', realName: '测试', password: 'x' })).code).toBe(400)
    expect((await chief.get(`${USER}/info`)).code).toBe(200)
  })

  test('user.grant: replaces the roles, and the user has the rights at once', async () => {
    const made = await newUser(chief, 'climber', { roleId: await roleId('guest') })
    const climber = await product.signIn({ tenantId: DEMO, account: 'climber', password: 'Secret-1' })
    const call = () => climber.post('/api/blade-system/area/submit', { areaName: `区${Math.random()}` })
    expect((await call()).code).toBe(400)
    expect((await chief.post(`${USER}/grant`, undefined, { userIds: made.data.id, roleIds: await roleId('admin') })).code).toBe(200)
    expect((await call()).code).toBe(200)
    expect((await climber.get('/api/blade-auth/oauth/user-info')).data.roles).toEqual(['admin'])
  })

  test('a user cannot remove or disable the own account', async () => {
    expect((await chief.post(`${USER}/remove`, undefined, { ids: chiefId })).msg).toBe('不能删除或停用当前登录的账号')
    expect((await chief.post(`${USER}/update`, { id: chiefId, account: 'the_chief', realName: '测试', status: 0 })).code).toBe(400)
  })

  test('rule.info.personal, rule.info.tenant-readonly: a user changes the own information, and no field that gives rights', async () => {
    const guest = await product.signIn({ tenantId: DEMO, account: 'guest' })
    const sent = { id: chiefId, realName: '来宾', phone: '13800000000', wechat: 'wx', tenantId: '000000', roleId: await roleId('admin') }
    expect((await guest.post(`${USER}/update-info`, sent)).code).toBe(200)
    expect((await guest.get(`${USER}/info`)).data).toMatchObject({
      account: 'guest',
      realName: '来宾',
      phone: '13800000000',
      wechat: 'wx',
      tenantId: DEMO,
      roleId: await roleId('guest'),
    })
    expect((await chief.get(`${USER}/info`)).data.realName).toBe('测试')
  })
})

describe('roles', () => {
  test('role.list, role.tree, role.tree-by-id: the roles of a tenant, nested', async () => {
    const top = await chief.post<{ id: string }>(`${ROLE}/submit`, { roleName: '班长', roleAlias: 'foreman', sort: 20 })
    const below = await chief.post<{ id: string }>(`${ROLE}/submit`, {
      roleName: '组员',
      roleAlias: 'member',
      sort: 21,
      parentId: top.data.id,
    })
    const list = (await chief.get<{ id: string; children?: { id: string; parentName: string }[] }[]>(`${ROLE}/list`)).data
    expect(list.find(({ id }) => id === top.data.id)?.children).toMatchObject([{ id: below.data.id, parentName: '班长' }])
    const tree = (await chief.get<{ id: string; title: string; value: string }[]>(`${ROLE}/tree`)).data
    expect(tree.find(({ id }) => id === top.data.id)).toMatchObject({ title: '班长', value: top.data.id, hasChildren: true })
    expect((await chief.get<unknown[]>(`${ROLE}/tree-by-id`, { roleId: top.data.id })).data).toMatchObject([
      { id: top.data.id, children: [{ id: below.data.id }] },
    ])
    expect((await chief.get<unknown[]>(`${ROLE}/tree`, { tenantId: '000000' })).data).toEqual([])
    expect((await admin.get<unknown[]>(`${ROLE}/tree`, { tenantId: '000000' })).data).toHaveLength(1)
    expect((await chief.post(`${ROLE}/remove`, undefined, { ids: top.data.id })).code).toBe(400)
    expect((await chief.post(`${ROLE}/remove`, undefined, { ids: `${top.data.id},${below.data.id}` })).code).toBe(200)
  })

  test('rule.perm.grant: a grant replaces the menus of a role, takes effect at once, and is returned as selected keys', async () => {
    const made = await chief.post<{ id: string }>(`${ROLE}/submit`, { roleName: '录入', roleAlias: 'the_clerk', sort: 30 })
    await newUser(chief, 'the_clerk', { roleId: made.data.id })
    const clerk = await product.signIn({ tenantId: DEMO, account: 'the_clerk', password: 'Secret-1' })
    const view = () => clerk.get('/api/blade-system/area/list')
    expect((await view()).code).toBe(400)
    const ids = await menuIds(['area_view', 'area_add'])
    const grant = (menus: readonly string[]) =>
      chief.post(`${ROLE}/grant`, { roleIds: [made.data.id], menuIds: menus, dataScopeIds: [], apiScopeIds: [] })
    expect((await grant(ids)).code).toBe(200)
    expect((await view()).code).toBe(200)
    const keys = await chief.get<{ menu: string[] }>('/api/blade-system/menu/role-tree-keys', { roleIds: made.data.id })
    expect(keys.data).toEqual({ menu: expect.arrayContaining(ids), dataScope: [], apiScope: [], menuMiNi: [] })
    expect(keys.data.menu).toHaveLength(2)
    expect((await grant([])).code).toBe(200)
    expect((await view()).code).toBe(400)
    expect((await chief.post(`${ROLE}/remove`, undefined, { ids: made.data.id })).msg).toBe('角色正在使用中，无法删除：录入')
  })

  test('a page is a selected key only while everything below it is granted', async () => {
    const made = await chief.post<{ id: string }>(`${ROLE}/submit`, { roleName: '半勾', roleAlias: 'half', sort: 31 })
    const [page] = await menuIds(['project'])
    const below = await product.platform.system.query<{ id: string }>(
      'select id from system_menu where parent_id = $1 and not is_deleted',
      [page],
    )
    const ids = [String(page), ...below.map(({ id }) => id)]
    const keys = async () =>
      (await chief.get<{ menu: string[] }>('/api/blade-system/menu/role-tree-keys', { roleIds: made.data.id })).data.menu
    expect((await chief.post(`${ROLE}/grant`, { roleIds: [made.data.id], menuIds: ids })).code).toBe(200)
    expect((await newUser(chief, 'halfway', { roleId: made.data.id })).code).toBe(200)
    expect(await keys()).toContain(page)
    await chief.post(`${ROLE}/grant`, { roleIds: made.data.id, menuIds: ids.slice(0, 3).join(',') })
    expect(await keys()).not.toContain(page)
  })

  test('menu.grant-tree: a user can grant only own rights, and the server enforces it', async () => {
    const titles = JSON.stringify((await chief.get('/api/blade-system/menu/grant-tree')).data)
    expect(titles).toContain('area_add')
    expect(titles).not.toContain('menu_edit')
    expect(JSON.stringify((await admin.get('/api/blade-system/menu/grant-tree')).data)).toContain('menu_edit')
    const refused = await chief.post(`${ROLE}/grant`, { roleIds: [await roleId('guest')], menuIds: await menuIds(['menu_edit']) })
    expect(refused.msg).toBe('不能授予自己没有的权限')
  })

  test('only the platform can create a platform administrator, and that role cannot be removed', async () => {
    expect((await chief.post(`${ROLE}/submit`, { roleName: '超管', roleAlias: 'administrator', sort: 1 })).msg).toContain(
      '无权限创建超管角色',
    )
    const own = await roleId('administrator', '000000')
    expect((await admin.post(`${ROLE}/submit`, { id: own, roleName: '超管', roleAlias: 'x', sort: 1 })).code).toBe(400)
    expect((await admin.post(`${ROLE}/remove`, undefined, { ids: own })).code).toBe(400)
  })

  test('a foreign role cannot be granted to, changed or removed', async () => {
    const foreign = await roleId('administrator', '000000')
    expect((await chief.post(`${ROLE}/grant`, { roleIds: [foreign], menuIds: [] })).msg).toContain('无权操作非本租户的角色')
    expect((await chief.post(`${ROLE}/submit`, { id: foreign, roleName: 'x', roleAlias: 'y', sort: 1 })).code).toBe(400)
    expect((await chief.get('/api/blade-system/menu/role-tree-keys', { roleIds: foreign })).data.menu).toEqual([])
  })

  test('rights removed from a role stay removed after the next start', async () => {
    const role = await roleId('areaManager')
    await chief.post(`${ROLE}/grant`, { roleIds: [role], menuIds: await menuIds(['area_view']) })
    await identityServer.seed?.(product.platform, product.platform.clock.now())
    const keys = await chief.get<{ menu: string[] }>('/api/blade-system/menu/role-tree-keys', { roleIds: role })
    expect(keys.data.menu).toEqual(await menuIds(['area_view']))
  })
})

describe('tenants', () => {
  test('a new tenant gets a number, a role and an administrator who can work in it', async () => {
    const made = await admin.post<{ id: string }>(`${TENANT}/submit`, { tenantName: '东城路灯所', zone: 'Asia/Urumqi' })
    expect(made.code, made.msg).toBe(200)
    const { data } = await admin.get<{ tenantId: string }>(`${TENANT}/detail`, { id: made.data.id })
    expect(data.tenantId).toMatch(/^[1-9]\d{5}$/)
    const theirs = await product.signIn({ tenantId: data.tenantId, account: 'admin' })
    expect((await theirs.post('/api/blade-system/area/submit', { areaName: '东城' })).code).toBe(200)
    expect((await theirs.get<{ records: unknown[] }>(`${USER}/page`)).data.records).toHaveLength(1)
    expect((await theirs.get<unknown[]>(`${TENANT}/select`)).data).toMatchObject([{ tenantId: data.tenantId, tenantName: '东城路灯所' }])
    expect((await admin.post(`${TENANT}/remove`, undefined, { ids: made.data.id })).code).toBe(200)
    expect((await theirs.get(`${USER}/info`)).status).toBe(401)
  })

  test('only the platform manages tenants, and its own cannot be removed', async () => {
    expect((await chief.get(`${TENANT}/list`)).code).toBe(400)
    expect((await chief.post(`${TENANT}/submit`, { tenantName: 'x' })).code).toBe(400)
    const { data } = await admin.get<{ records: { id: string }[] }>(`${TENANT}/list`, { tenantId: '000000' })
    expect((await admin.post(`${TENANT}/remove`, undefined, { ids: data.records[0]?.id })).msg).toBe('平台租户不可删除')
  })

  test('an unknown zone and a used number are refused', async () => {
    expect((await admin.post(`${TENANT}/submit`, { tenantName: 'x', zone: 'Mars/Olympus' })).msg).toContain('Mars/Olympus')
    const taken = await admin.post(`${TENANT}/submit`, { tenantName: 'x', tenantId: DEMO, zone: 'Asia/Shanghai' })
    expect(taken.msg).toBe('租户编号已存在：100001')
  })

  test('the limit of accounts is enforced', async () => {
    const made = await admin.post<{ id: string }>(`${TENANT}/submit`, { tenantName: '小所', zone: 'Asia/Shanghai', accountNumber: 2 })
    const { data } = await admin.get<{ tenantId: string }>(`${TENANT}/detail`, { id: made.data.id })
    expect((await newUser(admin, 'second', { tenantId: data.tenantId })).code).toBe(200)
    expect((await newUser(admin, 'third_one', { tenantId: data.tenantId })).msg).toBe('当前租户已到最大账号额度！')
  })
})
