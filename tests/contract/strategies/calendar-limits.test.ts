import { createCalendar, DAY_MS, type Program } from '@lamplight/calendar'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const BASE = '/api/blade-strategy/workstrategy'
const LIMIT = '/api/blade-strategy/calendarlimit'
const ALL = { entries: 10, specials: 8, heads: 2, sun: 1, civil: 1, sensor: 1 }
let product: TestPlatform
let operator: ApiClient
let other: ApiClient
interface Lamp {
  readonly id: string
  readonly lat: number
  readonly lng: number
}
/** Lamps of the seeded city with a position. */
let lamps: readonly Lamp[]
let supplierId: string

const TWILIGHT = [
  { trigger: 4, offset: -10, level: 100 },
  { trigger: 1, time: '23:00', level: 60 },
  { trigger: 5, offset: 5, level: 0 },
]
const HALF_NIGHT = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 1, time: '23:00', level: 50 },
  { trigger: 3, offset: 0, level: 0 },
] as const
const add = async (name: string, entries: readonly object[]): Promise<string> => {
  const made = await operator.post<{ id: string }>(`${BASE}/normal`, { name, entries })
  expect(made.body).toMatchObject({ code: 200 })
  return made.data.id
}
const publish = (strategyId: string, ...of: readonly Lamp[]) =>
  operator.post<{ devices: number; batchIds: string[] }>(`${BASE}/publish`, { strategyId, controllerIds: of.map(({ id }) => id).join() })
/** Adds a model with limits and gives it to lamps. */
const limited = async (name: string, limits: object, ...of: readonly Lamp[]): Promise<string> => {
  const model = await operator.post<{ id: string }>('/api/blade-device/model/submit', { name, devType: 4, supplierId })
  expect(model.body).toMatchObject({ code: 200 })
  expect((await operator.post(`${LIMIT}/submit`, { modelId: model.data.id, ...ALL, ...limits })).body).toMatchObject({ code: 200 })
  for (const { id } of of)
    expect((await operator.put(`/api/blade-city/controller/${id}`, { modelId: model.data.id })).body).toMatchObject({ code: 200 })
  return model.data.id
}
const programOf = async ({ id }: Lamp): Promise<(Program & { zone: string }) | undefined> => {
  const [row] = await product.platform.system.query<{ program: Program & { zone: string } }>(
    'select c.program from strategies_device d join strategies_calendar c on c.id = d.calendar_id where d.device_id = $1',
    [id],
  )
  return row?.program
}
const assigned = async (strategyId: string): Promise<number> => {
  const [row] = await product.platform.system.query<{ n: number }>(
    'select count(*)::int as n from strategies_device where normal_id = $1 or special_ids @> array[$1::bigint]',
    [strategyId],
  )
  return row!.n
}

beforeAll(async () => {
  product = await testPlatform({ slices })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  lamps = await product.platform.system.query<Lamp & Record<string, unknown>>(
    `select c.id::text as id, l.lat, l.lng from lighting_controllers c join lighting_lamp l on l.controller_id = c.id and not l.is_deleted
     where c.tenant_id = $1 and l.lat is not null order by l.lat limit 8`,
    [TENANT],
  )
  // Two of them drive two lamps.
  for (const { id } of lamps.slice(0, 2)) expect((await operator.put(`/api/blade-city/controller/${id}`, { twoWay: 1 })).code).toBe(200)
  supplierId = (await operator.post<{ id: string }>('/api/blade-device/supplier/submit', { name: '限制测试', code: 'LIMITS' })).data.id
})
afterAll(() => product?.stop())

test('a model without civil twilight gets offsets by date that hit the instants of the full program; other models get the program itself', async () => {
  const [simple, full] = [lamps[0]!, lamps.at(-1)!]
  await limited('无晨昏', { civil: 0 }, simple)
  const strategyId = await add('民用晨昏', TWILIGHT)
  const sent = await publish(strategyId, simple, full)
  expect(sent.body).toMatchObject({ code: 200, data: { devices: 2 } })
  expect(sent.data.batchIds.length, 'two calendars').toBe(2)
  const [held, wanted] = [await programOf(simple), await programOf(full)]
  expect(wanted?.entries.map(({ trigger }) => trigger)).toEqual(['civilDusk', '23:00', 'civilDawn'])
  expect(held?.entries.map(({ trigger }) => trigger)).toEqual(['sunset', '23:00', 'sunrise'])
  const [a, b] = [wanted!, held!].map((program) => createCalendar(program, { ...simple, zone: program.zone }))
  for (let day = 20_454; day < 20_454 + 1461; day++) {
    const [steps, own] = [a!.night(day).steps, b!.night(day).steps]
    expect(own.length).toBe(steps.length)
    for (const [n, { at, level }] of steps.entries()) {
      expect(own[n]!.level).toBe(level)
      expect(Math.abs(own[n]!.at - at), new Date(day * DAY_MS).toISOString()).toBeLessThan(30_000)
    }
  }
})

