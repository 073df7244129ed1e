import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

// Groups of bins and covers: calls trash_group.* and well_group.*.

const TENANT = '100001'
const DEVICE = '/api/blade-device'

let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let other: ApiClient
const ids: Record<string, string> = {}

interface Page<R = Record<string, unknown>> {
  readonly records: readonly R[]
  readonly total: number
}
const get = async <D = Record<string, unknown>>(path: string, query: object = {}): Promise<D> =>
  (await operator.get<D>(path, { ...query })).data

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  other = await product.signIn()
  for (const [path, prefix] of [
    ['trashdevice', 'TB'],
    ['well', 'WL'],
  ] as const)
    for (const sn of [1, 2, 3].map((n) => `${prefix}-${n}`))
      ids[sn] = (await operator.post<{ id: string }>(`${DEVICE}/${path}/submit`, { sn, name: `设备 ${sn}` })).data.id
})
afterAll(() => product?.stop())

test.each([
  ['eq.trashGroup', 'trash_group', 19, 'TB-1'],
  ['eq.wellGroup', 'well_group', 20, 'WL-1'],
])('%s: a group of its own kind with its members', async (_screen, base, devType, sn) => {
  const groupName = `分组 ${base}`
  const made = await operator.post<{ id: string }>(`/api/blade-city/${base}/submit`, { groupName })
  expect(made.body.code).toBe(200)
  const listed = await get<Page<{ id: string; groupName: string; devType: number }>>(`/api/blade-city/${base}/list`)
  expect(listed.records).toMatchObject([{ groupName, devType }])
  const id = listed.records[0]?.id
  await operator.post('/api/blade-city/device_group/copy', { groupId: id, ids: ids[sn] })
  expect(await get(`/api/blade-city/${base}/detail`, { id })).toMatchObject({ memberCount: 1 })
  expect((await guest.post(`/api/blade-city/${base}/submit`, { groupName: 'x' })).body.code).not.toBe(200)
  expect((await operator.post(`/api/blade-city/${base}/remove`, { ids: id })).body.code).toBe(200)
  expect((await get<Page>(`/api/blade-city/${base}/list`)).total).toBe(0)
})

test.each([
  ['eq.trashGroup', 'trash_group', 19, 'trashdevice', ['TB-1', 'TB-2', 'TB-3'], 'WL-1'],
  ['eq.wellGroup', 'well_group', 20, 'well', ['WL-1', 'WL-2', 'WL-3'], 'TB-1'],
] as const)('%s: memberIds of submit and detail', async (_screen, base, devType, path, sns, stranger) => {
  const [one, two, three] = sns.map((sn) => ids[sn] as string)
  const submit = async (body: object, by = operator) => (await by.post(`/api/blade-city/${base}/submit`, body)).body
  const detail = (id: unknown) =>
    get<{ memberIds: string; memberIdsName: string; memberCount: number; groupName: string; devType: number }>(
      `/api/blade-city/${base}/detail`,
      { id },
    )
  const members = async (id: unknown) => (await detail(id)).memberIds.split(',').filter(Boolean)
  const audits = async (id: unknown) =>
    product.platform.system.query<{ what: string; detail: string }>('select what, detail from system_audit where target = $1 order by id', [
      id,
    ])

  const made = await submit({ groupName: `成员 ${base}`, memberIds: `${one},${two}` })
  expect(made).toMatchObject({ code: 200 })
  const { id } = made.data as { id: string }
  expect(await detail(id)).toMatchObject({ devType, memberCount: 2, memberIds: `${one},${two}` })
  expect((await detail(id)).memberIdsName).toBe(`${sns[0]},${sns[1]}`)
  const listed = await get<Page>('/api/blade-city/device_group/device/page', { groupId: id })
  expect(listed.records.map(({ sn }) => sn)).toEqual([sns[0], sns[1]])

  // Without `memberIds` the members stay. An array replaces them; the same array again changes nothing.
  expect(await submit({ groupId: id, groupName: `改名 ${base}` })).toMatchObject({ code: 200 })
  expect(await detail(id)).toMatchObject({ groupName: `改名 ${base}`, memberCount: 2 })
  for (let n = 0; n < 2; n++) expect(await submit({ id, memberIds: [two, three] })).toMatchObject({ code: 200 })
  expect(await members(id)).toEqual([two, three])
  const logged = (await audits(id)).filter(({ what }) => what === 'devices.group.setMembers')
  expect(logged.map((entry) => JSON.parse(entry.detail))).toMatchObject([
    { before: { members: 0 }, after: { members: 2, added: [sns[0], sns[1]] } },
    { before: { removed: [sns[0]] }, after: { added: [sns[2]] } },
  ])

  // A refused list of members changes neither the name nor the members.
  const foreign = (await other.post<{ id: string }>(`${DEVICE}/${path}/submit`, { sn: `${base}-X`, name: '他人' })).data.id
  for (const memberIds of [`${one},${ids[stranger]}`, `${one},1234567890123456789`, [one, foreign], 'abc', { of: one }]) {
    const refused = await submit({ id, groupName: '不应写入', memberIds })
    expect(refused, JSON.stringify(memberIds)).toMatchObject({ code: 400, field: 'memberIds', msg: expect.stringContaining('memberIds') })
    expect(await detail(id)).toMatchObject({ groupName: `改名 ${base}`, memberIds: `${two},${three}` })
  }
  const before = await get<Page>(`/api/blade-city/${base}/list`)
  expect(await submit({ groupName: `新组 ${base}`, memberIds: foreign })).toMatchObject({ code: 400, field: 'memberIds' })
  expect((await get<Page>(`/api/blade-city/${base}/list`)).total).toBe(before.total)
  expect((await submit({ id, memberIds: '' }, other)).code).not.toBe(200)
  expect((await submit({ id, memberIds: '' }, guest)).code).not.toBe(200)
  expect(await members(id)).toEqual([two, three])

  // Both calls refuse a group of another device type.
  const lamps = await operator.post<{ id: string }>('/api/blade-city/device_group', { groupName: `灯组 ${base}`, devType: 4 })
  expect((await submit({ id: lamps.data.id, memberIds: '' })).code).not.toBe(200)
  expect((await operator.get(`/api/blade-city/${base}/detail`, { id: lamps.data.id })).body.code).not.toBe(200)

  expect(await submit({ id, memberIds: '' })).toMatchObject({ code: 200 })
  expect(await detail(id)).toMatchObject({ memberCount: 0, memberIds: '' })
  expect((await operator.post(`/api/blade-city/${base}/remove`, { ids: id })).body.code).toBe(200)
})
