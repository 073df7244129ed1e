import { type ApiClient, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sliceIndex } from '../../../apps/console/slice-index.ts'
import { slices } from '../../../apps/server/slices.ts'
import { must, ownRows } from '../api/own-rows.ts'

const TENANT = '100001'
const S = '/api/blade-system'
let product: TestPlatform
let admin: ApiClient
let chief: ApiClient
/** Numbers of lamps, controllers and gateways of the whole tenant. */
let whole: Sight
/** `district` has a child area `section` with one lamp, one controller and one gateway; `elsewhere` is another, empty district. */
let district = ''
let section = ''
let elsewhere = ''
let project = ''
let lamp = ''
const people: Record<string, { readonly client: ApiClient; readonly id: string }> = {}

interface Sight {
  readonly lamps: number
  readonly controllers: number
  readonly gateways: number
}
const total = async (client: ApiClient, path: string): Promise<number> => {
  const answer = await client.get<{ total: number }>(path, { size: 1 })
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data.total
}
const sightOf = async (client: ApiClient): Promise<Sight> => ({
  lamps: await total(client, '/api/blade-city/lamp/list'),
  controllers: await total(client, '/api/blade-city/controller/page'),
  gateways: await total(client, '/api/blade-device/gateway/page'),
})
const areasOf = async (client: ApiClient): Promise<string[]> => {
  const names = (nodes: readonly { title: string; children?: [] }[]): string[] =>
    nodes.flatMap(({ title, children = [] }) => [title, ...names(children)])
  return names((await client.get<[]>(`${S}/area/tree`)).data)
}
const routesOf = async (client: ApiClient): Promise<Set<string>> => {
  const paths = (nodes: readonly { path: string; children?: [] }[]): string[] =>
    nodes.flatMap(({ path, children = [] }) => [path, ...paths(children)])
  return new Set(paths((await client.get<[]>(`${S}/menu/routes`)).data))
}
const roleId = async (alias: string): Promise<string> => {
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    [TENANT, alias],
  )
  return String(row?.id)
}
const addUser = async (name: string, alias: string, more: Record<string, unknown> = {}): Promise<{ client: ApiClient; id: string }> => {
  const account = `${name}_sight`
  const by = more.by === undefined ? admin : (more.by as ApiClient)
  const made = { tenantId: TENANT, account, password: 'Sight-12', realName: name, roleId: await roleId(alias), ...more, by: undefined }
  const id = await must(by, '/api/blade-user/submit', made)
  return { client: await product.signIn({ tenantId: TENANT, account, password: 'Sight-12' }), id }
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  people.admin = await addUser('chief', 'admin')
  chief = people.admin.client
  district = await must(chief, `${S}/area/submit`, { areaName: '城东', areaCode: 'CD' })
  elsewhere = await must(chief, `${S}/area/submit`, { areaName: '城西', areaCode: 'CX' })
  const own = await ownRows(chief)
  ;({ area: section, project, lamp } = own)
  await must(chief, `${S}/area/submit`, { id: section, areaName: '东片', areaCode: 'EAST', parentId: district })
  for (const role of ['operator', 'sales', 'guest'] as const) people[role] = await addUser(role, role)
  people.maintainer = await addUser('maintainer', 'maintainer', { by: chief, areaIds: district })
  people.areaManager = await addUser('manager', 'areaManager', { by: chief })
  people.reviewer = await addUser('reviewer', 'areaManager', { by: chief })
  whole = await sightOf(chief)
})
afterAll(() => product?.stop())
const of = (role: string): ApiClient => people[role]?.client as ApiClient
const OWN: Sight = { lamps: 1, controllers: 1, gateways: 1 }
const NONE: Sight = { lamps: 0, controllers: 0, gateways: 0 }

