import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
let by: ApiClient
let controllers: readonly { id: string; sn: string }[]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '30', DEMO_NIGHTS: '1' } })
  by = await product.signIn({ tenantId: '100001', account: 'operator' })
  controllers = (await page('controller/page', { size: 3 })).records as never
})
afterAll(() => product?.stop())

const page = async (path: string, query: Record<string, unknown>) =>
  (await by.get<{ records: Record<string, unknown>[]; total: number }>(`/api/blade-city/${path}`, query)).data
const made = async (path: string, body: object): Promise<string> => {
  const answer = await by.post<{ id: string }>(`/api/blade-city/${path}`, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
const lampOf = async (controllerId: string) => {
  const [lamp] = (await page('lamp/list', { lampControlId: controllerId })).records as Record<string, string>[]
  const { power, minPower, minLevel, capConfigName, constantCurrentSourceName } = lamp as Record<string, string>
  return { power: Number(power), minPower: Number(minPower), minLevel: Number(minLevel), capConfigName, constantCurrentSourceName }
}

test('controller.batch.set.source, controller.batch.set.cap: the lamps of the controllers take over the values that the accessory states', async () => {
  const driver = await made('constantCurrentSource/update', { name: '驱动 A', power: 77, outputCurrent: 700 })
  const cap = await made('lamp/cap/save-update', { name: '灯头 A', minLevel: 20, minPower: 15, constantCurrentSourceId: driver })
  const [first, second] = controllers.map(({ id }) => id) as [string, string]
  const before = await lampOf(first)
  const set = (path: string, body: object) => by.post<{ count: number }>(`/api/blade-city/controller/batch/set/${path}`, body)
  expect((await set('source', { controllerIds: `${first},${second}`, constantCurrentSourceId: driver })).data.count).toBe(2)
  expect(await lampOf(first)).toMatchObject({ power: 77, minPower: before.minPower, constantCurrentSourceName: '驱动 A' })
  expect((await set('cap', { controllerIds: [first], capConfigId: cap })).data.count).toBe(1)
  expect(await lampOf(first)).toMatchObject({ power: 77, minLevel: 20, minPower: 15, capConfigName: '灯头 A' })
  const [load] = await product.platform.system.query('select load_power, load_min_power from lighting_controller where id = $1', [first])
  expect(load).toMatchObject({ load_power: 77, load_min_power: 15 })
  const wrong = await set('cap', { controllerIds: [first], capConfigId: '1' })
  expect([wrong.code, wrong.msg]).toEqual([400, expect.stringContaining('capConfigId')])
  expect((await by.delete('/api/blade-city/lamp/cap', { ids: cap })).code).toBe(400)
})

test('controller.count, controller.count.chart, device.count.by.area: sums equal the lists', async () => {
  const { total } = await page('controller/page', { size: 1 })
  const count = (await by.get<{ total: number; states: { count: number }[] }>('/api/blade-city/controller/count')).data
  expect([count.total, count.states.reduce((sum, state) => sum + state.count, 0)]).toEqual([total, total])
  const chart = (await by.get<{ states: object[]; days: { total: number }[] }>('/api/blade-city/controller/count/chart')).data
  expect(chart.states).toHaveLength(5)
  const areas = (await by.get<{ resource: string; count: number }[]>('/api/blade-device/device/count/by/area')).data
  expect(areas.filter((one) => one.resource === 'lighting.controller').reduce((sum, one) => sum + one.count, 0)).toBe(total)
})

test('controller.qrCode, controller.rename: a code is a number or an address with one; an unknown code answers nothing; a name alone renames', async () => {
  const [one] = controllers
  const scan = async (qrCode: string) => (await by.get<{ id?: string }>('/api/blade-city/controller/qrCode', { qrCode })).data
  expect([(await scan(one?.sn ?? '')).id, (await scan(`https://x.example/sunDevDetail?sn=${one?.sn}`)).id]).toEqual([one?.id, one?.id])
  expect(await scan('nothing')).toEqual({})
  expect((await by.put(`/api/blade-city/controller/${one?.id}`, { name: '新名' })).code).toBe(200)
  expect((await by.get(`/api/blade-city/controller/${one?.id}`)).data).toMatchObject({ name: '新名', sn: one?.sn })
})

test('controller.export.by.status: 0 is all; without containData there are no reported values', async () => {
  const file = async (body: object) =>
    await (
      await by.call('POST', '/api/blade-city/controller/export/by/status', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).text()
  const all = await file({ status: 0, containData: 1, format: 'csv' })
  const bare = await file({ status: 4, containData: 0, format: 'csv' })
  expect(all.split('\n').filter(Boolean).length).toBe((await page('controller/page', { size: 1 })).total + 1)
  expect([all.includes('实测功率'), bare.includes('实测功率'), bare.split('\n').filter(Boolean).length]).toEqual([true, false, 1])
})

test('lamp.batchSave: all lamps are added, or none', async () => {
  const total = async () => (await page('lamp/list', { size: 1 })).total
  const before = await total()
  const save = (sns: readonly string[]) =>
    by.post<{ count: number }>(
      '/api/blade-city/lamp/batchSave',
      sns.map((sn) => ({ name: sn, sn })),
    )
  expect((await save(['BS-1', 'BS-2'])).data.count).toBe(2)
  expect((await save(['BS-3', 'BS-1'])).code).toBe(400)
  expect(await total()).toBe(before + 2)
})

test('group.controller.operation: add, remove and clear', async () => {
  const groupId = await made('group/submit', { groupName: '操作组' })
  const ids = controllers.map(({ id }) => id)
  const run = async (body: object) =>
    (await by.post<{ count: number }>('/api/blade-city/group/controller/operation', { groupId, ...body })).data.count
  const members = async () => (await page('group/controller/list', { groupId })).total
  await run({ controllerIds: ids })
  expect(await members()).toBe(3)
  await run({ controllerIds: ids.slice(0, 1).join(','), operation: 2 })
  expect(await members()).toBe(2)
  await run({ operation: 3 })
  expect(await members()).toBe(0)
})

test('controller.install.check.page: a controller without a lamp fails that check, and the row names it', async () => {
  const id = await made('controller', { sn: 'CHECK-1' })
  const { records } = await page('controller/install/check/page', { sn: 'CHECK-1' })
  expect(records).toMatchObject([{ id, reported: 0, located: 0, hasLamp: 0, powerFits: 1 }])
  expect((await page('controller/install/check/page', { sn: 'CHECK-1', check: 'powerFits' })).total).toBe(0)
})

test('city.ctrl.install: checks are repeated for one controller or for all that a filter finds, and the record shows the new results', async () => {
  const again = async (body: object) =>
    (await by.post<{ batchId: string; total: number }>('/api/blade-city/controller/install/check/again', body)).data
  const one = await again({ controllerIds: controllers[0]?.id })
  expect(one.total).toBe(1)
  expect((await page('controller/install/check/page', { batchId: one.batchId })).records).toMatchObject([
    { id: controllers[0]?.id, hasLamp: 1, answer: 0 },
  ])
  await made('controller', { sn: 'CHECK-2' })
  const all = await again({ sn: 'CHECK-', check: 'hasLamp' })
  expect(all.total).toBe(2)
  // The two have no gateway, so they cannot answer.
  expect((await page('controller/install/check/page', { batchId: all.batchId })).records).toMatchObject([
    { hasLamp: 0, answer: 2 },
    { hasLamp: 0, answer: 2 },
  ])
  expect((await page('controller/install/check/page', { batchId: all.batchId, check: 'powerFits' })).total).toBe(0)
  const { status, body } = await by.post('/api/blade-city/controller/install/check/again', { sn: 'NOBODY' })
  expect([status, body]).toMatchObject([400, { field: 'controllerIds' }])
})

test('rule.const.power-all, city.statGroup, city.lampPostGroup, city.power: groups count their members; size -1 answers all power devices', async () => {
  const lamps = (await page('lamp/list', { size: 2 })).records.map(({ id }) => id)
  await made('statistics_group/submit', { groupName: '统计一', memberIds: lamps.join(',') })
  expect((await page('statistics_group/list', {})).records).toMatchObject([{ groupName: '统计一', total: 2 }])
  const posts = (await page('lamp_post/page', { size: 2 })).records.map(({ id }) => id)
  const demoGroups = (await page('lamp_post_group/pages', {})).total
  await made('lamp_post_group', { groupName: '杆组', lampPostIds: posts.join(',') })
  expect((await page('lamp_post_group', { groupName: '杆组' })).records).toMatchObject([{ groupName: '杆组', postCount: 2 }])
  expect((await page('lamp_post_group/pages', {})).total).toBe(demoGroups + 1)
  for (const at of Array.from({ length: 12 }, (_, n) => n)) await made('power/submit', { name: `电源 ${at}` })
  expect((await page('power/list', { current: -1, size: -1 })).records).toHaveLength(12)
})

test('delayOffline.detail, delayOffline.submit: a controller that is silent for longer than the delay of its tenant becomes offline', async () => {
  const admin = await product.signIn()
  const PATH = '/api/blade-city/delayOffline'
  expect((await admin.get(`${PATH}/detail`, { tenantId: '100001' })).data).toEqual({ tenantId: '100001', minutes: 0 })
  expect((await admin.post(`${PATH}/submit`, { tenantId: '100001', minutes: 4 })).code).toBe(400)
  expect((await admin.post(`${PATH}/submit`, { tenantId: '100001', minutes: 12 })).code).toBe(200)
  expect((await admin.get(`${PATH}/detail`, { tenantId: '100001' })).data).toEqual({ tenantId: '100001', minutes: 12 })
  expect((await by.get(`${PATH}/detail`)).code).toBe(400)
})
