import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheetLines } from '@lamplight/inventory'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const POST = '/api/blade-city/lamp_post'
const TRASH = '/api/blade-device/trashdevice'
const HEADS = '灯杆名称 *,灯杆编号 *,杆高 (m),所属项目,区域,位置经度 (WGS-84),位置纬度 (WGS-84)'

interface Failure {
  readonly row: number
  readonly reason: string
  readonly values: Readonly<Record<string, string>>
}
interface Record_ {
  readonly uploadId: string
  readonly status: number
  readonly phase: string
  readonly total: number
  readonly added: number
  readonly changed: number
  readonly successNum: number
  readonly failNum: number
  readonly undone: number
  readonly kept: number
  readonly notes: readonly string[]
  readonly failures: readonly Failure[]
}
type Wire = Record<string, unknown>
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let areaName = ''

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  const [area] = await product.platform.system.query<{ name: string }>(
    "select min(area_name) as name from places_area where tenant_id = '100001' and not is_deleted group by area_name having count(*) = 1 limit 1",
  )
  areaName = area?.name ?? ''
  expect(areaName).not.toBe('')
})
afterAll(() => product?.stop())

const send = async (client: ApiClient, path: string, content: BlobPart): Promise<{ code: number; msg: string; data: Record_ }> => {
  const form = new FormData()
  form.append('file', new Blob([content]), '灯杆.csv')
  return (await (await client.call('POST', path, { body: form })).json()) as { code: number; msg: string; data: Record_ }
}
const ended = (base: string, uploadId: string, phase = 'ended'): Promise<Record_> =>
  eventually<Record_ | null>(async () => {
    const { data } = await operator.get<Record_>(`${base}/import/status`, { uploadId })
    return data.phase === phase ? data : null
  })
const posts = async (query: Wire = {}): Promise<Wire[]> =>
  (await operator.get<{ records: Wire[] }>(`${POST}/page`, { size: -1, ...query })).data.records.filter(({ lampPostSn }) =>
    String(lampPostSn).startsWith('表-'),
  )
const names = async (): Promise<unknown[]> => (await posts()).map(({ lampPostName }) => lampPostName).sort()

test('a template has localised headings, required marks, an example, choices and notes; imported unchanged it contains no row', async () => {
  const answer = await operator.call('GET', `${TRASH}/import/template`)
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const path = join(tmpdir(), `template-${process.pid}.xlsx`)
  await writeFile(path, bytes)
  const lines: (readonly string[])[] = []
  for await (const batch of readSheetLines(path)) lines.push(...batch.map(({ cells }) => cells))
  expect(lines[0]?.slice(0, 3)).toEqual(['序列号 *', '名称', '激活状态'])
  expect(lines[1]?.[0]).toBe('TRASH-0001')
  expect((await send(operator, `${TRASH}/import/upload`, bytes)).msg).toBe('file:没有数据行')
  const english = await product.signIn({ tenantId: '100001', account: 'operator', lang: 'en-US' })
  expect((await english.call('GET', `${POST}/import/template`)).headers.get('content-type')).toContain('spreadsheetml')
})

