import { createHash } from 'node:crypto'
import { gatewaysPort } from '@lamplight/devices/model'
import { type Command, canonicalJson } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-PARAM'
const CITY = '/api/blade-city'
/** Key of the lock under which batches of a tenant are written. */
const LOCK = 30_401

let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let secret: string
const ids: Record<string, string> = {}
const commands: Command[] = []
/** Behaviour of a device when a parameter is set; it accepts the value if it is not in the map. */
const manner = new Map<string, 'clamp' | 'refuse' | 'ignore' | 'silent' | 'mute'>()
const held = new Map<string, Record<string, unknown>>()
/** Zero of the lamp-bar angle, after a calibration. */
const zeros = new Map<string, number>()

const up = (kind: 'hello' | 'ack', message: object): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(message), { qos: 1 })

/** Acts as the controllers behind the gateway. */
const answer = async ({ id, cmd, args, sns }: Command): Promise<void> => {
  const acks = sns.flatMap((sn) => {
    const how = manner.get(sn)
    if (how === 'silent') return []
    const ok = { id, sn, ok: true, code: 'ok', at: Date.now() }
    if (cmd === 'set') {
      const { family, value } = args as { family: string; value: Record<string, number> }
      if (how === 'refuse') return [{ ...ok, ok: false, code: 'invalidArgs' }]
      if (how === 'mute') return [ok]
      if (how !== 'ignore')
        held.set(sn, how === 'clamp' ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, Math.min(one, 50)])) : value)
      return [{ ...ok, p: {}, params: { [family]: held.get(sn) ?? {} } }]
    }
    if (cmd === 'calibrate') zeros.set(sn, 1.26)
    const zero = zeros.get(sn)
    const value = { ...held.get(sn), ...(zero !== undefined && args.family === 'lampBarAngle' && { zero }) }
    return cmd === 'get' || cmd === 'calibrate' ? [{ ...ok, p: {}, params: { [String(args.family)]: value } }] : []
  })
  if (acks.length > 0) await up('ack', acks)
}

const connect = async (): Promise<void> => {
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as Command
    commands.push(command)
    void answer(command)
  })
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_EXPIRE_SECONDS: '2', COMMAND_RESEND_SECONDS: '1', DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 4)',
    [gatewayId, TENANT, GATEWAY],
  )
  secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  await connect()
  for (const sn of ['P-1', 'P-2', 'P-CLAMP', 'P-REFUSE', 'P-IGNORE', 'P-MUTE', 'P-SILENT', 'P-SOLO']) {
    const made = await operator.post<{ id: string }>(`${CITY}/controller`, { sn, name: sn, gatewayId })
    ids[sn] = made.data.id
  }
  for (const how of ['clamp', 'refuse', 'ignore', 'mute', 'silent'] as const) manner.set(`P-${how.toUpperCase()}`, how)
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const set = async (sns: readonly string[], value: object): Promise<string> =>
  (
    await operator.post<{ batchId: string }>(`${CITY}/controller/batch/set/timeoffset`, {
      controllerIds: sns.map((sn) => ids[sn]).join(','),
      ...value,
    })
  ).data.batchId
const paramOf = async (sn: string): Promise<Record<string, unknown> | undefined> =>
  (await operator.get<{ records: Record<string, unknown>[] }>(`${CITY}/param/list`, { deviceId: ids[sn], family: 'timeOffset' })).data
    .records[0]
const stands = (sn: string, as: object, ms?: number): Promise<unknown> =>
  eventually(async () => {
    expect(await paramOf(sn)).toMatchObject(as)
    return true
  }, ms)
const itemsOf = async (commandRecordId: string) =>
  (await operator.get<{ records: Record<string, unknown>[] }>(`${CITY}/commandrecord/executeStatus`, { commandRecordId, size: 50 })).data
    .records

test('a wanted value is sent, stored by the device and reported; the record describes it as text', async () => {
  const id = await set(['P-1', 'P-2'], { onOffset: 10, offOffset: -5 })
  await stands('P-1', { status: 2, drift: 0, wanted: { onOffset: 10, offOffset: -5 }, reported: { onOffset: 10, offOffset: -5 } })
  expect(commands.find((one) => one.id === id)).toMatchObject({
    cmd: 'set',
    args: { family: 'timeOffset', value: { onOffset: 10, offOffset: -5 } },
  })
  const record = (await operator.get<Record<string, unknown>>(`${CITY}/commandrecord/detail`, { id })).data
  expect(record).toMatchObject({ commandText: '设置时间偏移：开灯偏移 10 min，关灯偏移 -5 min', state: 2, total: 2, applied: 2 })
})

