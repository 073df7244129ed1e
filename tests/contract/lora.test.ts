import { gatewaysPort } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import { type ApiAnswer, type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sliceIndex } from '../../apps/console/slice-index.ts'
import { slices } from '../../apps/server/slices.ts'
import { inventoryOf } from '../../apps/server/virtual-city.ts'
import { plays } from '../../apps/simulator/plays.ts'

/** Console pages and the rights that they need. */
const PAGES = {
  '/visual/equipmentMana/LoRaGateway/index': 'lora_gateway_view',
  '/city/basisaccessories/lora/index': 'lora_module_view',
  '/city/basisaccessories/lora/whitelist': 'lora_whitelist_view',
  '/city/basisaccessories/lora/root': 'lora_root_view',
  '/city/basisaccessories/lora/commandRecord': 'commandrecord_view',
  '/sun/lora/module': 'lora_module_view',
  '/sun/lora/root': 'lora_root_view',
  '/sun/terminal/esimManage': 'esimcard_view',
} as const
interface Menu {
  readonly path: string
  readonly meta?: { readonly menu?: boolean }
  readonly children?: readonly Menu[]
}
const TENANT = '000000'
const GATEWAY = 'GW-LORA'
const LORA = '/api/blade-city/lora'
const CONTROL = `${LORA}/control`
const ROOT = '/api/blade-sun/loraroot'
type Wire = Readonly<Record<string, unknown>>
interface Page {
  readonly total: number
  readonly records: readonly Wire[]
}

let product: TestPlatform
let admin: ApiClient
let city: City
const ids: Record<string, string> = {}

const good = async <D>(answer: Promise<ApiAnswer<D>>): Promise<D> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data
}
const add = async (path: string, body: { readonly sn: string } & Wire): Promise<void> => {
  ids[body.sn] = (await good(admin.post<{ id: string }>(path, body))).id
}
const list = (query: object = {}): Promise<Page> => good(admin.get<Page>(`${LORA}/whitelist/list`, { size: 50, ...query }))
const record = (id: unknown): Promise<Wire> => good(admin.get<Wire>('/api/blade-city/commandrecord/detail', { id }))
const ends = (id: unknown): Promise<Wire> =>
  eventually(async () => {
    const found = await record(id)
    expect(found.status).toBe(2)
    return found
  }, 20_000)
const held = (): unknown => city.params('LG-1').loraWhiteList

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_RESEND_SECONDS: '5' } })
  admin = await product.signIn()
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 4, 112.9, 28.2)',
    [gatewayId, TENANT, GATEWAY],
  )
  await product.platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  for (const sn of ['LG-1', 'LG-2']) await add(`${CONTROL}/submit`, { sn, gatewayId })
  await add(`${ROOT}/submit`, { sn: 'LR-1', gatewayId, networkId: 7, channel: 3, loraId: ids['LG-1'] })
  for (const sn of ['LM-1', 'LM-2']) await add(`${LORA}/module/submit`, { sn, gatewayId, loraId: ids['LG-1'], rootId: ids['LR-1'] })
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, reportInterval: 5, ...plays })
  await city.start()
  await eventually(() => city.isOnline(GATEWAY))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

test('rt.visual.LoRaGateway city.lora city.loraRoot city.loraRec sun.loraModule sun.loraRoot rt.sun.esimManage: pages at their routes', async () => {
  const declared = Object.values(sliceIndex).flatMap(({ pages, resources }) => [
    ...pages.map(({ path, permission }) => [path, permission]),
    ...resources.map(({ link, code }) => [link, `${code}_view`]),
  ])
  expect(declared).toEqual(expect.arrayContaining(Object.entries(PAGES)))
  const { data } = await admin.get<readonly Menu[]>('/api/blade-system/menu/routes')
  const shown = (menus: readonly Menu[]): string[] =>
    menus.flatMap(({ path, meta, children = [] }) => [...(meta?.menu === false ? [] : [path]), ...shown(children)])
  // menu.add.esim sun.terminal: the console adds the entry of SIM cards, for the platform's tenant only (menu-additions.test.ts).
  const { '/sun/terminal/esimManage': _, ...entries } = PAGES
  expect(shown(data)).toEqual(expect.arrayContaining(Object.keys(entries)))
  expect(shown(data)).not.toContain('/sun/terminal/esimManage')
})

