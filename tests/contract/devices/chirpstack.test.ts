import { eventFault } from '@lamplight/chirpstack/model'
import { type ApiClient, eventually, freshDatabase, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { openChirpStack, PASSWORD, TOKEN, USER } from './virtual-chirpstack.ts'

const APPLICATION = '17c82e96-be03-4f38-aef3-f83d48582d97'
const [GROUP, NEW_GROUP] = ['5c3f2a10-3c7b-4c83-9a0b-0f3c2d1e4a5b', '5c3f2a10-3c7b-4c83-9a0b-0f3c2d1e4a5c'] as const
const CHIEF = { tenantId: '100001', account: 'lora_chief', password: 'Contract-1' } as const
const euiOf = (n: number): string => `0101010101${String(n).padStart(6, '0')}`
const [SERVERS, CODECS, NODES, GROUPS] = ['chirpstack', 'lorawan/codec', 'lorawan/node', 'lorawan/multicast'].map(
  (name) => `/api/blade-city/${name}`,
) as [string, string, string, string]
type Row = Readonly<Record<string, unknown>> & { readonly id: string }

let chirpstack: Awaited<ReturnType<typeof openChirpStack>>
let database: Awaited<ReturnType<typeof freshDatabase>>
let product: TestPlatform
let admin: ApiClient
let serverId: string
const ids: Record<string, string> = {}

const open = async (): Promise<void> => {
  product = await testPlatform({
    slices,
    database: { ...database, drop: async () => undefined },
    config: { OUTBOUND_PRIVATE: '1', COMMAND_RESEND_SECONDS: '0.5', DEMO_LAMPS: '0' },
  })
  admin = await product.signIn()
}
const rowsOf = async (path: string, query: Record<string, string> = {}): Promise<readonly Row[]> =>
  (await admin.get<{ records: Row[] }>(`${path}/list`, { size: '100', ...query })).data.records
const submit = async (path: string, body: object): Promise<string> => {
  const answer = await admin.post<{ id: string }>(`${path}/submit`, body)
  expect(answer.body).toMatchObject({ code: 200 })
  return answer.data.id
}
const nodeOf = async (sn: string): Promise<Row> => (await rowsOf(NODES, { sn_equal: sn }))[0] as Row
const shows = (sn: string, values: object): Promise<unknown> =>
  eventually(async () => {
    expect(await nodeOf(sn)).toMatchObject(values)
    return true
  }, 10_000)
const order = async (path: string, action: string, body: object): Promise<string> => {
  const answer = await admin.post<{ batchId: string }>(`${path}/${action}`, body)
  expect(answer.body).toMatchObject({ code: 200 })
  return answer.data.batchId
}
const itemsOf = async (commandRecordId: string): Promise<Record<string, Row>> =>
  Object.fromEntries(
    (
      await admin.get<{ records: (Row & { sn: string })[] }>('/api/blade-city/commandrecord/executeStatus', { commandRecordId, size: 100 })
    ).data.records.map((item) => [item.sn, item]),
  )
const stand = (batchId: string, as: Record<string, object>): Promise<unknown> =>
  eventually(async () => {
    expect(await itemsOf(batchId)).toMatchObject(as)
    return true
  }, 15_000)
const connected = (): Promise<unknown> =>
  eventually(async () => {
    expect((await rowsOf(SERVERS))[0]).toMatchObject({ state: 2 })
    return true
  }, 15_000)

beforeAll(async () => {
  chirpstack = await openChirpStack({
    applicationId: APPLICATION,
    nodes: [1, 2, 3, 4, 5].map((n) => ({ devEui: euiOf(n), name: `Node ${n}` })),
    groups: [
      { groupId: GROUP, devEuis: [1, 2, 3].map(euiOf) },
      { groupId: NEW_GROUP, devEuis: [4, 5].map(euiOf) },
    ],
    classCMs: 60,
    ackTimeoutMs: 300,
    uplinkMs: 3_600_000,
  })
  database = await freshDatabase()
  await open()
  expect((await admin.post(`${CODECS}/add-shipped`)).body).toMatchObject({ code: 200 })
  const codecId = (await rowsOf(CODECS)).find(({ name }) => name === 'DALI 84 01 + status')?.id
  serverId = await submit(SERVERS, {
    name: 'North',
    code: 'north',
    url: chirpstack.mqttUrl,
    username: USER,
    password: PASSWORD,
    applications: [{ applicationId: APPLICATION }],
    apiUrl: chirpstack.apiUrl,
    apiToken: TOKEN,
  })
  for (const n of [1, 2, 3, 4])
    ids[`N-${n}`] = await submit(NODES, { sn: `N-${n}`, name: `Node ${n}`, serverId, devEui: euiOf(n), codecId })
  await connected()
})
afterAll(async () => {
  await product?.stop()
  await chirpstack?.close()
  await database?.drop()
})

test('nodes join and report: values, session and signal are stored, and the server shows its connection', async () => {
  expect(await nodeOf('N-1')).toMatchObject({ online: 0 })
  chirpstack.stack.start(200)
  await shows('N-1', { online: 1, deviceState: 1, address: 'north' })
  const row = await eventually(async () => {
    const now = await nodeOf('N-1')
    return Number(now.rssi) < 0 && now.joinedAt !== '' ? now : undefined
  })
  expect(String(row.devAddr)).toMatch(/^[0-9a-f]{8}$/)
  expect((await rowsOf(SERVERS))[0]).toMatchObject({ state: 2, fault: -1, password: '', apiToken: '' })
  await eventually(async () => (await rowsOf(SERVERS))[0]?.messageAt !== '')
  chirpstack.stack.status(euiOf(1), { margin: 7, batteryLevel: 88.3 })
  await shows('N-1', { margin: '7', battery: '88', externalPower: 0 })
})

test('a dimmed node climbs the rungs to verified: queue item, acknowledgement, answer, status', async () => {
  const id = await order(NODES, 'dim', { ids: [ids['N-1']], level: 40 })
  await stand(id, { 'N-1': { rung: 4, state: 2, gatewaySn: 'chirpstack:000000/north' } })
  const command = chirpstack.commands.find(({ devEui }) => devEui === euiOf(1))
  expect(command).toMatchObject({ confirmed: true, fPort: 8, data: Buffer.from([0x84, 1, 40]).toString('base64') })
  expect(eventFault('down', command)).toBeUndefined()
  for (const kind of ['txack', 'ack'])
    expect(chirpstack.events.filter((event) => event.kind === kind).map(({ message }) => message.queueItemId)).toContain(command?.id)
  expect(chirpstack.stack.levelOf(euiOf(1))).toBe(40)
  await shows('N-1', { dim: '40', on: 1 })
  const off = await order(NODES, 'switch', { ids: [ids['N-1']], on: false })
  await stand(off, { 'N-1': { rung: 4, state: 2 } })
  await shows('N-1', { dim: '0', on: 0 })
})

test('an unconfirmed downlink is received when the gateway transmits it; a confirmed one fails if the node does not acknowledge it', async () => {
  await submit(NODES, { id: ids['N-2'], confirmed: 0 })
  const id = await order(NODES, 'dim', { ids: [ids['N-2']], level: 25 })
  await stand(id, { 'N-2': { rung: 4, state: 2 } })
  expect(chirpstack.commands.at(-1)).toMatchObject({ devEui: euiOf(2), confirmed: false })
  chirpstack.stack.setDeaf(euiOf(1), true)
  const lost = await order(NODES, 'dim', { ids: [ids['N-1']], level: 70 })
  await stand(lost, { 'N-1': { state: 4, code: 'notAcknowledged', rung: 1 } })
  chirpstack.stack.setDeaf(euiOf(1), false)
  const english = await product.signIn({ lang: 'en-US' })
  const { data } = await english.get<{ records: Row[] }>('/api/blade-city/commandrecord/executeStatus', { commandRecordId: lost })
  expect(JSON.stringify(data.records)).toContain('not acknowledged by the node')
})

test('events that come twice or late, or for another device, change nothing', async () => {
  const before = await order(NODES, 'dim', { ids: [ids['N-3']], level: 30 })
  await stand(before, { 'N-3': { rung: 4, state: 2 } })
  const ups = chirpstack.events.filter(({ kind, topic }) => kind === 'up' && topic.includes(euiOf(3)))
  const count = async (): Promise<number> => {
    const [row] = await product.platform.system.query<{ n: number }>('select count(*)::int as n from devices_series where device_id = $1', [
      ids['N-3'],
    ])
    return row?.n ?? 0
  }
  const stored = await count()
  const states = await itemsOf(before)
  for (const { topic, message } of [...ups, ...chirpstack.events.filter(({ kind }) => kind === 'ack' || kind === 'txack')])
    await chirpstack.say(topic, message)
  await chirpstack.say(`application/${APPLICATION}/device/${euiOf(3)}/event/up`, { hello: 'world' })
  await chirpstack.say(`application/${APPLICATION}/device/${euiOf(4)}/event/up`, ups[0]?.message ?? {})
  await chirpstack.say(`application/${APPLICATION}/device/${euiOf(4)}/event/ack`, {
    ...chirpstack.events.find(({ kind, topic }) => kind === 'txack' && topic.includes(euiOf(4)))?.message,
    time: ups[0]?.message.time,
    deviceInfo: ups[0]?.message.deviceInfo,
    queueItemId: '00000000-0000-4000-8000-000000000000',
    acknowledged: false,
  })
  // A node that joins again has a new session.
  const { devAddr } = await nodeOf('N-4')
  chirpstack.stack.join(euiOf(4))
  await eventually(async () => (await nodeOf('N-4')).devAddr !== devAddr)
  expect(await count()).toBe(stored)
  expect(await itemsOf(before)).toEqual(states)
})

test('a multicast is one downlink, and the next uplink of each node proves it', async () => {
  const groupId = await submit(GROUPS, {
    name: 'Ring road',
    serverId,
    groupId: GROUP,
    nodeIds: ['N-1', 'N-2', 'N-3'].map((sn) => ids[sn]).join(),
  })
  const mixed = await admin.post(`${GROUPS}/submit`, { id: groupId, nodeIds: ids['N-1'], serverId: '1' })
  expect(mixed.body).toMatchObject({ code: 400, field: 'serverId' })
  const sent = chirpstack.commands.length
  const id = await order(GROUPS, 'dim', { ids: [groupId], level: 55 })
  await stand(id, { 'N-1': { rung: 4, state: 2 }, 'N-2': { rung: 4, state: 2 }, 'N-3': { rung: 4, state: 2 } })
  expect(chirpstack.commands).toHaveLength(sent)
  expect(chirpstack.enqueued()).toBe(1)
  expect((await rowsOf(GROUPS))[0]).toMatchObject({ nodes: 3 })
  expect((await admin.post(`${NODES}/remove`, undefined, { ids: ids['N-1'] ?? '' })).body).toMatchObject({ code: 400 })
  expect((await admin.post(`${SERVERS}/remove`, undefined, { ids: serverId })).body).toMatchObject({ code: 400 })
})

test('a group with a node that has never reported gets a downlink for each node', async () => {
  const { serverId: at, codecId } = await nodeOf('N-4')
  ids['N-5'] = await submit(NODES, { sn: 'N-5', name: 'Node 5', serverId: at, devEui: euiOf(5), codecId })
  const groupId = await submit(GROUPS, { name: 'New', serverId, groupId: NEW_GROUP, nodeIds: `${ids['N-4']},${ids['N-5']}` })
  const [sent, enqueued] = [chirpstack.commands.length, chirpstack.enqueued()]
  await stand(await order(GROUPS, 'dim', { ids: [groupId], level: 45 }), { 'N-4': { rung: 4, state: 2 }, 'N-5': { rung: 4, state: 2 } })
  expect(chirpstack.commands.slice(sent).map(({ devEui }) => devEui)).toEqual([euiOf(4), euiOf(5)])
  expect(chirpstack.enqueued()).toBe(enqueued)
})

test('server and codec of a node in a group are fixed', async () => {
  const { codecId } = await nodeOf('N-1')
  const otherCodec = (await rowsOf(CODECS)).find(({ id }) => id !== codecId)?.id
  const spare = { name: 'Spare', code: 'spare', url: chirpstack.mqttUrl, applications: [{ applicationId: APPLICATION }], enabled: 0 }
  const otherServer = await submit(SERVERS, spare)
  expect((await admin.post(`${NODES}/submit`, { id: ids['N-1'], codecId: otherCodec })).body).toMatchObject({ code: 400, field: 'codecId' })
  const moved = await admin.post(`${NODES}/submit`, { id: ids['N-1'], serverId: otherServer })
  expect(moved.body).toMatchObject({ code: 400, field: 'serverId' })
  expect(await nodeOf('N-1')).toMatchObject({ serverId, codecId })
  await submit(NODES, { id: ids['N-1'], serverId, codecId, remark: 'same' })
  const free = await submit(NODES, { sn: 'N-8', serverId, devEui: euiOf(8), codecId })
  await submit(NODES, { id: free, serverId: otherServer, codecId: otherCodec })
  for (const [path, id] of [
    [NODES, free],
    [SERVERS, otherServer],
  ] as const)
    expect((await admin.post(`${path}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
})

test('secrets are sealed before they are written; a changed address needs its secret again', async () => {
  const stored = async (id: string) =>
    (
      await product.platform.system.query<{ password: string; token: string; url: string }>(
        'select password, api_token as token, url from chirpstack_server where id = $1',
        [id],
      )
    )[0]
  const secrets = { password: 'v1.a password', apiToken: 'v1.a token' }
  const base = { name: 'Sealed', code: 'sealed', url: chirpstack.mqttUrl, applications: [{ applicationId: APPLICATION }], enabled: 0 }
  const id = await submit(SERVERS, { ...base, apiUrl: chirpstack.apiUrl, ...secrets })
  const first = await stored(id)
  expect(first).toMatchObject({ password: expect.stringMatching(/^v1\.[\w-]{40,}$/), token: expect.stringMatching(/^v1\.[\w-]{40,}$/) })
  await submit(SERVERS, { ...base, id, apiUrl: chirpstack.apiUrl, password: '', apiToken: '', remark: 'x' })
  expect(await stored(id)).toEqual(first)
  const evil = 'mqtt://127.0.0.1:9'
  expect((await admin.post(`${SERVERS}/submit`, { id, url: evil })).body).toMatchObject({ code: 400, field: 'password' })
  expect((await admin.post(`${SERVERS}/submit`, { id, url: evil, apiToken: 'x' })).body).toMatchObject({ code: 400, field: 'password' })
  // Setting, changing and removing the CA need the password, because another CA can vouch for another server. Other line breaks are no change.
  const ca = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
  const withCa = (body: object) => admin.post(`${SERVERS}/submit`, { id, ...body })
  expect((await withCa({ ca })).body).toMatchObject({ code: 400, field: 'password', msg: expect.stringContaining('CA') })
  expect((await withCa({ ca, apiToken: 'x' })).body).toMatchObject({ code: 400, field: 'password' })
  expect(await stored(id)).toEqual(first)
  expect((await withCa({ ca, password: secrets.password })).body).toMatchObject({ code: 200 })
  expect((await withCa({ ca: ca.replaceAll('\n', '\r\n'), password: '', remark: 'y' })).body).toMatchObject({ code: 200 })
  expect((await withCa({ ca: ca.replace('MIIB', 'MIIC'), password: '' })).body).toMatchObject({ code: 400, field: 'password' })
  expect((await withCa({ ca: '', password: '' })).body).toMatchObject({ code: 400, field: 'password' })
  expect((await withCa({ ca: '', password: secrets.password })).body).toMatchObject({ code: 200 })
  const again = await stored(id)
  const other = { id, apiUrl: 'http://127.0.0.1:9', apiToken: '' }
  expect((await admin.post(`${SERVERS}/submit`, other)).body).toMatchObject({ code: 400, field: 'apiToken' })
  // Nor in two steps: without an address the token stays.
  await submit(SERVERS, { id, apiUrl: '' })
  expect((await admin.post(`${SERVERS}/submit`, other)).body).toMatchObject({ code: 400, field: 'apiToken' })
  expect((await admin.post(`${SERVERS}/submit`, { id, code: 'other' })).body).toMatchObject({ code: 400, field: 'code' })
  expect(await stored(id)).toEqual(again)
  await submit(SERVERS, { ...other, url: evil, password: 'another', apiToken: 'another' })
  expect((await stored(id))?.url).toBe(evil)
  expect((await admin.post(`${SERVERS}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
})

test('a server that cannot be reached is failed with the reason until it is', async () => {
  const faulty = { name: 'Faulty', code: 'faulty', url: chirpstack.mqttUrl, username: USER, applications: [{ applicationId: APPLICATION }] }
  const id = await submit(SERVERS, { ...faulty, password: 'wrong' })
  const shown = (as: object): Promise<unknown> =>
    eventually(async () => {
      expect((await rowsOf(SERVERS)).find((row) => row.id === id)).toMatchObject(as)
      return true
    }, 20_000)
  await shown({ state: 3, fault: 5 })
  await product.platform.system.query(`update chirpstack_server set password = 'v1.' || repeat('A', 60) where id = $1`, [id])
  await shown({ state: 3, fault: 10 })
  await submit(SERVERS, { id, password: PASSWORD })
  await shown({ state: 2, fault: -1 })
  expect((await admin.post(`${SERVERS}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
})

test('a restart loses nothing: uplinks that came meanwhile are stored, and a command that was sent is proved', async () => {
  chirpstack.stack.setDeaf(euiOf(2), true)
  const id = await order(NODES, 'dim', { ids: [ids['N-2']], level: 80 })
  await stand(id, { 'N-2': { rung: 2, state: 1 } })
  await product.stop()
  chirpstack.stack.setDeaf(euiOf(2), false)
  const { id: itemId } = chirpstack.commands.at(-1) ?? {}
  chirpstack.stack.command(
    `application/${APPLICATION}/device/${euiOf(2)}/command/down`,
    JSON.stringify({ ...chirpstack.commands.at(-1), id: undefined }),
  )
  await eventually(() => chirpstack.stack.levelOf(euiOf(2)) === 80 && true)
  await open()
  await connected()
  await stand(id, { 'N-2': { rung: 4, state: 2 } })
  expect(chirpstack.commands.filter((command) => command.id === itemId)).toHaveLength(1)
})

test('another tenant sees nothing, and events of its server cannot claim nodes of others', async () => {
  const operator = await product.signIn({ tenantId: CHIEF.tenantId, account: 'operator' })
  const [role] = await product.platform.system.query<{ id: string }>(
    `select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [CHIEF.tenantId],
  )
  const chief = await admin.post('/api/blade-user/submit', { ...CHIEF, realName: '物联', roleId: role?.id })
  expect(chief.body).toMatchObject({ code: 200 })
  const tenant = await product.signIn(CHIEF)
  for (const path of [SERVERS, CODECS, NODES, GROUPS])
    expect((await tenant.get<{ total: number }>(`${path}/list`)).data).toMatchObject({ total: 0 })
  const own = {
    name: 'Theirs',
    code: 'north',
    url: chirpstack.mqttUrl,
    username: USER,
    password: PASSWORD,
    applications: [{ applicationId: APPLICATION }],
  }
  // Operators see servers, but do not decide where their secrets are sent.
  expect((await operator.get(`${SERVERS}/list`)).body).toMatchObject({ code: 200 })
  expect((await operator.post(`${SERVERS}/submit`, own)).body).toMatchObject({ code: 400 })
  expect((await tenant.post(`${SERVERS}/submit`, own)).body).toMatchObject({ code: 200 })
  await eventually(async () => (await tenant.get<{ records: Row[] }>(`${SERVERS}/list`)).data.records[0]?.state === 2, 15_000)
  chirpstack.stack.uplink(euiOf(3))
  await eventually(async () => {
    const found = await product.platform.system.query('select 1 from devices_misfit where tenant_id = $1 and gateway_sn = $2', [
      '100001',
      'chirpstack:100001/north',
    ])
    return found.length > 0
  })
  const [row] = await product.platform.system.query<{ tenant_id: string }>('select tenant_id from devices_state where device_id = $1', [
    ids['N-3'],
  ])
  expect(row?.tenant_id).toBe('000000')
  expect((await tenant.post(`${SERVERS}/remove`, undefined, { ids: serverId })).body).toMatchObject({ code: 400 })
  const more = (n: number) => tenant.post(`${SERVERS}/submit`, { ...own, name: `More ${n}`, code: `more-${n}`, enabled: 0 })
  for (let n = 2; n <= 10; n++) expect((await more(n)).body).toMatchObject({ code: 200 })
  expect((await more(11)).body).toMatchObject({ code: 400 })
  expect((await tenant.get<{ total: number }>(`${SERVERS}/list`)).data.total).toBe(10)
})

test('a gateway whose duty cycle is used up does not transmit: the row has this reason, in both languages', async () => {
  chirpstack.stack.spendAirTime(euiOf(4))
  const last = await order(NODES, 'dim', { ids: [ids['N-4']], level: 33 })
  await stand(last, { 'N-4': { state: 4, code: 'dutyCycle', reason: expect.stringContaining('占空比') } })
})

test('wrong input is refused with the name of the field, and addresses of this machine only if the deployment allows them', async () => {
  const base = { name: 'X', code: 'x', url: 'mqtt://chirpstack.example.com', applications: [{ applicationId: APPLICATION }] }
  for (const [field, value] of [
    ['url', 'http://chirpstack.example.com'],
    ['url', 'mqtt://user:secret@example.com'],
    ['applications', [{ applicationId: 'x' }]],
    ['apiUrl', 'ftp://example.com'],
  ] as const)
    expect((await admin.post(`${SERVERS}/submit`, { ...base, [field]: value })).body).toMatchObject({ code: 400, field })
  const [codec] = await rowsOf(CODECS)
  const node = { sn: 'N-9', serverId, devEui: euiOf(9), codecId: codec?.id }
  expect((await admin.post(`${NODES}/submit`, { ...node, devEui: '01' })).body).toMatchObject({ code: 400, field: 'devEui' })
  expect((await admin.post(`${NODES}/submit`, { ...node, devEui: euiOf(1) })).body).toMatchObject({ code: 400, field: 'devEui' })
  expect((await admin.post(`${NODES}/submit`, { ...node, applicationId: GROUP })).body).toMatchObject({ code: 400, field: 'applicationId' })
  const uplinks = [{ fPort: 8, property: 2, offset: 2, type: 1 }]
  for (const commands of [
    [{ command: 1, fPort: 8, bytes: '84 01' }],
    [{ command: 1, fPort: 8, bytes: '84 {on}' }],
    [{ command: 1, fPort: 8, bytes: 'zz' }],
  ])
    expect((await admin.post(`${CODECS}/submit`, { name: 'C', uplinks, commands })).body).toMatchObject({ code: 400, field: 'commands' })
  await product.stop()
  product = await testPlatform({ slices, database: { ...database, drop: async () => undefined }, config: { DEMO_LAMPS: '0' } })
  admin = await product.signIn()
  for (const [field, value] of [
    ['url', 'mqtt://127.0.0.1:1883'],
    ['apiUrl', 'http://10.0.0.1:8090'],
  ] as const)
    expect((await admin.post(`${SERVERS}/submit`, { ...base, [field]: value })).body).toMatchObject({ code: 400, field })
  await eventually(async () => (await rowsOf(SERVERS, { code: 'north' })).find(({ code }) => code === 'north')?.fault === 1, 15_000)
})