test('a device that sets another value, refuses, ignores or does not answer is shown as such, also in the ledger', async () => {
  held.set('P-IGNORE', { onOffset: 1, offOffset: 1 })
  const id = await set(['P-CLAMP', 'P-REFUSE', 'P-IGNORE', 'P-MUTE'], { onOffset: 60, offOffset: 0 })
  await stands('P-CLAMP', { status: 4, drift: 1, reported: { onOffset: 50, offOffset: 0 } })
  await stands('P-REFUSE', { status: 5, drift: 1, code: 'invalidArgs' })
  await stands('P-IGNORE', { status: 4, drift: 1, reported: { onOffset: 1, offOffset: 1 } })
  await stands('P-MUTE', { status: 3, drift: 0, reported: null })
  const code = Object.fromEntries((await itemsOf(id)).map((item) => [item.sn, item.code]))
  expect(code).toEqual({ 'P-CLAMP': 'clamped', 'P-REFUSE': 'invalidArgs', 'P-IGNORE': 'clamped', 'P-MUTE': 'answered' })
  const drifted = (await operator.get<{ total: number; records: { sn: string }[] }>(`${CITY}/param/list`, { drift: 1 })).data
  expect(drifted.records.map(({ sn }) => sn).sort()).toEqual(['P-CLAMP', 'P-IGNORE', 'P-REFUSE'])
})

test('a calibration is sent once; measured values are reported beside the wanted value and are no drift', async () => {
  const angle = (path: string, body: object): Promise<{ data: { batchId: string } }> =>
    operator.post(`${CITY}/controller/batch/${path}/lampbarangle`, { controllerIds: ids['P-SOLO'], ...body })
  const ofAngle = async () =>
    (await operator.get<{ records: Record<string, unknown>[] }>(`${CITY}/param/list`, { deviceId: ids['P-SOLO'], family: 'lampBarAngle' }))
      .data.records[0]
  const shows = (as: object): Promise<unknown> =>
    eventually(async () => {
      expect(await ofAngle()).toMatchObject(as)
      return true
    })
  expect((await angle('set', { alarmAngle: 12, filter: 5, zero: 40 })).data.batchId).not.toBe('')
  await shows({ status: 2, wanted: { alarmAngle: 12, filter: 5 }, reported: { alarmAngle: 12, filter: 5 } })
  const { batchId } = (await angle('calibrate', {})).data
  await shows({ status: 2, drift: 0, wanted: { alarmAngle: 12, filter: 5 }, reported: { alarmAngle: 12, filter: 5, zero: 1.3 } })
  expect(commands.filter(({ id }) => id === batchId)).toMatchObject([{ cmd: 'calibrate', args: { family: 'lampBarAngle' } }])
  await eventually(async () => {
    const record = (await operator.get<Record<string, unknown>>(`${CITY}/commandrecord/detail`, { id: batchId })).data
    expect(record).toMatchObject({ commandText: '校准灯杆角度', state: 2, total: 1, received: 1 })
    return true
  })
  held.set('P-SOLO', { alarmAngle: 30, filter: 5 })
  await angle('get', {})
  await shows({ status: 6, drift: 1, reported: { alarmAngle: 30, filter: 5, zero: 1.3 } })
  await operator.post(`${CITY}/param/accept`, { family: 'lampBarAngle', ids: ids['P-SOLO'] })
  await shows({ status: 2, drift: 0, wanted: { alarmAngle: 30, filter: 5 }, reported: { zero: 1.3 } })
  const rows = (await operator.get<{ records: object[] }>('/api/blade-sun/lampBarAngel/data/page')).data.records
  expect(rows).toMatchObject([{ sn: 'P-SOLO', alarmAngle: 30, zero: 1.3 }])
  held.delete('P-SOLO')
})

interface Drift {
  readonly sn: string
  readonly wantedText: string
  readonly reportedText: string
  readonly isAcceptable: number
}
const drifts = async (filter: object): Promise<readonly Drift[]> =>
  (await operator.get<{ records: readonly Drift[] }>(`${CITY}/param/drift`, { ...filter, size: 50 })).data.records

