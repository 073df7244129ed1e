import { IDENTITY_CHANGED } from '@lamplight/identity/model'
import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { EVENT_TYPES } from '@lamplight/protocol'
import { ddlOf } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { defineDeviceResource } from '../../model/index.ts'
import { gatewaysPort } from '../../model/ports.ts'
import { devicesOf, devicesServer } from '../index.ts'

const TENANT = '100001'
const GATEWAY = 'GW-LIVE'
const TOPIC = 'devices-bin'
const AREA = '4711'
const label = ['值', 'Value'] as const
const binType = defineDeviceType({
  name: 'bin',
  code: 19,
  label: ['垃圾桶', 'Trash bin'],
  properties: {
    level: { slot: 1, label, unit: '%', min: 0, max: 100, decimals: 0, history: true },
    lid: { slot: 2, label, values: { 0: ['关', 'Closed'], 1: ['开', 'Open'] } },
    tilted: { slot: 3, label, type: 'boolean' },
    version: { label, type: 'text' },
    faults: { label, type: 'list', words: EVENT_TYPES },
  },
  commands: {},
  events: ['highTemperature'],
})
const bin = defineDeviceResource(binType, {
  name: 'bins.bin',
  code: 'bin',
  api: { base: 'blade-device/bin', verbs: ['list', 'detail', 'submit', 'remove'] },
})

interface News {
  readonly state: number
  readonly reportedAt: number | null
  readonly values: Readonly<Record<string, unknown>>
}
interface Tab {
  readonly socket: WebSocket
  readonly pushes: { readonly topic: string; readonly beat?: number; readonly changes?: readonly (readonly [string, unknown])[] }[]
}

let product: TestPlatform
let operator: ApiClient
let gatewayId: string
let client: MqttClient
const tabs: Tab[] = []
/** Ids by serial number: BIN-AREA is in an area, LC-1 is a lamp controller. */
const ids: Record<string, string> = {}
const sql = (text: string, params: unknown[] = []): Promise<Record<string, unknown>[]> => product.platform.system.query(text, params)

