import { type BatchSummary, countsOf, progressText } from '@lamplight/control/model'
import { acksPort } from '@lamplight/devices/model'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const COMMAND = '/api/blade-city/controller/batch/command'
const RECORD = '/api/blade-city/commandrecord'

let product: TestPlatform
let admin: ApiClient
let lamps: { id: string; device: string }[]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  lamps = await product.platform.system.query(
    "select id::text, controller_id::text as device from lighting_lamp where tenant_id = '000000' order by id",
  )
})
afterAll(() => product?.stop())

const order = async (selector: object): Promise<string> => {
  const answer = await admin.post<{ batchId: string }>(COMMAND, { command: 'dim', level: 30, duration: 600, selector })
  expect(answer.code).toBe(200)
  return answer.data.batchId
}
const record = async (id: string) => (await admin.get<Record<string, unknown>>(`${RECORD}/detail`, { id })).data

test('the target text names one lamp, streets, a map selection, a filter, or an area', async () => {
  const { query } = product.platform.system
  const named = async (selector: object, more: object = {}, lang?: 'en-US'): Promise<string | null> => {
    const client = lang ? await product.signIn({ lang }) : admin
    return (await client.post<{ targetText: string | null }>(`${COMMAND}/preview`, { command: 'on', selector, ...more })).data.targetText
  }
  const [lamp] = await query<{ id: string; name: string }>('select id::text, name from lighting_lamp where id = $1', [lamps[0]?.id])
  expect(await named({ lampIds: [lamp?.id] })).toBe(lamp?.name)
  const ids = lamps.slice(0, 6).map(({ device }) => device)
  await query(
    `update lighting_post p set street_id = s.id from lighting_lamp l, lighting_street s where p.id = l.post_id and l.controller_id = any($1::bigint[])
     and s.id = (select id from lighting_street where tenant_id = '000000' order by id limit 1)`,
    [ids],
  )
  expect((await admin.post('/api/blade-city/street/submit', { name: '望江路' })).code).toBe(200)
  const streets = await query<{ id: string; name: string }>(
    "select id::text, name from lighting_street where tenant_id = '000000' order by (name = '望江路'), id",
  )
  const [street] = streets
  expect(await named({ controllerIds: ids })).toBe(street?.name)
  expect(await named({ controllerIds: ids }, { picked: 'map' })).toBe(`框选 · ${street?.name}`)
  await query('update lighting_street set name_en = $2 where id = $1', [street?.id, 'Riverside Rd'])
  await query('update lighting_post set street_id = $2 where id = (select post_id from lighting_lamp where id = $1)', [
    lamps[0]?.id,
    streets.at(-1)?.id,
  ])
  expect(await named({ controllerIds: ids }, { picked: 'map' })).toBe(`框选 · ${street?.name}等 2 条路`)
  expect(await named({ controllerIds: ids }, {}, 'en-US')).toBe('Riverside Rd and 1 more street')
  const [inArea] = await query<{ id: string; area: string; start: string }>(
    'select a.id::text, a.area_name as area, left(l.name, 1) as start from lighting_lamp l join places_area a on a.id = l.area_id where l.id = $1',
    [lamp?.id],
  )
  expect(await named({ filter: { areaId: inArea?.id, name: inArea?.start } })).toBe(`区域 ${inArea?.area}，名称 ${inArea?.start}`)
  expect(await named({ filter: { name: 'none of them' } })).toBeNull()
  expect(await named({ filter: { all: '1' } }, {}, 'en-US')).toBe('All lamps')
  const [area] = await query<{ id: string; name: string }>(
    "select id::text, coalesce(area_full_name, area_name) as name from places_area where tenant_id = '000000' limit 1",
  )
  expect(await named({ areaId: area?.id })).toBe(area?.name)
  const id = await order({ controllerIds: ids })
  expect(await record(id)).toMatchObject({ targetText: `${street?.name}等 2 条路` })
  const english = await product.signIn({ lang: 'en-US' })
  const inEnglish = 'Riverside Rd and 1 more street'
  expect((await english.get<object>(`${RECORD}/detail`, { id })).data).toMatchObject({ targetText: inEnglish })
  const found = async (client: ApiClient, targetText: string) =>
    (await client.get<{ records: { targetText: string }[] }>(`${RECORD}/page`, { targetText, ids: id })).data.records.map(
      (row) => row.targetText,
    )
  expect(await found(english, 'riverside')).toEqual([inEnglish])
  expect(await found(admin, '等 2 条路')).toEqual([`${street?.name}等 2 条路`])
  expect(await (await english.call('GET', `${RECORD}/export?ids=${id}`)).text()).toContain(inEnglish)
  const overview = await english.get<{ running: BatchSummary[]; failed: BatchSummary[] }>('/api/blade-report/dashboard/info')
  expect([...overview.data.running, ...overview.data.failed].find((batch) => batch.id === id)?.targetText).toBe(inEnglish)
  const again = await admin.post<{ targetName: object }>(`${COMMAND}/preview`, { command: 'on', selector: { controllerIds: ids } })
  const repeated = await admin.post<{ batchId: string }>(COMMAND, {
    command: 'on',
    duration: 60,
    selector: { controllerIds: ids },
    targetName: again.data.targetName,
  })
  expect((await english.get<object>(`${RECORD}/detail`, { id: repeated.data.batchId })).data).toMatchObject({ targetText: inEnglish })
  const wrong = await admin.post(COMMAND, { command: 'on', duration: 60, selector: { controllerIds: ids }, targetName: { zh: 'x' } })
  expect([wrong.code, wrong.msg]).toEqual([400, expect.stringContaining('en')])
  const audit = await admin.get<{ records: { detail: string }[] }>('/api/blade-log/audit/list', { target: id })
  expect(JSON.parse(audit.data.records[0]?.detail ?? '{}')).toMatchObject({ target: `${street?.name}等 2 条路`, targetEn: inEnglish })
})

