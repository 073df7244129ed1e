import { gatewaysPort } from '@lamplight/devices/model'
import type { Running } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { inventoryOf } from '../../apps/server/virtual-city.ts'
import { plays } from '../../apps/simulator/plays.ts'

// The virtual city receives a wrong server address over the broker. Its clock runs 60 times as fast: five of its minutes take five seconds.
const TENANT = '000000'
const CITY = '/api/blade-city'
const SPEED = 60
const GATEWAYS = Array.from({ length: 40 }, (_, at) => `GW-W${at + 1}`)
const RIGHT = { host: 'lamps.example.com', port: 1883, protocol: 3, heartbeat: 120 }
const WRONG = { ...RIGHT, host: 'wrong.invalid' }

let product: TestPlatform
let admin: ApiClient
let city: City
const ids = new Map<string, string>()
const snOf = (gateway: string): string => `${gateway}-C`
type Row = Readonly<Record<string, unknown>>

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', COMMAND_RESEND_SECONDS: '2', COMMAND_WAVE_SECONDS: '0.5' } })
  admin = await product.signIn()
  const { platform } = product
  for (const sn of GATEWAYS) {
    const gatewayId = platform.newId()
    await platform.system.query(
      'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 1, 112.9, 28.2)',
      [gatewayId, TENANT, sn],
    )
    await platform.port(gatewaysPort).issueSecret(sn, { virtual: true })
    const made = await admin.post<{ id: string }>(`${CITY}/controller`, { sn: snOf(sn), name: sn, gatewayId })
    ids.set(sn, made.data.id)
  }
  const inventory = await inventoryOf(product.running as Running)
  city = createCity({ inventory, latency: 20, speed: SPEED, start: Date.now() - 3_600_000, ...plays })
  await city.start()
  await eventually(() => GATEWAYS.every((sn) => city.isOnline(sn)))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const set = async (value: object, call = 'serverlinkinfo'): Promise<string> => {
  const answer = await admin.post<{ batchId: string; total: number }>(`${CITY}/controller/batch/set/${call}`, {
    controllerIds: [...ids.values()],
    ...value,
  })
  expect(answer.data.total, answer.msg).toBe(GATEWAYS.length)
  return answer.data.batchId
}
const hosts = (): unknown[] => GATEWAYS.map((sn) => city.params(snOf(sn)).serverLink?.host)
const rows = async (query: object): Promise<readonly Row[]> =>
  (await admin.get<{ records: Row[] }>(`${CITY}/param/list`, { family: 'serverLink', size: 50, ...query })).data.records
const waveOf = async (id: string): Promise<Row | undefined> =>
  (await product.platform.system.query<Row>('select * from control_wave where batch_id = $1', [id]))[0]

const wavesOf = async (commandRecordId: string): Promise<readonly Row[]> =>
  (await admin.get<Row[]>(`${CITY}/commandrecord/waves`, { commandRecordId })).data
const REST = GATEWAYS.length - 1
const affected = async (family: string): Promise<Row> =>
  (await admin.post<Row>(`${CITY}/param/spread`, { family, ids: [...ids.values()] })).data

test('a right server address goes to one of forty gateways, and to the others after it came back', async () => {
  expect(await affected('serverLink')).toMatchObject({ devices: GATEWAYS.length, firstWave: 1 })
  expect(await affected('timeOffset')).toMatchObject({ devices: GATEWAYS.length, firstWave: 0 })
  const id = await set(RIGHT)
  expect(await waveOf(id)).toMatchObject({ first: 1, rest: 39, state: 0 })
  expect(await wavesOf(id)).toMatchObject([
    { wave: 1, devices: 1 },
    { wave: 2, devices: REST, sent: 0, state: 'waiting' },
  ])
  await eventually(() => hosts().filter(Boolean).length === 1)
  await eventually(() => hosts().every((host) => host === RIGHT.host), 30_000)
  expect(await waveOf(id)).toMatchObject({ state: 3 })
  await eventually(async () => (await rows({ status: 2 })).length === GATEWAYS.length)
  expect(await wavesOf(id)).toMatchObject([
    { wave: 1, devices: 1, sent: 1, done: 1, cameBack: 1, rolledBack: 0, state: 'cameBack' },
    { wave: 2, devices: REST, sent: REST, done: REST, failed: 0, state: 'sent' },
  ])
})

