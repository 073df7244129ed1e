import { decodeLampPacket } from '@lamplight/lamp-packet'
import { type ApiClient, addUser, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const S = '/api/blade-system'
const TENANT = '100001'
interface Node {
  id: string
  title: string
  count?: number
  managers?: { account: string }[]
  reviewers?: { account: string }[]
  children?: Node[]
}
const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [112.9, 28.2],
      [112.95, 28.2],
      [112.95, 28.25],
      [112.9, 28.2],
    ],
  ],
}
let product: TestPlatform
let admin: ApiClient
let chief: ApiClient
let lamp: { id: string; area_id: string; project_id: string; controller_id: string }

const made = async (path: string, body: object, client = chief): Promise<string> => {
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data.id
}
const area = (areaName: string, parentId?: string) => made(`${S}/area/submit`, { areaName, parentId })
const project = (name: string, parentId?: string) => made(`${S}/project/submit`, { name, parentId, type: 2 })
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const chain = async (kind: 'area' | 'project', id: string): Promise<string> =>
  String((await chief.get(`${S}/${kind}/detail`, { id })).data.parentId)

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  admin = await product.signIn()
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'admin'",
    [TENANT],
  )
  await made(
    '/api/blade-user/submit',
    { tenantId: TENANT, account: 'the_chief', password: 'Places-1', realName: '站长', roleId: role?.id },
    admin,
  )
  chief = await product.signIn({ tenantId: TENANT, account: 'the_chief', password: 'Places-1' })
  const [row] = await product.platform.system.query<typeof lamp & Record<string, unknown>>(
    'select id::text, area_id::text, project_id::text, controller_id::text from lighting_lamp where tenant_id = $1 order by id limit 1',
    [TENANT],
  )
  if (!row) throw new Error('there is no lamp')
  lamp = row
})
afterAll(() => product?.stop())

test('area/move: an area moves with everything below it, a preview counts it, and an area cannot be below itself', async () => {
  const [district, road, section, other] = [await area('移区'), '', '', await area('别区')]
  const inner = await area('移路', district)
  const last = await area('移段', inner)
  expect([road, section]).toEqual(['', ''])
  const reach = await chief.get<{ chosen: number; below: number }>(`${S}/area/reach`, { ids: inner })
  expect(reach.data).toMatchObject({ chosen: 1, below: 1, uses: [] })
  const moved = await chief.post(`${S}/area/moveArea`, { ids: [inner], parentId: other })
  expect(moved.code, moved.msg).toBe(200)
  expect((await chief.get(`${S}/area/detail`, { id: last })).data.areaFullName).toBe('别区/移路/移段')
  const ring = await chief.post(`${S}/area/moveArea`, { ids: [inner], parentId: last })
  expect([ring.status, ring.body.field]).toEqual([400, 'parentId'])
  expect(await chain('area', inner)).toBe(other)
  expect((await chief.post(`${S}/area/moveArea`, { ids: [inner], parentId: '' })).code).toBe(200)
  expect((await chief.get(`${S}/area/detail`, { id: last })).data.areaFullName).toBe('移路/移段')
})

test('area/reach and area/counts: an area with lamps reports how many before it is moved', async () => {
  const reach = await chief.get<{ uses: { resource: string; count: number }[] }>(`${S}/area/reach`, { ids: lamp.area_id })
  const [truth] = await product.platform.system.query<{ n: number }>(
    'select count(*)::int as n from lighting_lamp where area_id = $1 and not is_deleted',
    [lamp.area_id],
  )
  expect(reach.data.uses.find(({ resource }) => resource === 'lighting.lamp')?.count).toBe(truth?.n)
  const counts = await chief.get<{ areaId: string; resource: string; count: number }[]>(`${S}/area/counts`)
  const top = await chain('area', lamp.area_id)
  const [under] = await product.platform.system.query<{ n: number }>(
    'select count(*)::int as n from lighting_lamp where not is_deleted and area_id in (select id from places_area where parent_id = $1)',
    [top],
  )
  expect(counts.data.find((one) => one.areaId === top && one.resource === 'lighting.lamp')?.count).toBe(under?.n)
  expect(counts.data.find((one) => one.areaId === lamp.area_id && one.resource === 'lighting.lamp')?.count).toBe(truth?.n)
  // Lamps and devices precede alarms and other records.
  const kinds = counts.data.filter(({ areaId }) => areaId === top).map(({ resource }) => resource)
  const firstRecord = kinds.findIndex((kind) => kind.startsWith('alarms.') || kind === 'charging.order')
  expect(kinds.indexOf('lighting.lamp')).toBeGreaterThanOrEqual(0)
  if (firstRecord >= 0) expect(kinds.indexOf('lighting.lamp')).toBeLessThan(firstRecord)
})

