import { readFile } from 'node:fs/promises'
import { eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { deviceTypesPort, gatewaysPort } from '../../domains/devices/model/index.ts'

// The sections of docs/devices.md about the device types: a real server accepts every value of every example, and a public call answers the
// same as JSON.
const TENANT = '100001'
const GATEWAY = 'GW-TYPES'
const WRITTEN = 1_767_225_600_000
let product: TestPlatform
let client: MqttClient
let page = ''

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
const send = (kind: string, message: unknown): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(message), { qos: 1 })
let gatewayId = ''
const register = async (sn: string, type: number): Promise<string> => {
  const id = product.platform.newId()
  await sql(
    'insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name, type) values ($1, $2, $3, $4, $5, $1, $6)',
    [sn, id, TENANT, gatewayId, GATEWAY, type],
  )
  product.platform.port(gatewaysPort).forget([sn])
  return id
}

beforeAll(async () => {
  page = await readFile(new URL('../../docs/devices.md', import.meta.url), 'utf8')
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' } })
  gatewayId = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 0)', [
    gatewayId,
    TENANT,
    GATEWAY,
  ])
  const password = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password, reconnectPeriod: 0 })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const rejected = () => sql<{ reason: string }>('select reason from devices_error_packet where gateway_sn = $1', [GATEWAY])

test('every shipped type that gateways report has a section with an example, and a server takes all of its values', async () => {
  const { all } = product.platform.port(deviceTypesPort)
  const reporting = all.filter(({ driver, name }) => driver === undefined && name !== 'gateway' && name !== 'controller')
  const examples = [...page.matchAll(/```json type\/report\n(.*?)\n```/gs)].map(([, text = '']) => JSON.parse(text)[0])
  expect(examples).toHaveLength(reporting.length)
  for (const type of reporting) {
    const names = Object.entries(type.properties).flatMap(([name, { retired, wire = name }]) => (retired ? [] : [wire]))
    const example = examples.find(({ p }) => JSON.stringify(Object.keys(p)) === JSON.stringify(names) && page.includes(`\`${type.code}\`.`))
    expect(example, type.name).toBeDefined()
    for (const name of [...names, ...Object.keys(type.commands)]) expect(page, type.name).toContain(`| \`${name}\` |`)
    const sn = `T-${type.code}`
    const id = await register(sn, type.code)
    await send('report', [{ sn, at: Date.now() - (WRITTEN - example.at), p: example.p }])
    const [stored] = await sql<{ v: (number | null)[]; texts: Record<string, unknown> }>(
      'select v, texts from devices_latest where device_id = $1',
      [id],
    )
    for (const [name, { slot, retired, wire = name }] of Object.entries(type.properties)) {
      if (retired || name === 'faults') continue
      const value = slot === undefined ? stored?.texts[name] : stored?.v[slot - 1]
      expect(value, `${type.name}.${name}`).toEqual(slot === undefined ? example.p[wire] : Number(example.p[wire]))
    }
  }
  expect(await rejected()).toEqual([])
})

test('booleans are taken for choices of 0 and 1, and kWh by its name', async () => {
  const [lamp, meter] = [await register('SOLAR', 7), await register('METER', 25)]
  await send('report', [
    { sn: 'SOLAR', at: Date.now(), p: { on: true } },
    { sn: 'METER', at: Date.now(), p: { energyKwh: 182.5 } },
  ])
  expect((await sql<{ v: number[] }>('select v from devices_latest where device_id = $1', [lamp]))[0]?.v[0]).toBe(1)
  expect((await sql<{ v: number[] }>('select v from devices_latest where device_id = $1', [meter]))[0]?.v[0]).toBe(182.5)
})

test('a hello names types by name, code or slug; another type is rejected with what to name instead', async () => {
  const children = [
    { sn: 'A', type: 'solarLamp' },
    { sn: 'B', type: '7' },
    { sn: 'C', type: 'solar_lamp' },
    { sn: 'D', type: 'nonsenseType' },
    { sn: 'E', type: 'loop' },
    { sn: 'F', type: '4' },
  ]
  await send('hello', { sn: GATEWAY, type: 'gateway', version: '1', children, calendars: {} })
  const stored = await sql('select sn, type from devices_stranger where gateway_sn = $1 order by sn', [GATEWAY])
  expect(stored).toEqual([
    { sn: 'A', type: 'solarLamp' },
    { sn: 'B', type: 'solarLamp' },
    { sn: 'C', type: 'solarLamp' },
    { sn: 'F', type: 'controller' },
  ])
  const reasons = await eventually(async () => {
    const found = (await rejected()).map(({ reason }) => reason)
    return found.length === 2 ? found.sort() : null
  })
  expect(reasons).toEqual([
    'children[3].type nonsenseType: is not a device type: use a name, a code or a slug of docs/devices.md, Types of devices',
    'children[4].type loop: loops are not on the wire: they are values of their concentrator (concentrator)',
  ])
})

test('the same stands at a call that needs no account', async () => {
  const answer = await fetch(`${product.url}/api/blade-device/device/wireTypes`)
  const { data } = (await answer.json()) as {
    data: { name: string; code: number; slug: string; properties: { name: string; unit: string }[]; example: object }[]
  }
  expect(data.map(({ code }) => code)).toEqual(
    product.platform
      .port(deviceTypesPort)
      .all.map(({ code }) => code)
      .sort((a, b) => a - b),
  )
  const meter = data.find(({ name }) => name === 'meter')
  expect(meter?.properties.find(({ name }) => name === 'energyKwh')).toMatchObject({ unit: 'kWh' })
  expect(data.find(({ name }) => name === 'solarLamp')?.slug).toBe('solar_lamp')
})
