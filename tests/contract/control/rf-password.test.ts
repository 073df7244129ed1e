import { createHmac } from 'node:crypto'
import { gatewaysPort } from '@lamplight/devices/model'
import type { ResourceDefinition } from '@lamplight/kit'
import type { Running } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { createSamples } from '../api/samples.ts'

// A parameter family with a secret: it is stored encrypted and never returned, and devices report only a fingerprint of it.
const TENANT = '000000'
const GATEWAY = 'GW-SECRETS'
const [FIRST, SECOND, THIRD] = ['1A2B3C4D', 'C0FFEE11', '5EC2E7AA']
const DEVICES = ['RF-1', 'RF-2'] as const
type Name = (typeof DEVICES)[number]
type Wire = Readonly<Record<string, unknown>>

let product: TestPlatform
let admin: ApiClient
let city: City
const ids = new Map<string, string>()
const id = (name: Name): string => ids.get(name) as string

/** Lines of the log, at the level of production. */
const logged: string[] = []

beforeAll(async () => {
  vi.stubEnv('TEST_LOG', '1')
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    logged.push(String(line))
    return true
  })
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_RESEND_SECONDS: '5' } })
  admin = await product.signIn()
  const { platform } = product
  const gatewayId = platform.newId()
  await platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 2, 112.9, 28.2)',
    [gatewayId, TENANT, GATEWAY],
  )
  await platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  const samples = createSamples(admin, product.registry.resources)
  const controller = product.registry.resources.get('lighting.controller')?.resource as ResourceDefinition
  for (const sn of DEVICES) ids.set(sn, await samples.create(controller, { sn, gatewayId }))
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, ...plays })
  await city.start()
  await eventually(() => city.isOnline(GATEWAY))
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await city?.stop()
  await product?.stop()
})

const posted = async (path: string, body: object): Promise<Wire> => {
  const { code, msg, data } = await admin.post<Wire>(`/api/blade-city/${path}`, body)
  expect(code, msg).toBe(200)
  return data
}
const set = (names: readonly Name[], password: string): Promise<Wire> =>
  posted('controller/batch/set/rfpassword', { controllerIds: names.map(id), password })
const becomes = (name: Name, as: object): Promise<unknown> =>
  eventually(async () => {
    const query = { deviceId: id(name), family: 'rfPassword' }
    const { data } = await admin.get<{ records: readonly Wire[] }>('/api/blade-city/param/list', query)
    expect(data.records[0]).toMatchObject(as)
    return true
  }, 20_000)
const JSON_TYPE = { 'content-type': 'application/json' }
const MASK = { password: '••••••' }
const isEqual = { status: 2, drift: 0, wanted: MASK, reported: { password: 'equal' } }
const isDifferent = { drift: 1, wanted: MASK, reported: { password: 'different' } }

