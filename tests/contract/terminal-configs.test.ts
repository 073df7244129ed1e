import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const PRODUCT = '/api/blade-visual/integratedProduct/physical'
const CODE = 'CAB-LOCK'
const THING = {
  ...{ unitProductCode: CODE, name: '机柜锁', functions: [], events: [] },
  properties: [
    { identifier: 'level', name: '液位', nameEn: 'Level', type: 'number', unit: '%' },
    { identifier: 'locked', name: '锁状态', nameEn: 'Lock', type: 'boolean' },
  ],
}
let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let devType: number

const list = async <T extends object>(client: ApiClient, path: string): Promise<{ records: T[]; total: number }> =>
  (await client.get<{ records: T[]; total: number }>(path)).data

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' } })
  admin = await product.signIn({ tenantId: '000000', account: 'admin' })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const { id } = (await admin.post<{ id: string }>(`${PRODUCT}/submit`, THING)).data
  devType = (await admin.get<{ devType: number }>(`${PRODUCT}/detail`, { id })).data.devType
  // Another tenant has a product with the same code.
  await operator.post(`${PRODUCT}/submit`, { ...THING, name: '我的' })
})
afterAll(() => product?.stop())

test('cab.terminal: terminal configurations are unique by type, supplier and model; their dictionaries come from types, suppliers and models', async () => {
  const base = '/api/blade-device/terminalConfig'
  const supplier = (await admin.post<{ id: string }>('/api/blade-device/supplier/submit', { name: '某厂', code: 'ACME' })).data.id
  await admin.post('/api/blade-device/model/submit', { name: 'L-200', devType, supplierId: supplier })
  const types = (await admin.get<{ typeCode: string }[]>(`${base}/dict/types`)).data
  expect(types).toContainEqual({ typeCode: CODE, name: '机柜锁', devType })
  expect((await admin.get(`${base}/dict/suppliers`, { typeCode: CODE })).data).toContainEqual({ supplierCode: 'ACME', name: '某厂' })
  expect((await admin.get(`${base}/dict/models`, { typeCode: CODE, supplierCode: 'ACME' })).data).toEqual([
    { model: 'L-200', supplierCode: 'ACME' },
  ])
  expect((await admin.get(`${base}/dict/sensors`, { typeCode: CODE })).data).toContainEqual({
    ...{ code: 'level', name: '液位', unit: '%', typeCode: CODE },
  })
  const config = { typeCode: CODE, supplierCode: 'ACME', model: 'L-200', protocol: 'Modbus RTU', sensors: 'level,locked' }
  const made = await admin.post<{ id: string }>(`${base}/submit`, config)
  expect(made.body).toMatchObject({ code: 200 })
  for (const [body, field] of [
    [config, 'model'],
    [{ ...config, model: 'M', typeCode: 'unicorn' }, 'typeCode'],
    [{ ...config, model: 'M', sensors: 'wings' }, 'sensors'],
    [{ ...config, model: '' }, 'model'],
  ] as const)
    expect((await admin.post(`${base}/submit`, body)).body, field).toMatchObject({ code: 400, field })
  expect((await admin.put(`${base}/status`, { id: made.data.id, status: 0 })).body).toMatchObject({ code: 200 })
  expect((await admin.get(`${base}/detail`, { id: made.data.id })).data).toMatchObject({ ...config, status: 0 })
  expect((await admin.put(`${base}/status`, { id: made.data.id, status: 2 })).body).toMatchObject({ code: 400, field: 'status' })
  expect((await operator.put(`${base}/status`, { id: made.data.id, status: 1 })).body).toMatchObject({ code: 400 })
  expect((await list(operator, `${base}/page`)).total).toBe(0)
  expect((await operator.get<{ typeCode: string }[]>(`${base}/dict/types`)).data.filter(({ typeCode }) => typeCode === CODE)).toHaveLength(
    1,
  )
  expect((await admin.post(`${base}/remove`, undefined, { ids: made.data.id })).body).toMatchObject({ code: 200 })
  expect((await list(admin, `${base}/page`)).total).toBe(0)
})
