import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const PRODUCT = '/api/blade-visual/integratedProduct/physical'
const CODE = 'CAB-LOCK'
const THING = {
  unitProductCode: CODE,
  name: '机柜锁',
  functions: [],
  events: [],
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
    code: 'level',
    name: '液位',
    unit: '%',
    typeCode: CODE,
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

/** Waits until a statement of another session waits for a row or a transaction. */
const untilWaiting = (): Promise<unknown> =>
  eventually(async () => {
    const [row] = await product.platform.system.query<{ n: number }>('select count(*)::int as n from pg_locks where not granted')
    return (row?.n ?? 0) > 0
  })

test('a product that a terminal configuration names is neither removed nor renamed: the refusal names the configuration', async () => {
  const base = '/api/blade-device/terminalConfig'
  const { id } = (await admin.post<{ id: string }>(`${PRODUCT}/submit`, { ...THING, unitProductCode: 'HELD-1' })).data
  const config = { typeCode: 'HELD-1', supplierCode: 'ACME', model: 'H-7', protocol: 'Modbus RTU' }
  const made = (await admin.post<{ id: string }>(`${base}/submit`, config)).data.id
  for (const refused of [
    await admin.post(`${PRODUCT}/remove`, undefined, { ids: id }),
    await admin.post(`${PRODUCT}/submit`, { id, unitProductCode: 'HELD-2' }),
  ])
    expect(refused.body).toMatchObject({ code: 400, msg: '被引用，不能修改或删除：终端配置 H-7' })
  expect((await admin.post(`${PRODUCT}/submit`, { id, name: '另一个名称' })).body).toMatchObject({ code: 200 })
  await admin.post(`${base}/remove`, undefined, { ids: made })
  // The configuration that is being stored holds the product.
  const { system } = product.platform
  let removal: Promise<{ body: unknown }> | undefined
  await system.tx(async (query) => {
    await query('select 1 from devices_type where id = $1 for share', [id])
    removal = admin.post(`${PRODUCT}/remove`, undefined, { ids: id })
    await untilWaiting()
    await query('update products_terminal_config set is_deleted = false where id = $1', [made])
  })
  expect((await removal)?.body).toMatchObject({ code: 400 })
  await admin.post(`${base}/remove`, undefined, { ids: made })
  expect((await admin.post(`${PRODUCT}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
})

test('a device is not added to a product that is being removed, and a product is not removed while a device is added', async () => {
  const { system } = product.platform
  const { id } = (await admin.post<{ id: string }>(`${PRODUCT}/submit`, { ...THING, unitProductCode: 'RACE-1' })).data
  let added: Promise<{ body: unknown }> | undefined
  await system.tx(async (query) => {
    await query('update devices_type set is_deleted = true where id = $1', [id])
    added = admin.post('/api/blade-device/integrated_device/save', { sn: 'RACE-SN-1', typeId: id })
    await untilWaiting()
  })
  expect((await added)?.body).toMatchObject({ code: 400, field: 'typeId' })

  const second = (await admin.post<{ id: string }>(`${PRODUCT}/submit`, { ...THING, unitProductCode: 'RACE-2' })).data.id
  const [row] = await system.query<{ code: number }>('select code from devices_type where id = $1', [second])
  let removed: Promise<{ body: unknown }> | undefined
  await system.tx(async (query) => {
    await query('select 1 from devices_type where id = $1 for share', [second])
    await query(
      `insert into devices_registry (sn, device_id, tenant_id, gateway_sn, type, name, activated) values ('RACE-SN-2', $1, '000000', '', $2, '', true)`,
      [product.platform.newId(), row?.code],
    )
    removed = admin.post(`${PRODUCT}/remove`, undefined, { ids: second })
    await untilWaiting()
  })
  expect((await removed)?.body).toMatchObject({ code: 400, field: 'ids' })
})

test('two changes of a product at the same time keep the parts of both', async () => {
  const { id } = (await admin.post<{ id: string }>(`${PRODUCT}/submit`, { ...THING, unitProductCode: 'BOTH-1' })).data
  let renamed: Promise<{ body: unknown }> | undefined
  await product.platform.system.tx(async (query) => {
    const [row] = await query<{ descriptor: string }>('select descriptor from devices_type where id = $1 for update', [id])
    const other = JSON.stringify({ ...(JSON.parse(row?.descriptor ?? '{}') as object), icon: 'bolt' })
    renamed = admin.post(`${PRODUCT}/submit`, { id, name: '新名称' })
    await untilWaiting()
    await query('update devices_type set descriptor = $2 where id = $1', [id, other])
  })
  expect((await renamed)?.body).toMatchObject({ code: 200 })
  expect((await admin.get(`${PRODUCT}/detail`, { id })).data).toMatchObject({ name: '新名称', icon: 'bolt' })
})