test('area.remove, project.remove: places in use cannot be removed, and the refusal names the use', async () => {
  const refused = await chief.post(`${S}/area/remove`, undefined, { ids: lamp.area_id })
  expect(refused.status).toBe(400)
  expect(refused.msg).toMatch(/灯具 \d+/)
  const [whole] = await product.platform.system.query<{ n: number }>('select count(*)::int as n from lighting_lamp where project_id = $1', [
    lamp.project_id,
  ])
  const kept = await chief.post(`${S}/project/remove`, undefined, { ids: lamp.project_id })
  expect(kept.msg).toContain(`灯具 ${whole?.n}`)
  const lone = await area('空区')
  await product.platform.system.query("insert into identity_grant (user_id, kind, ref_id, tenant_id) values (7, 'area', $1, $2)", [
    lone,
    TENANT,
  ])
  expect((await chief.post(`${S}/area/remove`, undefined, { ids: lone })).msg).toContain('授权用户 1')
  await product.platform.system.query('delete from identity_grant where user_id = 7')
  expect((await chief.post(`${S}/area/remove`, undefined, { ids: lone })).code).toBe(200)
})

test('project.addParentProject, project.moveProject: projects move below a new or an existing parent, with their content', async () => {
  const [one, two, three] = [await project('甲'), await project('乙'), await project('丙')]
  const below = await project('甲一', one)
  const gathered = await chief.post<{ id: string; chosen: number; below: number }>(`${S}/project/addParentProject`, {
    name: '合并',
    ids: `${one},${two}`,
  })
  expect(gathered.code, gathered.msg).toBe(200)
  expect(gathered.data).toMatchObject({ chosen: 2, below: 1 })
  expect(await Promise.all([chain('project', one), chain('project', two)])).toEqual([gathered.data.id, gathered.data.id])
  expect((await chief.post(`${S}/project/moveProject`, { ids: [two], parentId: three })).code).toBe(200)
  expect(await chain('project', two)).toBe(three)
  expect((await chief.post(`${S}/project/moveProject`, { ids: [one], parentId: below })).body.field).toBe('parentId')
  expect((await chief.post(`${S}/project/addParentProject`, { name: '', ids: one })).body.field).toBe('name')
  const foreign = await made(`${S}/project/submit`, { name: '平台', type: 2 }, admin)
  expect((await chief.post(`${S}/project/moveProject`, { ids: [two], parentId: foreign })).status).toBe(400)
  expect((await chief.post(`${S}/project/moveProject`, { ids: [foreign], parentId: three })).status).toBe(400)
})

test('project.addParentProject: a user limited to projects sees the new parent', async () => {
  const [one, two] = [await project('限甲'), await project('限乙')]
  const limited = await addUser(product, { tenantId: TENANT, account: 'limited_chief' })
  for (const id of [one, two])
    await product.platform.system.query("insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, 'project', $2, $3)", [
      limited.userId,
      id,
      TENANT,
    ])
  await product.platform.system.query('update identity_user set project_ids = $2 where id = $1', [limited.userId, [one, two]])
  await admin.get('/api/blade-auth/oauth/clear-cache')
  const id = await made(`${S}/project/addParentProject`, { name: '限合并', ids: `${one},${two}` }, limited)
  expect((await limited.get(`${S}/project/detail`, { id })).data).toMatchObject({ id, name: '限合并' })
})