test('lora.control.list, lora.detail, loraroot.page: gateways, roots and modules by their own calls and in the register', async () => {
  expect((await good(admin.get<Page>(`${CONTROL}/list`, { current: 1, size: 10 }))).total).toBe(2)
  expect(await good(admin.get<Wire>(`${LORA}/detail`, { sn: 'LG-1' }))).toMatchObject({ id: ids['LG-1'] })
  expect((await admin.get(`${LORA}/detail`)).body).toMatchObject({ code: 400, field: 'sn' })
  expect((await good(admin.get<Page>(`${ROOT}/page`, { size: 10 }))).records[0]).toMatchObject({ sn: 'LR-1', networkId: 7, loraSn: 'LG-1' })
  for (const type of ['16', 'lora_module', 'loraModule'])
    expect((await good(admin.get<Page>(`/api/blade-device/device/page/${type}`, { current: 1, size: 1 }))).total).toBe(2)
  expect(await good(admin.get<Wire>(`/api/blade-device/dev/15/${ids['LG-1']}`))).toMatchObject({ sn: 'LG-1' })
  expect((await admin.get(`/api/blade-device/dev/16/${ids['LG-1']}`)).code).not.toBe(200)
  expect(await good(admin.get<Wire>('/api/blade-device/device/detail', { id: ids['LM-1'], category: 16 }))).toMatchObject({ sn: 'LM-1' })
  expect(await good(admin.get<Wire>('/api/blade-device/device/detail', { id: ids['LR-1'] }))).toMatchObject({ sn: 'LR-1' })
  expect((await admin.get('/api/blade-device/device/page/submarine')).body).toMatchObject({ code: 400, field: 'type' })
})

test('device.create, device.update, device.delete: the register writes devices by their type', async () => {
  const path = '/api/blade-device/device/lora_module'
  const { id } = await good(admin.post<{ id: string }>(path, { sn: 'LM-9', name: '九号' }))
  await good(admin.put(path, { id, name: '十号' }))
  expect(await good(admin.get<Wire>(`/api/blade-device/dev/16/${id}`))).toMatchObject({ sn: 'LM-9', name: '十号' })
  expect((await admin.post(path, { sn: 'no spaces allowed' })).body).toMatchObject({ code: 400, field: 'sn' })
  await good(admin.delete(path, { ids: id }))
  expect((await admin.get(`/api/blade-device/dev/16/${id}`)).code).not.toBe(200)
})

test('lora.whitelist.*: each change sends the whole list to its gateway, and the rows say what the gateway holds', async () => {
  const entry = async (moduleSn: string, lora = 'LG-1'): Promise<string> =>
    (await good(admin.post<{ id: string }>(`${LORA}/whitelist/add`, { moduleSn, loraId: ids[lora] }))).id
  const first = await entry('LM-2')
  await entry('LM-1')
  await eventually(() => expect(held()).toEqual({ count: 2, modules: ['LM-1,LM-2'] }), 20_000)
  await eventually(async () => expect((await list()).records.map(({ status }) => status)).toEqual([2, 2]), 20_000)
  expect((await admin.post(`${LORA}/whitelist/add`, { moduleSn: 'LM-1', loraId: ids['LG-2'] })).body).toMatchObject({
    code: 400,
    field: 'moduleSn',
  })
  expect((await admin.post(`${LORA}/whitelist/add`, { moduleSn: 'LM-3', loraId: '77' })).body).toMatchObject({ code: 400, field: 'loraId' })
  expect((await list({ loraId: ids['LG-1'] })).total).toBe(2)
  await good(admin.post(`${LORA}/whitelist/del`, { ids: first }))
  await eventually(() => expect(held()).toEqual({ count: 1, modules: ['LM-1'] }), 20_000)
  const joined = async (): Promise<unknown> =>
    (await good(admin.get<Page>(`${LORA}/module/list`, { size: 10 }))).records.map(({ sn, joined }) => [sn, Boolean(joined)]).sort()
  await eventually(async () => {
    expect(await joined()).toEqual([
      ['LM-1', true],
      ['LM-2', false],
    ])
    return city.device('LG-1').values.modules === 1
  }, 20_000)
  const { batchId } = await good(admin.post<Wire>(`${CONTROL}/batch/get/whiteList`, [ids['LG-1']]))
  await ends(batchId)
  const { records } = await good(admin.get<Page>('/api/blade-city/param/list', { deviceId: ids['LG-1'], family: 'loraWhiteList' }))
  expect(records[0]).toMatchObject({ reported: { count: 1, modules: ['LM-1'] }, drift: 0 })
})