test('a model that holds 4 switch points refuses 6 in words, and nothing is written', async () => {
  const [, small] = lamps
  await limited('四点', { entries: 4 }, small!)
  const strategyId = await add('六点', [
    { trigger: 2, level: 100 },
    ...['21:00', '22:00', '23:00', '05:00'].map((time, n) => ({ trigger: 1, time, level: 90 - 10 * n })),
    { trigger: 3, level: 0 },
  ])
  const refused = await publish(strategyId, small!, lamps.at(-1)!)
  expect(refused.body).toMatchObject({ code: 400, field: 'entries', msg: '四点（1台）不能执行该策略：6个开关点，设备最多 4 个' })
  expect(await assigned(strategyId)).toBe(0)
  expect((await operator.get(`${BASE}/publication/page`, { strategyId })).body).toMatchObject({ data: { total: 0 } })
  expect((await publish(strategyId, lamps.at(-1)!)).body, 'the others hold it').toMatchObject({ code: 200 })
})

test('a model with one head refuses switch points of the second, one without sun those of the sun, and a special that does not fit beside the present ones', async () => {
  const [, , single, blind, plain] = lamps
  await limited('单头', { heads: 1 }, single!)
  await limited('无日照', { sun: 0, civil: 0 }, blind!)
  await limited('无特殊日', { specials: 0 }, plain!)
  const second = await add('辅灯', [
    { trigger: 2, level: 100 },
    { trigger: 2, offset: 5, level: 80, head: 2 },
    { trigger: 3, level: 0 },
  ])
  expect((await publish(second, single!)).body).toMatchObject({ code: 400, msg: expect.stringContaining('灯具没有灯头 2') })
  const sunny = await add('日落', [
    { trigger: 2, level: 100 },
    { trigger: 3, level: 0 },
  ])
  expect((await publish(sunny, blind!)).body).toMatchObject({ code: 400, msg: expect.stringContaining('无日照（1台）') })
  expect((await publish(sunny, plain!)).body).toMatchObject({ code: 200 })
  const special = await operator.post<{ id: string }>(`${BASE}/special`, {
    name: '国庆',
    entries: [
      { trigger: 2, level: 100 },
      { trigger: 3, level: 0 },
    ],
    range: '10-01..10-07',
  })
  expect((await publish(special.data.id, plain!)).body).toMatchObject({
    code: 400,
    msg: expect.stringContaining('1个特殊日策略，设备最多 0 个'),
  })
  expect(await assigned(special.data.id)).toBe(0)
})

test('the preview says what models refuse, and that twilight becomes offsets', async () => {
  const controllerIds = [lamps[0]!, lamps[1]!, lamps[2]!].map(({ id }) => id).join()
  const asked = await operator.post<{ findings: { code: string; severity: string; text: string; entries: number[] }[] }>(
    `${BASE}/preview`,
    {
      controllerIds,
      entries: [
        ...TWILIGHT.slice(0, 2),
        { trigger: 1, time: '04:00', level: 100, head: 2 },
        { trigger: 1, time: '00:30', level: 50 },
        TWILIGHT[2],
      ],
    },
  )
  const findings = asked.data.findings.filter(({ text }) => /^(无晨昏|四点|单头)：/.test(text))
  // In the order of the devices.
  expect(findings.toSorted((a, b) => (a.code < b.code ? 1 : -1))).toEqual([
    expect.objectContaining({ code: 'twilightByOffset', severity: 'warning', entries: [0, 4] }),
    expect.objectContaining({ code: 'tooManyEntries', severity: 'error', text: '四点：5个开关点，设备最多 4 个' }),
    expect.objectContaining({ code: 'headMissing', severity: 'error', entries: [2] }),
  ])
})

test('limits belong to a tenant, to one model each, and wrong ones name the field', async () => {
  const modelId = await limited('双重', {})
  expect((await operator.post(`${LIMIT}/submit`, { modelId, ...ALL })).body).toMatchObject({ code: 400, field: 'modelId' })
  expect((await operator.post(`${LIMIT}/submit`, { modelId, ...ALL, entries: 0 })).body).toMatchObject({ code: 400, field: 'entries' })
  const page = await operator.get<{ records: { id: string; modelName: string }[] }>(`${LIMIT}/page`, { modelId })
  expect(page.data.records).toMatchObject([{ modelName: '双重' }])
  expect((await other.get(`${LIMIT}/detail`, { id: page.data.records[0]!.id })).body).toMatchObject({ code: 400 })
})