test('decisions.md A41: a command belongs to the system of each project of its lamps, also where one gateway serves several of them', async () => {
  const { query } = product.platform.system
  const projects = new Map<number, string>()
  for (const type of [3, 4, 200]) {
    const answer = await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: `system ${type}`, type })
    expect([answer.code, answer.msg]).toEqual([200, expect.anything()])
    projects.set(type, answer.data.id)
  }
  const moved = lamps.slice(12, 17)
  const set = (lamp: (typeof lamps)[number] | undefined, type: number) =>
    query(
      'update lighting_controller set project_id = $2, gateway_id = (select gateway_id from lighting_controller where id = $3) where id = $1',
      [lamp?.device, projects.get(type), moved[0]?.device],
    )
  await set(moved[1], 3)
  await set(moved[2], 3)
  await set(moved[3], 200)
  await set(moved[4], 4)
  await query('update lighting_controller set gateway_id = null where id = $1', [moved[4]?.device])
  for (const picked of [[0], [1, 2], [0, 1], [3], [4], [0, 1, 2, 3, 4]]) {
    const chosen = picked.map((at) => moved[at]?.device)
    const types = await query<{ type: number }>(
      `select coalesce(p.type, 2) as type from lighting_controller c left join places_projects p on p.id = c.project_id where c.id = any($1::bigint[])`,
      [chosen],
    )
    const expected = [...new Set(types.map(({ type }) => ([3, 4, 200].includes(type) ? type : 2)))].sort((a, b) => a - b)
    const id = await order({ controllerIds: chosen })
    const [stored] = await query<{ systems: number[] }>('select systems from control_batch where id = $1', [id])
    expect(
      [...(stored?.systems ?? [])].sort((a, b) => a - b),
      picked.join(),
    ).toEqual(expected)
    const listed = async (systemType: number) => (await admin.get<{ total: number }>(`${RECORD}/page`, { ids: id, systemType })).data.total
    expect(await listed(3), picked.join()).toBe(expected.includes(3) ? 1 : 0)
    expect(await listed(2), picked.join()).toBe(expected.some((type) => type !== 3) ? 1 : 0)
  }
})

test('rows of a command name their lamps, and the map can select them', async () => {
  const some = lamps.slice(8, 11)
  const id = await order({ lampIds: some.map((lamp) => lamp.id) })
  const rows = await admin.get<{ records: { lampId: string; lampName: string; place: string }[] }>(`${RECORD}/executeStatus`, {
    commandRecordId: id,
  })
  const names = await product.platform.system.query<{ id: string; name: string }>('select id::text, name from lighting_lamp')
  expect(rows.data.records).toHaveLength(3)
  for (const { lampId, lampName, place } of rows.data.records) {
    expect(lampName).toBe(names.find((lamp) => lamp.id === lampId)?.name)
    expect(place).not.toBe('')
  }
  const target = await admin.get<{ name: string; ids: string[] }>('/api/blade-city/lamp/target', { batchId: id })
  expect(target.data.ids.sort()).toEqual(some.map((lamp) => lamp.device).sort())
  const other = await product.signIn({ tenantId: '100001', account: 'operator' })
  expect((await other.get('/api/blade-city/lamp/target', { batchId: id })).code).not.toBe(200)
})

test('a lamp without a gateway is in the batch, and fails with that reason', async () => {
  const [alone, other] = lamps
  await product.platform.system.query('update lighting_controller set gateway_id = null where id = $1', [alone?.device])
  const selector = { lampIds: [alone?.id, other?.id] }
  const preview = await admin.post<object>(`${COMMAND}/preview`, { command: 'on', selector })
  expect(preview.data).toMatchObject({ lamps: 2, noGatewayLamps: 1 })
  const id = await order(selector)
  expect(await record(id)).toMatchObject({ total: 2, failed: 1 })
  const failed = await admin.get<{ records: object[] }>(`${RECORD}/failDevice`, { commandRecordId: id })
  expect(failed.data.records).toMatchObject([{ deviceId: alone?.device, code: 'noGateway', reason: '设备未接入网关' }])
})