describe('rows that each role of the permission matrix sees', () => {
  test('administrators, operators, salespeople and guests of a tenant see all rows', async () => {
    expect(whole.lamps).toBeGreaterThan(10)
    for (const role of ['admin', 'operator', 'sales', 'guest']) {
      expect([role, await sightOf(of(role))]).toEqual([role, whole])
      expect(await areasOf(of(role))).toEqual(expect.arrayContaining(['城东', '东片', '城西']))
      expect([role, (await of(role).get<{ lamps: number }>('/api/blade-report/dashboard/info')).code]).toEqual([role, 200])
    }
  })

  test('a sign-in tells a user limited to places, so that empty lists can say why', async () => {
    const toldOf = async (account: string): Promise<unknown> => {
      const body = new URLSearchParams({ tenantId: TENANT, username: account, password: md5('Sight-12'), grant_type: 'password' })
      const answer = await product.anonymous.call('POST', '/api/blade-auth/oauth/token', { body })
      return ((await answer.json()) as { detail: { limited?: true } }).detail.limited
    }
    expect([await toldOf('chief_sight'), await toldOf('maintainer_sight'), await toldOf('reviewer_sight')]).toEqual([undefined, true, true])
  })

  test('an area manager sees no rows until assigned to an area, then those of the area and below it', async () => {
    expect(await sightOf(of('areaManager'))).toEqual(NONE)
    expect(await areasOf(of('areaManager'))).toEqual([])
    const entry = await must(chief, `${S}/areaManage/submit`, { areaId: district, userIds: people.areaManager?.id })
    expect(await sightOf(of('areaManager'))).toEqual(OWN)
    expect(await areasOf(of('areaManager'))).toEqual(['城东', '东片'])
    expect(await sightOf(of('reviewer'))).toEqual(NONE)
    const added = await chief.post(`${S}/areaManage/addManagerUser`, { areaManageId: entry, userIds: people.reviewer?.id, kind: 2 })
    expect(added.code, added.msg).toBe(200)
    expect(await sightOf(of('reviewer'))).toEqual(OWN)
  })

  test('area managers and maintenance staff can open map, lists and home page; commands as the matrix says', async () => {
    for (const role of ['areaManager', 'maintainer']) {
      expect([role, await sightOf(of(role))]).toEqual([role, OWN])
      const routes = await routesOf(of(role))
      for (const path of ['/city/map/index', '/city/lampmanagement/lampinformation/index'])
        expect([role, path, routes.has(path)]).toEqual([role, path, true])
      const home = await of(role).get<Record<string, unknown>>('/api/blade-report/dashboard/info')
      expect([role, home.code]).toEqual([role, 200])
      const map = await of(role).call('GET', '/api/blade-city/lamp/map')
      expect([role, map.status]).toEqual([role, 200])
      expect((await of(role).get<{ id: string }>('/api/blade-city/lamp/detail', { id: lamp })).data.id).toBe(lamp)
    }
    expect((await of('maintainer').post('/api/blade-city/lamp/close', { ids: [lamp], duration: 60 })).code).toBe(200)
    // One lamp at a time (docs/adr/0029); repair-rights.test.ts tries several.
    expect((await of('maintainer').post('/api/blade-city/lamp/dim', { ids: [lamp], level: 30, duration: 60 })).code).toBe(200)
    for (const call of ['close', 'dim'])
      expect((await of('areaManager').post(`/api/blade-city/lamp/${call}`, { ids: [lamp], level: 30, duration: 60 })).code).toBe(400)
    expect((await of('operator').post('/api/blade-city/lamp/dim', { ids: [lamp], level: 30, duration: 60 })).code).toBe(200)
    // Only roles that manage users may list them.
    for (const role of ['admin', 'sales']) expect(await total(of(role), '/api/blade-user/page')).toBeGreaterThan(5)
    for (const role of ['operator', 'maintainer', 'areaManager', 'guest'])
      expect((await of(role).get('/api/blade-user/page')).code).toBe(400)
    expect(await total(admin, '/api/blade-user/page')).toBeGreaterThan(await total(of('admin'), '/api/blade-user/page'))
  })

  test('each role holds the right of every page in its menu', async () => {
    const need = new Map(
      Object.values(sliceIndex).flatMap(({ pages = [], resources = [] }) => [
        ...pages.map(({ path, permission }) => [path.toLowerCase(), permission] as const),
        ...resources.map(({ link, code }) => [String(link).toLowerCase(), `${code}_view`] as const),
      ]),
    )
    for (const [role, { client }] of Object.entries(people)) {
      const buttons = (await client.get<{ children?: { code: string }[] }[]>(`${S}/menu/buttons`)).data
      const rights = new Set(buttons.flatMap(({ children = [] }) => children.map(({ code }) => code)))
      const closed = [...(await routesOf(client))].filter((path) => {
        const right = need.get(path.toLowerCase())
        return right !== undefined && !rights.has(right)
      })
      expect([role, closed]).toEqual([role, []])
    }
  })

  test('an area added below is visible at once, one that is moved away is not', async () => {
    const below = await must(chief, `${S}/area/submit`, { areaName: '东片一段', areaCode: 'E1', parentId: section })
    for (const role of ['areaManager', 'maintainer']) expect(await areasOf(of(role))).toEqual(['城东', '东片', '东片一段'])
    expect((await chief.post(`${S}/area/moveArea`, { ids: [section], parentId: elsewhere })).code).toBe(200)
    for (const role of ['areaManager', 'maintainer', 'reviewer']) {
      expect([role, await areasOf(of(role))]).toEqual([role, ['城东']])
      expect([role, await sightOf(of(role))]).toEqual([role, NONE])
    }
    expect((await chief.post(`${S}/area/moveArea`, { ids: [section], parentId: district })).code).toBe(200)
    expect(await sightOf(of('areaManager'))).toEqual(OWN)
    expect((await chief.post(`${S}/area/remove`, undefined, { ids: below })).code).toBe(200)
    expect(await areasOf(of('areaManager'))).toEqual(['城东', '东片'])
  })

  test('an operator who also manages an area still sees the whole tenant', async () => {
    const id = people.operator?.id
    const entry = await must(chief, `${S}/areaManage/submit`, { areaId: elsewhere, userIds: id })
    expect(await sightOf(of('operator'))).toEqual(whole)
    expect((await chief.post(`${S}/areaManage/remove`, undefined, { ids: entry })).code).toBe(200)
    expect(await sightOf(of('operator'))).toEqual(whole)
  })

  test('a user removed from an area entry loses its rows, and keeps the areas of the own record', async () => {
    const [entry] = (await chief.get<{ records: { id: string }[] }>(`${S}/areaManage/list`, { areaId: district })).data.records
    const { id, client } = people.areaManager as { id: string; client: ApiClient }
    expect((await chief.post(`${S}/areaManage/deleteManagerUser`, { areaManageId: entry?.id, userId: id })).code).toBe(200)
    expect(await sightOf(client)).toEqual(NONE)
    const record = (await chief.get('/api/blade-user/detail', { id })).data
    expect((await chief.post('/api/blade-user/update', { ...record, areaIds: section })).code).toBe(200)
    expect(await sightOf(client)).toEqual(OWN)
    expect((await chief.post(`${S}/areaManage/addManagerUser`, { areaManageId: entry?.id, userIds: id })).code).toBe(200)
    expect((await chief.post(`${S}/areaManage/remove`, undefined, { ids: entry?.id })).code).toBe(200)
    expect(await sightOf(client)).toEqual(OWN)
    expect(await sightOf(of('reviewer'))).toEqual(NONE)
    expect((await chief.get('/api/blade-user/detail', { id })).data).toMatchObject({ areaIds: section })
    await chief.post('/api/blade-user/update', { ...record, areaIds: '' })
    expect(await sightOf(client)).toEqual(NONE)
  })

  test('projects in the user form limit the rows in the same way', async () => {
    const { client, id } = await addUser('projectman', 'operator', { by: chief, projectIds: project })
    expect(await sightOf(client)).toEqual(OWN)
    const record = (await chief.get('/api/blade-user/detail', { id })).data
    expect(record).toMatchObject({ projectIds: project })
    expect((await chief.post('/api/blade-user/update', { ...record, projectIds: '' })).code).toBe(200)
    expect(await sightOf(client)).toEqual(whole)
  })
})

