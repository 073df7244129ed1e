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
const GATEWAYS = ['GW-W1', 'GW-W2', 'GW-W3']
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
}, 120_000)
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const set = async (value: object): Promise<string> => {
  const answer = await admin.post<{ batchId: string; total: number }>(`${CITY}/controller/batch/set/serverlinkinfo`, {
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

test('a right server address goes to one gateway, and to the others after it came back', { timeout: 60_000 }, async () => {
  const id = await set(RIGHT)
  expect(await waveOf(id)).toMatchObject({ first: 1, rest: 2, state: 0 })
  await eventually(() => hosts().filter(Boolean).length === 1)
  await eventually(() => hosts().every((host) => host === RIGHT.host), 30_000)
  expect(await waveOf(id)).toMatchObject({ state: 3 })
  await eventually(async () => (await rows({ status: 2 })).length === GATEWAYS.length)
})

test('wrong server address is rolled back: the first device returns by itself, the others never get it', { timeout: 60_000 }, async () => {
  const id = await set(WRONG)
  await eventually(() => hosts().includes(WRONG.host))
  const [trial] = GATEWAYS.filter((sn) => city.params(snOf(sn)).serverLink?.host === WRONG.host)
  await eventually(async () => (await waveOf(id))?.state === 4, 30_000)
  const { data } = await admin.get<{ records: Row[] }>(`${CITY}/commandrecord/executeStatus`, { commandRecordId: id, size: 50 })
  expect(data.records.filter(({ code }) => code === 'firstWave')).toHaveLength(GATEWAYS.length - 1)
  await eventually(() => hosts().every((host) => host === RIGHT.host), 30_000)
  const deviceId = ids.get(trial ?? '')
  await eventually(async () => (await rows({ deviceId }))[0]?.code === 'rolledBack')
  expect(await rows({ deviceId })).toMatchObject([{ drift: 1, status: 6, wanted: WRONG }])
  // It is not sent again by itself, and the others still want the right address.
  await new Promise((resolve) => setTimeout(resolve, 6000))
  expect(hosts()).toEqual(GATEWAYS.map(() => RIGHT.host))
  expect(await rows({ status: 2 })).toHaveLength(GATEWAYS.length - 1)
  await admin.get(`${CITY}/controller/batch/get/serverlinkinfo`, { controllerIds: deviceId })
  await eventually(async () => ((await rows({ deviceId }))[0]?.reported as Row | null)?.host === RIGHT.host)
  expect((await admin.post(`${CITY}/param/accept`, { family: 'serverLink', ids: deviceId })).code).toBe(200)
  expect(await rows({ deviceId })).toMatchObject([{ drift: 0, status: 2, wanted: RIGHT }])
})