test('superseded devices are not failures: a retry leaves them out, and old consoles read them as failed with the reason', async () => {
  const [, , refusing, ...others] = lamps.slice(0, 5)
  const id = await order({ lampIds: [refusing, ...others].map((lamp) => lamp?.id) })
  const [row] = await product.platform.system.query<{ sn: string; gateway: string }>(
    'select sn, gateway_sn as gateway from control_ledger where batch_id = $1 and device_id = $2',
    [id, refusing?.device],
  )
  const now = Date.now()
  const answer = {
    id,
    sns: [row?.sn ?? ''],
    gateway: row?.gateway ?? '',
    ok: false,
    code: 'relayFailure' as const,
    at: now,
    receivedAt: now,
  }
  await product.platform.port(acksPort).acked([answer])
  await order({ lampIds: others.map((lamp) => lamp.id) })
  await expect.poll(() => record(id)).toMatchObject({ state: 4, status: 4, failed: 1, timedOut: 0, superseded: 2, ended: 3 })
  const rows = async (query: object) =>
    (await admin.get<{ records: Record<string, unknown>[] }>(`${RECORD}/executeStatus`, { commandRecordId: id, ...query })).data.records
  expect((await rows({ status: 4 })).map(({ status, state, code }) => [status, state, code]).sort()).toEqual([
    [4, 4, 'relayFailure'],
    [4, 6, 'superseded'],
    [4, 6, 'superseded'],
  ])
  expect(await rows({ state: 6 })).toHaveLength(2)
  expect(await rows({ state: 4 })).toHaveLength(1)
  expect((await admin.get(`${RECORD}/executeStatus`, { commandRecordId: id, state: 3 })).code).toBe(400)
  const failed = await admin.get<{ records: object[] }>(`${RECORD}/failDevice`, { commandRecordId: id })
  expect(failed.data.records).toHaveLength(1)
  expect((await admin.post<object>(`${RECORD}/retry/preview`, { commandRecordId: id })).data).toMatchObject({ lamps: 1 })
  expect((await admin.post<object>(`${RECORD}/retry`, { commandRecordId: id })).data).toMatchObject({ total: 1 })
})

test('command records and the audit log can be filtered by time and user', async () => {
  const id = await order({ lampIds: [lamps[5]?.id] })
  const { createTime } = await record(id)
  const found = async (path: string, query: object): Promise<number> =>
    (await admin.get<{ total: number }>(path, { ...query, size: 1 })).data.total
  for (const [path, about] of [
    [`${RECORD}/page`, { ids: id }],
    ['/api/blade-log/audit/list', { target: id }],
  ] as const) {
    expect(await found(path, { ...about, createTime_datege: createTime })).toBe(1)
    expect(await found(path, { ...about, createTime_datege: '2099-01-01 00:00:00' })).toBe(0)
    expect(
      await found(path, { ...about, createTime_datege: createTime, createTime_datele: '2099-01-01 00:00:00', account_equal: 'admin' }),
    ).toBe(1)
    expect(await found(path, { ...about, account_equal: 'operator' })).toBe(0)
    expect((await admin.get(path, { createTime_datege: 'yesterday' })).code).toBe(400)
  }
})

test('the home page shows the same counts of a command as its record', async () => {
  const id = await order({ lampIds: lamps.slice(0, 4).map((lamp) => lamp.id) })
  const { data } = await admin.get<{ running: BatchSummary[]; failed: BatchSummary[] }>('/api/blade-report/dashboard/info')
  const shown = [...data.running, ...data.failed].find((batch) => batch.id === id)
  expect(progressText(countsOf(shown ?? {}))).toEqual(progressText(countsOf(await record(id))))
  expect(shown).toMatchObject({ total: 4, failed: 1 })
})

test('a lamp shows its faults and since when', async () => {
  const [lamp] = lamps.slice(12)
  const since = Date.UTC(2026, 10, 20, 3, 10)
  await product.platform.system.query(
    `insert into devices_state (device_id, tenant_id, sn, state, faults, fault_since, reported_at) values ($1, '000000', 'X', 3, '{lampFailure}', $2, $2)
     on conflict (device_id) do update set state = 3, faults = excluded.faults, fault_since = excluded.fault_since`,
    [lamp?.device, new Date(since)],
  )
  const state = await admin.get<{ faults: string[]; faultSince: number }>('/api/blade-city/lamp/realTimeCondition', { id: lamp?.id })
  expect(state.data).toMatchObject({ state: 3, faults: ['lampFailure'], faultSince: since })
})
