import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupsOf } from '@lamplight/lighting/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import type { Inventory } from '@lamplight/town'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const EAST = 130
const WEST = 20
let product: TestPlatform
let folder: string
let admin: ApiClient
let city: City | undefined
let projectId: string
let uploadId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-no-cabinets-'))
  product = await testPlatform({
    slices,
    config: { DATA_DIR: folder, DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_VERIFY_SECONDS: '10' },
  })
  admin = await product.signIn()
  projectId = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '无箱', type: 2 })).data.id
  const rows = Array.from({ length: EAST + WEST }, (_, at) => `N${at},${112.9 + at / 5000},28.2,100,${at < EAST ? '东区' : '西区'}`)
  const form = new FormData()
  form.append('file', new Blob([`编号,经度,纬度,功率,区\n${rows.join('\n')}`]), 'city.csv')
  const sent = await admin.call('POST', `/api/blade-city/lamp/import?projectId=${projectId}`, { body: form })
  uploadId = ((await sent.json()) as { data: { uploadId: string } }).data.uploadId
  await eventually(async () => {
    const { data } = await admin.get<{ status: number }>('/api/blade-city/lamp/import/status', { uploadId })
    return data.status === 2
  })
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const virtual = async (propose?: string) => {
  const query = new URLSearchParams({ projectName: '无箱', ...(propose && { propose }) })
  const answer = await admin.call('POST', `/api/blade-device/gateway/virtual?${query}`)
  return ((await answer.json()) as { data: Inventory & { proposed: Record<string, number> } }).data
}

test.each([0, 1, 60, 61, 80, 121, 5000])('%i lamps are divided into groups of 40 to 60 where possible', (count) => {
  const groups = groupsOf(Array.from({ length: count }, (_, at) => ({ lng: 112 + (at % 71) / 1000, lat: 28 + (at % 97) / 1000 })))
  expect(groups.flat()).toHaveLength(count)
  for (const { length } of groups) {
    expect(length).toBeLessThanOrEqual(60)
    if (count >= 80) expect(length).toBeGreaterThanOrEqual(40)
  }
})

test('an inventory without cabinets gets virtual gateways by area when it is played, once, and its lamps can be commanded', async () => {
  expect(await virtual('none')).toMatchObject({ proposed: { gateways: 0 }, gateways: [] })
  const inventory = await virtual()
  expect(inventory.proposed).toEqual({ gateways: 4, lamps: EAST + WEST, left: 0 })
  expect(inventory.gateways.map(({ children }) => children.length).sort((one, other) => one - other)).toEqual([20, 43, 43, 44])
  const list = await admin.get<{ records: { name: string; children: number }[] }>('/api/blade-device/gateway/list', { projectId, size: 20 })
  expect(list.data.records.map(({ name }) => name).sort()).toEqual([
    '虚拟网关 1 · 东区',
    '虚拟网关 2 · 东区',
    '虚拟网关 3 · 东区',
    '虚拟网关 4 · 西区',
  ])
  expect((await virtual()).proposed).toEqual({ gateways: 0, lamps: 0, left: 0 })
  city = createCity({ inventory: await virtual(), seed: 3, faults: {}, latency: 10, loss: 0, reportInterval: 60 })
  await city.start()
  const sent = await admin.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level: 40,
    duration: 3600,
    selector: { projectId },
  })
  expect(sent.code, sent.msg).toBe(200)
  const done = await eventually(async () => {
    const { data } = await admin.get<{ total: number; ended: number; verified: number }>('/api/blade-city/commandrecord/detail', {
      id: sent.data.batchId,
    })
    return data.ended === data.total ? data : null
  })
  expect(done).toMatchObject({ total: EAST + WEST, verified: EAST + WEST })
})

test('lamps added later get a virtual gateway only on request', async () => {
  const form = new FormData()
  form.append('file', new Blob(['编号,经度,纬度\nLATE-1,112.9,28.3\nLATE-2,112.9,28.31\n']), 'late.csv')
  const sent = await admin.call('POST', `/api/blade-city/lamp/import?projectId=${projectId}`, { body: form })
  const late = ((await sent.json()) as { data: { uploadId: string } }).data.uploadId
  await eventually(async () => {
    const { data } = await admin.get<{ status: number }>('/api/blade-city/lamp/import/status', { uploadId: late })
    return data.status === 2
  })
  expect((await virtual()).proposed).toEqual({ gateways: 0, lamps: 0, left: 2 })
  expect((await virtual('all')).proposed).toEqual({ gateways: 1, lamps: 2, left: 0 })
  // Adding a virtual gateway does not count as an edit of the lamps: their import can still be undone completely.
  const reach = await admin.get<{ lamps: number; edited: number }>('/api/blade-city/lamp/import/undo', { uploadId: late })
  expect(reach.data).toMatchObject({ lamps: 2, edited: 0 })
})
