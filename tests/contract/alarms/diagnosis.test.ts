import type { Report } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity, createOfflineCity, type OfflineCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { judgeDue } from '../../../domains/diagnosis/server/nights.task.ts'

// The virtual city plays nights with known faults. The tests check which findings the task makes of the stored readings, and the active test of a lamp.
const TENANT = '100001'
const RECORDS = '/api/blade-alarm/abnormalDiagnoseRecord'
const CONFIGS = '/api/blade-alarm/faultCheckConfig'
const DAY = 86_400_000
/** Ten days ahead, at noon in Shanghai: the product's own task finds no night that has ended. */
const FIRST = Math.floor(Date.now() / DAY + 10) * DAY + 4 * 3_600_000
const dateOf = (night: number): string => new Date(FIRST + night * DAY).toISOString().slice(0, 10)

let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let other: ApiClient
let nights: OfflineCity
let pending: Report[] = []
let idOf: ReadonlyMap<string, string>
let [dark, burner, stiff, cycling, quiet]: string[] = []

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '150', DEMO_NIGHTS: '0', DIAGNOSIS_TEST_SECONDS: '0.3', COMMAND_RESEND_SECONDS: '1' },
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  const { system } = product.platform
  // The largest group of lamps of one model in one project.
  const lamps = await system.query<{ sn: string; id: string }>(
    `select r.sn, r.device_id::text as id from lighting_loads l join devices_registered r on r.device_id = l.device_id and r.activated and r.gateway_id is not null
     where l.tenant_id = $1 and (l.power, l.min_power, l.min_level, l.project_id) is not distinct from (
       select (power, min_power, min_level, project_id) from (select power, min_power, min_level, project_id, count(*) as n from lighting_loads
         where tenant_id = $1 group by 1, 2, 3, 4 order by n desc limit 1) g) order by r.sn`,
    [TENANT],
  )
  expect(lamps.length).toBeGreaterThan(20)
  ;[dark, burner, stiff, cycling, quiet] = lamps.map(({ sn }) => sn)
  const all = await system.query<{ sn: string; id: string }>(
    'select sn, device_id::text as id from devices_registered where tenant_id = $1',
    [TENANT],
  )
  idOf = new Map(all.map(({ sn, id }) => [sn, id]))
  const inventory = await inventoryOf(product.running)
  nights = createOfflineCity({ inventory, start: FIRST, reportInterval: 900, ...plays }, (reports) => pending.push(...reports))
  nights.setFault(dark!, 'dark')
  nights.setFault(burner!, 'dayBurner')
  nights.setFault(cycling!, 'cycling')
  nights.setFault(quiet!, 'silent')
  nights.loseDimming(stiff!)
})
afterAll(async () => {
  nights?.stop()
  await product?.stop()
})

/** Plays a night, and stores what its lamps reported. */
const play = async (night: number): Promise<void> => {
  pending = []
  nights.moveTo(FIRST + (night + 1) * DAY)
  const { system } = product.platform
  for (const day of [night, night + 1]) await system.query('select devices_telemetry_partition($1::date)', [dateOf(day)])
  const rows = pending.filter(({ sn, p }) => idOf.has(sn) && typeof p.power === 'number')
  await system.query(
    `insert into devices_telemetry (device_id, tenant_id, at, power, dim, is_on, energy)
     select r.id, $1, r.at, r.power, r.dim, r.lit, r.energy from unnest($2::bigint[], $3::timestamptz[], $4::real[], $5::smallint[], $6::boolean[], $7::float8[])
       as r (id, at, power, dim, lit, energy) on conflict do nothing`,
    [
      TENANT,
      rows.map(({ sn }) => idOf.get(sn)),
      rows.map(({ at }) => new Date(at)),
      rows.map(({ p }) => p.power),
      rows.map(({ p }) => p.dim),
      rows.map(({ p }) => p.on),
      rows.map(({ p }) => p.energy),
    ],
  )
  await system.query(
    `insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms)
     values ($1, $2, 0, 0, 0, 1, 1, 0, 0, 0, 0) on conflict do nothing`,
    [TENANT, dateOf(night)],
  )
}
/** Judges what has ended at 14:00 after a night. */
const judgeAfter = (night: number): Promise<number> => {
  const now = FIRST + (night + 1) * DAY + 2 * 3_600_000
  return judgeDue({ ...product.platform, clock: { now: () => now } })
}

interface Entry {
  readonly id: string
  readonly sn: string
  readonly kind: number
  readonly status: number
  readonly proof: number
  readonly nights: number
  readonly evidence: string
  readonly correction: number
  readonly alarmId: string
  readonly lampId: string
  readonly testState: number
  readonly testResult: string
  readonly firstDay: string
}
const recordsOf = async (query: object = {}): Promise<readonly Entry[]> =>
  (await operator.get<{ records: Entry[] }>(`${RECORDS}/page`, { size: 100, ...query })).data.records
