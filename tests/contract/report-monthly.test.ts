import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheetLines } from '@lamplight/inventory'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

// The monthly report: one press, files in both languages, the figures of the pages, and gaps by name.
const MONTHLY = '/api/blade-report/monthly'
let product: TestPlatform
let client: ApiClient
let month: string

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '80', DEMO_NIGHTS: '5', DEMO_DEVICES: '10' } })
  client = await product.signIn()
  // The sums of past nights are made after the start.
  await eventually(async () => {
    const { data } = await client.get<{ totals: { rate: number | null } }>('/api/blade-report/lightRate/page')
    return (data.totals.rate ?? 0) > 50
  }, 60_000)
  const local = new Date(Date.now() + 8 * 3_600_000 - 2 * 86_400_000)
  month = local.toISOString().slice(0, 7)
}, 240_000)
afterAll(() => product?.stop())

interface Row {
  readonly id: string
  readonly month: string
  readonly state: number
  readonly files: number
  readonly seconds: number
  readonly reason: string
}
const make = async (input: Record<string, string>): Promise<Row> => {
  const { code, msg, data } = await client.post<{ id: string }>(`${MONTHLY}/make`, input)
  expect(code, msg).toBe(200)
  return eventually(async () => {
    const { data: row } = await client.get<Row>(`${MONTHLY}/detail`, { id: data.id })
    return row.state >= 2 ? row : null
  }, 60_000)
}
const fetchFile = async (id: string, lang: string, format: string): Promise<Buffer> => {
  const answer = await client.call('GET', `${MONTHLY}/file?${new URLSearchParams({ id, lang, format })}`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const linesOf = async (bytes: Buffer): Promise<readonly (readonly string[])[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'monthly-'))
  try {
    await writeFile(join(folder, 'book'), bytes)
    const lines: (readonly string[])[] = []
    for await (const batch of readSheetLines(join(folder, 'book'))) lines.push(...batch.map(({ cells }) => cells))
    return lines
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('one press makes four files whose figures are those of the pages; gaps are named', async () => {
  const row = await make({ month })
  expect(row, row.reason).toMatchObject({ state: 2, files: 4, month })
  const range = {
    startDate: `${month}-01`,
    endDate: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
  }
  const totals = async (path: string) =>
    (await client.get<{ totals: Record<string, number | null> }>(`/api/blade-report/${path}/page`, range)).data.totals
  const faults = (await client.get<{ opened: number; open: number }>('/api/blade-report/fault/analysis', range)).data
  const [energy, charge, light, online] = [
    await totals('energy'),
    await totals('deviceCharge'),
    await totals('lightRate'),
    await totals('online'),
  ]
  for (const [lang, labels] of [
    ['zh', ['亮灯率', '用电量', '电费（元）', '在线率', '新增故障', '月末未关闭']],
    ['en', ['Light rate', 'Energy', 'Cost (CNY)', 'Online rate', 'Faults opened', 'Open at the end']],
  ] as const) {
    const lines = await linesOf(await fetchFile(row.id, lang, 'xlsx'))
    const valueOf = (label: string): number => Number(lines.find(([first]) => first === label)?.[1])
    // Readings go on while the report is made: the present day may have grown since.
    const wanted = [light.rate, energy.energy, charge.money, online.rate, faults.opened, faults.open]
    for (const [n, label] of labels.entries()) {
      const value = Number(wanted[n] ?? 0)
      expect(Math.abs(valueOf(label) - value), `${label}: ${valueOf(label)}, not ${value}`).toBeLessThanOrEqual(0.02 * value + 1)
    }
    expect(lines.flat().join(' ')).toContain(lang === 'zh' ? '没有碳排放因子' : 'there are no carbon factors')
    const pdf = await fetchFile(row.id, lang, 'pdf')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(15_000)
  }
  const { data: jobs } = await client.get<{ records: { title: string; status: number }[] }>('/api/blade-system/job/page')
  expect(jobs.records?.some(({ title, status }) => title.includes(month) && status === 2) ?? true).toBe(true)
})

test('making a month again replaces its files; a month to come and a wrong file are refused', async () => {
  const first = await make({ month })
  const again = await make({ month })
  expect(again.id).toBe(first.id)
  const next = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 7)
  for (const wrong of [next, '2026-13', 'x', '']) {
    const answer = await client.post<unknown>(`${MONTHLY}/make`, { month: wrong })
    expect([answer.code, answer.msg.includes('month') || answer.msg.includes('月份')], answer.msg).toEqual([400, true])
  }
  expect((await client.call('GET', `${MONTHLY}/file?id=1&lang=zh&format=pdf`)).status).not.toBe(200)
  const foreign = await product.signIn({ tenantId: '100001', account: 'admin' })
  const stolen = await foreign.call('GET', `${MONTHLY}/file?${new URLSearchParams({ id: first.id, lang: 'zh', format: 'pdf' })}`)
  expect((await stolen.text()).startsWith('%PDF')).toBe(false)
  expect((await client.post(`${MONTHLY}/remove?ids=${first.id}`, {})).code).toBe(200)
  expect(await product.platform.system.query('select 1 from reports_monthly_file where report_id = $1', [first.id])).toEqual([])
})

test('a report page as PDF: the same call as its workbook', async () => {
  const answer = await client.call('GET', '/api/blade-report/energy/export?format=pdf&by=areaId&compare=1')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('能耗统计')
  const none = await client.call('GET', '/api/blade-report/energy/export?format=pdf&startDate=2020-01-01&endDate=2020-01-31')
  expect(
    Buffer.from(await none.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