test('lora.control.batch.*, sun.loraroot.group.*: module config and server link by bare arrays and by group; the record page has them', async () => {
  const config = { frequency: 470.3, bandwidth: 125, spreading: 12, codingRate: 5, power: 20, channel: 3, networkId: 7, interval: 600 }
  const set = await good(admin.post<Wire>(`${CONTROL}/batch/set/loraModuleConfig`, { ids: [ids['LM-1'], ids['LG-1']], ...config }))
  expect(await ends(set.batchId)).toMatchObject({ total: 2 })
  expect(await good(admin.get<Wire>('/api/blade-sun/loramoduleconfigdata/detail', { id: ids['LM-1'] }))).toMatchObject({
    spreading: 12,
    drift: 0,
  })
  expect((await admin.post(`${CONTROL}/batch/set/loraModuleConfig`, { ids: [ids['LM-1']], ...config, spreading: 13 })).body).toMatchObject({
    code: 400,
    field: 'spreading',
  })
  await ends((await good(admin.post<Wire>(`${CONTROL}/batch/get/loraModuleConfig`, [ids['LM-1'], ids['LM-2']]))).batchId)

  const { id: groupId } = await good(admin.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '根节点', devType: 26 }))
  await good(admin.post('/api/blade-city/device_group/copy', { groupId, ids: `${ids['LR-1']},${ids['LG-1']}` }))
  const link = { host: 'lora.example.com', port: 1700, protocol: 2, heartbeat: 60 }
  expect(await ends((await good(admin.post<Wire>(`${ROOT}/group/set/serverLinkInfo`, { groupId, ...link }))).batchId)).toMatchObject({
    total: 1,
  })
  expect(city.params('LR-1').loraServerLink).toMatchObject(link)
  expect(city.params('LG-1').loraServerLink).toBeUndefined()
  await ends((await good(admin.get<Wire>(`${ROOT}/group/get/serverLinkInfo`, { groupId }))).batchId)
  expect((await admin.get(`${ROOT}/group/get/serverLinkInfo`)).body).toMatchObject({ code: 400, field: 'groupId' })
  expect(await ends((await good(admin.post<Wire>(`${ROOT}/group/reboot`, { groupId }))).batchId)).toMatchObject({ total: 1, cmd: 'reboot' })
  const { records } = await good(admin.get<Page>(`${LORA}/commandrecord/page`, { current: 1, size: 50 }))
  expect(new Set(records.map(({ deviceType }) => deviceType))).toEqual(new Set([15, 16, 26]))
})

test('lora.control.do.simple_command, batchDoSimpleCommand, rebootBatch', async () => {
  const one = await good(admin.post<Wire>(`${CONTROL}/do/simple_command`, { ids: ids['LG-1'], data: { cmd: 8 } }))
  expect(await ends(one.batchId)).toMatchObject({ cmd: 'readVersion' })
  await ends((await good(admin.post<Wire>(`${CONTROL}/batchDoSimpleCommand?cmd=1`, [ids['LG-1'], ids['LG-2']]))).batchId)
  await ends((await good(admin.post<Wire>(`${CONTROL}/rebootBatch`, [ids['LG-2']]))).batchId)
  expect((await admin.post(`${CONTROL}/do/simple_command`, { ids: ids['LG-1'], data: { cmd: 6 } })).body).toMatchObject({
    code: 400,
    field: 'data',
  })
})

test('a removed gateway takes its white list with it; its modules stay', async () => {
  await good(admin.post(`${LORA}/whitelist/add`, { moduleSn: 'LM-8', loraId: ids['LG-2'] }))
  await good(admin.post(`${CONTROL}/remove`, { ids: ids['LG-2'] }))
  expect((await list({ moduleSn: 'LM-8' })).total).toBe(0)
  await good(admin.post(`${LORA}/whitelist/add`, { moduleSn: 'LM-8', loraId: ids['LG-1'] }))
})

test('esimcard: states follow from the dates; validity counts them and names the cards that expire first', async () => {
  const CARD = '/api/blade-sun/esimcard'
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  const save = (n: number, more: object) => good(admin.post(`${CARD}/submit`, { iccid: `8986000000000000000${n}`, ...more }))
  await save(0, {})
  await save(1, { sn: 'LM-1', expireAt: at(300) })
  await save(2, { sn: 'LM-2', expireAt: at(10) })
  await save(3, { sn: 'LM-3', expireAt: at(-2) })
  await save(4, { sn: 'LM-4', expireAt: at(300), suspended: 1 })
  const page = await good(admin.get<Page>(`${CARD}/page`, { size: 50, ascs: 'iccid' }))
  expect(page.records.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4])
  expect((await good(admin.get<Page>(`${CARD}/page`, { status: '2,3' }))).total).toBe(2)
  const validity = await good(admin.get<{ counts: Wire[]; soonest: Wire[] }>(`${CARD}/validity`))
  expect(validity.counts.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1])
  expect(validity.soonest.map(({ sn, days }) => [sn, days])).toEqual([
    ['LM-2', 10],
    ['LM-1', 300],
  ])
  expect((await admin.post(`${CARD}/submit`, { iccid: '123' })).body).toMatchObject({ code: 400, field: 'iccid' })
})