test('a preview names the column of each error and writes nothing; the run keeps invalid rows with reasons; undo removes unchanged rows', async () => {
  const before = await product.platform.system.query<{ n: number }>('select count(*)::int as n from lighting_post')
  const sheet = [
    HEADS,
    `表一,表-1,8.5,,${areaName},112.9,28.2`,
    '表二,表-2,很高,,,,',
    '表三,,9,,,,',
    '表四,表-4,9,,没有的区域,,',
    '表五,表-1,9,,,,',
    '"=1+1",表-6,9,,,,',
    '表七,表-7,9,,,999,28.2',
  ].join('\n')
  const preview = await send(operator, `${POST}/import/upload`, sheet)
  expect(preview.code, preview.msg).toBe(200)
  expect(preview.data).toMatchObject({ total: 7, added: 2, changed: 0, failNum: 5, phase: 'draft' })
  expect(preview.data.notes).toEqual(['未使用的列：所属项目'])
  expect(preview.data.failures.map(({ row, reason }) => [row, reason.split('：')[0]])).toEqual([
    [3, '杆高 (m)'],
    [4, '灯杆编号'],
    [5, '区域'],
    [6, '灯杆编号'],
    [8, '位置经度 (WGS-84)'],
  ])
  expect(preview.data.failures[2]?.reason).toContain('“没有的区域”不存在')
  expect(await product.platform.system.query('select count(*)::int as n from lighting_post')).toEqual(before)

  const { uploadId } = preview.data
  expect((await operator.post(`${POST}/import/run`, { uploadId })).code).toBe(200)
  const record = await ended(POST, uploadId)
  expect(record).toMatchObject({ status: 3, total: 7, successNum: 2, failNum: 5 })
  expect(record.failures.at(-1)?.values).toMatchObject({ '灯杆名称 *': '表七', '位置经度 (WGS-84)': '999' })
  expect(await names()).toEqual(['=1+1', '表一'])
  expect((await posts({ lampPostSn: '表-1' }))[0]).toMatchObject({ height: '8.5', areaName, longitude: '112.9' })
  expect((await operator.post(`${POST}/import/run`, { uploadId })).msg).toBe('uploadId:当前状态不允许该操作')

  const file = await (await operator.call('GET', `${POST}/import/failures/download?uploadId=${uploadId}&type=csv`)).text()
  expect(file.split('\r\n')[0]).toContain('行号,原因,灯杆名称 *')
  expect(file).toContain('没有的区域')
  expect((await operator.get<{ total: number }>(`${POST}/import/failures`, { uploadId, current: 1, size: 2 })).data).toMatchObject({
    total: 5,
  })
  expect((await operator.get<{ records: Record_[] }>(`${POST}/import/record`)).data.records[0]).toMatchObject({ uploadId, status: 3 })

  const [formula] = await posts({ lampPostSn: '表-6' })
  expect((await operator.post(`${POST}/submit`, { id: formula?.id, remark: '已改' })).code).toBe(200)
  expect((await operator.get(`${POST}/import/undo`, { uploadId })).data).toEqual({ removed: 1, restored: 0, kept: 1 })
  expect((await operator.post(`${POST}/import/undo`, { uploadId })).code).toBe(200)
  expect(await ended(POST, uploadId, 'undone')).toMatchObject({ undone: 1, kept: 1 })
  expect(await names()).toEqual(['=1+1'])
  expect((await operator.post(`${POST}/import/undo`, { uploadId })).code).toBe(400)
})

test('existing rows fail by default and are changed on request; undo restores their values', async () => {
  const made = await operator.post<{ id: string }>(`${POST}/submit`, { lampPostName: '旧名', lampPostSn: '表-9', height: 7, remark: '留' })
  const sheet = 'lampPostName,lampPostSn,height\n新名,表-9,10\n'
  const refused = (await send(operator, `${POST}/import`, sheet)).data.uploadId
  expect(await ended(POST, refused)).toMatchObject({ status: 4, failNum: 1, failures: [{ row: 2, reason: '灯杆编号：已存在' }] })
  const { uploadId } = (await send(operator, `${POST}/import?isCovered=1`, sheet)).data
  expect(await ended(POST, uploadId)).toMatchObject({ status: 2, changed: 1, added: 0 })
  const shown = async () => (await operator.get(`${POST}/detail`, { id: made.data.id })).data
  expect(await shown()).toMatchObject({ lampPostName: '新名', height: '10', remark: '留' })
  await operator.post(`${POST}/import/undo`, { uploadId })
  await ended(POST, uploadId, 'undone')
  expect(await shown()).toMatchObject({ lampPostName: '旧名', height: '7', remark: '留' })
})

test('devices are imported the same way and registered, and keep a later activation', async () => {
  const { uploadId } = (await send(operator, `${TRASH}/import`, '序列号,名称,激活状态\nBIN-T1,一号桶,未激活\nBIN-T2,二号桶,No\n')).data
  expect(await ended(TRASH, uploadId)).toMatchObject({ status: 2, successNum: 2 })
  const registered = await product.platform.system.query<{ sn: string; device_id: string }>(
    "select sn, device_id::text from devices_registry where sn like 'BIN-T%' order by sn",
  )
  expect(registered.map(({ sn }) => sn)).toEqual(['BIN-T1', 'BIN-T2'])
  await operator.post(`${TRASH}/activated`, { ids: [registered[1]?.device_id], activated: 1 })
  await operator.post(`${TRASH}/import/undo`, { uploadId })
  expect(await ended(TRASH, uploadId, 'undone')).toMatchObject({ undone: 1, kept: 1 })
  expect((await product.platform.system.query("select sn from devices_registry where sn like 'BIN-T%'")).map(({ sn }) => sn)).toEqual([
    'BIN-T2',
  ])
})