const connect = async (): Promise<MqttClient> => {
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  return connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
}
const up = (kind: 'report' | 'event', ...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      devicesServer,
      {
        domain: { name: 'bins', label, level: 3, dependsOn: ['devices'] },
        ...devicesOf([{ resource: bin, type: binType }]),
        menu: [{ code: 'bin', label, path: '/bin', icon: 'hdd', sort: 1, resource: bin.name }],
      },
      {
        domain: { name: 'news', label, level: 3, dependsOn: [] },
        live: { lamps: { permission: 'signed-in' }, beats: { permission: 'signed-in' } },
      },
    ],
  })
  await queryOnce(product.databaseUrl, ddlOf(bin))
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  gatewayId = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 3)', [
    gatewayId,
    TENANT,
    GATEWAY,
  ])
  for (const [sn, areaId] of [
    ['BIN-1', null],
    ['BIN-AREA', AREA],
  ] as const) {
    const { data, msg } = await operator.post<{ id: string }>('/api/blade-device/bin/submit', { sn, name: sn, gatewayId })
    ids[sn] = data?.id
    expect(ids[sn], msg).toBeTruthy()
    await sql('update bins_bin set area_id = $2 where id = $1', [ids[sn], areaId])
  }
  const lamp = product.platform.newId()
  ids['LC-1'] = lamp
  await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn) values ($1, $2, $3, $4, $5)', [
    'LC-1',
    lamp,
    TENANT,
    gatewayId,
    GATEWAY,
  ])
  client = await connect()
})
afterEach(() => {
  for (const { socket } of tabs.splice(0)) socket.terminate()
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

/** A WebSocket that subscribes to the bins, the lamps and the beats. */
const listen = async (who: ApiClient, tags = `${TOPIC},lamps,beats`): Promise<Tab> => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws?Blade-Auth=${who.token}`)
  const tab: Tab = { socket, pushes: [] }
  let isBound = false
  socket.on('message', (data) => {
    const { cmd, body } = JSON.parse(String(data)) as { cmd: number; body?: { content?: string } }
    if (cmd === 11) isBound = true
    if (cmd === 15) tab.pushes.push(JSON.parse(JSON.parse(body?.content ?? '{}').content))
  })
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  socket.send(JSON.stringify({ cmd: 2, body: { deviceId: crypto.randomUUID() } }))
  socket.send(JSON.stringify({ cmd: 5, body: { userId: who.userId, tags } }))
  await eventually(() => isBound)
  tabs.push(tab)
  return tab
}
const changesOf = ({ pushes }: Tab, topic: string) => pushes.filter((news) => news.topic === topic).flatMap(({ changes }) => changes ?? [])
const newsOf = (tab: Tab, sn: string): News[] =>
  changesOf(tab, TOPIC)
    .filter(([id]) => id === ids[sn])
    .map(([, news]) => news as News)
/** Waits until the latest message about the device contains `as`. */
const expectPush = async (tab: Tab, sn: string, as: Partial<News>): Promise<void> => {
  await eventually(async () => {
    expect(newsOf(tab, sn).at(-1)).toMatchObject(as)
    return true
  })
}
let beat = 0
/** Sends a beat and waits for it: messages sent before the beat have arrived when it arrives. */
const beatAll = async (tabsThere: readonly Tab[], tenantId = TENANT): Promise<void> => {
  beat += 1
  product.platform.live.push(tenantId, 'beats', { beat })
  await eventually(() => tabsThere.every(({ pushes }) => pushes.some((news) => news.beat === beat)))
}
const base = Date.now() - 600_000

test('a report is pushed with its values on the topic of its type, that of a lamp on the topic of lamps', async () => {
  const tab = await listen(operator)
  await up(
    'report',
    { sn: 'BIN-1', at: base, p: { level: 40, tilted: true, version: '1.2', faults: ['highTemperature'] } },
    { sn: 'LC-1', at: base, p: { on: true, dim: 30, power: 20 } },
  )
  const { data } = await operator.get<{ values: object }>('/api/blade-device/state', { deviceId: ids['BIN-1'] })
  await expectPush(tab, 'BIN-1', { state: 3, reportedAt: base })
  expect(newsOf(tab, 'BIN-1')).toEqual([{ state: 3, reportedAt: base, values: { level: 40, tilted: true, version: '1.2' } }])
  expect(newsOf(tab, 'BIN-1')[0]?.values).toEqual(data.values)
  await eventually(() => changesOf(tab, 'lamps').length > 0)
  expect(changesOf(tab, 'lamps')).toEqual([[ids['LC-1'], [1, 30, 20]]])
  await up('report', { sn: 'BIN-1', at: base + 1000, p: { tilted: false, faults: [] } })
  await expectPush(tab, 'BIN-1', { state: 1, values: { tilted: false } })
})

test('an older report, and one that only adds values at the latest time, push nothing', async () => {
  const tab = await listen(operator)
  await up('report', { sn: 'BIN-1', at: base + 2000, p: { level: 41 } })
  await expectPush(tab, 'BIN-1', { values: { level: 41 } })
  await up('report', { sn: 'BIN-1', at: base - 1000, p: { level: 1 } })
  await up('report', { sn: 'BIN-1', at: base + 2000, p: { lid: 1 } })
  await up('report', { sn: 'BIN-1', at: base + 3000, p: { level: 42 } })
  await expectPush(tab, 'BIN-1', { values: { level: 42 } })
  expect(newsOf(tab, 'BIN-1').map(({ reportedAt }) => reportedAt)).toEqual([base + 2000, base + 3000])
})

test('reports in quick succession become one push with the values of both and the later state', async () => {
  const tab = await listen(operator)
  await up('report', { sn: 'BIN-1', at: base + 4000, p: { level: 50 } })
  await up('report', { sn: 'BIN-1', at: base + 4001, p: { lid: 1 } })
  await up('event', { sn: 'BIN-1', at: base + 4002, type: 'highTemperature', on: true, p: { tilted: true } })
  await expectPush(tab, 'BIN-1', { state: 3, reportedAt: base + 4002 })
  expect(Object.assign({}, ...newsOf(tab, 'BIN-1').map(({ values }) => values))).toEqual({ level: 50, lid: 1, tilted: true })
  product.platform.live.change(TENANT, TOPIC, '1', { state: 1, reportedAt: 1, values: { level: 1, lid: 0 } })
  product.platform.live.change(TENANT, TOPIC, '1', { state: 4, reportedAt: 2, values: { lid: 1 } })
  await eventually(() => changesOf(tab, TOPIC).some(([id]) => id === '1'))
  expect(changesOf(tab, TOPIC).filter(([id]) => id === '1')).toEqual([['1', { state: 4, reportedAt: 2, values: { level: 1, lid: 1 } }]])
  await up('event', { sn: 'BIN-1', at: base + 4003, type: 'highTemperature', on: false })
  await expectPush(tab, 'BIN-1', { state: 1 })
})

test('a fault event is pushed with the new state and no values; that of a lamp in the lamp format', async () => {
  const tab = await listen(operator)
  const fault = (sn: string, at: number, on: boolean) => ({ sn, at: base + at, type: 'highTemperature', on })
  await up('event', fault('BIN-1', 5000, true), fault('LC-1', 5000, true))
  await expectPush(tab, 'BIN-1', { state: 3, reportedAt: base + 4002, values: {} })
  await eventually(() => changesOf(tab, 'lamps').length > 0)
  expect(changesOf(tab, 'lamps')).toEqual([[ids['LC-1'], [3, 30, 20]]])
  await up('event', fault('BIN-1', 6000, false), fault('LC-1', 6000, false))
  await expectPush(tab, 'BIN-1', { state: 1 })
})

test('while only lamp topics have watchers, reports of bins are not pushed', async () => {
  const tab = await listen(operator, 'lamps,beats')
  await up('report', { sn: 'BIN-1', at: base + 7000, p: { level: 43 } }, { sn: 'LC-1', at: base + 7000, p: { dim: 31 } })
  await up('event', { sn: 'BIN-1', at: base + 7000, type: 'highTemperature', on: true })
  await up('event', { sn: 'BIN-1', at: base + 7001, type: 'highTemperature', on: false })
  await up('report', { sn: 'LC-1', at: base + 7002, p: { dim: 32 } })
  await eventually(() => changesOf(tab, 'lamps').some(([, value]) => (value as number[])[1] === 32))
  expect(new Set(changesOf(tab, 'lamps').map(([id]) => id))).toEqual(new Set([ids['LC-1']]))
})

test('users without the right, of another tenant, or limited to another area get no push', async () => {
  const admin = await product.signIn()
  const [operatorRole] = await sql(`select id from identity_role where tenant_id = $1 and role_alias = 'operator' and not is_deleted`, [
    TENANT,
  ])
  const role = await admin.post<{ id: string }>('/api/blade-system/role/submit', { roleName: '看客', roleAlias: 'onlooker', sort: 9 })
  await sql('update identity_role set tenant_id = $2 where id = $1', [role.data.id, TENANT])
  const person = async (account: string, roleId: unknown, areaId: string | null): Promise<Tab> => {
    const user = { tenantId: TENANT, account, password: 'Contract-1', realName: account, roleId }
    const made = await admin.post('/api/blade-user/submit', user)
    expect(made.code, made.msg).toBe(200)
    const first = await product.signIn({ tenantId: TENANT, account, password: 'Contract-1' })
    if (areaId)
      await sql(`insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, 'area', $2, $3)`, [first.userId, areaId, TENANT])
    product.platform.bus.emit(IDENTITY_CHANGED, {})
    return listen(await product.signIn({ tenantId: TENANT, account, password: 'Contract-1' }))
  }
  const inArea = await person('live_here', operatorRole?.id, AREA)
  const elsewhere = await person('live_elsewhere', operatorRole?.id, '4712')
  const onlooker = await person('live_onlooker', role.data.id, null)
  const [whole, stranger] = [await listen(operator), await listen(admin)]
  await up('report', { sn: 'BIN-AREA', at: base, p: { level: 60 } }, { sn: 'BIN-1', at: base + 8000, p: { level: 61 } })
  await expectPush(whole, 'BIN-AREA', { values: { level: 60 } })
  await expectPush(inArea, 'BIN-AREA', { values: { level: 60 } })
  await beatAll([whole, inArea, elsewhere, onlooker])
  await beatAll([stranger], '000000')
  expect(newsOf(whole, 'BIN-1')).toHaveLength(1)
  expect(newsOf(inArea, 'BIN-1')).toEqual([])
  for (const tab of [elsewhere, onlooker, stranger]) expect(changesOf(tab, TOPIC)).toEqual([])
})

test('when the gateway disconnects, its bins are pushed on their topic and its lamps on theirs', async () => {
  const tab = await listen(operator)
  client.end(true)
  await expectPush(tab, 'BIN-1', { state: 4, reportedAt: base + 8000, values: {} })
  await expectPush(tab, 'BIN-AREA', { state: 4 })
  await eventually(() => changesOf(tab, 'lamps').length > 0)
  expect(changesOf(tab, 'lamps')).toEqual([[ids['LC-1'], [4, 32, 20]]])
  client = await connect()
  await up('report', { sn: 'BIN-1', at: base + 9000, p: { level: 44 } })
  await expectPush(tab, 'BIN-1', { state: 1, reportedAt: base + 9000, values: { level: 44 } })
})