describe('assigning places', () => {
  let riser: { readonly client: ApiClient; readonly id: string }
  beforeAll(async () => {
    const id = await must(chief, `${S}/role/submit`, { roleName: '片区管理', roleAlias: 'district', sort: 30 })
    await product.platform.system.query(
      `insert into identity_role_menu (role_id, menu_code, tenant_id)
       select $1, menu_code, tenant_id from identity_role_menu where role_id = $2 on conflict do nothing`,
      [id, await roleId('admin')],
    )
    const made = { tenantId: TENANT, account: 'riser_sight', password: 'Sight-12', realName: '片区', roleId: id, areaIds: section }
    const userId = await must(admin, '/api/blade-user/submit', { ...made, areaIds: undefined })
    await must(chief, '/api/blade-user/update', { ...made, id: userId, password: undefined })
    riser = { client: await product.signIn({ tenantId: TENANT, account: 'riser_sight', password: 'Sight-12' }), id: userId }
    expect(await sightOf(riser.client)).toEqual(OWN)
  })

  test('a user limited to an area can assign no user to another one, nor the own account', async () => {
    for (const areaId of [elsewhere, district])
      expect((await riser.client.post(`${S}/areaManage/submit`, { areaId, userIds: riser.id })).code).toBe(400)
    for (const areaIds of ['', district, elsewhere]) {
      const refused = await riser.client.post('/api/blade-user/update', { id: riser.id, account: 'riser_sight', realName: '片区', areaIds })
      expect([areaIds, refused.code]).toEqual([areaIds, 400])
    }
    expect(await sightOf(riser.client)).toEqual(OWN)
  })

  test('a user limited to an area cannot create a user who sees more, or take over one', async () => {
    const made = { account: 'friend_sight', password: 'Sight-12', realName: '朋友', roleId: await roleId('operator') }
    for (const more of [{}, { areaIds: district }])
      expect((await riser.client.post('/api/blade-user/submit', { ...made, ...more })).code).toBe(400)
    const id = await must(riser.client, '/api/blade-user/submit', { ...made, areaIds: section })
    const maintainer = await must(riser.client, '/api/blade-user/submit', {
      ...made,
      account: 'helper_sight',
      roleId: await roleId('maintainer'),
    })
    // Without an area a maintainer sees nothing, but an operator everything: so this grant is refused.
    const grant = { userIds: maintainer, roleIds: await roleId('operator') }
    expect((await riser.client.post('/api/blade-user/grant', undefined, grant)).code).toBe(400)
    expect((await riser.client.post('/api/blade-user/grant', undefined, { ...grant, userIds: id })).code).toBe(200)
    const operator = String(people.operator?.id)
    for (const call of ['reset-password', 'unlock', 'remove'])
      expect((await riser.client.post(`/api/blade-user/${call}`, undefined, { userIds: operator, ids: operator })).code).toBe(400)
    expect(
      (await riser.client.post('/api/blade-user/update', { id: operator, account: 'operator_sight', password: 'Taken-12' })).code,
    ).toBe(400)
    expect((await product.signIn({ tenantId: TENANT, account: 'operator_sight', password: 'Sight-12' })).token).not.toBe('')
  })

  test('places of another tenant are refused', async () => {
    const foreign = await must(admin, `${S}/area/submit`, { areaName: '别处', areaCode: 'X' })
    const made = { account: 'stray_sight', password: 'Sight-12', realName: '外人', areaIds: foreign }
    const refused = await chief.post('/api/blade-user/submit', made)
    expect([refused.code, refused.msg]).toEqual([400, 'areaIds:不存在'])
  })
})
