import { type ApiClient, addUser, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

// What tells people of alarms: the bell, SOS calls, pushes to those who see them, and a lamp that flashes so that staff finds it.
const TENANT = '100001'
const ALARM = '/api/blade-alarm/alarm'
const SOS = '/api/blade-alarm/sos'
let product: TestPlatform
let operator: ApiClient
let admin: ApiClient
let guest: ApiClient
let city: City
let lamp: { readonly id: string; readonly sn: string }
let machine: { readonly id: string; readonly sn: string }
beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '30', DEMO_DEVICES: '2', ALARM_SECONDS: '0.3', COMMAND_RESEND_SECONDS: '1' },
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  admin = await addUser(product, { tenantId: TENANT, account: 'notice_chief', realName: '值班长' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  const inventory = await inventoryOf(product.running)
  const one = async (type: number) =>
    (
      await product.platform.system.query<{ id: string; sn: string }>(
        'select device_id::text as id, sn from devices_registered where tenant_id = $1 and type = $2 and activated and gateway_id is not null order by sn limit 1',
        [TENANT, type],
      )
    )[0]!
  lamp = await one(4)
  machine = await one(14)
  city = createCity({ inventory, latency: 20, reportInterval: 5, ...plays })
  city.start()
  for (const gateway of inventory.gateways) await eventually(() => city.isOnline(gateway.sn))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

interface Call {
  readonly id: string
  readonly alarmId: string
  readonly deviceId: string
  readonly sn: string
  readonly result: number
  readonly presses: number
  readonly answeredByName: string
  readonly cameras: readonly { readonly id: string }[]
}
const now = async (who = operator): Promise<readonly Call[]> =>
  (await who.get<Call[]>(`${SOS}/now`, {})).data.filter(({ deviceId }) => deviceId === machine.id)
const bell = async (who = operator) =>
  (await who.get<{ count: number; newest: { id: string; kindName: string; severity: number; sn: string }[] }>(`${ALARM}/bell`, {})).data
const command = (name: string) => admin.post(`/api/blade-media/alarm_machine/${name}`, { ids: machine.id })

/** Topics that a console of this user is pushed from now on. */
const listen = async ({ token, userId }: ApiClient, tags: string) => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws?Blade-Auth=${token}`)
  const received: [topic: string, key: string, value: Record<string, unknown>][] = []
  let bound = false
  socket.on('message', (data) => {
    const packet = JSON.parse(String(data)) as { cmd: number; sessionId: number; body?: { content?: string } }
    if (packet.cmd === 11 && packet.sessionId === 2) bound = true
    if (packet.cmd !== 15) return
    const { topic, changes = [] } = JSON.parse(JSON.parse(packet.body?.content ?? '{}').content) as {
      topic: string
      changes?: [string, Record<string, unknown>][]
    }
    for (const [key, value] of changes) received.push([topic, key, value])
  })
  await new Promise((resolve) => socket.on('open', resolve))
  socket.send(JSON.stringify({ cmd: 2, sessionId: 1, body: { deviceId: crypto.randomUUID() } }))
  socket.send(JSON.stringify({ cmd: 5, sessionId: 2, body: { userId, tags } }))
  await eventually(() => bound)
  return { received, close: () => socket.close() }
}

test('a call for help opens one call and one alarm of the highest severity, which stays open; the first who answers is named to all others', async () => {
  const seen = await listen(operator, 'sos,alarms')
  const unseen = await listen(guest, 'sos,alarms').catch(() => null)
  expect((await command('testCall')).body).toMatchObject({ code: 200 })
  const [call] = await eventually(async () => {
    const calls = await now()
    return calls.length > 0 ? calls : undefined
  }, 20_000)
  expect(call).toMatchObject({ sn: machine.sn, result: 0, presses: 1 })
  const alarm = (await operator.get<Record<string, unknown>>(`${ALARM}/detail`, { id: call!.alarmId })).data
  expect(alarm).toMatchObject({ alarmType: 4, subAlarmType: 200, severity: 1, latched: 1, present: 1, dispose: 0, deviceId: machine.id })
  expect((await operator.get<{ total: number }>(`${SOS}/alarm/page`, {})).data.total).toBe(1)
  expect((await bell()).newest.find(({ id }) => id === call!.alarmId)).toMatchObject({ kindName: 'SOS报警', severity: 1, sn: machine.sn })
  await eventually(() => seen.received.some(([topic, key, { result }]) => topic === 'sos' && key === call!.id && result === 0))
  await eventually(() => seen.received.some(([topic, key, { isNew }]) => topic === 'alarms' && key === call!.alarmId && isNew === true))

  expect((await guest.post(`${SOS}/rtc/answer`, { ids: call!.id })).body).toMatchObject({ code: 400 })
  const [first, second] = await Promise.all([operator, admin].map((who) => who.post(`${SOS}/rtc/answer`, { ids: call!.id })))
  const [good, late] = first!.body.code === 200 ? [first!, second!] : [second!, first!]
  expect(good.body).toMatchObject({ code: 200, data: { count: 1 } })
  expect(late.body).toMatchObject({ code: 400, msg: expect.stringMatching(/.+ 已于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 应答/) })
  await eventually(() => seen.received.some(([topic, key, { result }]) => topic === 'sos' && key === call!.id && result === 1))
  expect((await operator.get<Record<string, unknown>>(`${ALARM}/detail`, { id: call!.alarmId })).data.acknowledgedAt).toBeTruthy()
  expect((await bell()).newest.some(({ id }) => id === call!.alarmId)).toBe(false)

  // The machine is reset: the call ends, the alarm stays open until a person disposes of it.
  await command('reset')
  await eventually(async () => {
    const record = (await operator.get<Record<string, unknown>>(`${SOS}/rtc/detail`, { id: call!.id })).data
    expect(record).toMatchObject({ result: 1 })
    expect(record.endedAt).toBeTruthy()
    return true
  }, 20_000)
  expect((await operator.get<Record<string, unknown>>(`${ALARM}/detail`, { id: call!.alarmId })).data).toMatchObject({
    present: 0,
    dispose: 0,
  })
  expect(await now()).toEqual([])
  for (const [topic] of unseen?.received ?? []) expect(topic).not.toBe('sos')
  seen.close()
  unseen?.close()
})

test('a second press rings again; a call that nobody answered is kept as missed and stays on the screen', async () => {
  await command('testCall')
  const [call] = await eventually(async () => ((await now()).length > 0 ? await now() : undefined), 20_000)
  await command('testCall')
  await eventually(async () => (await now())[0]?.presses === 2, 20_000)
  expect((await now()).map(({ id }) => id)).toEqual([call!.id])
  await command('reset')
  await eventually(async () => (await now())[0]?.result === 2, 20_000)
  const pages = await operator.get<{ records: { id: string; result: number }[]; total: number }>(`${SOS}/rtc/page`, {
    deviceId: machine.id,
  })
  expect(pages.data.records[0]).toMatchObject({ id: call!.id, result: 2 })
  expect((await operator.post(`${SOS}/rtc/answer`, { ids: call!.id })).body).toMatchObject({ code: 200 })
  expect(await now()).toEqual([])
  // Reports that say the same again, and a comparison of all machines, ring no second time.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect((await operator.get<{ total: number }>(`${SOS}/rtc/page`, { deviceId: machine.id })).data.total).toBe(pages.data.total)
})

test('the bell counts alarms that nobody has acknowledged, of the rows that the user sees', async () => {
  city.setFault(lamp.sn, 'silent')
  const alarmed = await eventually(async () => (await bell()).newest.find(({ sn }) => sn === lamp.sn), 30_000)
  const { count } = await bell()
  expect((await operator.post(`${ALARM}/acknowledge`, { ids: alarmed.id })).body).toMatchObject({ code: 200 })
  const after = await bell()
  expect(after.newest.some(({ id }) => id === alarmed.id)).toBe(false)
  expect(after.count).toBeLessThanOrEqual(count)
  const other = await product.signIn({ tenantId: '000000', account: 'admin' })
  expect((await bell(other)).newest.some(({ sn }) => sn === lamp.sn)).toBe(false)
  city.setFault(lamp.sn, 'none')
})

test('a lamp flashes for 30 s by the id of the device, of its alarm or of its fault; other devices are refused with the field', async () => {
  const flash = (id: string, who = operator) => who.post<{ batchId: string }>('/api/blade-device/deviceFault/flashLight', { id })
  const [alarm] = (await operator.get<{ records: { id: string }[] }>(`${ALARM}/page`, { deviceId: lamp.id })).data.records
  for (const id of [lamp.id, alarm!.id, `${lamp.id}-lampFailure-1700000000000`]) {
    const { data } = await flash(id)
    await eventually(async () => {
      expect((await operator.get(`/api/blade-city/commandrecord/detail`, { id: data.batchId })).data).toMatchObject({
        state: 2,
        deviceType: 4,
      })
      return true
    }, 20_000)
  }
  await eventually(async () => {
    const { values } = (await operator.get<{ values: { identifyUntil?: number } }>('/api/blade-device/state', { deviceId: lamp.id })).data
    return (values.identifyUntil ?? 0) > Date.now()
  })
  const powers: number[] = []
  for (let n = 0; n < 12; n++) {
    powers.push(city.lamp(lamp.sn).power)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  expect(Math.max(...powers)).toBeGreaterThan(3 * Math.min(...powers))
  expect((await flash(machine.id)).body).toMatchObject({ code: 400, field: 'id', msg: '报警柱不支持闪灯定位' })
  for (const id of ['x', '1', '']) expect((await flash(id)).body).toMatchObject({ code: 400 })
  expect((await flash(lamp.id, guest)).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
})

test('open alarms are summed up by lamp post, the worst first', async () => {
  const post = (await admin.post<{ id: string }>('/api/blade-city/lamp_post/submit', { lampPostName: '求助点', lampPostSn: 'POST-SOS' }))
    .data
  const [row] = (await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-media/alarm_machine/list', { sn: machine.sn })).data
    .records
  expect((await admin.post('/api/blade-media/alarm_machine/submit', { ...row, lampPostId: post.id })).body).toMatchObject({ code: 200 })
  const posts = async (query: object = {}) =>
    (
      await operator.get<{ records: { lampPostId: string; alarmCount: number; severity: number; kindNames: string[] }[]; total: number }>(
        `${ALARM}/lamppost_monitor`,
        { size: 100, ...query },
      )
    ).data
  const all = await posts()
  expect(all.records.find(({ lampPostId }) => lampPostId === post.id)).toMatchObject({ severity: 1, alarmCount: 2, kindNames: ['SOS报警'] })
  expect(all.records.map(({ severity }) => severity)).toEqual(all.records.map(({ severity }) => severity).toSorted((a, b) => a - b))
  expect((await posts({ lampPostId: post.id })).total).toBe(1)
  expect((await posts({ severity: 1 })).total).toBeLessThanOrEqual(all.total)
  expect((await operator.get(`${ALARM}/lamppost_monitor`, { severity: 9 })).body).toMatchObject({ code: 400 })
})

test('templates and configurations say which kind of alarm a limit opens; another kind is refused with the field', async () => {
  const limit = { name: '电压过高', devType: 4, property: 'voltage', operator: 1, value: 260, clearValue: 250 }
  const submit = (kind: string, more: object) => operator.post<{ id: string }>(`${ALARM}/${kind}/submit`, { ...limit, ...more })
  for (const kind of ['template', 'config']) {
    expect((await submit(kind, { alarmType: 2, subAlarmType: 102 })).body).toMatchObject({ code: 200 })
    const { records } = (await operator.get<{ records: Record<string, unknown>[] }>(`${ALARM}/${kind}/list`, { name: limit.name })).data
    expect(records[0]).toMatchObject({ alarmType: 2, subAlarmType: 102 })
    expect((await submit(kind, { name: '甲', alarmType: 1 })).body).toMatchObject({ code: 400, field: 'alarmType' })
    expect((await submit(kind, { name: '乙', subAlarmType: 2 })).body).toMatchObject({ code: 400, field: 'subAlarmType' })
  }
})
