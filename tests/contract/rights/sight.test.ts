import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { role } from '../../../domains/identity/model/role.resource.ts'
import type { VisiblePlaces } from '../../../domains/identity/model/sight.ts'
import { must, ownRows } from '../api/own-rows.ts'

const TENANT = '100001'
const USER = '/api/blade-user'
const ROLE = '/api/blade-system/role'
let product: TestPlatform
let admin: ApiClient
let chief: ApiClient
let district = ''
let section = ''
let project = ''
const roleId = async (alias: string): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    [TENANT, alias],
  )
  return String(row?.id)
}
const sight = async (client: ApiClient, query: Record<string, string>): Promise<VisiblePlaces> => {
  const answer = await client.get<VisiblePlaces>(`${USER}/sight`, query)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data
}
const countOf = (seen: VisiblePlaces, name: string): number | undefined => seen.rows.find((row) => row.name === name)?.count

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  const made = { tenantId: TENANT, account: 'sight_chief', password: 'Sight-12', realName: '管理', roleId: await roleId('admin') }
  await must(admin, `${USER}/submit`, made)
  chief = await product.signIn({ tenantId: TENANT, account: 'sight_chief', password: 'Sight-12' })
  district = await must(chief, '/api/blade-system/area/submit', { areaName: '城东', areaCode: 'CD' })
  ;({ area: section, project } = await ownRows(chief))
  await must(chief, '/api/blade-system/area/submit', { id: section, areaName: '东片', areaCode: 'EAST', parentId: district })
})
afterAll(() => product?.stop())

describe('preview of what a user would see', () => {
  test('before saving: roles, places with those below, number of rows, and pages with permitted actions', async () => {
    const seen = await sight(chief, { roleId: await roleId('operator'), areaIds: district, projectIds: '' })
    expect(seen).toMatchObject({ roles: ['操作员'], areas: { all: false, count: 2, names: ['城东'] }, projects: { all: true } })
    expect(countOf(seen, '灯具')).toBe(1)
    expect(seen.pages.find(({ page }) => page === '灯具')?.acts).toEqual(expect.arrayContaining(['查看', '调光']))
    expect(seen.pages.map(({ page }) => page)).not.toContain('用户管理')
    const all = await sight(chief, { roleId: await roleId('operator') })
    expect(all.areas.all).toBe(true)
    expect(countOf(all, '灯具')).toBe((await chief.get<{ total: number }>('/api/blade-city/lamp/list', { size: 1 })).data.total)
    expect(countOf(await sight(chief, { roleId: await roleId('guest'), projectIds: project }), '单灯控制器')).toBe(1)
  })

  test('it says when a role sees no area, and when there is no role', async () => {
    const cut = await sight(chief, { roleId: await roleId('maintainer') })
    expect(cut.areas).toEqual({ all: false, count: 0, names: [] })
    expect(countOf(cut, '灯具')).toBe(0)
    expect(await sight(chief, {})).toMatchObject({ roles: [], rows: [], pages: [] })
  })

  test('after saving: the saved values with managed areas, equal to what that user really sees', async () => {
    const made = { account: 'sight_one', password: 'Sight-12', realName: '负责人', roleId: await roleId('areaManager') }
    const id = await must(chief, `${USER}/submit`, made)
    await must(chief, '/api/blade-system/areaManage/submit', { areaId: district, userIds: id })
    const seen = await sight(chief, { id })
    expect(seen.areas).toEqual({ all: false, count: 2, names: ['城东'] })
    const client = await product.signIn({ tenantId: TENANT, account: 'sight_one', password: 'Sight-12' })
    expect(countOf(seen, '灯具')).toBe((await client.get<{ total: number }>('/api/blade-city/lamp/list', { size: 1 })).data.total)
    const paths = await client.get<{ name: string; children?: { name: string }[] }[]>('/api/blade-system/menu/routes')
    const city = paths.data.find(({ name }) => name === '城市照明')?.children?.map(({ name }) => name) ?? []
    expect(seen.pages.map(({ page }) => page)).toEqual(
      expect.arrayContaining(city.filter((name) => name === '灯具' || name === '照明地图')),
    )
  })

  test('a user without the right to see users is refused, and nothing about other tenants is returned', async () => {
    const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
    expect((await operator.get(`${USER}/sight`, { roleId: await roleId('guest') })).code).toBe(400)
    const [stranger] = await product.platform.system.query<{ id: string }>(`select id from identity_user where tenant_id = '000000'`)
    expect((await chief.get(`${USER}/sight`, { id: stranger?.id })).code).toBe(400)
    expect(await sight(chief, { roleId: '1123598816738675201' })).toMatchObject({ roles: [], pages: [] })
  })

  test('a user limited to an area is shown only that area of other users', async () => {
    const role = await must(chief, `${ROLE}/submit`, { roleName: '片区', roleAlias: 'sight_district', sort: 30 })
    await product.platform.system.query(
      `insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, menu_code, tenant_id from identity_role_menu where role_id = $2 on conflict do nothing`,
      [role, await roleId('admin')],
    )
    await must(chief, `${USER}/submit`, { account: 'sight_cut', password: 'Sight-12', realName: '片区', areaIds: section })
    await product.platform.system.query('update identity_user set role_id = array[$1::bigint] where account = $2', [role, 'sight_cut'])
    const cut = await product.signIn({ tenantId: TENANT, account: 'sight_cut', password: 'Sight-12' })
    const seen = await sight(cut, { roleId: await roleId('operator') })
    expect(seen.areas).toEqual({ all: false, count: 1, names: ['东片'] })
    expect(countOf(seen, '灯具')).toBe(1)
  })
})