test('GBK is read, other and too long files are refused, and nothing of them is stored', async () => {
  const gbk = Uint8Array.from([
    0xb5, 0xc6, 0xb8, 0xcb, 0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xb5, 0xc6, 0xb8, 0xcb, 0xb1, 0xe0, 0xba, 0xc5, 0x0a, 0xb1, 0xed, 0xca, 0xae,
    0x2c, 0x41, 0x31, 0x0a,
  ])
  const read = await send(operator, `${POST}/import/upload`, gbk)
  expect(read.data, read.msg).toMatchObject({ total: 1, added: 1 })
  await operator.post(`${POST}/import/discard`, { uploadId: read.data.uploadId })
  const count = async () => (await product.platform.system.query<{ n: number }>('select count(*)::int as n from kit_import'))[0]?.n
  const before = await count()
  expect((await send(operator, `${POST}/import`, '甲,乙\n1,2\n')).msg).toBe('缺少必要的请求参数: 灯杆名称、灯杆编号')
  expect((await send(operator, `${POST}/import`, new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).code).toBe(400)
  expect((await send(operator, `${POST}/import`, `${HEADS}\n${'a,b\n'.repeat(5001)}`)).code).toBe(413)
  expect((await send(operator, `${POST}/import`, `${HEADS}\n${'x'.repeat(5 * 1024 * 1024)}`)).code).toBe(413)
  expect((await send(guest, `${POST}/import`, `${HEADS}\n甲,表-x,,,,,\n`)).msg).toBe('没有该操作的权限')
  expect(await count()).toBe(before)
})

test('a foreign or invalid project is refused at upload with its name; a running import cannot be discarded', async () => {
  const [foreign] = await product.platform.system.query<{ id: string }>(
    "select id::text as id from places_project where tenant_id = '000000' and not is_deleted limit 1",
  )
  const sheet = '灯杆名称,灯杆编号\n外,表-外\n'
  const before = await product.platform.system.query('select count(*)::int as n from kit_import')
  for (const projectId of [foreign?.id ?? '', '1', 'x', '9999999999999999999']) {
    const form = new FormData()
    form.append('projectId', projectId)
    form.append('file', new Blob([sheet]), '灯杆.csv')
    for (const step of ['import', 'import/upload']) {
      const answer = await (await operator.call('POST', `${POST}/${step}`, { body: form })).json()
      expect(answer, `${step} ${projectId}`).toMatchObject({ code: 400, field: 'projectId' })
    }
  }
  expect(await product.platform.system.query('select count(*)::int as n from kit_import')).toEqual(before)

  const { uploadId } = (await send(operator, `${POST}/import`, sheet)).data
  expect((await operator.post(`${POST}/import/discard`, { uploadId })).body).toMatchObject({ code: 400, field: 'uploadId' })
  await ended(POST, uploadId)
})

test('an import belongs to its tenant, and is in the list of jobs with its failed rows', async () => {
  const { uploadId } = (await send(operator, `${POST}/import`, '灯杆名称,灯杆编号,杆高\n坏,表-坏,高\n')).data
  await ended(POST, uploadId)
  const { records } = (await operator.get<{ records: Wire[] }>('/api/blade-system/jobs/page', { kind: 'import' })).data
  expect(records[0]).toMatchObject({ source: 'lighting.post.import', status: 4, note: '1 行失败', title: '导入灯杆：灯杆.csv' })
  const admin = await product.signIn()
  expect((await admin.get(`${POST}/import/status`, { uploadId })).msg).toBe('数据不存在或已被删除')
  expect((await operator.get(`${TRASH}/import/status`, { uploadId })).msg).toBe('数据不存在或已被删除')
})

test('accessories, suppliers, models and solar functions have an import by a sheet; references are found by name', async () => {
  const imports: readonly (readonly [base: string, sheet: string])[] = [
    ['/api/blade-device/supplier', '供应商名称 *,供应商编码\n表格供应商,SH-1'],
    ['/api/blade-device/model', '型号 *,设备类型,供应商 *\n表格型号,4,表格供应商'],
    ['/api/blade-city/lamp/source', '光源名称 *,供应商\n表格光源,表格供应商'],
    ['/api/blade-city/power', '电源名称 *,供应商\n表格电源,表格供应商'],
    ['/api/blade-city/constantCurrentSource', '恒流源名称 *,光源\n表格恒流源,表格光源'],
  ]
  for (const [base, sheet] of imports) {
    const preview = await send(operator, `${base}/import/upload`, sheet)
    expect(preview.data, `${base} ${preview.msg}`).toMatchObject({ total: 1, added: 1, failNum: 0 })
    await operator.post(`${base}/import/run`, { uploadId: preview.data.uploadId })
    expect(await ended(base, preview.data.uploadId)).toMatchObject({ successNum: 1, failNum: 0 })
  }
  const admin = await product.signIn()
  expect((await admin.call('GET', '/api/blade-sun/sunfunction/import/template')).status).toBe(200)
})

/** Returns a workbook whose dates and numbers have formats, as spreadsheets write it. */
const workbook = async (rows: readonly (readonly (string | number | Date | null)[])[], formats: readonly (string | undefined)[] = []) => {
  const { default: writeExcel } = await import('write-excel-file/node')
  const path = join(tmpdir(), `sheet-${process.pid}-${Math.random()}.xlsx`)
  const cells = rows.map((row) =>
    row.map((value, at) => {
      if (value === null) return null
      if (typeof value === 'string') return { type: String, value }
      return value instanceof Date
        ? { type: Date, value, format: formats[at] ?? 'yyyy-mm-dd' }
        : { type: Number, value, format: formats[at] }
    }),
  )
  await writeExcel(cells as unknown as { type: typeof String; value: string }[][]).toFile(path)
  return readFile(path)
}
const day = (text: string): Date => new Date(`${text}T00:00:00Z`)

test('dates of a real workbook are bills, special days and card times; numbers keep their zeros; lost digits are refused', async () => {
  const bills = await workbook(
    [
      ['账单号', '户号', '起始日', '截止日', '电量 (kWh)'],
      ['XB-1', 310_001, day('2026-01-01'), day('2026-01-31'), 3120],
      ['XB-2', 310_001, '2026/2/1', '2026年2月28日', 3121.5],
    ],
    [undefined, '0000000000', 'yyyy"年"m"月"d"日"', 'yyyy/m/d'],
  )
  const bill = '/api/blade-report/bill'
  const sent = await send(operator, `${bill}/import/upload`, bills)
  expect(sent.code, sent.msg).toBe(200)
  expect(sent.data).toMatchObject({ added: 2, failNum: 0 })
  await operator.post(`${bill}/import/run`, { uploadId: sent.data.uploadId })
  await ended(bill, sent.data.uploadId)
  const stored = (await operator.get<{ records: Wire[] }>(`${bill}/page`, { size: 100, ascs: 'billNo' })).data.records
    .filter(({ billNo }) => String(billNo).startsWith('XB-'))
    .map(({ billNo, supply, startDay, endDay }) => [billNo, supply, startDay, endDay])
    .sort()
  expect(stored).toEqual([
    ['XB-1', '0000310001', '2026-01-01', '2026-01-31'],
    ['XB-2', '0000310001', '2026-02-01', '2026-02-28'],
  ])

  const days = await send(
    operator,
    '/api/blade-strategy/specialday/import/upload',
    await workbook([
      ['日期', '名称', '种类'],
      [day('2027-10-01'), '国庆', '节假日'],
    ]),
  )
  expect(days.data, days.msg).toMatchObject({ added: 1, failNum: 0 })

  const cards = await send(
    await product.signIn(),
    '/api/blade-sun/esimcard/import/upload',
    await workbook(
      [
        ['ICCID', 'IMEI', '到期时间'],
        ['8986011282358412345', 860_123_456_789_012, day('2027-03-31')],
        [Number('8986011282358412345'), null, day('2027-03-31')],
      ],
      [undefined, '0'],
    ),
  )
  expect(cards.data, cards.msg).toMatchObject({ added: 1, failNum: 1 })
  expect(cards.data.failures[0]).toMatchObject({ row: 3, reason: expect.stringContaining('已丢失长数字的末位') })
})