const [DARK, DAY_BURNER, DIM, CYCLING, LEAKAGE] = [1, 2, 3, 4, 6]
const statesOf = (records: readonly Entry[]) =>
  Object.fromEntries(records.map(({ sn, kind, status, nights: n }) => [`${sn} ${kind}`, [status, n]]))

test('one night makes candidates of the faulty lamps and of no other; the same night is judged once', async () => {
  await play(0)
  expect(await judgeAfter(0)).toBeGreaterThanOrEqual(1)
  const records = await recordsOf()
  expect(statesOf(records)).toEqual({
    [`${dark} ${DARK}`]: [0, 1],
    [`${burner} ${DAY_BURNER}`]: [0, 1],
    [`${stiff} ${DIM}`]: [0, 1],
    // Its counter and its readings agree: two measurements.
    [`${cycling} ${CYCLING}`]: [1, 1],
  })
  expect(records.find(({ sn }) => sn === cycling)).toMatchObject({ proof: 3 })
  expect(records.every(({ firstDay }) => firstDay === dateOf(0))).toBe(true)
  expect(await judgeAfter(0)).toBe(0)
  expect(statesOf(await recordsOf())).toEqual(statesOf(records))
})

test('the second night makes findings, each with an alarm and its curve beside a healthy neighbour', async () => {
  await play(1)
  expect(await judgeAfter(1)).toBeGreaterThanOrEqual(1)
  const found = await recordsOf({ status: 1 })
  expect(new Set(found.map(({ sn }) => sn))).toEqual(new Set([dark, burner, stiff, cycling]))
  expect(found.find(({ sn }) => sn === dark)).toMatchObject({ proof: 1, nights: 2, evidence: expect.stringContaining('同组') })
  const english = await operator.get<{ records: Entry[] }>(`${RECORDS}/page`, { sn: dark }, { 'accept-language': 'en' })
  expect(english.data.records[0]!.evidence).toContain('of its group')
  const alarms = await operator.get<{ records: { id: string; value: string; subAlarmType: number }[] }>('/api/blade-alarm/alarm/page', {
    sn: dark,
    present: 1,
  })
  expect(alarms.data.records).toMatchObject([{ subAlarmType: 2, value: found.find(({ sn }) => sn === dark)!.evidence }])
  const { data } = await operator.get<{
    points: { power: number; level: number }[]
    neighbour: { power: number }[]
    neighbourSn: string
    night: number[]
  }>(`${RECORDS}/curve`, { id: found.find(({ sn }) => sn === dark)!.id })
  const most = (points: readonly { readonly power: number }[]): number => Math.max(...points.map(({ power }) => power))
  expect(data.points.length).toBeGreaterThan(80)
  expect(most(data.points)).toBeLessThan(3)
  expect(most(data.neighbour)).toBeGreaterThan(20)
  expect([dark, burner, stiff, cycling, quiet]).not.toContain(data.neighbourSn)
  expect(data.night[1]! - data.night[0]!).toBeGreaterThan(8 * 3_600_000)
})

