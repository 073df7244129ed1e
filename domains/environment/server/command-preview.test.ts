import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentServer } from './index.ts'

const TENANT = '100001'
const BASE = '/api/blade-device/trashdevice'
const PREVIEW = '/api/blade-device/command/preview'
const TRASH = 19

let product: TestPlatform
let operator: ApiClient
const ids: Record<string, string> = {}

beforeAll(async () => {
  product = await testPlatform({
    slices: [systemServer, identityServer, placesServer, devicesServer, controlServer, environmentServer],
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gateways = [product.platform.newId(), product.platform.newId()]
  for (const [at, id] of gateways.entries())
    await product.platform.system.query('insert into devices_gateway (id, tenant_id, sn, status, online) values ($1, $2, $3, 1, $4)', [
      id,
      TENANT,
      `GW-PREVIEW-${at}`,
      at === 0,
    ])
  for (const [sn, more] of [
    ['TB-ON', { gatewayId: gateways[0] }],
    ['TB-AWAY', { gatewayId: gateways[1] }],
    ['TB-NONE', {}],
    ['TB-OFF', { gatewayId: gateways[0], activated: 0 }],
  ] as const) {
    await operator.post(`${BASE}/submit`, { sn, name: `桶 ${sn}`, ...more })
    const [row] = (await operator.get<{ records: { id: string }[] }>(`${BASE}/list`, { sn_equal: sn })).data.records
    ids[sn] = row?.id ?? ''
  }
})
afterAll(() => product?.stop())

const preview = (body: unknown, client = operator) => client.post<Record<string, unknown>>(PREVIEW, body)

test('devices by id: counts of reachable and unreachable devices, and their names in both languages', async () => {
  expect((await preview({ deviceType: TRASH, ids: Object.values(ids) })).data).toMatchObject({
    lamps: 4,
    gateways: 2,
    offlineGateways: 1,
    offlineLamps: 1,
    noGatewayLamps: 1,
    notActivatedLamps: 1,
    twoWay: 0,
    targetText: '垃圾桶',
    targetName: { zh: '垃圾桶', en: 'Trash bin' },
    expectedKwBefore: null,
    expectedKwAfter: null,
  })
  expect((await preview({ deviceType: TRASH, ids: [ids['TB-ON'], ids['TB-OFF']].join(',') })).data).toMatchObject({
    lamps: 2,
    notActivatedLamps: 1,
    targetText: '桶 TB-OFF、桶 TB-ON',
  })
})

test('a list filter selects the devices that the list shows; the preview writes nothing', async () => {
  const written = async () => (await product.platform.system.query<{ n: number }>('select count(*)::int as n from control_batch'))[0]?.n
  const before = await written()
  expect((await preview({ deviceType: TRASH, filter: { activated: '0' } })).data).toMatchObject({ lamps: 1, notActivatedLamps: 1 })
  expect((await preview({ deviceType: TRASH, filter: { all: '1' } })).data).toMatchObject({ lamps: 4 })
  expect((await preview({ deviceType: TRASH, filter: { deviceState: '3' } })).data).toMatchObject({ lamps: 0, targetText: null })
  expect((await preview({ deviceType: TRASH, filter: { fillLevel_ge: '200', all: '1' } })).data).toMatchObject({ lamps: 0 })
  expect(await written()).toBe(before)
})

test.each([
  ['deviceType', {}],
  ['deviceType', { deviceType: 'bin', ids: ['1'] }],
  ['deviceType', { deviceType: 999_999, ids: ['1'] }],
  // Commands to lamp controllers have their own calls.
  ['deviceType', { deviceType: 1, ids: ['1'] }],
  ['ids', { deviceType: TRASH }],
  ['ids', { deviceType: TRASH, ids: [] }],
  ['ids', { deviceType: TRASH, ids: ['x'] }],
  ['filter', { deviceType: TRASH, ids: ['1'], filter: { all: '1' } }],
  ['filter', { deviceType: TRASH, filter: {} }],
  ['filter', { deviceType: TRASH, filter: 'all' }],
  ['fillLevell', { deviceType: TRASH, filter: { fillLevell: '1' } }],
  ['deviceState', { deviceType: TRASH, filter: { deviceState: 'full' } }],
])('wrong %s is refused with the name of the field: %o', async (field, body) => {
  expect((await preview(body)).body).toMatchObject({ code: 400, field })
})

test('without a command right there is no preview; devices of another tenant are not counted', async () => {
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await preview({ deviceType: TRASH, filter: { all: '1' } }, guest)).body.code).not.toBe(200)
  const other = await product.signIn({ tenantId: '000000', account: 'admin' })
  expect((await preview({ deviceType: TRASH, ids: Object.values(ids) }, other)).data).toMatchObject({ lamps: 0, targetText: null })
})