test('below the floor of a road class a strategy needs a reason and a second person', async () => {
  const [lamp] = await product.platform.system.query<{ id: string; area: string }>(
    'select id::text as id, area_id::text as area from lighting_controllers where tenant_id = $1 and area_id is not null order by id limit 1',
    [TENANT],
  )
  const road = { name: '主干路', standard: 1, floor: 80, lateFrom: '23:00', lateTo: '05:00', lateFloor: 50, areaIds: lamp!.area }
  expect((await operator.post('/api/blade-strategy/roadclass/submit', road)).body).toMatchObject({ code: 200 })
  const dark = await add('太暗', [HALF_NIGHT[0], { trigger: 1, time: '22:00', level: 60 }, HALF_NIGHT[2]])
  const publishDark = (reason?: string) =>
    operator.post<{ state: number }>(`${BASE}/publish`, { strategyId: dark, controllerIds: lamp!.id, reason })
  expect((await publishDark()).body).toMatchObject({ code: 400, field: 'reason' })
  expect((await publishDark('节能试点')).data, 'a second person decides').toMatchObject({ state: 0 })
  const off = await add('半夜熄灯', [HALF_NIGHT[0], { trigger: 1, time: '00:30', level: 0 }])
  const darkAt = await operator.post<{ findings: { code: string; text: string; firstNight: string }[] }>(`${BASE}/preview`, {
    controllerIds: lamp!.id,
    entries: [HALF_NIGHT[0], { trigger: 1, time: '00:30', level: 0 }],
  })
  expect(darkAt.data.findings.find(({ code }) => code === 'darkBelowFloor')?.text).toMatch(/^夜间\d+分钟不亮灯，道路等级要求不低于 \d+ %$/)
  expect((await operator.post(`${BASE}/publish`, { strategyId: off, controllerIds: lamp!.id })).body).toMatchObject({
    code: 400,
    field: 'reason',
  })
  const late = await add('深夜减半', [HALF_NIGHT[0], HALF_NIGHT[1], { trigger: 1, time: '05:00', level: 100 }, HALF_NIGHT[2]])
  const publishLate = async () =>
    (await operator.post<{ state: number }>(`${BASE}/publish`, { strategyId: late, controllerIds: lamp!.id })).body
  expect(await publishLate()).toMatchObject({ data: { state: 1 } })
  // The class of a lamp itself counts before that of its area.
  const own = { name: '学校门口', standard: 3, floor: 90, controllerIds: lamp!.id }
  expect((await operator.post('/api/blade-strategy/roadclass/submit', own)).body).toMatchObject({ code: 200 })
  expect(await publishLate()).toMatchObject({ code: 400, field: 'reason' })
})

test('a publication that is repeated with its key is the first one; another body with the key is refused', async () => {
  const strategyId = await add('重复下发', HALF_NIGHT)
  const headers = { 'idempotency-key': 'publish-once' }
  const [one, two] = lamps
  const send = (lamp = one) => operator.post<object>(`${BASE}/publish`, { strategyId, controllerIds: lamp?.id }, undefined, headers)
  const first = await send()
  expect(first.body).toMatchObject({ code: 200, data: { state: 1 } })
  expect((await send()).data).toEqual(first.data)
  expect((await send(two)).status).toBe(409)
  const { data } = await operator.get<{ total: number }>(`${BASE}/publication/page`, { strategyId })
  expect(data.total).toBe(1)
})

test('a normal and a special strategy that are published at once: the calendar has both', async () => {
  const normal = await add('同时下发', HALF_NIGHT)
  const { data } = await operator.post<{ id: string }>(`${BASE}/special`, {
    name: '同时下发的节日',
    entries: HALF_NIGHT,
    range: '10-01..10-07',
  })
  for (const lamp of lamps.slice(0, 3)) {
    const answers = await Promise.all([publish(normal, lamp), publish(data.id, lamp)])
    for (const { body } of answers) expect(body).toMatchObject({ code: 200 })
    const program = await programOf(lamp)
    expect([program?.entries.length, program?.specials?.length]).toEqual([HALF_NIGHT.length, 1])
  }
})

test('a named device that the user does not see is an error of the preview and of the publication, and nothing is written', async () => {
  const id = await add('越权', HALF_NIGHT)
  const [theirs] = await product.platform.system.query<{ id: string }>(
    'select id::text as id from lighting_controllers where tenant_id <> $1 limit 1',
    [TENANT],
  )
  const controllerIds = `${lamps[0]?.id},${theirs?.id}`
  const { data } = await operator.post<{ findings: { code: string; values: object }[] }>(`${BASE}/preview`, { id, controllerIds })
  expect(data.findings).toContainEqual(expect.objectContaining({ code: 'targetOutsideRights', values: { targets: 1 } }))
  const refused = await operator.post(`${BASE}/publish`, { strategyId: id, controllerIds })
  expect(refused.body).toMatchObject({ code: 400, field: 'entries', msg: expect.stringContaining('1个对象') })
  expect(await assigned(id)).toBe(0)
})