test('the drift list shows differing fields, counts by family and type, and filters by area, type, family and name', async () => {
  const areaId = product.platform.newId()
  await product.platform.system.query("insert into places_area (id, tenant_id, area_name) values ($1, $2, 'Drift')", [areaId, TENANT])
  await product.platform.system.query('update lighting_controller set area_id = $1 where id = $2', [areaId, ids['P-CLAMP']])
  const [clamped] = await drifts({ keyword: 'p-cl' })
  expect(clamped).toMatchObject({
    sn: 'P-CLAMP',
    areaName: 'Drift',
    wantedText: '开灯偏移 60 min',
    reportedText: '开灯偏移 50 min',
    isAcceptable: 1,
  })
  expect((await drifts({})).map(({ sn }) => sn).sort()).toEqual(['P-CLAMP', 'P-IGNORE', 'P-REFUSE'])
  expect((await drifts({ areaId })).map(({ sn }) => sn)).toEqual(['P-CLAMP'])
  for (const none of [{ family: 'battery' }, { deviceType: 19 }, { keyword: 'nothing' }]) expect(await drifts(none)).toEqual([])
  expect((await operator.get(`${CITY}/param/drift/count`)).data).toEqual({
    total: 3,
    families: [{ family: 'timeOffset', familyName: '时间偏移', code: 'timemigration', isRisky: 0, total: 3 }],
    types: [{ deviceType: 4, typeName: '单灯控制器', total: 3 }],
  })
  expect((await operator.get(`${CITY}/param/drift`, { deviceType: 'bin' })).code).toBe(400)
})

test('repair by filter sends one batch for each wanted value to all matching devices; no match is refused', async () => {
  const before = commands.length
  const repaired = await operator.post<{ batches: unknown[]; total: number }>(`${CITY}/param/repair`, { filter: { keyword: 'P-CLAMP' } })
  expect([repaired.data.batches.length, repaired.data.total]).toEqual([1, 1])
  await eventually(() => commands.length > before)
  await stands('P-CLAMP', { status: 4, drift: 1 })
  for (const [body, field] of [
    [{ filter: { keyword: 'nothing' } }, 'filter'],
    [{ ids: ids['P-CLAMP'] }, 'family'],
    [{ filter: { areaId: 'x' } }, 'areaId'],
  ] as const)
    expect(await operator.post(`${CITY}/param/repair`, body)).toMatchObject({ code: 400, body: { field } })
})

test('repair sends the wanted value again; accept takes the value of the device', async () => {
  manner.delete('P-IGNORE')
  const repaired = await operator.post<{ total: number }>(`${CITY}/param/repair`, { family: 'timeOffset', ids: [ids['P-IGNORE']] })
  expect(repaired.data.total).toBe(1)
  await stands('P-IGNORE', { status: 2, drift: 0 })
  await operator.post(`${CITY}/param/accept`, { family: 'timeOffset', ids: [ids['P-CLAMP']] })
  await stands('P-CLAMP', { status: 2, drift: 0, wanted: { onOffset: 50, offOffset: 0 } })
})

test('a read returns the values of the device; a change made on the device is shown as drift', async () => {
  held.set('P-2', { onOffset: 7, offOffset: 7, unknownToUs: 3 })
  await operator.get(`${CITY}/controller/batch/get/timeoffset`, { controllerIds: `${ids['P-2']},${ids['P-SOLO']}` })
  await stands('P-2', { status: 6, drift: 1, reported: { onOffset: 7, offOffset: 7 }, wanted: { onOffset: 10, offOffset: -5 } })
  expect(await paramOf('P-SOLO')).toBeUndefined()
})

test('a device that did not answer gets the newest value once when its gateway is back', { timeout: 40_000 }, async () => {
  await set(['P-SILENT'], { onOffset: 1, offOffset: 1 })
  const last = await set(['P-SILENT'], { onOffset: 2, offOffset: 2 })
  await stands('P-SILENT', { status: 1, wanted: { onOffset: 2, offOffset: 2 } }, 20_000)
  client.end(true)
  manner.delete('P-SILENT')
  commands.length = 0
  await connect()
  await stands('P-SILENT', { status: 2, reported: { onOffset: 2, offOffset: 2 } }, 30_000)
  const sent = commands.filter(({ cmd, sns }) => cmd === 'set' && sns.includes('P-SILENT'))
  expect(sent.map(({ args }) => args.value)).toEqual([{ onOffset: 2, offOffset: 2 }])
  const record = (await operator.get<Record<string, unknown>>(`${CITY}/commandrecord/detail`, { id: sent[0]?.id })).data
  expect(record).toMatchObject({ againCommandRecordId: last, account: '' })
})

