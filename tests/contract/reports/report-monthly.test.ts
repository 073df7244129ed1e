import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { openWorkbook } from '../../../platform/inventory/read/read-xlsx.ts'

// The monthly report: one press, files in both languages, the figures of the pages, and gaps by name.
const MONTHLY = '/api/blade-report/monthly'
let product: TestPlatform
let client: ApiClient
let month: string
const TENANT = '000000'
const truth = { energy: 0, money: 0, lit: 0, known: 0 }

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: (slice.tasks ?? []).filter(({ name }) => name === 'reports.monthly') })),
    config: { DEMO_LAMPS: '80', DEMO_NIGHTS: '0' },
  })
  client = await product.signIn()
  const now = new Date(Date.now() + 8 * 3_600_000)
  month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  const { query } = product.platform.system
  for (const table of ['devices_area_daily', 'reports_light_daily', 'reports_charge_daily', 'alarms_alarm'])
    await query(`delete from ${table}`)
  const areas = await query<{ id: string }>(
    'select id::text as id from places_area where tenant_id = $1 and not is_deleted order by id limit 3',
    [TENANT],
  )
  expect(areas.length).toBeGreaterThan(1)
  const [year = 0, number = 1] = month.split('-').map(Number)
  for (let day = 1; day <= new Date(Date.UTC(year, number, 0)).getUTCDate(); day++) {
    // Two days without data.
    if (day === 10 || day === 11) continue
    const date = `${month}-${String(day).padStart(2, '0')}`
    for (const [n, { id }] of areas.entries()) {
      const energy = 1_000_000 * (10 + n) + day
      truth.energy += energy / 1e6
      truth.money += 7 + n
      truth.lit += 900 + n
      truth.known += 1000
      await query(
        `insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms)
         values ($1, $2, 0, $3, 0, 9, 10, $4, 500, 800, 1000)`,
        [TENANT, date, id, energy],
      )
      await query(
        `insert into reports_light_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
         values ($1, $2, 0, $3, 0, 10, 8, 1100, 1000, $4, 1000)`,
        [TENANT, date, id, 900 + n],
      )
      await query(
        `insert into reports_charge_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, energy, hours, money, peak, flat, valley)
         values ($1, $2, 0, $3, 0, 10, $4, array_fill(0::bigint, array[24]), $5, 1, 1, 1)`,
        [TENANT, date, id, energy, 7 + n],
      )
    }
  }
  // The coarser sums of the days.
  const SUMS = 'sum(devices), sum(due), sum(energy), sum(on_ms), sum(online_ms), sum(due_ms)'
  for (const table of ['devices_area_monthly', 'devices_project_daily', 'devices_place_daily']) await query(`delete from ${table}`)
  await query(
    `insert into devices_area_monthly (tenant_id, day, project_id, area_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms)
     select tenant_id, date_trunc('month', day)::date, project_id, area_id, supplier_id, ${SUMS} from devices_area_daily group by 1, 2, 3, 4, 5`,
  )
  await query(
    `insert into devices_project_daily (tenant_id, day, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms)
     select tenant_id, day, project_id, supplier_id, ${SUMS} from devices_area_daily group by 1, 2, 3, 4`,
  )
  await query(
    `insert into devices_place_daily (tenant_id, day, area_id, devices, due, energy, on_ms, online_ms, due_ms)
     select tenant_id, day, area_id, ${SUMS} from devices_area_daily group by 1, 2, 3`,
  )
  await query('delete from reports_light_project_daily')
  await query(
    `insert into reports_light_project_daily (tenant_id, day, project_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
     select tenant_id, day, project_id, sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms), sum(possible_ms) from reports_light_daily group by 1, 2, 3`,
  )
  await query('delete from reports_charge_project_daily')
  await query(
    `insert into reports_charge_project_daily (tenant_id, day, project_id, lamps, energy, money, peak, flat, valley)
    select tenant_id, day, project_id, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley) from reports_charge_daily group by 1, 2, 3`,
  )
  await query('delete from reports_charge_monthly')
  await query(
    `insert into reports_charge_monthly (tenant_id, day, project_id, area_id, supplier_id, lamps, energy, money, peak, flat, valley)
     select tenant_id, date_trunc('month', day)::date, project_id, area_id, supplier_id, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley)
     from reports_charge_daily group by 1, 2, 3, 4, 5`,
  )
  // A switch box of 151 lamps was without supply for two hours; another incident is of the month before.
  await query(
    `insert into alarms_incident (id, tenant_id, cause, name, state, lost, total, most_lost, began_at, ended_at, node_key)
     select 71 + n, $1, 4, 'BX-' || n, 2, 0, 151, 151, ($2::date + 12 - n * 30)::timestamp + interval '14 hours', ($2::date + 12 - n * 30)::timestamp + interval '16 hours', 'box:' || n
     from generate_series(0, 1) n`,
    [TENANT, `${month}-01`],
  )
})
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
  })
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
    const book = await openWorkbook(join(folder, 'book'))
    for (const sheet of book.sheets) for await (const batch of book.lines(sheet)) lines.push(...batch.map(({ cells }) => cells))
    book.close()
    return lines
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a report waits for days with readings whose sums are not made yet, as after the start of a demo', async () => {
  const { query } = product.platform.system
  const day = `${month}-10`
  await query('select devices_rollup_partition($1::date)', [day])
  await query(
    `insert into devices_daily (tenant_id, device_id, day, readings, powers, power_sum, energy, on_ms, online_ms, project_id, area_id)
     select $1, c.id, $2::date, 90, 40, 4000, 5000, 500, 800, 0, 0 from lighting_controller c where c.tenant_id = $1 and not c.is_deleted limit 1`,
    [TENANT, day],
  )
  const { data } = await client.post<{ id: string }>(`${MONTHLY}/make`, { month })
  const state = async (): Promise<number> => (await client.get<Row>(`${MONTHLY}/detail`, { id: data.id })).data.state
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await state()).toBe(0)
  await query('delete from devices_daily where tenant_id = $1 and day = $2', [TENANT, day])
  await eventually(async () => ((await state()) === 2 ? true : null))
})

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
    ['zh', ['亮灯率', '用电量', '电费', '在线率', '新增故障', '月末未关闭']],
    ['en', ['Light rate', 'Energy', 'Cost', 'Online rate', 'Faults opened', 'Open at the end']],
  ] as const) {
    const lines = await linesOf(await fetchFile(row.id, lang, 'xlsx'))
    const valueIn = (label: string): number => Number(lines.find(([first]) => first === label)?.[1])
    const wanted = [light.rate, energy.energy, charge.money, online.rate, faults.opened, faults.open]
    for (const [n, label] of labels.entries()) expect(valueIn(label), label).toBe(Number(wanted[n] ?? 0))
    const words = lines.flat().join(' ')
    // The unit of money appears once, and a sentence says from which share of the scheduled time the light rate is calculated.
    expect(lines.find(([first]) => first === labels[2])?.[2]).toBe(lang === 'zh' ? '元' : 'CNY')
    expect(words).not.toContain(lang === 'zh' ? '（元） (元)' : '(CNY) (CNY)')
    expect(words).toMatch(lang === 'zh' ? /据 \d+\.\d % 的应亮时间/ : /From \d+\.\d % of the scheduled time/)
    expect(valueIn(labels[0])).toBeCloseTo((100 * truth.lit) / truth.known, 2)
    expect(valueIn(labels[1])).toBeCloseTo(truth.energy, 1)
    expect(valueIn(labels[2])).toBeCloseTo(truth.money, 2)
    expect(lines.flat().join(' ')).toContain(`${month}-10–${month}-11`)
    expect(lines.flat().join(' ')).toContain(lang === 'zh' ? '没有碳排放因子' : 'there are no carbon factors')
    const place = lines.findIndex((cells) => cells.includes('BX-0'))
    expect(lines[place]?.filter((_, n) => n !== 3 && n !== 4)).toEqual([
      lang === 'zh' ? '配电箱断电' : 'Switch box without supply',
      'BX-0',
      '151',
      '2',
      '302',
    ])
    expect(lines.some((cells) => cells.includes('BX-1'))).toBe(false)
    const pdf = await fetchFile(row.id, lang, 'pdf')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(15_000)
  }
  const [job] = await product.platform.system.query<{ status: number; done: number; total: number }>(
    "select status, done::int as done, total::int as total from kit_job where kind = 'reports.monthly' order by create_time limit 1",
  )
  expect(job?.status).toBe(2)
  expect(job?.done).toBe(job?.total)
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
  const foreign = await product.signIn({ tenantId: '100001', account: 'operator' })
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
