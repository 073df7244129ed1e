import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from '@lamplight/server-kit/signed-push'
import { type ApiClient, addUser, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const TARGET = '/api/blade-alarm/forwardTarget'
const LOG = '/api/blade-alarm/warningTransitInfo'
const SECRET = 'A-secret-of-24-letters-1'

interface Request {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
interface Event {
  readonly id: string
  readonly event: string
  readonly alarmId: string
  readonly severity: number
  readonly sn: string
}
let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let receiver: Server
let url = ''
const requests: Request[] = []
/** Status of the next answers by path; 200 without one. */
const answers = new Map<string, number[]>()
const targets: string[] = []
/** Paths whose answers wait for the promise. */
const held = new Map<string, Promise<void>>()

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers, body })
      await held.get(path)
      response.statusCode = answers.get(path)?.shift() ?? 200
      response.end('secret words of the receiver')
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '0', OUTBOUND_PRIVATE: '1', FORWARD_SECONDS: '0.2', ALARM_SECONDS: '3600' },
  })
  admin = await addUser(product, { tenantId: TENANT, account: 'forward_chief' })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
})
afterEach(async () => {
  for (const id of targets.splice(0)) await admin.post(`${TARGET}/remove`, { ids: id })
  requests.length = 0
  answers.clear()
})
afterAll(async () => {
  receiver?.closeAllConnections()
  receiver?.close()
  await product?.stop()
})