test('a due value is not sent after a newer one was wanted', { timeout: 40_000 }, async () => {
  manner.set('P-SOLO', 'silent')
  await set(['P-SOLO'], { onOffset: 3, offOffset: 3 })
  await stands('P-SOLO', { status: 1 }, 20_000)
  const { system } = product.platform
  const waits = async (): Promise<number> =>
    Number(
      (
        await system.query<{ n: number }>(
          "select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = $1 and not granted",
          [LOCK],
        )
      )[0]?.n,
    )
  commands.length = 0
  await system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, TENANT])
    await system.query('update control_param set next_at = now() where device_id = $1', [ids['P-SOLO']])
    // The task has read the value as due, and waits for the lock of the tenant's batches.
    await eventually(async () => (await waits()) > 0, 20_000)
    const value = product.platform.newId()
    await query("insert into control_value (id, tenant_id, family, hash, value) values ($1, $2, 'timeOffset', 'newer', '{}')", [
      value,
      TENANT,
    ])
    await query('update control_param set wanted_id = $1, status = 0, next_at = null where device_id = $2', [value, ids['P-SOLO']])
  })
  await eventually(async () => (await waits()) === 0)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(commands.filter(({ cmd, sns }) => cmd === 'set' && sns.includes('P-SOLO'))).toEqual([])
  manner.delete('P-SOLO')
  await system.query('delete from control_param where device_id = $1', [ids['P-SOLO']])
})