/** Returns the tables with a row that contains one of the secrets. */
const tablesWith = async (secrets: readonly string[]): Promise<string[]> => {
  const { query } = product.platform.system
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await query(`select 1 from "${name}" t where t::text ilike any($1) limit 1`, [secrets.map((secret) => `%${secret}%`)])
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('a secret reaches the devices; the API and the database have it nowhere in clear', async () => {
  const { batchId } = await set(DEVICES, FIRST)
  for (const name of DEVICES) await becomes(name, isEqual)
  for (const name of DEVICES) expect(city.params(name).rfPassword).toEqual({ password: FIRST })
  const record = await admin.get<Wire>('/api/blade-city/commandrecord/detail', { id: batchId })
  expect(JSON.stringify(record.data)).not.toContain(FIRST)
  expect(JSON.parse(String(record.data.args))).toEqual({ family: 'rfPassword', value: MASK })
  expect(await tablesWith([FIRST])).toEqual([])
})

test('a read says whether the device has the wanted secret; another one is sent again, and never accepted', async () => {
  city.setParamFault('RF-2', 'ignore')
  await set(DEVICES, SECOND)
  await becomes('RF-1', isEqual)
  await becomes('RF-2', isDifferent)
  city.setParamFault('RF-2', 'none')
  await admin.get('/api/blade-city/controller/batch/get/rfpassword', { controllerIds: id('RF-2') })
  await becomes('RF-2', { ...isDifferent, status: 6 })
  const accepted = await admin.post('/api/blade-city/param/accept', { family: 'rfPassword', ids: [id('RF-2')] })
  expect(accepted.body).toMatchObject({ code: 400, field: 'family' })
  expect(await posted('param/repair', { family: 'rfPassword', ids: [id('RF-2')] })).toMatchObject({ total: 1 })
  await becomes('RF-2', isEqual)
  expect(city.params('RF-2').rfPassword).toEqual({ password: SECOND })
})

test('a preset keeps its secret, sends it to a group, and does not show it', async () => {
  const { id: presetId } = await posted('rfpassword/submit', { name: '射频密码一', password: THIRD, state: 1 })
  await posted('rfpassword/submit', { id: presetId, name: '射频密码二', state: 1 })
  const detail = await admin.get<Wire>('/api/blade-city/rfpassword/detail', { id: presetId })
  expect(detail.data).toMatchObject({ name: '射频密码二', password: '' })
  const { id: groupId } = await posted('group/submit', { groupName: 'RF' })
  await admin.post('/api/blade-city/device_group/copy', {}, { groupId, ids: DEVICES.map(id).join() })
  expect(await posted('rfpassword/send', { ids: [presetId], groupId })).toMatchObject({ total: 2 })
  for (const name of DEVICES) await becomes(name, isEqual)
  expect(city.params('RF-1').rfPassword).toEqual({ password: THIRD })
  expect(await tablesWith([FIRST, SECOND, THIRD])).toEqual([])
})

test('no call, export, record, log, audit entry or push contains a password or its fingerprint', async () => {
  const said: string[] = []
  const keep = (...parts: unknown[]): void => void said.push(JSON.stringify(parts))
  const { live, bus } = product.platform
  const spies = [vi.spyOn(live, 'push'), vi.spyOn(bus, 'emit')]
  const { batchId } = await set(DEVICES, FIRST)
  for (const name of DEVICES) await becomes(name, isEqual)
  await admin.get('/api/blade-city/controller/batch/get/rfpassword', { controllerIds: id('RF-1') })
  await becomes('RF-1', isEqual)
  for (const spy of spies) for (const call of spy.mock.calls) keep(...call)
  for (const spy of spies) spy.mockRestore()
  const family = 'rfPassword'
  const target = { family, ids: DEVICES.map(id) }
  const files = ['param/matrix/export', 'commandrecord/export', 'rfpassword/list', 'param/list', 'param/drift']
  for (const call of ['param/matrix', 'param/spread', 'param/matrix/export'])
    said.push(
      await (
        await admin.call('POST', `/api/blade-city/${call}`, { headers: JSON_TYPE, body: JSON.stringify({ ...target, format: 'csv' }) })
      ).text(),
    )
  const { paths } = (await (await admin.call('GET', '/api/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> }
  const query = new URLSearchParams({
    family,
    size: '100',
    id: batchId as string,
    commandRecordId: batchId as string,
    deviceId: id('RF-1'),
    q: 'RF',
  })
  const reads = Object.keys(paths).filter(
    (path) =>
      'get' in (paths[path] ?? {}) &&
      !/[{]|logout/.test(path) &&
      /param|record|command|rfpassword|controller|log|audit|life|export|job|transition/i.test(path),
  )
  for (const file of files) expect(reads).toContain(`/api/blade-city/${file}`)
  for (const path of reads) said.push(await (await admin.call('GET', `${path}?${query}`)).text())
  expect(reads.length).toBeGreaterThan(50)
  expect(said.join('\n')).toContain('RF-1')
  const hidden = [FIRST, SECOND, THIRD].flatMap((secret) => [
    secret,
    ...DEVICES.map((sn) => createHmac('sha256', secret).update(sn).digest('hex').slice(0, 16)),
  ])
  const all = [...said, ...logged].join('\n').toLowerCase()
  expect(hidden.filter((secret) => all.includes(secret.toLowerCase()))).toEqual([])
  expect(await tablesWith(hidden)).toEqual([])
})

test('a password of another form is refused by name', async () => {
  for (const password of ['', '1234567', '1234567G', '123456789']) {
    const refused = await admin.post('/api/blade-city/controller/batch/set/rfpassword', { controllerIds: [id('RF-1')], password })
    expect(refused.body).toMatchObject({ code: 400, field: 'password' })
  }
})
