import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placesServer } from './index.ts'

interface Node {
  id: string
  title: string
  areaFullName: string
  hasChildren: boolean
  children?: Node[]
}
const AREA = '/api/blade-system/area'
const PROJECT = '/api/blade-system/project'
let product: TestPlatform
let admin: ApiClient
let ids: Record<'district' | 'road' | 'section' | 'other', string>
let projects: Record<'city' | 'north' | 'solar', string>

const made = async (path: string, body: object): Promise<string> => {
  const answer = await admin.post<{ id: string }>(path, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
const tree = async (path: string, query: Record<string, unknown> = {}, client = admin): Promise<Node[]> =>
  (await client.get<Node[]>(path, query)).data
const titles = (nodes: readonly Node[]): unknown[] => nodes.map(({ title, children }) => (children ? [title, ...titles(children)] : title))
const fullName = async (id: string) => (await admin.get<Node>(`${AREA}/detail`, { id })).data.areaFullName

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  admin = await product.signIn()
  const area = (areaName: string, sort: number, parentId?: string) => made(`${AREA}/submit`, { areaName, sort, parentId })
  const district = await area('东城', 1)
  const road = await area('朝阳路', 1, district)
  ids = { district, road, section: await area('一段', 1, road), other: await area('西城', 2) }
  const project = (name: string, type: number, parentId?: string) => made(`${PROJECT}/submit`, { name, type, parentId })
  const city = await project('城区', 2)
  projects = { city, north: await project('北线', 2, city), solar: await project('乡村', 200) }
})
afterAll(() => product?.stop())

test('rule.area.parent0: a missing, empty or zero parentId means the root', async () => {
  const whole = [['东城', ['朝阳路', '一段']], '西城']
  for (const query of [{}, { parentId: '' }, { parentId: '0' }]) {
    expect(titles(await tree(`${AREA}/tree`, query))).toEqual(whole)
    expect((await tree(`${AREA}/list`, query)).map(({ id }) => id)).toEqual([ids.district, ids.other])
    expect((await tree(`${AREA}/lazy-list`, query)).map(({ id, hasChildren }) => [id, hasChildren])).toEqual([
      [ids.district, true],
      [ids.other, false],
    ])
  }
  expect(titles(await tree(`${AREA}/complete-tree`))).toEqual(whole)
})

test('area.tree: returns what is below one area, or one area with what is below it', async () => {
  expect(titles(await tree(`${AREA}/tree`, { parentId: ids.district }))).toEqual([['朝阳路', '一段']])
  expect(titles(await tree(`${AREA}/tree`, { areaId: ids.road }))).toEqual([['朝阳路', '一段']])
  expect((await tree(`${AREA}/lazy-list`, { parentId: ids.district })).map(({ id }) => id)).toEqual([ids.road])
})

test('the full name of an area contains the names of its parents', async () => {
  expect(await fullName(ids.section)).toBe('东城/朝阳路/一段')
  await admin.post(`${AREA}/submit`, { id: ids.district, areaName: '东区', sort: 1 })
  expect(await fullName(ids.section)).toBe('东区/朝阳路/一段')
  await admin.post(`${AREA}/submit`, { id: ids.road, areaName: '朝阳路', sort: 1, parentId: ids.other })
  expect(await fullName(ids.section)).toBe('西城/朝阳路/一段')
  await admin.post(`${AREA}/submit`, { id: ids.road, areaName: '朝阳路', sort: 1, parentId: ids.district })
  await admin.post(`${AREA}/submit`, { id: ids.district, areaName: '东城', sort: 1 })
  expect(await fullName(ids.section)).toBe('东城/朝阳路/一段')
})

test('an area cannot be moved below itself, nor removed while it has areas below it', async () => {
  expect((await admin.post(`${AREA}/submit`, { id: ids.district, areaName: '东城', sort: 1, parentId: ids.section })).code).toBe(400)
  expect((await admin.post(`${AREA}/remove`, undefined, { ids: ids.district })).code).toBe(400)
})

test('rule.function.11: projects are trees, selected by their kind', async () => {
  expect(titles(await tree(`${PROJECT}/authorized-tree`))).toEqual([['城区', '北线'], '乡村'])
  expect(titles(await tree(`${PROJECT}/tree`, { parentId: projects.city }))).toEqual(['北线'])
  const lazy = await tree(`${PROJECT}/lazy-list`)
  expect(lazy.map(({ id, hasChildren }) => [id, hasChildren])).toEqual(
    expect.arrayContaining([
      [projects.city, true],
      [projects.solar, false],
    ]),
  )
  expect((await admin.get(`${PROJECT}/detail`, { id: projects.solar })).data.type).toBe(200)
  expect((await admin.post(`${PROJECT}/submit`, { name: 'x', type: 7 })).code).toBe(400)
})

test('project.authorized-list: users limited to projects choose among them, and the tree shows their parents', async () => {
  const role = await made('/api/blade-system/role/submit', { roleName: '班组', roleAlias: 'crew', sort: 9 })
  const id = await made('/api/blade-user/submit', { account: 'crew_one', password: 'Secret-1', realName: '班组', roleId: role })
  await product.platform.system.query(
    `insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, 'project', $2, '000000'), ($1, 'area', $3, '000000')`,
    [id, projects.north, ids.section],
  )
  const crew = await product.signIn({ account: 'crew_one', password: 'Secret-1' })
  const { data } = await crew.get<{ records: { id: string; name: string }[]; total: number }>(`${PROJECT}/authorized-list`)
  expect([data.records.map(({ name }) => name), data.total]).toEqual([['北线'], 1])
  expect(titles(await tree(`${PROJECT}/authorized-tree`, {}, crew))).toEqual([['城区', '北线']])
  expect(titles(await tree(`${AREA}/tree`, {}, crew))).toEqual([['东城', ['朝阳路', '一段']]])
  expect((await admin.get<{ total: number }>(`${PROJECT}/authorized-list`)).data.total).toBe(3)
})

test('a tenant sees only its own places', async () => {
  const guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  expect(await tree(`${AREA}/tree`, {}, guest)).toEqual([])
  expect(await tree(`${PROJECT}/authorized-tree`, {}, guest)).toEqual([])
  expect((await guest.get(`${AREA}/detail`, { id: ids.road })).code).toBe(400)
})
