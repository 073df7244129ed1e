import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import type { Inventory } from '@lamplight/town'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

interface Ended {
  status: number
  added: number
  cabinets: number
}
interface Item {
  sn: string
  rung: number
  code: string
  reason: string
}
const CABINETS = 4
const EACH = 25
const NO_CABINET = 5
const BLANK = 10
let product: TestPlatform
let folder: string
let admin: ApiClient
let city: City | undefined
let projectId: string

/** Returns a CSV file with 100 lamps of four cabinets, ten of them without a wattage, and five lamps without a cabinet. */
const inventory = (): string => {
  const lines = ['编号,经度,纬度,功率,控制箱,区']
  for (let i = 0; i < CABINETS * EACH + NO_CABINET; i++) {
    const cabinet = i < CABINETS * EACH ? `BOX-${1 + (i % CABINETS)}` : ''
    lines.push(`L${i},${(112.9 + i / 5000).toFixed(6)},${(28.2 + (i % 9) / 5000).toFixed(6)},${i < BLANK ? '' : '100'},${cabinet},东区`)
  }
  return lines.join('\n')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-imported-'))
  product = await testPlatform({
    slices,
    config: { DATA_DIR: folder, DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_VERIFY_SECONDS: '10' },
  })
  admin = await product.signIn()
  projectId = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '滨江', type: 2 })).data.id
  const form = new FormData()
  form.append('file', new Blob([inventory()]), 'city.csv')
  const sent = await admin.call('POST', `/api/blade-city/lamp/import?projectId=${projectId}`, { body: form })
  const { data } = (await sent.json()) as { data: { uploadId: string } }
  const done = await eventually(async () => {
    const status = await admin.get<Ended>('/api/blade-city/lamp/import/status', { uploadId: data.uploadId })
    return status.data.status >= 2 ? status.data : null
  })
  expect(done).toMatchObject({ status: 2, added: CABINETS * EACH + NO_CABINET, cabinets: CABINETS })
  const town = await admin.call('POST', '/api/blade-device/gateway/virtual?projectName=滨江')
  const answer = (await town.json()) as { code: number; msg: string; data: Inventory }
  expect(answer.code, answer.msg).toBe(200)
  city = createCity({ inventory: answer.data, seed: 3, faults: {}, latency: 10, loss: 0, reportInterval: 60 })
  await city.start()
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const online = async (status: number): Promise<number> =>
  (await admin.get<{ total: number }>('/api/blade-city/lamp/list', { projectId, currentControllerStatus: status, size: 1 })).data.total

test('the virtual city plays an imported inventory: lamps with a cabinet come online, others do not', async () => {
  await eventually(async () => ((await online(1)) + (await online(2)) === CABINETS * EACH ? true : null), 30_000)
  expect(await online(5)).toBe(NO_CABINET)
})

test('dimming: lamps of known wattage are verified, the others end applied with the reason', async () => {
  const sent = await admin.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level: 40,
    duration: 3600,
    selector: { projectId },
  })
  expect(sent.code, sent.msg).toBe(200)
  const id = sent.data.batchId
  const done = await eventually(async () => {
    const { data } = await admin.get<{ total: number; ended: number; verified: number }>('/api/blade-city/commandrecord/detail', { id })
    return data.ended === data.total ? data : null
  })
  expect(done).toMatchObject({ total: CABINETS * EACH + NO_CABINET, verified: CABINETS * EACH - BLANK, failed: NO_CABINET })
  const { data } = await admin.get<{ records: Item[] }>('/api/blade-city/commandrecord/executeStatus', { commandRecordId: id, size: 200 })
  const unproven = data.records.filter((item) => item.rung === 3)
  expect(unproven).toHaveLength(BLANK)
  expect(new Set(unproven.map(({ code, reason }) => `${code} ${reason}`))).toEqual(new Set(['noCurve 已执行：灯具功率未知，无法核对']))
  expect([...(city as City).effects(id).values()]).toEqual(Array(CABINETS * EACH).fill(1))
})