test('a device whose hello has another hash is sent the wanted value', { timeout: 40_000 }, async () => {
  await stands('P-1', { status: 2 })
  // Another tenant has registered the same serial numbers. Its parameters are not touched by the hello of this gateway.
  const { newId, system } = product.platform
  const [value, other] = [newId(), newId()]
  await system.query(`insert into control_value (id, tenant_id, family, hash, value) values ($1, '000000', 'timeOffset', 'other', '{}')`, [
    value,
  ])
  await system.query(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_sn, type, name) values ('P-1', $1, '000000', $2, 4, 'P-1')`,
    [other, GATEWAY],
  )
  await system.query(
    `insert into control_param (device_id, family, tenant_id, wanted_id, reported_id, status) values ($1, 'timeOffset', '000000', $2, $2, 2)`,
    [other, value],
  )
  held.delete('P-1')
  const hash = createHash('sha256').update(canonicalJson({})).digest('hex').slice(0, 16)
  await up('hello', {
    sn: GATEWAY,
    type: 'gateway',
    version: '1',
    calendars: {},
    children: [{ sn: 'P-1', type: 'controller', params: { timeOffset: hash } }],
  })
  await eventually(() => held.get('P-1'), 30_000)
  expect(held.get('P-1')).toEqual({ onOffset: 10, offOffset: -5 })
  expect(await system.query('select status, drift from control_param where device_id = $1', [other])).toEqual([{ status: 2, drift: false }])
  await stands('P-1', { status: 2, drift: 0 })
})

test('rule.states.template: a preset is sent by its id, and a later change of it does not affect devices; a disabled one is refused', async () => {
  const preset = { name: '冬令', onOffset: 30, offOffset: 30, state: 1 }
  const made = await operator.post<{ id: string }>(`${CITY}/timeMigration/submit`, preset)
  const templateId = made.data.id
  const id = await set(['P-SOLO'], { templateId })
  await stands('P-SOLO', { status: 2, wanted: { onOffset: 30, offOffset: 30 } })
  await operator.post(`${CITY}/timeMigration/submit`, { id: templateId, ...preset, onOffset: 31, state: 0 })
  expect(await paramOf('P-SOLO')).toMatchObject({ status: 2, wanted: { onOffset: 30, offOffset: 30 } })
  expect((await operator.get<{ args: string }>(`${CITY}/commandrecord/detail`, { id })).data.args).toContain('30')
  const refused = await operator.post(`${CITY}/controller/batch/set/timeoffset`, { controllerIds: ids['P-SOLO'], templateId })
  expect(refused.body).toMatchObject({ code: 400, field: 'templateId' })
})

test('the record of values sent to a group names the group, by preset and by values', async () => {
  const { data: group } = await operator.post<{ id: string }>(`${CITY}/group/submit`, { groupName: '东环路', devType: 4 })
  await operator.post(`${CITY}/group/move`, { groupId: group.id, ids: [ids['P-1'], ids['P-2']] })
  const preset = await operator.post<{ id: string }>(`${CITY}/timeMigration/submit`, {
    name: '东环路',
    onOffset: 8,
    offOffset: 8,
    state: 1,
  })
  const sent = [
    await operator.post<{ batchId: string }>(`${CITY}/timeMigration/send`, { ids: preset.data.id, groupId: group.id }),
    await operator.post<{ batchId: string }>(`${CITY}/controller/group/set/timeoffset`, { groupId: group.id, onOffset: 9, offOffset: 9 }),
  ]
  for (const { data } of sent) {
    const record = await operator.get(`${CITY}/commandrecord/detail`, { id: data.batchId })
    expect(record.data).toMatchObject({ targetKind: 2, targetText: '东环路', total: 2 })
  }
})

test('a retry of a record sends its value to the failed devices', async () => {
  manner.set('P-2', 'refuse')
  const id = await set(['P-1', 'P-2'], { onOffset: 3, offOffset: 3 })
  await stands('P-2', { status: 5 })
  manner.delete('P-2')
  const again = await operator.post<{ batchId: string; total: number }>(`${CITY}/controller/batch/set/timeoffset`, {
    againCommandRecordId: id,
  })
  expect(again.data.total).toBe(1)
  await stands('P-2', { status: 2, wanted: { onOffset: 3, offOffset: 3 } })
})

test('a retry of a record of another family or operation is refused', async () => {
  manner.set('P-2', 'refuse')
  const id = await set(['P-2'], { onOffset: 4, offOffset: 4 })
  await stands('P-2', { status: 5 })
  const angle = { alarmAngle: 12, filter: 5 }
  for (const [path, fields] of [
    ['set/lampbarangle', {}],
    ['set/lampbarangle', angle],
    ['get/timeoffset', {}],
  ] as const)
    expect((await operator.post(`${CITY}/controller/batch/${path}`, { againCommandRecordId: id, ...fields })).body, path).toMatchObject({
      code: 400,
      field: 'againCommandRecordId',
    })
  const ofAngle = await operator.get<{ total: number }>(`${CITY}/param/list`, { deviceId: ids['P-2'], family: 'lampBarAngle' })
  expect(ofAngle.data.total).toBe(0)
  manner.delete('P-2')
})

test('accept is refused while a wanted value is being sent; only drift can be accepted', { timeout: 40_000 }, async () => {
  held.set('P-SOLO', { onOffset: 30, offOffset: 30 })
  await operator.get(`${CITY}/controller/batch/get/timeoffset`, { controllerIds: ids['P-SOLO'] })
  await stands('P-SOLO', { status: 2, drift: 0, reported: { onOffset: 30, offOffset: 30 } })
  manner.set('P-SOLO', 'silent')
  await set(['P-SOLO'], { onOffset: 8, offOffset: 8 })
  const refused = await operator.post(`${CITY}/param/accept`, { family: 'timeOffset', ids: ids['P-SOLO'] })
  expect(refused.body).toMatchObject({ code: 400, field: 'ids' })
  expect(await paramOf('P-SOLO')).toMatchObject({ wanted: { onOffset: 8, offOffset: 8 }, reported: { onOffset: 30, offOffset: 30 } })
  // Waits until no command is running.
  await eventually(async () => (await paramOf('P-SOLO'))?.status !== 0, 20_000)
  manner.delete('P-SOLO')
})

test('invalid values, a missing right and another tenant are refused, and no wanted value is stored', async () => {
  const before = await paramOf('P-1')
  const call = `${CITY}/controller/batch/set/timeoffset`
  for (const [value, field] of [
    [{ onOffset: 500, offOffset: 0 }, 'onOffset'],
    [{ offOffset: 0 }, 'onOffset'],
    [{ onOffset: 'x', offOffset: 0 }, 'onOffset'],
  ] as const)
    expect((await operator.post(call, { controllerIds: ids['P-1'], ...value })).body).toMatchObject({ code: 400, field })
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await guest.post(call, { controllerIds: ids['P-1'], onOffset: 9, offOffset: 9 })).code).not.toBe(200)
  const admin = await product.signIn()
  expect((await admin.post(call, { controllerIds: ids['P-1'], onOffset: 9, offOffset: 9 })).code).toBe(400)
  expect((await admin.post(`${CITY}/param/repair`, { family: 'timeOffset', ids: ids['P-1'] })).code).toBe(400)
  expect(await paramOf('P-1')).toEqual(before)
})

test('wanted values are deleted with the device', async () => {
  await operator.delete(`${CITY}/controller`, { ids: ids['P-MUTE'] })
  const rows = await product.platform.system.query('select 1 from control_param where device_id = $1', [ids['P-MUTE']])
  expect(rows).toEqual([])
})
