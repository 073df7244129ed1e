import { createCalendar, dayOf, levelAt, type Program } from '@lamplight/calendar'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const BASE = '/api/blade-strategy/workstrategy'
const DAYS = '/api/blade-strategy/specialday'
const HOLIDAY = 1
let product: TestPlatform
let operator: ApiClient
let lamp: string
beforeAll(async () => {
  product = await testPlatform({ slices })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id::text as id from lighting_controllers where tenant_id = $1 order by id limit 1',
    [TENANT],
  )
  lamp = row!.id
})
afterAll(() => product?.stop())

const ok = async (answer: Promise<{ body: object; data: unknown }>): Promise<Record<string, string>> => {
  const { body, data } = await answer
  expect(body).toMatchObject({ code: 200 })
  return data as Record<string, string>
}
const publish = (strategyId: string) => ok(operator.post(`${BASE}/publish`, { strategyId, controllerIds: lamp }))
const held = async (): Promise<Program & { zone: string }> => {
  const [row] = await product.platform.system.query<{ program: Program & { zone: string } }>(
    'select c.program from strategies_device d join strategies_calendar c on c.id = d.calendar_id where d.device_id = $1',
    [lamp],
  )
  return row!.program
}
const strategyOf = (id: string): Promise<Record<string, number>> =>
  operator.get<Record<string, number>>(`${BASE}/${id}`).then(({ data }) => data)
const levelOn = async (day: string): Promise<number> => {
  const calendar = createCalendar(await held(), { lat: 28.2, lng: 112.9, zone: 'Asia/Shanghai' }, 1)
  const night = calendar.night(dayOf(day))
  return levelAt(night, night.start + 10 * 3_600_000)
}

test('a strategy for holidays reaches the lamp with their dates; a changed holiday makes it outdated, once, until it is published again', async () => {
  await ok(operator.post(`${DAYS}/submit`, { day: '2031-10-01', name: '国庆节', kind: HOLIDAY }))
  const entries = (level: number) => [
    { trigger: 2, offset: 0, level },
    { trigger: 3, offset: 0, level: 0 },
  ]
  const normal = await ok(operator.post(`${BASE}/normal`, { name: '平日', entries: entries(60) }))
  const special = await ok(operator.post(`${BASE}/special`, { name: '节日', entries: entries(100), dayKind: HOLIDAY }))
  await publish(normal.id!)
  await publish(special.id!)
  expect([await levelOn('2031-10-01'), await levelOn('2031-10-02')]).toEqual([100, 60])
  const before = await strategyOf(special.id!)
  expect(before).toMatchObject({ outdated: 0 })

  const second = await ok(operator.post(`${DAYS}/submit`, { day: '2031-10-02', name: '国庆节', kind: HOLIDAY }))
  await ok(operator.post(`${DAYS}/submit`, { day: '2031-10-03', name: '国庆节', kind: HOLIDAY }))
  // Days of the other kind change nothing.
  await ok(operator.post(`${DAYS}/submit`, { day: '2031-10-11', name: '调休', kind: 2 }))
  expect(await strategyOf(special.id!)).toMatchObject({ outdated: 1, version: before.version! + 1 })
  expect(await strategyOf(normal.id!)).toMatchObject({ outdated: 0 })
  const versions = await operator.get<{ records: { version: number; reason: string }[] }>(`${BASE}/version/list`, {
    strategyId: special.id,
  })
  expect(versions.data.records[0]).toMatchObject({ version: before.version! + 1, reason: '特殊日已变更' })
  const english = await operator.get<typeof versions.data>(`${BASE}/version/list`, { strategyId: special.id }, { 'accept-language': 'en' })
  expect(english.data.records[0]?.reason).toBe('Special days have changed')
  expect(await levelOn('2031-10-02'), 'not published yet').toBe(60)
  await publish(special.id!)
  expect(await strategyOf(special.id!)).toMatchObject({ outdated: 0 })
  expect([await levelOn('2031-10-02'), await levelOn('2031-10-03'), await levelOn('2031-10-11')]).toEqual([100, 100, 60])

  await ok(operator.post(`${DAYS}/remove`, undefined, { ids: second.id }))
  expect(await strategyOf(special.id!)).toMatchObject({ outdated: 1, version: before.version! + 2 })
})

test('dates that do not exist are refused, and the field is named', async () => {
  expect((await operator.post(`${DAYS}/submit`, { day: '2031-02-31', name: '无', kind: HOLIDAY })).body).toMatchObject({
    code: 400,
    field: 'day',
  })
  const special = (range: string) =>
    operator.post(`${BASE}/special`, { name: `范围 ${range}`, entries: [{ trigger: 2, offset: 0, level: 100 }], range })
  for (const range of ['02-30..03-02', '2031-02-29..2031-03-02', '2031-03-01..2031-04-31'])
    expect((await special(range)).body, range).toMatchObject({ code: 400, field: 'range' })
  expect((await special('02-29..03-02')).body).toMatchObject({ code: 200 })
})