describe('a user of another tenant, created by an administrator of the platform', () => {
  const PLATFORM_ROLE = '1123598816738675201'

  test('the preview is that of the chosen tenant: its roles, its places', async () => {
    const seen = await sight(admin, { tenantId: TENANT, roleId: await roleId('operator') })
    expect(seen.roles).toEqual(['操作员'])
    expect(countOf(seen, '灯具')).toBe((await chief.get<{ total: number }>('/api/blade-city/lamp/list', { size: 1 })).data.total)
    expect((await sight(admin, { roleId: await roleId('operator') })).roles).toEqual([])
    // A user who sees one tenant gets the preview of that tenant, whatever the query names.
    expect((await sight(chief, { tenantId: '000000', roleId: PLATFORM_ROLE })).roles).toEqual([])
  })

  test('choices are filtered by tenant, and a choice of another tenant is refused at its field', async () => {
    const system = '/api/blade-system'
    for (const path of ['role/list', 'dept/list', 'post/list', 'user/list', 'role/tree']) {
      const { data } = await admin.get<Record<string, unknown>[] & { records?: Record<string, unknown>[] }>(`${system}/${path}`, {
        tenantId: TENANT,
        size: 100,
      })
      const rows = data.records ?? data
      expect(rows.length, path).toBeGreaterThan(0)
      expect(new Set(rows.map((row) => row.tenantId ?? TENANT)), path).toEqual(new Set([TENANT]))
    }
    const idOf = async (path: string, body: Record<string, unknown>) => must(admin, `${system}/${path}/submit`, body)
    const foreign = {
      roleId: PLATFORM_ROLE,
      deptId: await idOf('dept', { deptName: '总部', fullName: '总部', sort: 1 }),
      postId: await idOf('post', { postName: '主任', postCode: 'head-of-all', sort: 1 }),
      areaIds: await idOf('area', { areaName: '总部', areaCode: 'HQ' }),
      projectIds: await idOf('project', { name: '总部', type: 2 }),
    }
    for (const [field, value] of Object.entries(foreign)) {
      const made = { tenantId: TENANT, account: 'sight_foreign', realName: '外', [field]: value }
      const refused = await admin.post(`${USER}/submit`, made)
      expect([refused.code, refused.body.field, refused.msg], field).toEqual([400, field, `${field}:不属于该租户`])
    }
    const own = {
      tenantId: TENANT,
      account: 'sight_foreign',
      realName: '外',
      roleId: await roleId('operator'),
      deptId: await idOf('dept', { tenantId: TENANT, deptName: '班组', fullName: '班组', sort: 1 }),
      postId: await idOf('post', { tenantId: TENANT, postName: '班长', postCode: 'crew-head', sort: 1 }),
    }
    const id = await must(admin, `${USER}/submit`, own)
    const assigned = await admin.post(`${USER}/assign-roles`, { ids: id, roleIds: PLATFORM_ROLE })
    expect([assigned.code, assigned.body.field, assigned.msg]).toEqual([400, 'roleIds', '无权操作非本租户的角色'])
  })
})