test('area.area-has-device-by-auth: areas with devices of a state, counted with those below', async () => {
  const [truth] = await product.platform.system.query<{ n: number }>(
    'select count(*)::int as n from lighting_controller where tenant_id = $1 and not is_deleted and area_id is not null',
    [TENANT],
  )
  const has = async (query: object = {}) => (await chief.get<Node[]>(`${S}/area/area-has-device-by-auth`, { ...query })).data
  const top = await has()
  expect(top.reduce((sum, node) => sum + (node.count ?? 0), 0)).toBe(truth?.n)
  expect(flat(top).map(({ id }) => id)).toContain(lamp.area_id)
  await product.platform.system.query('update devices_state set state = 3 where device_id = $1', [lamp.controller_id])
  const faulty = flat(await has({ currentControllerStatus: 3 }))
  expect(faulty.find(({ id }) => id === lamp.area_id)?.count).toBe(1)
  const elsewhere = await project('空项目')
  expect(await has({ projectId: elsewhere })).toEqual([])
  expect((await chief.get(`${S}/area/area-has-device-by-auth`, { currentControllerStatus: 9 })).status).toBe(400)
})

test('areaManage: managers and reviewers of an area, and of what is below it (decisions.md A74)', async () => {
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'areaManager'",
    [TENANT],
  )
  const person = (account: string) =>
    made('/api/blade-user/submit', { tenantId: TENANT, account, password: 'Places-1', realName: account, roleId: role?.id }, admin)
  const [ma, mb, rv] = [await person('mgr_one'), await person('mgr_two'), await person('rev_one')]
  const [top, sub] = [await area('管区'), '']
  expect(sub).toBe('')
  const below = await area('管路', top)
  expect((await chief.get(`${S}/areaManage/validateArea`, { areaId: top })).data).toEqual({ managed: false, areaManageId: '' })
  const entry = await made(`${S}/areaManage/submit`, { areaId: top, userIds: ma, reviewerIds: rv })
  expect((await chief.get(`${S}/areaManage/validateArea`, { areaId: top })).data).toEqual({ managed: true, areaManageId: entry })
  const accounts = async (call: string, areaId: string) =>
    (await chief.get<{ account: string }[]>(`${S}/areaManage/${call}`, { areaId })).data.map(({ account }) => account)
  expect([await accounts('managerUser', below), await accounts('reviewer', below)]).toEqual([['mgr_one'], ['rev_one']])
  expect((await chief.post(`${S}/areaManage/addManagerUser`, { areaManageId: entry, userIds: mb })).code).toBe(200)
  expect(await accounts('managerUser', top)).toEqual(['mgr_one', 'mgr_two'])
  expect((await chief.post(`${S}/areaManage/deleteManagerUser`, { areaManageId: entry, userId: ma })).code).toBe(200)
  expect(await accounts('managerUser', top)).toEqual(['mgr_two'])
  const node = flat((await chief.get<Node[]>(`${S}/areaManage/tree`)).data).find(({ id }) => id === top)
  expect([node?.managers?.map(({ account }) => account), node?.reviewers?.map(({ account }) => account)]).toEqual([
    ['mgr_two'],
    ['rev_one'],
  ])
  // A user of another tenant cannot be made responsible for an area here.
  expect((await chief.post(`${S}/areaManage/addManagerUser`, { areaManageId: entry, userIds: admin.userId })).body.field).toBe('userIds')
  await product.platform.system
    .query("update identity_user set dept_id = '77' where id = $1", [rv])
    .catch(() => product.platform.system.query("update identity_user set dept_id = '{77}' where id = $1", [rv]))
  const ofDept = flat((await chief.get<Node[]>(`${S}/dept/areaChildTree`, { deptId: '77' })).data).map(({ id }) => id)
  expect(ofDept.sort()).toEqual([top, below].sort())
  expect((await chief.get<Node[]>(`${S}/dept/areaChildTree`, { deptId: '78' })).data).toEqual([])
})

test('area/boundary: a closed GeoJSON polygon of degrees, at most 2,000 points; anything else is refused and changes nothing', async () => {
  const id = await area('界区')
  const set = (boundary: unknown) => chief.post(`${S}/area/boundary`, { areaId: id, boundary })
  expect((await set(SQUARE)).code).toBe(200)
  const ring = SQUARE.coordinates[0] as number[][]
  const wrong: unknown[] = [
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Polygon', coordinates: [] },
    { type: 'Polygon', coordinates: [ring.slice(0, 3)] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [200, 1],
          [1, 1],
          [2, 2],
          [200, 1],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          ['a', 1],
          [1, 1],
          [2, 2],
          ['a', 1],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [Array.from({ length: 2001 }, () => [1, 1])] },
    'nonsense',
  ]
  for (const boundary of wrong) expect([(await set(boundary)).status, (await set(boundary)).body.field]).toEqual([400, 'boundary'])
  const kept = async () => (await chief.get<{ areaId: string; boundary: unknown }[]>(`${S}/area/boundaries`, { areaId: id })).data
  expect(await kept()).toEqual([{ areaId: id, areaName: '界区', boundary: SQUARE }])
  expect((await set(null)).code).toBe(200)
  expect(await kept()).toEqual([])
})

