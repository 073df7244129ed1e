import { gatewaysPort, playedPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const PRODUCT = '/api/blade-visual/integratedProduct'
const BOARD = `${PRODUCT}/board`
const CABINET = '/api/blade-visual/cabinet'
const TYPE = '/api/blade-device/type'
const label = (text: string) => [text, text]

const HEATER = {
  properties: {
    heating: { label: ['加热', 'Heating'], type: 'boolean', history: true },
    temperature: { label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 90, decimals: 1, history: true },
  },
  commands: {
    heat: {
      label: ['加热', 'Heat'],
      input: { on: { kind: 'flag', label: ['开', 'On'], required: true } },
      proves: { heating: 'on' },
    },
  },
}
const DOOR = { properties: { open: { label: label('open'), type: 'boolean' } }, commands: { unlock: { label: label('unlock') } } }

let product: TestPlatform
let admin: ApiClient
let other: ApiClient
let client: MqttClient
const commands: Command[] = []
let gatewayId: string
let heaterType: string
let doorType: string
let productId: string

const made = async (by: ApiClient, path: string, body: object): Promise<string> => {
  const answer = await by.post<{ id: string }>(path, body)
  expect(answer.body, `${path} ${JSON.stringify(body)}`).toMatchObject({ code: 200 })
  return answer.data.id
}
const refused = async (by: ApiClient, path: string, body: object, field: string, words = ''): Promise<void> => {
  const { body: answer } = await by.post(path, body)
  expect(answer, JSON.stringify(body)).toMatchObject({ code: 400, field })
  expect(String(answer.msg)).toContain(words)
}
const typeOf = (by: ApiClient, unitProductCode: string, descriptor: object): Promise<string> =>
  made(by, `${TYPE}/submit`, { unitProductCode, name: unitProductCode, descriptor: JSON.stringify(descriptor) })
const units = () => [
  { code: 'HEAT', name: '加热器', typeId: heaterType, cabin: 1 },
  { code: 'LOCK', name: '门锁', typeId: doorType, cabin: 2 },
]
const body = () => ({
  name: '一型柜',
  cabins: [
    { name: '设备舱', height: 12 },
    { name: '电源舱', height: 8 },
  ],
  units: units(),
})
const detail = async (by: ApiClient, path: string, id: string) => (await by.get<Record<string, never>>(path, { id })).data
const devices = async (text: string): Promise<number> =>
  (await admin.get<{ total: number }>('/api/blade-device/typed/list', { keyword: text })).data.total

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_VERIFY_SECONDS: '3', DEMO_LAMPS: '0' } })
  admin = await product.signIn({ tenantId: '000000', account: 'admin' })
  other = await product.signIn({ tenantId: '100001', account: 'operator' })
  gatewayId = await made(admin, '/api/blade-device/gateway/submit', { sn: 'GW-CAB' })
  const secret = await product.platform.port(gatewaysPort).issueSecret('GW-CAB')
  client = await connectAsync(product.broker.url, { clientId: 'GW-CAB', username: 'GW-CAB', password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await client.subscribeAsync('ll/1/GW-CAB/down/command', { qos: 1 })
  heaterType = await typeOf(admin, 'CAB-HEATER', HEATER)
  doorType = await typeOf(admin, 'CAB-DOOR', DOOR)
  productId = await made(admin, `${PRODUCT}/submit`, body())
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

test('a product has cabins and units; its parts are refused by name', async () => {
  expect((await admin.get(`${PRODUCT}/cabin/count`, { id: productId })).data).toEqual({
    count: 2,
    height: 20,
    cabins: [
      { name: '设备舱', height: 12, units: 1 },
      { name: '电源舱', height: 8, units: 1 },
    ],
  })
  expect(await detail(admin, `${PRODUCT}/detail`, productId)).toMatchObject({ cabinCount: 2, unitCount: 2, installed: 0 })
  const [heat, lock] = units()
  for (const [change, field, words] of [
    [{ units: [heat, { ...lock, code: 'HEAT' }] }, 'units', 'HEAT'],
    [{ units: [{ ...heat, cabin: 3 }] }, 'units', 'HEAT'],
    [{ units: [{ ...heat, typeId: '1234567890123456789' }] }, 'units', ''],
    [{ units: [{ ...heat, code: 'heat' }] }, 'units', ''],
    [{ units: [] }, 'units', ''],
    [{ cabins: null }, 'cabins', ''],
    [{ name: '' }, 'name', ''],
  ] as const)
    await refused(admin, `${PRODUCT}/submit`, { ...body(), name: '另一型', ...change }, field, words)
  expect((await admin.get<{ total: number }>(`${PRODUCT}/list`, {})).data.total).toBe(1)
})

test('a layout has 1 to 12 items of 192 on 1152x610, on the grid, without overlaps: an error names the item', async () => {
  const path = `${PRODUCT}/layout/submit`
  const at = (unit: string, x: number, y: number) => ({ unit, x, y })
  for (const [layout, words] of [
    [[at('HEAT', 0, 0), at('LOCK', 168, 0)], 'LOCK'],
    [[at('HEAT', 984, 0)], 'HEAT'],
    [[at('HEAT', 0, 432)], 'HEAT'],
    [[at('HEAT', 10, 0)], 'HEAT'],
    [[at('FAN', 0, 0)], 'FAN'],
    [[at('HEAT', 0, 0), at('HEAT', 192, 0)], 'HEAT'],
    [[at('HEAT', -24, 0)], ''],
    [[{ unit: 'HEAT', x: 0 }], ''],
  ] as const)
    await refused(admin, path, { id: productId, layout }, 'layout', words)
  await refused(admin, path, { layout: [at('HEAT', 0, 0)] }, 'id')
  await made(admin, path, { id: productId, layout: [at('HEAT', 0, 0), at('LOCK', 192, 0)] })
  expect(await detail(admin, `${PRODUCT}/layout/detail`, productId)).toMatchObject({ layout: [at('HEAT', 0, 0), at('LOCK', 192, 0)] })
})

test('the default install configuration has an address, port, protocol and polling for each unit', async () => {
  const path = `${PRODUCT}/defaultInstallConfig/submit`
  const heat = { unit: 'HEAT', address: 1, port: 'RS485-1', protocol: 1, polling: 60 }
  await refused(admin, path, { id: productId, install: [{ ...heat, address: 300 }] }, 'install')
  await refused(admin, path, { id: productId, install: [heat, { ...heat, unit: 'LOCK' }] }, 'install', 'LOCK')
  await refused(admin, path, { id: productId, install: [{ ...heat, unit: 'FAN' }] }, 'install', 'FAN')
  await made(admin, path, { id: productId, install: [heat, { ...heat, unit: 'LOCK', address: 2 }] })
  expect(await detail(admin, `${PRODUCT}/defaultInstallConfig/detail`, productId)).toMatchObject({
    install: [heat, { unit: 'LOCK', address: 2 }],
  })
})

test('installation makes every cabinet with its devices, or none and names the row', async () => {
  const path = `${CABINET}/install`
  const cabinets = Array.from({ length: 3 }, (_, at) => ({ sn: `RC-${at + 1}`, name: `机柜${at + 1}` }))
  await made(admin, '/api/blade-device/typed/submit', { sn: 'RC-3-LOCK', typeId: doorType })
  await refused(admin, path, { productId, gatewayId, cabinets }, 'cabinets.2', 'RC-3')
  expect((await admin.get<{ total: number }>(`${CABINET}/list`, {})).data.total).toBe(0)
  expect(await devices('RC-')).toBe(1)
  await refused(admin, path, { productId, gatewayId, cabinets: [cabinets[0], cabinets[0]] }, 'cabinets.1', 'RC-1')
  await refused(admin, path, { productId, gatewayId, cabinets: [{ sn: 'no space' }] }, 'cabinets.0', 'no space')
  await refused(admin, path, { productId, gatewayId: '1234567890123456789', cabinets }, 'cabinets.0', 'RC-1')
  await refused(admin, path, { productId: '1234567890123456789', gatewayId, cabinets }, 'cabinets.0', 'RC-1')

  const taken = (await admin.get<{ records: { id: string }[] }>('/api/blade-device/typed/list', { sn_equal: 'RC-3-LOCK' })).data.records[0]
  await admin.post('/api/blade-device/typed/remove', undefined, { ids: String(taken?.id) })
  expect((await admin.post(path, { productId, gatewayId, cabinets })).data).toMatchObject({ count: 3 })
  expect(await devices('RC-')).toBe(6)
  const list = (await admin.get<{ records: Record<string, unknown>[] }>(`${CABINET}/list`, { sn_equal: 'RC-2' })).data.records
  expect(list[0]).toMatchObject({
    sn: 'RC-2',
    name: '机柜2',
    unitsOnline: 0,
    units: [
      { code: 'HEAT', address: 1, port: 'RS485-1' },
      { code: 'LOCK', address: 2 },
    ],
  })
  expect(await detail(admin, `${PRODUCT}/detail`, productId)).toMatchObject({ installed: 3 })
  expect((await admin.get(`${PRODUCT}/gateway/list`, { id: productId })).data).toMatchObject({
    total: 1,
    records: [{ sn: 'GW-CAB', cabinetCount: 3 }],
  })
  const played = await product.platform.port(playedPort).behind([gatewayId])
  expect(played.devices.get(gatewayId)?.map(({ sn }) => sn)).toContain('RC-2-HEAT')
})

test('a cabinet keeps its number and product, and its devices follow its place', async () => {
  const [row] = (await admin.get<{ records: { id: string; units: { deviceId: string }[] }[] }>(`${CABINET}/list`, { sn_equal: 'RC-1' }))
    .data.records
  await refused(admin, `${CABINET}/submit`, { id: row?.id, sn: 'RC-9' }, 'sn')
  const project = await made(admin, '/api/blade-system/project/submit', { name: '机柜工程', type: 2 })
  await made(admin, `${CABINET}/submit`, { id: row?.id, projectId: project, name: '新名' })
  expect(await detail(admin, '/api/blade-device/typed/detail', String(row?.units[0]?.deviceId))).toMatchObject({
    projectId: project,
    name: '新名 加热器',
  })
  await refused(admin, `${PRODUCT}/submit`, { id: productId, units: [units()[0]] }, 'units', 'LOCK')
  expect((await admin.post(`${PRODUCT}/remove`, undefined, { ids: productId })).body).toMatchObject({ code: 400 })
})

test('a unit product that a comprehensive product or an installed cabinet uses is not removed, and the refusal names the user', async () => {
  const removes = [`${TYPE}/remove`, `${PRODUCT}/physical/remove`]
  const remove = async (path: string, ids: string, by = admin) => (await by.post(path, undefined, { ids })).body
  // The heater is installed. Of the two products in the second removal only the door is used.
  const fan = await typeOf(admin, 'CAB-FAN', DOOR)
  for (const path of removes)
    for (const ids of [heaterType, `${fan},${doorType}`])
      expect(await remove(path, ids), path).toMatchObject({ code: 400, field: 'ids', msg: expect.stringContaining('综合产品 一型柜') })
  // The fan is a unit of a product that is not installed and has no layout.
  const draft = { ...body(), name: '二型柜', units: [{ code: 'FAN', name: '风扇', typeId: fan, cabin: 1 }] }
  const second = await made(admin, `${PRODUCT}/submit`, draft)
  for (const path of removes) expect(await remove(path, fan)).toMatchObject({ code: 400, msg: expect.stringContaining('二型柜') })
  expect((await admin.get(`${TYPE}/detail`, { id: fan })).body).toMatchObject({ code: 200 })
  expect(await remove(`${PRODUCT}/remove`, second)).toMatchObject({ code: 200 })
  expect(await remove(`${TYPE}/remove`, fan)).toMatchObject({ code: 200 })

  // Of an addition and a removal at the same moment one is refused: no product has a removed unit product.
  for (let n = 0; n < 4; n += 1) {
    const typeId = await typeOf(admin, `CAB-RACE-${n}`, DOOR)
    const race = { ...draft, name: `赛柜${n}`, units: [{ code: 'FAN', name: '风扇', typeId, cabin: 1 }] }
    const [added, removed] = await Promise.all([admin.post<{ id: string }>(`${PRODUCT}/submit`, race), remove(`${TYPE}/remove`, typeId)])
    expect([added.body.code, removed.code].sort(), JSON.stringify([added.body, removed])).toEqual([200, 400])
    if (added.body.code === 200) expect(await remove(`${PRODUCT}/remove`, added.data.id)).toMatchObject({ code: 200 })
  }
})

test('the family road_cabinet of the register lists, reads and adds cabinets', async () => {
  const page = await admin.get<{ records: { sn: string }[] }>('/api/blade-device/device/page/road_cabinet', { size: 50 })
  expect(page.data.records.map(({ sn }) => sn).sort()).toEqual(['RC-1', 'RC-2', 'RC-3'])
  const types = (await admin.get<{ code: number; slug: string; total: number }[]>('/api/blade-device/device/type/list')).data
  expect(types).toContainEqual(expect.objectContaining({ code: 23, slug: 'road_cabinet', total: 3 }))
})

test('a command reaches the unit of one cabinet and of a group; the records name the user', async () => {
  const ids = (await admin.get<{ records: { id: string; sn: string }[] }>(`${CABINET}/list`, {})).data.records
  const one = ids.find(({ sn }) => sn === 'RC-1')
  const sent = await admin.post<{ batchId: string; total: number }>(`${CABINET}/send`, {
    ids: one?.id,
    unit: 'HEAT',
    cmd: 'heat',
    args: '{"on":true}',
  })
  expect(sent.data).toMatchObject({ total: 1 })
  const command = await eventually(() => commands.find(({ id }) => id === sent.data.batchId))
  expect(command).toMatchObject({ cmd: 'heat', args: { on: true }, sns: ['RC-1-HEAT'] })
  const at = Date.now()
  await client.publishAsync(
    'll/1/GW-CAB/up/ack',
    JSON.stringify([{ id: command.id, sn: 'RC-1-HEAT', ok: true, code: 'ok', at, p: { heating: true } }]),
    { qos: 1 },
  )
  await client.publishAsync(
    'll/1/GW-CAB/up/report',
    JSON.stringify([{ sn: 'RC-1-HEAT', at: at + 10, p: { heating: true, temperature: 21.5 } }]),
    { qos: 1 },
  )
  await eventually(async () => {
    const [cabinet] = (await admin.get<{ units: { code: string; values: object }[] }[]>(`${CABINET}/live`, { ids: String(one?.id) })).data
    return JSON.stringify(cabinet?.units.find(({ code }) => code === 'HEAT')?.values) === '{"heating":true,"temperature":21.5}'
  })
  expect(await detail(admin, `${CABINET}/detail`, String(one?.id))).toMatchObject({ unitsOnline: 1 })

  const groupId = await made(admin, `${CABINET}/group/submit`, {
    groupName: '北片机柜',
    cabinetIds: ids
      .slice(0, 2)
      .map(({ id }) => id)
      .join(','),
  })
  const group = await admin.post<{ batchId: string; total: number }>(`${CABINET}/group/send`, {
    id: groupId,
    ids: groupId,
    unit: 'HEAT',
    cmd: 'heat',
    args: '{"on":false}',
  })
  expect(group.data).toMatchObject({ total: 2 })
  expect(await detail(admin, '/api/blade-city/commandrecord/detail', group.data.batchId)).toMatchObject({ account: 'admin', total: 2 })
  expect((await admin.get<object[]>(`${CABINET}/live`, { groupId })).data).toHaveLength(2)
  for (const [change, field] of [
    [{ unit: 'FAN' }, 'unit'],
    [{ cmd: 'fly' }, 'cmd'],
    [{ args: '{"on":7}' }, 'on'],
    [{ args: '{"off":true}' }, 'off'],
    [{ args: '{' }, 'args'],
  ] as const)
    await refused(admin, `${CABINET}/send`, { ids: one?.id, unit: 'HEAT', cmd: 'heat', args: '{"on":true}', ...change }, field)
})

test('a board is checked against its product, refuses a stale version, and restores a former one', async () => {
  const empty = { items: [] }
  const id = await made(admin, `${BOARD}/submit`, { name: '面板一', kind: 1, productId })
  const first = await detail(admin, `${BOARD}/detail`, id)
  expect(first).toMatchObject({ version: 1 })
  expect(JSON.parse(first.content as unknown as string)).toMatchObject({
    items: [
      { widget: 'unit', unit: 'HEAT', x: 0 },
      { unit: 'LOCK', x: 192 },
    ],
  })
  const item = { id: 'a', widget: 'value', x: 0, y: 0, w: 192, h: 96, unit: 'HEAT', property: 'temperature' }
  const save = (items: readonly object[], version: number) => ({ id, version, content: JSON.stringify({ items }) })
  for (const [wrong, words] of [
    [{ ...item, widget: 'clock' }, 'clock'],
    [{ ...item, property: 'humidity' }, 'humidity'],
    [{ ...item, unit: 'FAN' }, 'FAN'],
    [{ ...item, widget: 'switch', property: undefined, command: 'unlock' }, 'unlock'],
    [{ ...item, widget: 'states' }, 'states'],
    [{ ...item, colour: 'red' }, 'colour'],
    [{ ...item, x: 1100 }, 'x, y, w, h'],
    [{ ...item, x: 5 }, 'x, y'],
    [{ ...item, id: '<b>' }, 'id'],
  ] as const)
    await refused(admin, `${BOARD}/submit`, save([{ ...item, id: 'ok' }, wrong], 1), 'content', words)
  await refused(admin, `${BOARD}/submit`, { id, version: 1, content: '{' }, 'content', 'JSON')
  await made(admin, `${BOARD}/submit`, save([item], 1))
  await refused(admin, `${BOARD}/submit`, save([item], 1), 'version', '2')
  await refused(admin, `${BOARD}/submit`, { id, content: JSON.stringify(empty) }, 'version')
  await refused(admin, `${BOARD}/submit`, { id, kind: 2 }, 'kind')
  await made(admin, `${BOARD}/submit`, { id, name: '面板二' })
  const versions = await admin.get<{ records: { version: number; account: string }[] }>(`${BOARD}/version/list`, { boardId: id })
  expect(versions.data.records.map(({ version, account }) => [version, account])).toEqual([
    [2, 'admin'],
    [1, 'admin'],
  ])
  expect((await admin.post(`${BOARD}/restore`, { id, ids: id, restored: 1 })).body).toMatchObject({ code: 200 })
  expect(await detail(admin, `${BOARD}/detail`, id)).toMatchObject({ version: 3, content: first.content, name: '面板二' })

  // The last 50 versions are kept.
  await product.platform.system.query('update roadcabinets_board_version set version = version + 100 where board_id = $1', [id])
  await product.platform.system.query('update roadcabinets_board set version = 150 where id = $1', [id])
  expect((await admin.post(`${BOARD}/submit`, save([], 150))).body).toMatchObject({ code: 200 })
  const kept = await admin.get<{ records: { version: number }[] }>(`${BOARD}/version/list`, { boardId: id })
  expect(kept.data.records.map(({ version }) => version)).toEqual([151, 103, 102])
  await refused(admin, `${BOARD}/restore`, { id, ids: id, restored: 101 }, 'restored')
  await refused(admin, `${BOARD}/restore`, { id, ids: id, restored: 9 }, 'restored')
})

test('another tenant neither sees nor uses products, boards, cabinets and groups', async () => {
  for (const base of [PRODUCT, BOARD, CABINET, `${CABINET}/group`]) {
    expect((await other.get<{ total: number }>(`${base}/list`, {})).data.total, base).toBe(0)
    const [own] = (await admin.get<{ records: { id: string }[] }>(`${base}/list`, {})).data.records
    expect((await other.get(`${base}/detail`, { id: String(own?.id) })).body, base).toMatchObject({ code: 400 })
    expect((await other.post(`${base}/remove`, undefined, { ids: String(own?.id) })).body, base).toMatchObject({ code: 400 })
  }
  await refused(other, `${BOARD}/submit`, { name: '别人', kind: 1, productId }, 'productId')
  await refused(other, `${CABINET}/install`, { productId, gatewayId, cabinets: [{ sn: 'X-1' }] }, 'cabinets.0')
  expect((await other.get<object[]>(`${CABINET}/live`, { productId })).data).toEqual([])
})

test('an uninstalled cabinet leaves no device and frees its numbers; the call of the resource installs one cabinet', async () => {
  const [row] = (await admin.get<{ records: { id: string }[] }>(`${CABINET}/list`, { sn_equal: 'RC-3' })).data.records
  expect((await admin.post(`${CABINET}/remove`, undefined, { ids: String(row?.id) })).body).toMatchObject({ code: 200 })
  expect(await devices('RC-3')).toBe(0)
  expect((await admin.get<{ total: number }>(`${CABINET}/list`, {})).data.total).toBe(2)
  await made(admin, `${CABINET}/submit`, { sn: 'RC-3', productId, gatewayId })
  expect(await devices('RC-3')).toBe(2)
})
