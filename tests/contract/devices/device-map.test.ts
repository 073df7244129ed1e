import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const MAP = '/api/blade-device/map'

let product: TestPlatform
let operator: ApiClient
let other: ApiClient
const ids: Record<string, string> = {}

interface Points {
  readonly ids: readonly string[]
  readonly lng: readonly number[]
  readonly lat: readonly number[]
  readonly states: readonly number[]
  readonly isCut: number
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  for (const [sn, longitude] of [
    ['BIN-EAST', 113.1],
    ['BIN-WEST', 112.9],
    ['BIN-NOWHERE', undefined],
  ] as const) {
    const place = longitude === undefined ? {} : { longitude, latitude: 28.2 }
    ids[sn] = (await operator.post<{ id: string }>('/api/blade-device/trashdevice/submit', { sn, ...place })).data.id
  }
})
afterAll(() => product?.stop())

const points = async (query: object = {}): Promise<Points> =>
  (await operator.get<Points>(`${MAP}/points`, { type: 'trash', ...query })).data

test('the map has a layer for each type with placed devices, and returns places and states as columns', async () => {
  expect((await operator.get(`${MAP}/kinds`)).data).toContainEqual({
    type: 'trash',
    resource: 'environment.trash',
    label: '垃圾桶',
    icon: 'trash',
    total: 2,
  })
  const all = await points()
  expect(all).toMatchObject({ lat: [282_000_000, 282_000_000], states: [4, 4], isCut: 0 })
  expect(all.lng.toSorted()).toEqual([1_129_000_000, 1_131_000_000])
  expect((await points({ west: 113, south: 28, east: 114, north: 29 })).ids).toEqual([ids['BIN-EAST']])
  expect((await points({ projectId: '1' })).ids).toEqual([])
  expect((await operator.get(`${MAP}/device`, { id: ids['BIN-WEST'] })).data).toEqual({
    id: ids['BIN-WEST'],
    type: 'trash',
    resource: 'environment.trash',
    lng: 112.9,
    lat: 28.2,
  })
})

test('without the right to list there is no layer and no point; partial bounds, unknown types and foreign devices are refused', async () => {
  await product.platform.system.query("delete from identity_role_menu where menu_code like 'trash%' or menu_code like 'typed%'")
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  const kinds = (await guest.get<readonly { type: string }[]>(`${MAP}/kinds`)).data.map(({ type }) => type)
  expect(kinds.length).toBeGreaterThan(0)
  for (const type of ['trash', 'bench']) expect(kinds).not.toContain(type)
  expect((await guest.get(`${MAP}/points`, { type: 'trash' })).code).toBe(400)
  expect((await other.get(`${MAP}/points`, { type: 'bench' })).code).toBe(400)
  expect((await other.get(`${MAP}/points`, { type: 'trash', west: 1 })).code).toBe(400)
  expect((await other.get<Points>(`${MAP}/points`, { type: 'trash' })).data.ids).toEqual([])
  expect((await other.get(`${MAP}/device`, { id: ids['BIN-EAST'] })).code).toBe(400)
})