let number = 0
const addTarget = async (more: object = {}): Promise<string> => {
  number += 1
  const { body, data } = await admin.post<{ id: string }>(`${TARGET}/submit`, {
    name: `目标${number}`,
    kind: 1,
    url: `${url}/${number}`,
    secret: SECRET,
    severity: 2,
    alarmType: 100,
    enable: 1,
    ...more,
  })
  expect(body).toMatchObject({ code: 200 })
  targets.push(data.id)
  return data.id
}
/** Opens an alarm; returns its id and serial number. */
const open = async (more: object = {}): Promise<{ id: string; sn: string }> => {
  number += 1
  const [id, sn] = [product.platform.newId(), `FW-${number}`]
  const row = {
    id,
    tenant_id: TENANT,
    alarm_type: 2,
    sub_alarm_type: 2,
    city_exception_type: 4001,
    severity: 2,
    sn,
    name: '灯',
    device_id: product.platform.newId(),
    device_type: 4,
    began_at: new Date(),
    last_began: new Date(),
    present: true,
    latched: false,
    count: 1,
    dispose: 0,
    ...more,
  }
  const columns = Object.keys(row)
  await product.platform.system.query(
    `insert into alarms_alarm (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
  return { id, sn }
}
const close = (id: string) =>
  product.platform.system.query('update alarms_alarm set present = false, ended_at = now(), update_time = now() where id = $1', [id])
const eventsAt = (path: string): Event[] =>
  requests.filter((request) => request.path === path).flatMap(({ body }) => (JSON.parse(body) as { events: Event[] }).events)
interface Logged {
  readonly id: string
  readonly state: number
  readonly event: number
  readonly attempts: number
  readonly code: number | null
  readonly reason: string
  readonly alarmId: string
}
const log = async (query: object): Promise<Logged[]> =>
  (await operator.get<{ records: Logged[] }>(`${LOG}/page`, { size: 100, ...query })).data.records
const logged = (query: object, as: object): Promise<Logged> =>
  eventually(async () => {
    const [row] = await log(query)
    expect(row).toMatchObject(as)
    return row
  }, 15_000)

test('begin and end of an alarm are pushed once each, signed; the log says when and with which answer', async () => {
  const id = await addTarget()
  const path = `/${number}`
  const { id: alarmId, sn } = await open()
  await logged({ alarmId, event: 1 }, { state: 2, attempts: 1, code: 200, reason: '' })
  const [request] = requests.filter((one) => one.path === path)
  expect(isSigned({ appId: id, secret: SECRET }, request!.headers, request!.body, Date.now())).toBe(true)
  expect(isSigned({ appId: id, secret: SECRET }, request!.headers, `${request!.body} `, Date.now())).toBe(false)
  expect(eventsAt(path)).toMatchObject([{ event: 'opened', alarmId, severity: 2, sn }])
  await close(alarmId)
  await logged({ alarmId, event: 2 }, { state: 2, attempts: 1 })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(eventsAt(path).map(({ event }) => event)).toEqual(['opened', 'ended'])
  const target = (await admin.get<Record<string, unknown>>(`${TARGET}/detail`, { id })).data
  expect(target).toMatchObject({ secret: '', failures: 0 })
  expect(target.sentAt).toBeTruthy()
  const [stored] = await product.platform.system.query<{ secret: string }>('select secret from forwarding_target where id = $1', [id])
  expect(stored!.secret).toMatch(/^v1\./)
})

test('a target gets the alarms that it wants: severity, type and area; those of before it was added are not sent', async () => {
  const area = (await admin.post<{ id: string }>('/api/blade-system/area/submit', { areaName: '转发区', areaCode: 'FWD' })).data.id
  const before = await open()
  await addTarget({ severity: 2, alarmType: 2, areaId: area })
  const path = `/${number}`
  const wanted = await open({ area_id: area })
  for (const more of [
    { area_id: area, severity: 3 },
    { area_id: area, alarm_type: 1 },
    { area_id: null },
    { area_id: area, shelved_until: new Date(Date.now() + 60_000) },
  ])
    await open(more)
  await logged({ alarmId: wanted.id }, { state: 2 })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(eventsAt(path).map(({ alarmId }) => alarmId)).toEqual([wanted.id])
  expect(await log({ alarmId: before.id })).toEqual([])
})

test('a failed attempt is repeated with the same id; after the last one it is dead, and a person can send it again', async () => {
  await addTarget()
  const path = `/${number}`
  answers.set(path, [500, 503])
  const { id: alarmId } = await open()
  await logged({ alarmId }, { state: 2, attempts: 3, code: 200 })
  expect(new Set(eventsAt(path).map(({ id }) => id)).size).toBe(1)

  answers.set(
    path,
    Array.from({ length: 50 }, () => 404),
  )
  const second = await open()
  await logged({ alarmId: second.id }, { state: 3, code: 404 })
  // The waits double; they are skipped here.
  const dead = await eventually(async () => {
    await product.platform.system.query('update forwarding_transit set next_at = now() where alarm_id = $1 and state = 3', [second.id])
    const [row] = await log({ alarmId: second.id })
    return row?.state === 4 ? row : undefined
  }, 20_000)
  expect(dead).toMatchObject({ attempts: 8, code: 404, reason: 'HTTP 404' })
  expect(JSON.stringify(dead)).not.toContain('secret words')
  answers.clear()
  expect((await operator.post(`${LOG}/resend`, { ids: dead.id })).data).toMatchObject({ count: 1 })
  await logged({ alarmId: second.id }, { state: 2, attempts: 1, code: 200 })
})

test('a target that does not answer delays no other; many alarms travel in few requests; a disabled target gets nothing more', async () => {
  const bad = await addTarget()
  answers.set(
    `/${number}`,
    Array.from({ length: 100 }, () => 500),
  )
  const good = await addTarget()
  const path = `/${number}`
  for (let n = 0; n < 120; n++) await open()
  await eventually(() => eventsAt(path).length === 120, 20_000)
  expect(requests.filter((request) => request.path === path).length).toBeLessThan(40)
  expect((await admin.get<Record<string, unknown>>(`${TARGET}/detail`, { id: bad })).data.failures).toBeGreaterThan(0)
  await admin.post(`${TARGET}/submit`, { id: bad, enable: 0 })
  await eventually(async () => (await log({ targetId: bad, state: '1,3' })).length === 0)
  expect((await log({ targetId: bad }))[0]).toMatchObject({ state: 5, reason: expect.stringContaining('停用') })
  expect((await log({ targetId: good, state: '2' })).length).toBe(100)
})

test('a target that is disabled while it is asked gets nothing more, although the attempt fails afterwards', async () => {
  const target = await addTarget()
  const path = `/${number}`
  const gate = Promise.withResolvers<void>()
  held.set(path, gate.promise)
  answers.set(path, [500])
  await open()
  await eventually(() => eventsAt(path).length === 1)
  await admin.post(`${TARGET}/submit`, { id: target, enable: 0 })
  expect((await log({ targetId: target }))[0]).toMatchObject({ state: 5 })
  gate.resolve()
  await eventually(async () => ((await admin.get<Record<string, unknown>>(`${TARGET}/detail`, { id: target })).data.failures as number) > 0)
  expect((await log({ targetId: target }))[0]).toMatchObject({ state: 5, reason: expect.stringContaining('停用') })
})

test('the outcome of an attempt and the end of its target do not wait for each other', async () => {
  const target = await addTarget()
  const path = `/${number}`
  const gate = Promise.withResolvers<void>()
  held.set(path, gate.promise)
  answers.set(path, [500])
  await open()
  await eventually(() => eventsAt(path).length === 1)
  await product.platform.system.tx(async (query) => {
    await query('select from forwarding_target where id = $1 for update', [target])
    gate.resolve()
    await eventually(
      async () => (await query('select from pg_locks where not granted and transactionid::text = pg_current_xact_id()::text')).length > 0,
    )
    await query('update forwarding_transit set state = 5 where target_id = $1 and state in (1, 3)', [target])
    await query('update forwarding_target set enable = 0 where id = $1', [target])
  })
  await eventually(async () => ((await admin.get<Record<string, unknown>>(`${TARGET}/detail`, { id: target })).data.failures as number) > 0)
  expect((await log({ targetId: target }))[0]).toMatchObject({ state: 5 })
})

test('text messages need a configuration; with one they are sent, up to the hourly limit', async () => {
  const none = await addTarget({ kind: 2, url: '', secret: '', phones: '13800000001', hourly: 2 })
  const first = await open()
  await logged({ alarmId: first.id }, { state: 4, reason: expect.stringContaining('没有启用的短信配置') })
  const platform = await product.signIn()
  const gateway = await platform.post<{ id: string }>('/api/blade-resource/sms/submit', {
    tenantId: TENANT,
    category: 5,
    smsCode: 'forward-gateway',
    endpoint: `${url}/sms`,
    accessKey: 'key',
    secretKey: SECRET,
  })
  expect(gateway.body).toMatchObject({ code: 200 })
  await product.platform.system.query('update system_sms set status = 2, tenant_id = $2 where id = $1', [gateway.data.id, TENANT])
  for (let n = 0; n < 4; n++) await open()
  await eventually(async () => (await log({ targetId: none, state: '5' })).length === 2, 15_000)
  await eventually(async () => (await log({ targetId: none, state: '2' })).length === 2, 15_000)
  const texts = requests.filter(({ path }) => path === '/sms').map(({ body }) => (JSON.parse(body) as { text: string }).text)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/^照明告警（重要）.+：灯 FW-\d+$/)
  await product.platform.system.query('update system_sms set status = 1 where id = $1', [gateway.data.id])
})

test('the test button sends at once and logs the result', async () => {
  const id = await addTarget()
  const path = `/${number}`
  expect((await admin.post(`${TARGET}/test`, { ids: id })).data).toEqual({ ok: true, code: 200, reason: '' })
  expect(eventsAt(path)).toMatchObject([{ event: 'test' }])
  answers.set(path, [401])
  expect((await admin.post(`${TARGET}/test`, { ids: id })).data).toEqual({ ok: false, code: 401, reason: 'HTTP 401' })
  expect((await log({ targetId: id })).map(({ state, event }) => [state, event])).toEqual([
    [4, 3],
    [2, 3],
  ])
  expect((await operator.post(`${TARGET}/test`, { ids: id })).body).toMatchObject({ code: 400 })
})

test('bad input names the field; a new address needs the secret again; operators cannot see targets', async () => {
  const target = { name: '甲', kind: 1, url: `${url}/x`, secret: SECRET, severity: 2, alarmType: 100, enable: 1 }
  const refused = async (more: object, field: string) =>
    expect((await admin.post(`${TARGET}/submit`, { ...target, ...more })).body).toMatchObject({ code: 400, field })
  await refused({ url: '' }, 'url')
  await refused({ url: 'ftp://a.example.com/x' }, 'url')
  await refused({ secret: '' }, 'secret')
  await refused({ secret: 'short' }, 'secret')
  await refused({ kind: 2, phones: '' }, 'phones')
  await refused({ kind: 2, phones: '138-call-me' }, 'phones')
  await refused({ kind: 2, phones: '13800000000', hourly: 0 }, 'hourly')
  await refused({ severity: 9 }, 'severity')
  await refused({ areaId: '12345' }, 'areaId')
  const id = await addTarget()
  expect((await admin.post(`${TARGET}/submit`, { id, kind: 1, url: `${url}/moved` })).body).toMatchObject({ code: 400, field: 'secret' })
  expect((await admin.post(`${TARGET}/submit`, { id, name: '改名' })).body).toMatchObject({ code: 200 })
  expect((await operator.get(`${TARGET}/list`, {})).body).toMatchObject({ code: 400 })
})

test('addresses inside the network are refused when the target is saved, and when a name resolves to one', async () => {
  const guarded = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '0' },
  })
  try {
    const chief = await guarded.signIn()
    const submit = (address: string) =>
      chief.post<{ id: string }>(`${TARGET}/submit`, {
        name: address,
        kind: 1,
        url: address,
        secret: SECRET,
        severity: 2,
        alarmType: 100,
        enable: 1,
      })
    for (const address of ['http://127.0.0.1:9/x', 'http://169.254.169.254/latest', 'http://[::1]/x', 'http://10.0.0.1/'])
      expect((await submit(address)).body).toMatchObject({ code: 400, field: 'url' })
    const { data } = await submit('http://localhost:9/x')
    expect((await chief.post(`${TARGET}/test`, { ids: data.id })).data).toMatchObject({
      ok: false,
      code: null,
      reason: '部署不允许该地址',
    })
  } finally {
    await guarded.stop()
  }
})

test('interface.page interface.update: the addresses of forwarding are the category 2; a changed interface changes its target', async () => {
  const INTERFACE = '/api/blade-visual/interface'
  interface Shown {
    readonly id: string
    readonly name: string
    readonly address: string
    readonly enable: number
  }
  const by = async (query: object): Promise<Shown[]> =>
    (await operator.get<{ records: Shown[] }>(`${INTERFACE}/page`, { ...query, size: 100 })).data.records
  const list = (category: number): Promise<Shown[]> => by({ category })
  const id = await addTarget({ url: `${url}/hook?key=of-the-receiver` })
  await addTarget({ kind: 2, phones: '13800000000', url: '', secret: '' })
  expect((await list(2)).map((one) => [one.id, one.address, one.enable])).toEqual([[id, url, 1]])
  expect((await list(1)).map((one) => one.id)).not.toContain(id)
  // The pages of both categories ask in this way.
  expect((await by({ typeId_null: '1' })).map((one) => one.id)).toEqual([id])
  expect(await by({ typeId_notnull: '1' })).toEqual(await list(1))
  const update = (who: ApiClient, more: object) => who.post(`${INTERFACE}/update`, { id, ...more })
  // Whoever may change interfaces may not decide who learns of alarms.
  expect((await update(operator, { enable: 0 })).body).toMatchObject({ success: false, msg: '没有该操作的权限' })
  expect((await update(admin, { address: 'http://127.0.0.1:1' })).body).toMatchObject({ code: 400, field: 'address' })
  expect((await update(admin, { name: '改名的接口', enable: 0 })).body).toMatchObject({ code: 200 })
  const target = async () => (await admin.get<Record<string, unknown>>(`${TARGET}/detail`, { id })).data
  expect(await target()).toMatchObject({ name: '改名的接口', enable: 0, url: `${url}/hook?key=of-the-receiver` })
  expect(await list(2)).toMatchObject([{ id, name: '改名的接口', enable: 0 }])
  const { id: alarmId } = await open()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await log({ alarmId, targetId: id })).toEqual([])
  expect((await update(admin, { enable: 1 })).body).toMatchObject({ code: 200 })
  expect(await target()).toMatchObject({ enable: 1 })
  await admin.post(`${TARGET}/remove`, { ids: id })
  expect(await list(2)).toEqual([])
})
