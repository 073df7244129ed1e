import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// Estimated bills in an imported file with known truth, and the check that finds them.
const BILL = '/api/blade-report/bill'
let product: TestPlatform
let client: ApiClient
beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '20', DEMO_NIGHTS: '0' },
  })
  client = await product.signIn()
})
afterAll(() => product?.stop())

const send = async (text: string) => {
  const body = new FormData()
  body.set('file', new Blob([text]), 'bills.csv')
  const answer = await client.call('POST', `${BILL}/import`, { body })
  return (await answer.json()) as { code: number; msg: string; data: { uploadId: string } }
}
interface Imported {
  readonly phase: string
  readonly successNum: number
  readonly failNum: number
}
const ended = async (uploadId: string): Promise<Imported> => {
  for (;;) {
    const { data } = await client.get<Imported>(`${BILL}/import/status`, { uploadId })
    if (data.phase === 'ended') return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
interface Check {
  readonly bills: number
  readonly supplies: number
  readonly estimated: number
  readonly estimatedKwh: number
  readonly money: number | null
  readonly causes: readonly { code: number; count: number }[]
  readonly marks: {
    readonly total: number
    readonly records: readonly { billNo: string; cause: number; causeName: string; ask: string; perDay: number; nightHours: number }[]
  }
}
const check = async (query: Record<string, string> = {}): Promise<Check> => {
  const { data, code, msg } = await client.get<Check>(`${BILL}/check`, query)
  expect(code, msg).toBe(200)
  return data
}

test('bills of a file are imported; prorated, stated and flat ones are marked with a reason and a question, and few others', async () => {
  expect((await check()).bills).toBe(0)
  let state = 7
  const random = (): number => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
  const truth = new Map<string, number>()
  const lines = ['账单号,户号,用电地址,起始日,截止日,电量,金额（元）,抄表方式']
  for (let supply = 0; supply < 40; supply++) {
    const watts = 500 + 4000 * random()
    let before: { no: string; perDay: number } | null = null
    for (let month = 0; month < 24; month++) {
      const day = (number: number): string =>
        new Date(Date.UTC(2024, month + number, 1) - (number === 1 ? 86_400_000 : 0)).toISOString().slice(0, 10)
      const [from, to] = [day(0), day(1)]
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
      const no = `B${supply}-${month}`
      const night = 12 + 3 * Math.cos((2 * Math.PI * (month + 0.3)) / 12)
      // Supply 39 is charged a fixed amount by day; supply 38 says once that it was estimated.
      const actual = (watts * night * days * (0.95 + 0.1 * random())) / 1000
      const prorated = supply < 30 && before !== null && random() < 0.1
      const kwh: number = Math.round(
        supply === 39 ? 50 * days * (1 + 0.001 * (month % 3)) : prorated && before ? before.perDay * days : actual,
      )
      if (prorated && before) for (const one of [no, before.no]) truth.set(one, 2)
      if (supply === 39) truth.set(no, 3)
      if (supply === 38 && month === 3) truth.set(no, 1)
      before = { no, perDay: kwh / days }
      lines.push([no, `31000${supply}`, '人民路', from, to, kwh, (kwh * 0.6).toFixed(2), supply === 38 && month === 3 ? '估算' : ''].join())
    }
  }
  lines.push('BAD,1,x,2024-02-30,2024-03-01,5,,', 'LONG,1,x,2020-01-01,2024-03-01,5,,', '=cmd|1,1,x,2024-05-02,2024-05-01,5,,')
  const { data, msg, code } = await send(lines.join('\n'))
  expect(code, msg).toBe(200)
  expect(await ended(data.uploadId)).toMatchObject({ successNum: 960, failNum: 3 })
  const found = await check({ size: '-1' })
  expect([found.bills, found.supplies]).toEqual([960, 40])
  const marked = new Map(found.marks.records.map((one) => [one.billNo, one]))
  const hit = [...truth].filter(([no]) => marked.has(no)).length
  expect(truth.size).toBeGreaterThan(90)
  expect(hit / truth.size).toBeGreaterThanOrEqual(0.97)
  const wrong = [...marked.keys()].filter((no) => !truth.has(no)).length
  expect(wrong / (960 - truth.size)).toBeLessThanOrEqual(0.05)
  expect(marked.get('B38-3')).toMatchObject({ cause: 1 })
  expect(found.marks.records.every(({ ask, nightHours }) => ask.length > 10 && nightHours > 8 && nightHours < 16)).toBe(true)
  expect(found.causes.reduce((sum, { count }) => sum + count, 0)).toBe(found.estimated)
  // The text says that the nights of two bills differ in length exactly if they do.
  const repeated = found.marks.records.filter(({ cause }) => cause === 2)
  const pairs = repeated.flatMap((mark) => {
    const [supply, month] = mark.billNo.slice(1).split('-').map(Number) as [number, number]
    const beside = [month - 1, month + 1].flatMap((other) => marked.get(`B${supply}-${other}`) ?? [])
    const equal = beside.filter((other) => Math.abs(other.perDay - mark.perDay) < 0.05)
    const differ = Math.max(
      ...equal.map((other) => 1 - Math.min(other.nightHours, mark.nightHours) / Math.max(other.nightHours, mark.nightHours)),
    )
    return equal.length === 0 ? [] : [{ differ, text: mark.causeName }]
  })
  expect(pairs.length).toBeGreaterThan(60)
  for (const { differ, text } of pairs)
    if (differ > 0.03) expect(text).toContain('夜长相差')
    else if (differ < 0.01) expect(text).toContain('夜长相近')
  expect(new Set(pairs.map(({ text }) => text.includes('夜长相差')))).toEqual(new Set([true, false]))
  const one = await check({ supply: '3100038', size: '10' })
  expect([one.bills, one.estimated, one.marks.records[0]?.billNo]).toEqual([24, one.marks.total, 'B38-3'])
  expect((await check({ cause: '1' })).marks.total).toBe(1)
  const page = await check({ current: '2', size: '10' })
  expect(page.marks.records.map(({ billNo }) => billNo)).toEqual(found.marks.records.slice(10, 20).map(({ billNo }) => billNo))
})

test('a bill with wrong days is refused with the name of the field', async () => {
  const base = { billNo: 'X1', supply: '1', startDay: '2024-01-01', endDay: '2024-01-31', kwh: 5 }
  for (const [field, patch] of [
    ['startDay', { startDay: '2024-02-30' }],
    ['endDay', { endDay: '2023-12-31' }],
    ['endDay', { endDay: '2025-12-31' }],
    ['kwh', { kwh: -1 }],
  ] as const) {
    const answer = await client.post<unknown>(`${BILL}/submit`, { ...base, ...patch })
    expect(answer.code, field).toBe(400)
    expect(answer.msg).toContain(field)
  }
  expect((await client.post(`${BILL}/submit`, base)).code).toBe(200)
})