test('a wrong server address for forty gateways: the first device returns by itself, the others never get it, and all are online with the old value', async () => {
  const id = await set(WRONG)
  await eventually(() => hosts().includes(WRONG.host))
  const [trial] = GATEWAYS.filter((sn) => city.params(snOf(sn)).serverLink?.host === WRONG.host)
  await eventually(async () => (await waveOf(id))?.state === 4, 30_000)
  const { data } = await admin.get<{ records: Row[] }>(`${CITY}/commandrecord/executeStatus`, { commandRecordId: id, size: 50 })
  expect(data.records.filter(({ code }) => code === 'firstWave')).toHaveLength(GATEWAYS.length - 1)
  await eventually(() => hosts().every((host) => host === RIGHT.host), 30_000)
  expect([...city.effects(id).keys()]).toEqual([snOf(trial ?? '')])
  expect(GATEWAYS.filter((sn) => !city.isOnline(sn))).toEqual([])
  const [online] = await product.platform.system.query<Row>(
    'select count(*)::int as n from devices_gateway where sn = any($1) and online',
    [GATEWAYS],
  )
  expect(online).toEqual({ n: GATEWAYS.length })
  const deviceId = ids.get(trial ?? '')
  await eventually(async () => (await rows({ deviceId }))[0]?.code === 'rolledBack')
  expect(await rows({ deviceId })).toMatchObject([{ drift: 1, status: 6, wanted: WRONG }])
  expect(await wavesOf(id)).toMatchObject([
    { wave: 1, sent: 1, cameBack: 0, rolledBack: 1, state: 'lost' },
    { wave: 2, sent: 0, failed: REST, state: 'stopped', reason: expect.stringContaining('首批') },
  ])
  // It is not sent again by itself, and the others still want the right address.
  await new Promise((resolve) => setTimeout(resolve, 6000))
  expect(hosts()).toEqual(GATEWAYS.map(() => RIGHT.host))
  expect(await rows({ status: 2 })).toHaveLength(GATEWAYS.length - 1)
  await admin.get(`${CITY}/controller/batch/get/serverlinkinfo`, { controllerIds: deviceId })
  await eventually(async () => ((await rows({ deviceId }))[0]?.reported as Row | null)?.host === RIGHT.host)
  expect((await admin.post(`${CITY}/param/accept`, { family: 'serverLink', ids: deviceId })).code).toBe(200)
  expect(await rows({ deviceId })).toMatchObject([{ drift: 0, status: 2, wanted: RIGHT }])
})

test('an RF password and a heartbeat go in waves; a base configuration with the same heartbeat goes at once', async () => {
  const base = { reportInterval: 900, heartbeat: 300, timezone: 480, underVoltage: 176, overVoltage: 264, overCurrent: 5, powerOnLevel: 80 }
  for (const [call, value] of [
    ['rfpassword', { password: '1A2B3C4D' }],
    ['baseconfig', base],
  ] as const) {
    const id = await set(value, call)
    expect(await waveOf(id), call).toMatchObject({ first: 1, rest: REST, state: 0 })
    await eventually(async () => (await wavesOf(id))[1]?.done === REST, 30_000)
  }
  expect(await wavesOf(await set({ ...base, powerOnLevel: 70 }, 'baseconfig'))).toEqual([])
})

test('a factory reset goes in waves: a first device that does not answer keeps the others from it', async () => {
  const devices = { deviceType: 4, ids: [...ids.values()] }
  const preview = (cmd: string) => admin.post<Row>('/api/blade-device/command/preview', { ...devices, cmd })
  expect((await preview('factoryReset')).data).toMatchObject({ lamps: GATEWAYS.length, firstWave: 1 })
  expect((await preview('reboot')).data).toMatchObject({ firstWave: 0 })
  const reset = async (): Promise<string> =>
    (
      await admin.post<{ batchId: string }>(`${CITY}/controller/batch/set/simplecommand`, {
        controllerIds: [...ids.values()],
        data: { cmd: 5 },
      })
    ).data.batchId
  const [trial = ''] = GATEWAYS
  city.setFault(snOf(trial), 'silent')
  const stopped = await reset()
  await eventually(async () => (await wavesOf(stopped))[1]?.state === 'stopped', 30_000)
  expect(await wavesOf(stopped)).toMatchObject([
    { done: 0, failed: 1, state: 'lost' },
    { sent: 0, failed: REST },
  ])
  expect(GATEWAYS.filter((sn) => city.params(snOf(sn)).serverLink)).toHaveLength(GATEWAYS.length)
  city.setFault(snOf(trial), 'none')
  const id = await reset()
  await eventually(async () => (await wavesOf(id))[1]?.done === REST, 30_000)
  expect(await wavesOf(id)).toMatchObject([
    { done: 1, cameBack: 1, state: 'cameBack' },
    { sent: REST, state: 'sent' },
  ])
  expect(GATEWAYS.filter((sn) => city.params(snOf(sn)).serverLink)).toEqual([])
})
