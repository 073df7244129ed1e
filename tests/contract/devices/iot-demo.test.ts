import { virtualPlatformsPort } from '@lamplight/iot/model'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { createOperator, type Operator } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const DEVICES = 2

let product: TestPlatform
let operator: ApiClient
let city: Operator | undefined
const rows = async () =>
  (await operator.get<{ records: Record<string, unknown>[] }>('/api/blade-device/iot/registration/list')).data.records

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '100', DEMO_DEVICES: String(DEVICES) } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

test('the demo has a platform that the virtual city plays: its devices are registered there and report, although private addresses are refused', async () => {
  const port = product.platform.port(virtualPlatformsPort)
  const { data } = await operator.get<{ records: { id: string; virtual: number }[] }>('/api/blade-device/iot/oc/list')
  const own = data.records[0]
  expect(own?.virtual).toBe(1)
  expect((await rows()).map(({ registerStatus, deviceState }) => [registerStatus, deviceState])).toEqual([
    [0, 5],
    [0, 5],
  ])
  const played = (await port.list()).find(({ id }) => id === own?.id)
  if (!played) throw new Error('the platform is not played')
  city = createOperator({ appId: played.appId, secret: played.secret, pushUrl: `${product.url}${played.pushPath}` })
  const baseUrl = await city.start()
  for (const address of ['https://example.com', 'http://10.0.0.1', 'http://localhost:80'])
    await expect(port.opened(played.id, address)).rejects.toThrow('loopback')
  await port.opened(played.id, baseUrl)
  await eventually(async () => (await rows()).every(({ registerStatus, deviceState }) => registerStatus === 1 && deviceState === 1), 15_000)
  expect(city.registered()).toHaveLength(DEVICES)
  // After a restart the virtual city is told of the devices that are registered already.
  const again = (await port.list()).find(({ id }) => id === played.id)
  expect(again?.devices.map(({ type }) => type)).toEqual(['NB-LEVEL', 'NB-LEVEL'])
})

test('users cannot set the address of a virtual platform, nor use private addresses for their own', async () => {
  const admin = await product.signIn()
  const OC = '/api/blade-device/iot/oc'
  const secret = { appId: 'a', secret: 'Own-secret-1' }
  for (const baseUrl of ['http://127.0.0.1:9', 'http://10.0.0.1/x', 'http://[::1]/'])
    expect((await admin.post(`${OC}/save`, { name: 'own', baseUrl, ...secret })).body).toMatchObject({ code: 400, field: 'baseUrl' })
  const made = await admin.post<{ id: string }>(`${OC}/save`, { name: 'own', baseUrl: 'https://example.com', virtual: 1, ...secret })
  expect((await admin.get(`${OC}/detail`, { id: made.data.id })).data).toMatchObject({ virtual: 0 })
  await product.platform.system.query('update iot_oc set virtual = true where id = $1', [made.data.id])
  expect((await admin.post(`${OC}/update`, { id: made.data.id, baseUrl: 'https://example.org' })).body).toMatchObject({
    code: 400,
    field: 'baseUrl',
  })
})
