import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

interface Status {
  uploadId: string
  status: number
  total: number
  successNum: number
  failNum: number
  added: number
  changed: number
  unchanged: number
  cabinets: number
  failures: { row: number; reason: string }[]
}
const ROWS = [
  'id,lng,lat,watts,cabinet,district',
  'A1,112.90,28.20,100,C1,东区',
  'A2,112.91,28.20,150,C1,东区',
  'A3,112.92,28.21,,C2,西区',
  'A3,112.93,28.21,80,C2,西区',
  'A4,,,80,C2,西区',
  'A5,112.94,28.22,60,,西区',
].join('\n')
let product: TestPlatform
let folder: string
let admin: ApiClient
let projectId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-import-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '0' } })
  admin = await product.signIn()
  projectId = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '滨江', type: 2 })).data.id
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const upload = async (client: ApiClient, content: string | Uint8Array<ArrayBuffer>, query: Record<string, string>, name = 'lamps.csv') => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await client.call('POST', `/api/blade-city/lamp/import?${new URLSearchParams(query)}`, { body: form })
  return (await response.json()) as { code: number; msg: string; data: { uploadId: string } }
}
const ended = (uploadId: string): Promise<Status> =>
  eventually(async () => {
    const { data } = await admin.get<Status>('/api/blade-city/lamp/import/status', { uploadId })
    return data.status >= 2 ? data : null
  })
const lamps = async (): Promise<number> =>
  (
    await product.platform.system.query<{ n: number }>(
      'select count(*)::int as n from lighting_lamp where project_id = $1 and not is_deleted',
      [projectId],
    )
  )[0]?.n ?? -1

test('lamp.import rule.lampimport.status: valid rows are imported with cabinets and areas, invalid rows are reported; a repeat changes nothing', async () => {
  const first = await upload(admin, ROWS, { projectId })
  expect(first.code, first.msg).toBe(200)
  const done = await ended(first.data.uploadId)
  expect(done).toMatchObject({ status: 3, total: 6, successNum: 4, failNum: 2, added: 4, cabinets: 2 })
  expect(done.failures.map(({ row, reason }) => [row, reason])).toEqual([
    [5, '编号重复：A3，与第 4 行相同'],
    [6, '没有坐标'],
  ])
  expect(await lamps()).toBe(4)
  const again = await ended((await upload(admin, ROWS, { projectId })).data.uploadId)
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 4, cabinets: 0 })
  const moved = await ended((await upload(admin, ROWS.replace('112.91', '112.911'), { projectId })).data.uploadId)
  expect(moved).toMatchObject({ added: 0, changed: 1, unchanged: 3 })
  expect(await lamps()).toBe(4)
  const records = await admin.get<{ records: Status[]; total: number }>('/api/blade-city/lamp/import/record')
  expect([records.data.total, records.data.records[0]?.uploadId]).toEqual([3, moved.uploadId])
})

test('the number of the file is stored in the lamp: preview, filter, keyword and map find it, and it stays unique', async () => {
  const file = '灯具编号,经度,纬度,功率\nNUM-1,112.95,28.20,100\nNUM-2,112.96,28.20,一百二\nNUM-2,112.97,28.20,80\n'
  const own = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '江东', type: 2 })).data.id
  const form = new FormData()
  form.append('file', new Blob([file]), 'numbers.csv')
  const sent = await admin.call('POST', '/api/blade-city/lamp/import/upload', { body: form })
  const { uploadId } = ((await sent.json()) as { data: { uploadId: string } }).data
  const preview = await admin.post<{ first: { number: string }[]; failures: { row: number; reason: string }[]; notes: string[] }>(
    '/api/blade-city/lamp/import/preview',
    { uploadId, projectId: own },
  )
  expect(preview.data.first.map(({ number }) => number)).toEqual(['NUM-1', 'NUM-2'])
  expect(preview.data.failures.map(({ row, reason }) => [row, reason])).toEqual([[4, '编号重复：NUM-2，与第 3 行相同']])
  expect(preview.data.notes).toEqual(['文件合计 3 盏、0.180 kW，将导入 2 盏、0.100 kW', '功率“一百二”无法识别，留空：第 3 行'])
  await admin.post('/api/blade-city/lamp/import/run', { uploadId })
  expect(await ended(uploadId)).toMatchObject({ added: 2, failNum: 1 })
  for (const query of [{ sn: 'NUM-1' }, { keyword: 'NUM-1' }]) {
    const { data } = await admin.get<{ records: { sn: string }[] }>('/api/blade-city/lamp/list', query)
    expect(data.records.map(({ sn }) => sn)).toEqual(['NUM-1'])
  }
  const found = await admin.get<{ kind: string; subtitle: string }[]>('/api/blade-city/lamp/search', { q: 'NUM-1' })
  expect(found.data.filter(({ kind }) => kind === 'lamp')).toMatchObject([{ subtitle: 'NUM-1' }])
  const other = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '江北', type: 2 })).data.id
  const taken = await ended((await upload(admin, file, { projectId: other })).data.uploadId)
  expect(taken).toMatchObject({ status: 4, added: 0, failNum: 3 })
  expect(taken.failures.map(({ reason }) => reason).slice(0, 2)).toEqual(['编号 NUM-1 已被其他灯具使用', '编号 NUM-2 已被其他灯具使用'])
  expect(await ended((await upload(admin, file, { projectId: own })).data.uploadId)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
})

test('a lamp with a cabinet can be commanded, one without is not activated', async () => {
  const list = await admin.get<{ records: { name: string; currentControllerStatus: number; power: string }[] }>(
    '/api/blade-city/lamp/list',
    { projectId, ascs: 'name' },
  )
  expect(list.data.records.map((row) => [row.name, row.currentControllerStatus, row.power])).toEqual([
    ['A1', 4, '100'],
    ['A2', 4, '150'],
    ['A3', 4, ''],
    ['A5', 5, '60'],
  ])
  const preview = await admin.post('/api/blade-city/controller/batch/command/preview', {
    command: 'on',
    duration: 60,
    selector: { projectId },
  })
  expect(preview.data).toMatchObject({ lamps: 4, notActivatedLamps: 1 })
})

test.each([
  ['no text', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), '文件不是完整的 Excel 工作簿'],
  ['half a document', '{"type":"FeatureCollection","features":[{', '文件不是完整的 GeoJSON'],
])('a file that is %s is refused completely', async (_what, content, why) => {
  const before = await lamps()
  const { data } = await upload(admin, content as string, { projectId }, 'x.geojson')
  const status = await ended(data.uploadId)
  expect(status).toMatchObject({ status: 4, total: 0, added: 0, reason: why })
  expect(await lamps()).toBe(before)
})

test('an import needs the right, a project of the own tenant, and a file', async () => {
  const guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  expect((await upload(guest, ROWS, { projectId })).msg).toBe('没有该操作的权限')
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  expect((await upload(operator, ROWS, { projectId })).msg).toBe('projectId:不存在')
  expect((await upload(admin, ROWS, {})).msg).toBe('缺少必要的请求参数: projectId')
  expect((await upload(admin, ROWS, { projectId: 'x' })).code).toBe(400)
  const empty = await admin.call('POST', `/api/blade-city/lamp/import?projectId=${projectId}`)
  expect(((await empty.json()) as { msg: string }).msg).toBe('缺少必要的请求参数: file')
  expect((await operator.get('/api/blade-city/lamp/import/status', { uploadId: '1' })).code).toBe(400)
})