describe('copying a role', () => {
  test('the role of the platform administrator cannot be copied, and the refusal gives the reason', async () => {
    expect(role.actions.copy.disabledWhen).toEqual({ roleAlias: { eq: 'administrator' } })
    const copied = await admin.post(`${ROLE}/copy`, { ids: '1123598816738675201', roleName: '又一个' })
    expect([copied.code, copied.msg]).toEqual([400, expect.stringMatching(/^超级管理员角色凭别名拥有全部权限，没有可复制的授权/)])
    const named = await admin.post(`${ROLE}/copy`, { ids: await roleId('operator'), roleName: '又一个', roleAlias: 'administrator' })
    expect([named.code, named.body.field, named.msg]).toEqual([400, 'roleAlias', copied.msg])
  })

  test('the copy has the rights of the original, and its own name', async () => {
    const from = await roleId('operator')
    const copied = await chief.post<{ id: string }>(`${ROLE}/copy`, { ids: from, roleName: '夜班操作员' })
    expect(copied.code, copied.msg).toBe(200)
    const keys = async (roleIds: string) => (await chief.get('/api/blade-system/menu/role-tree-keys', { roleIds })).data
    expect(await keys(copied.data.id)).toEqual(await keys(from))
    expect((await chief.get(`${ROLE}/detail`, { id: copied.data.id })).data).toMatchObject({
      roleName: '夜班操作员',
      roleAlias: 'operator',
    })
  })

  test('a copy gives no additional rights', async () => {
    const clerk = await must(chief, `${ROLE}/submit`, { roleName: '文员', roleAlias: 'sight_clerk', sort: 40 })
    await product.platform.system.query(
      `insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from unnest(array['role_view', 'role_copy', 'role_add', 'user_view']) code`,
      [clerk, TENANT],
    )
    await must(chief, `${USER}/submit`, { account: 'sight_clerk', password: 'Sight-12', realName: '文员', roleId: clerk })
    const client = await product.signIn({ tenantId: TENANT, account: 'sight_clerk', password: 'Sight-12' })
    expect((await client.post(`${ROLE}/copy`, { ids: await roleId('admin'), roleName: '升' })).msg).toBe('不能授予自己没有的权限')
    expect((await client.post(`${ROLE}/copy`, { ids: clerk, roleName: '文员二' })).code).toBe(200)
    expect((await client.post(`${ROLE}/copy`, { ids: clerk, roleName: '升', roleAlias: 'administrator' })).code).toBe(400)
    expect((await chief.post(`${ROLE}/copy`, { ids: '1123598816738675201', roleName: '越租户' })).code).toBe(400)
  })
})

test('a salesperson sees and sets the same in a chosen tenant, and in no other', async () => {
  const made = { account: 'sight_seller', password: 'Sight-12', realName: '销售', tenantId: TENANT, roleId: await roleId('sales') }
  await must(admin, `${USER}/submit`, made)
  const seller = await product.signIn({ tenantId: TENANT, account: 'sight_seller', password: 'Sight-12' })
  const tenant = await seller.post<{ tenantId: string }>('/api/blade-sales/tenant/submit', { tenantName: '客户' })
  expect(tenant.code, tenant.msg).toBe(200)
  const { tenantId } = tenant.data
  const area = await seller.post<{ id: string }>('/api/blade-sales/area/submit', { tenantId, areaName: '客户城东', areaCode: 'K' })
  expect(area.code, area.msg).toBe(200)
  const tree = await seller.get<{ id: string }[]>('/api/blade-sales/role/tree', { tenantId })
  const roleOfTree = String(tree.data[0]?.id)
  const seen = await seller.get<VisiblePlaces>('/api/blade-sales/user/sight', { tenantId, roleId: roleOfTree, areaIds: area.data.id })
  expect(seen.data).toMatchObject({ roles: ['管理员'], areas: { all: false, count: 1, names: ['客户城东'] } })
  const user = { tenantId, account: 'customer_one', password: 'Sight-12', realName: '客户一', roleId: roleOfTree, areaIds: area.data.id }
  const saved = await seller.post<{ id: string }>('/api/blade-sales/user/submit', user)
  expect(saved.code, saved.msg).toBe(200)
  expect((await seller.get('/api/blade-sales/user/detail', { tenantId, id: saved.data.id })).data).toMatchObject({
    areaIds: area.data.id,
    roleId: roleOfTree,
  })
  expect((await seller.post('/api/blade-sales/role/copy', { tenantId, ids: roleOfTree, roleName: '副管理员' })).code).toBe(200)
  for (const call of ['user/sight', 'user/detail'])
    expect((await seller.get(`/api/blade-sales/${call}`, { tenantId: '000000', id: '1' })).code).toBe(400)
  expect((await seller.post('/api/blade-sales/role/copy', { tenantId, ids: await roleId('admin'), roleName: '外' })).code).toBe(400)
})