test('a dismissal asks for the correction, ends the alarm and keeps the kind quiet, until the inventory has changed', async () => {
  const record = (await recordsOf({ sn: stiff }))[0]!
  expect((await guest.post(`${RECORDS}/dismiss`, { ids: record.id, reason: 1 })).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
  expect((await operator.post(`${RECORDS}/dismiss`, { ids: record.id, reason: 77 })).body).toMatchObject({ code: 400 })
  await other.post(`${RECORDS}/dismiss`, { ids: record.id, reason: 1 })
  expect((await recordsOf({ sn: stiff }))[0]).toMatchObject({ status: 1 })
  expect((await operator.post(`${RECORDS}/dismiss`, { ids: record.id, reason: 2, remark: '该灯型不调光' })).data).toMatchObject({
    successCount: 1,
  })
  expect((await recordsOf({ sn: stiff }))[0]).toMatchObject({ status: 3, correction: 1, reason: 2 })
  const alarm = await operator.get<{ present: number }>('/api/blade-alarm/alarm/detail', { id: record.alarmId })
  expect(alarm.data).toMatchObject({ present: 0 })

  nights.setFault(burner!, 'none')
  await play(2)
  await judgeAfter(2)
  expect(await recordsOf({ sn: stiff }), 'it is quiet').toHaveLength(1)
  await product.platform.system.query('update lighting_lamp set min_power = power where id = $1', [record.lampId])
  await play(3)
  await judgeAfter(3)
  expect((await recordsOf({ sn: stiff }))[0], 'its curve is flat now').toMatchObject({ status: 3, correction: 2 })
  expect((await recordsOf({ sn: burner }))[0], 'two nights without symptom').toMatchObject({ status: 4 })
  expect((await recordsOf({ sn: dark }))[0]).toMatchObject({ status: 1, nights: 4 })
  expect(await recordsOf({ sn: quiet }), 'a silent lamp is not dark').toEqual([])
})

test('a configuration sets thresholds for a tenant; bounds and contradictions name the field; others do not see it', async () => {
  const values = {
    name: '严格',
    enable: 1,
    nights: 3,
    muteDays: 30,
    darkOn: true,
    darkPercent: 30,
    litSamples: 6,
    dayBurnerOn: true,
    dayPercent: 30,
    daySamples: 3,
    dimFailureOn: true,
    dimHighPercent: 140,
    dimLowPercent: 70,
    phaseSamples: 4,
    cyclingOn: false,
    transitions: 4,
    sureTransitions: 6,
    counterPercent: 95,
    driftOn: true,
    driftSigmas: 10,
    driftPercent: 8,
    leakageOn: true,
    leakPercent: 2,
    leakWatts: 50,
    groupSize: 8,
    groupBreak: 50,
  }
  for (const [field, value] of [
    ['nights', 1],
    ['darkPercent', 99],
    ['sureTransitions', 3],
    ['driftSigmas', 1],
  ] as const)
    expect((await operator.post(CONFIGS, { ...values, [field]: value })).body, field).toMatchObject({ code: 400, field })
  expect((await guest.post(CONFIGS, values)).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
  const { id } = (await operator.post<{ id: string }>(CONFIGS, values)).data
  expect((await operator.put(CONFIGS, { id, nights: 5 })).body).toMatchObject({ code: 200 })
  expect((await operator.get(`${CONFIGS}/${id}`)).data).toMatchObject({ nights: 5, darkPercent: 30 })
  const seen = async (client: ApiClient) => (await client.get<{ records: { id: string }[] }>(`${CONFIGS}/page`, { size: 100 })).data.records
  expect(await seen(operator)).toContainEqual(expect.objectContaining({ id }))
  expect(await seen(other)).not.toContainEqual(expect.objectContaining({ id }))
  expect((await other.get(`${CONFIGS}/${id}`)).body).toMatchObject({ code: 400 })
  nights.setFault(burner!, 'dark')
  for (const night of [4, 5]) {
    await play(night)
    await judgeAfter(night)
  }
  expect((await recordsOf({ sn: burner, kind: DARK }))[0], 'it needs five nights now').toMatchObject({ status: 0, nights: 2 })
  expect((await recordsOf({ sn: cycling }))[0], 'the kind is not looked for').toMatchObject({ nights: 4 })
})

test('records and curves of another tenant are not there; a wrong id names the field', async () => {
  const { id } = (await recordsOf())[0]!
  expect((await other.get<{ total: number }>(`${RECORDS}/page`)).data.total).toBe(0)
  expect((await other.get(`${RECORDS}/curve`, { id })).body).toMatchObject({ code: 400 })
  expect((await operator.get(`${RECORDS}/curve`, { id: 'x' })).body).toMatchObject({ code: 400, field: 'id' })
  expect((await operator.get(`${RECORDS}/curve`, { id, day: 'yesterday' })).body).toMatchObject({ code: 400, field: 'day' })
  expect((await guest.get(`${RECORDS}/page`)).body).toMatchObject({ code: 400 })
})

test('power by night and by day that no lamp explains is suspected leakage of the cabinet, with a quiet alarm', async () => {
  const { system, newId } = product.platform
  const [box, loop, meter] = [newId(), newId(), newId()]
  // The demo data contain another configuration, so this one is found by its name.
  const strict = (await operator.get<{ records: { id: string }[] }>(`${CONFIGS}/page`, { name: '严格' })).data.records[0]!
  await operator.put(CONFIGS, { id: strict.id, nights: 2 })
  const fed = [...idOf.keys()].filter((sn) => pending.some((one) => one.sn === sn)).slice(0, 40)
  const place = `(id, tenant_id, name) values ($1, '${TENANT}', '漏电箱')`
  await system.query(`insert into cabinets_switchbox ${place}`, [box])
  await system.query(`insert into cabinets_loop (id, tenant_id, name, no, switchbox_id) values ($1, '${TENANT}', '回路1', 1, $2)`, [
    loop,
    box,
  ])
  await system.query(
    `insert into cabinets_feed (device_id, loop_id, tenant_id) select unnest($1::bigint[]), $2, '${TENANT}' on conflict (device_id) do update set loop_id = $2`,
    [fed.map((sn) => idOf.get(sn)), loop],
  )
  await system.query(
    `insert into cabinets_meter (id, tenant_id, sn, name, activated, switchbox_id) values ($1, '${TENANT}', 'METER-LEAK', '总表', true, $2)`,
    [meter, box],
  )
  await system.query(
    `insert into devices_registry (sn, device_id, tenant_id, type, name) values ('METER-LEAK', $1, '${TENANT}', 25, '总表') on conflict do nothing`,
    [meter],
  )
  for (const night of [6, 7, 8, 9, 10, 11, 12, 13]) {
    await play(night)
    // The meter reports once an hour. Its power is that of the lamps, plus 2 % for the cables, plus a constant 300 W that is the leakage.
    const hours = Map.groupBy(
      pending.filter(({ sn }) => fed.includes(sn)),
      ({ at }) => Math.floor((at - FIRST) / 3_600_000),
    )
    for (const [hour, reports] of hours) {
      const bySn = Map.groupBy(reports, ({ sn }) => sn)
      const means = [...bySn.values()].map((own) => own.reduce((sum, { p }) => sum + Number(p.power), 0) / own.length)
      const watts = (means.reduce((sum, one) => sum + one, 0) / means.length) * fed.length * 1.02 + 300
      await system.query(
        `insert into devices_series (device_id, at, type, v, tenant_id) values ($1, $2, 25, array[null, $3]::float8[], '${TENANT}') on conflict do nothing`,
        [meter, new Date(FIRST + hour * 3_600_000 + 1_800_000), watts],
      )
    }
    await judgeAfter(night)
    const [record] = await recordsOf({ kind: LEAKAGE })
    if (night < 12) expect(record, `after ${night - 5} days`).toBeUndefined()
    else expect(record).toMatchObject({ sn: 'METER-LEAK', status: night === 12 ? 0 : 1, evidence: expect.stringContaining('现场测量') })
  }
  const [record] = await recordsOf({ kind: LEAKAGE })
  const alarm = await operator.get('/api/blade-alarm/alarm/detail', { id: record!.alarmId })
  expect(alarm.data).toMatchObject({ subAlarmType: 18, severity: 3, present: 1 })
  const { data } = await operator.get<{ points: unknown[] }>(`${RECORDS}/curve`, { id: record!.id })
  expect(data.points.length).toBeGreaterThan(20)
})

test('the active test sends 100, 50 and 0 %: the metered answer proves a candidate, or ends it', async () => {
  const inventory = await inventoryOf(product.running)
  const city: City = createCity({ inventory, latency: 20, reportInterval: 5, ...plays })
  city.start()
  try {
    for (const { sn } of inventory.gateways) await eventually(() => city.isOnline(sn), 20_000)
    const healthy = [...idOf.keys()].find(
      (sn) =>
        inventory.gateways.some(({ children }) => children.some((one) => one.sn === sn)) &&
        ![dark, burner, stiff, cycling, quiet].includes(sn),
    )!
    city.setFault(burner!, 'dark')
    const candidate = async (sn: string): Promise<string> => {
      const id = product.platform.newId()
      await product.platform.system.query(
        `insert into diagnosis_record (id, tenant_id, kind, status, sn, device_id, device_type, nights, proof, clean, test_state, correction, first_day, last_day)
         values ($1, $2, 1, 0, $3, $4, 4, 1, 0, 0, 0, 0, $5, $5) on conflict do nothing`,
        [id, TENANT, sn, idOf.get(sn), dateOf(0)],
      )
      return (await recordsOf({ sn, kind: DARK }))[0]!.id
    }
    const [broken, sound] = [await candidate(burner!), await candidate(healthy)]
    const leak = (await recordsOf({ sn: cycling }))[0]!.id
    expect((await operator.post(`${RECORDS}/test`, { ids: leak })).body, 'not decided by levels').toMatchObject({ code: 400 })
    expect((await guest.post(`${RECORDS}/test`, { ids: broken })).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
    expect((await operator.post(`${RECORDS}/test`, { ids: [broken, sound].join() })).data).toMatchObject({ count: 2 })
    expect((await operator.post(`${RECORDS}/test`, { ids: broken })).body, 'it runs').toMatchObject({ code: 400 })
    const detail = async (id: string): Promise<Entry> => (await operator.get<Entry>(`${RECORDS}/detail`, { id })).data
    await eventually(async () => {
      for (const id of [broken, sound]) expect((await detail(id)).testState).toBeGreaterThan(1)
      return true
    }, 60_000)
    expect(await detail(broken)).toMatchObject({
      status: 1,
      proof: 2,
      testState: 2,
      testResult: expect.stringMatching(/^100 %: [\d.]+ W, 50 %: [\d.]+ W, 0 %: [\d.]+ W$/),
    })
    expect(await detail(sound)).toMatchObject({ status: 4, testState: 3 })
    // The lamp is back at its calendar.
    await eventually(() => city.lamp(healthy).state.reason === 'program', 20_000)
  } finally {
    await city.stop()
  }
})