test('mapJumpArea.page: up to 500 at once, named after their areas by default', async () => {
  const id = await area('跳区')
  const jump = await made(`${S}/mapJumpArea/save`, { areaId: id })
  const rows = async () =>
    (await chief.get<{ records: Record<string, unknown>[] }>(`${S}/mapJumpArea/page`, { current: 1, size: 500 })).data.records
  expect((await rows()).find((row) => row.id === jump)).toMatchObject({ areaId: id, areaName: '跳区', tenantId: TENANT })
  expect((await chief.post(`${S}/mapJumpArea/update`, { id: jump, areaId: id, areaName: '市中心', areaCode: 'C1' })).code).toBe(200)
  expect((await rows()).find((row) => row.id === jump)).toMatchObject({ areaName: '市中心', areaCode: 'C1' })
  expect((await chief.post(`${S}/mapJumpArea/remove`, undefined, { ids: jump })).code).toBe(200)
})

test('lamp.updateLocation: a lamp is placed at its position, with its controller', async () => {
  const put = (body: object) => chief.post('/api/blade-city/lamp/updateLocation', body)
  expect((await put({ id: lamp.controller_id, longitude: 112.123456, latitude: 28.654321 })).code).toBe(200)
  const places = await product.platform.system.query(
    'select lng, lat from lighting_lamp where id = $1 union all select lng, lat from lighting_controller where id = $2',
    [lamp.id, lamp.controller_id],
  )
  expect(places).toEqual([
    { lng: 112.123456, lat: 28.654321 },
    { lng: 112.123456, lat: 28.654321 },
  ])
  for (const wrong of [{ longitude: 181, latitude: 1 }, { longitude: 0, latitude: 0 }, { longitude: 'x', latitude: 1 }, {}])
    expect((await put({ id: lamp.id, ...wrong })).status).toBe(400)
  expect((await admin.post('/api/blade-city/lamp/updateLocation', { id: lamp.id, longitude: 1, latitude: 1 })).status).toBe(400)
})

test('pub.fastMap: the code gives access to the lamps of the area, without ids, until it expires, and nothing else does', async () => {
  const share = { name: '中心区', areaId: lamp.area_id, expireTime: '2099-01-01 00:00:00' }
  const id = await made(`${S}/mapShare/submit`, share)
  const code = String((await chief.get(`${S}/mapShare/detail`, { id })).data.shareCode)
  expect(code.length).toBeGreaterThanOrEqual(24)
  await chief.post(`${S}/area/boundary`, { areaId: lamp.area_id, boundary: SQUARE })
  const seen = await product.anonymous.get(`${S}/mapShare/fastMap`, { code })
  expect(seen.data).toMatchObject({ name: '中心区', areaId: '', boundaries: [{ boundary: SQUARE }] })
  const [truth] = await product.platform.system.query<{ n: number }>(
    `with recursive below as (select id from places_area where id = $1 union select a.id from places_area a join below b on a.parent_id = b.id)
     select count(*)::int as n from lighting_lamp where not is_deleted and area_id in (select id from below)`,
    [lamp.area_id],
  )
  const packet = async (which: string) => product.anonymous.call('GET', `/api/blade-city/lamp/shared?code=${encodeURIComponent(which)}`)
  const points = decodeLampPacket(await (await packet(code)).arrayBuffer())
  expect(points.n).toBe(truth?.n)
  expect(Math.max(...Array.from(points.ids, Number))).toBe(truth?.n)
  for (const ending of [{ expireTime: '2001-01-01 00:00:00' }, { enabled: 0 }]) {
    expect((await chief.post(`${S}/mapShare/submit`, { ...share, ...ending, id })).code).toBe(200)
    expect((await product.anonymous.get(`${S}/mapShare/fastMap`, { code })).status).toBe(400)
    expect((await packet(code)).status).toBe(400)
  }
  expect((await packet('nonsense')).status).toBe(400)
  expect((await chief.post(`${S}/mapShare/submit`, { name: '全部', expireTime: share.expireTime })).body.field).toBe('areaId')
})
