import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import type { PublicationFacts } from '../../../domains/strategies/model/publication-facts.ts'

const TENANT = '100001'
const GATEWAY = 'GW-STRATEGIES'
const BASE = '/api/blade-strategy/workstrategy'
const SNS = ['ST-1', 'ST-2', 'ST-3'] as const
let product: TestPlatform
let operator: ApiClient
let other: ApiClient
let client: MqttClient
const ids: Record<string, string> = {}
const refusing = new Set<string>()
/** The calendar that each device holds. */
const held = new Map<string, { id: string; hash: string }>()

const answer = async ({ id, cmd, args, sns }: Command): Promise<void> => {
  if (cmd !== 'set' && cmd !== 'get') return
  const acks = sns.map((sn) => {
    if (cmd === 'set' && refusing.has(sn)) return { id, sn, ok: false, code: 'invalidArgs', at: Date.now(), p: {} }
    if (cmd === 'set') held.set(sn, (args as { value: { id: string; hash: string } }).value)
    return { id, sn, ok: true, code: 'ok', at: Date.now(), p: {}, params: { calendar: held.get(sn) ?? {} } }
  })
  await client.publishAsync(`ll/1/${GATEWAY}/up/ack`, JSON.stringify(acks), { qos: 1 })
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_RESEND_SECONDS: '1' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  other = await product.signIn({ tenantId: '000000', account: 'admin' })
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 3)',
    [gatewayId, TENANT, GATEWAY],
  )
  const password = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password, reconnectPeriod: 0 })
  client.on('message', (topic, payload) => void (topic.endsWith('command') && answer(JSON.parse(payload.toString()) as Command)))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/+`, { qos: 1 })
  for (const sn of SNS) {
    const made = await operator.post<{ id: string }>('/api/blade-city/controller', { sn, name: sn, gatewayId })
    ids[sn] = made.data.id
  }
})
afterAll(async () => {
  await client?.endAsync()
  await product?.stop()
})

const HALF_NIGHT = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 1, time: '23:00', level: 50 },
  { trigger: 3, offset: 0, level: 0 },
]
const add = async (kind: 'normal' | 'special' | 'spray/normal', body: object): Promise<string> => {
  const path = kind === 'spray/normal' ? '/api/blade-strategy/spray/workstrategy/normal' : `${BASE}/${kind}`
  const made = await operator.post<{ id: string }>(path, body)
  expect(made.body).toMatchObject({ code: 200 })
  return made.data.id
}
const detail = async (id: string): Promise<Record<string, unknown>> => (await operator.get<Record<string, unknown>>(`${BASE}/${id}`)).data
const all = () => SNS.map((sn) => ids[sn]).join()

describe('city.strategy, city.special: strategies', () => {
  test('are added, changed with a version each, listed by kind and system, and removed by the calls of the catalogue', async () => {
    const id = await add('normal', { name: '半夜灯', systemType: 2, entries: HALF_NIGHT })
    expect(await detail(id)).toMatchObject({ name: '半夜灯', kind: 1, version: 1, assigned: 0 })
    const listed = await operator.get<{ records: { id: string }[]; total: number }>(`${BASE}/normal/page`, {
      current: 1,
      size: 10,
      systemType: 2,
    })
    expect(listed.data.records.map((row) => row.id)).toContain(id)
    const put = await operator.put(`${BASE}/normal`, { workStrategyId: id, remark: '主干道' })
    expect(put.body).toMatchObject({ code: 200 })
    expect(await detail(id), 'a remark changes nothing that devices do').toMatchObject({ version: 1, remark: '主干道' })
    await operator.put(`${BASE}/normal`, {
      workStrategyId: id,
      entries: [...HALF_NIGHT.slice(0, 1), { trigger: 3, offset: 0, level: 0 }],
      reason: '节能',
    })
    expect(await detail(id)).toMatchObject({ version: 2, reason: '节能' })
    expect((await operator.put(`${BASE}/normal`, { workStrategyId: id, reason: 'x'.repeat(256) })).body).toMatchObject({
      code: 400,
      field: 'reason',
    })
    const versions = async () =>
      (await operator.get<{ records: { version: number; reason: string }[] }>(`${BASE}/version/list`, { strategyId: id })).data.records.map(
        ({ version, reason }) => `${version} ${reason}`,
      )
    expect(await versions()).toEqual(['2 节能', '1 '])
    const back = await operator.post<{ version: number }>(`${BASE}/restore`, { strategyId: id, version: 1, reason: '误改' })
    expect(back.data).toEqual({ version: 3 })
    expect((await versions())[0]).toBe('3 误改')
    expect(((await detail(id)).entries as unknown[]).length).toBe(3)
    expect((await operator.get(`${BASE}/normal/${id}`)).body).toMatchObject({ code: 200 })
    expect((await operator.get(`${BASE}/special/detail`, { id })).body, 'another kind').toMatchObject({ code: 400 })
    expect((await operator.delete(`${BASE}/normal`, { ids: id })).body).toMatchObject({ code: 200 })
  })
  test.each([
    [{ name: 'x', entries: [] }, 'entries'],
    [{ name: 'x', entries: [{ trigger: 1, level: 50 }] }, 'entries'],
    [{ name: 'x', entries: [{ trigger: 9, level: 50 }] }, 'entries'],
    [{ name: 'x', entries: [{ trigger: 2, level: 101 }] }, 'entries'],
    [{ name: 'x', entries: [{ trigger: 1, time: '25:00', level: 5 }] }, 'entries'],
  ])('wrong switch points are refused and name the field: %j', async (body, field) => {
    const made = await operator.post(`${BASE}/normal`, body)
    expect(made.body).toMatchObject({ code: 400 })
    expect(String((made.body as { field?: string }).field)).toContain(field)
  })
  test('a special strategy needs dates', async () => {
    expect((await operator.post(`${BASE}/special`, { name: 'y', entries: HALF_NIGHT })).body).toMatchObject({ code: 400, field: 'range' })
  })
})

describe('publishing', () => {
  test('rule.log.retry: a refused calendar is sent again to its failed devices only', async () => {
    const [workStrategyId, call] = [await add('normal', { name: '再次下发', entries: HALF_NIGHT }), `${BASE}/normal/data/batch/set`]
    refusing.add('ST-2')
    const { data } = await operator.post<{ batchId: string }>(call, { workStrategyId, controllerIds: `${ids['ST-1']},${ids['ST-2']}` })
    await expect.poll(() => detail(workStrategyId)).toMatchObject({ failed: 1, held: 1, drifted: 0 })
    refusing.clear()
    const again = await operator.post<{ total: number }>(call, { againCommandRecordId: data.batchId })
    expect(again.body).toMatchObject({ code: 200, data: { total: 1 } })
    await expect.poll(() => detail(workStrategyId)).toMatchObject({ failed: 0, held: 2 })
  })

  test('gives devices the calendar through the ledger; the list counts who holds it; a special strategy joins it; a new version is published to all', async () => {
    const normal = await add('normal', { name: '主干道', entries: HALF_NIGHT })
    const sent = await operator.post<{ state: number; devices: number; batchIds: string[] }>(`${BASE}/publish`, {
      strategyId: normal,
      controllerIds: all(),
    })
    expect(sent.body).toMatchObject({ code: 200, data: { state: 1, devices: 3 } })
    await expect.poll(async () => (await detail(normal)).held).toBe(3)
    const first = held.get('ST-1')!
    expect(first.hash).toMatch(/^[0-9a-f]{16}$/)
    expect(held.get('ST-2')).toEqual(first)

    const special = await add('special', {
      name: '国庆',
      entries: [
        { trigger: 2, level: 100 },
        { trigger: 3, level: 0 },
      ],
      range: '10-01..10-07',
      priority: 7,
    })
    const set = await operator.post(`${BASE}/special/batch/set`, {
      controllerIds: [ids['ST-1']].join(),
      workStrategyId: special,
    })
    expect(set.body, JSON.stringify(set.body)).toMatchObject({ code: 200, data: { total: 1 } })
    await expect.poll(async () => (await detail(special)).held).toBe(1)
    expect(held.get('ST-1')?.hash).not.toBe(first.hash)
    expect(held.get('ST-2')).toEqual(first)
    const got = await operator.get<Record<string, unknown>[]>(`${BASE}/special/batch/get`, { controllerIds: all() })
    expect(got.data.find((row) => row.controllerId === ids['ST-1'])).toMatchObject({
      workStrategyId: normal,
      specials: [{ id: special, name: '国庆' }],
      status: 2,
    })
    expect((await operator.get<object>(`${BASE}/normal/data/controller`, { controllerId: ids['ST-2'] })).data).toMatchObject({
      name: '主干道',
      version: 1,
      status: 2,
    })

    await operator.put(`${BASE}/normal`, {
      workStrategyId: normal,
      entries: [...HALF_NIGHT.slice(0, 2), { trigger: 5, offset: 0, level: 0 }],
    })
    expect(await detail(normal)).toMatchObject({ version: 2, outdated: 3 })
    const updated = await operator.post<{ devices: number; batchIds: string[] }>(`${BASE}/update`, { strategyId: normal, reason: '冬季' })
    expect(updated.data).toMatchObject({ devices: 3 })
    expect(updated.data.batchIds.length, 'two combinations of strategies').toBe(2)
    await expect.poll(async () => await detail(normal)).toMatchObject({ outdated: 0, held: 3 })

    expect((await operator.delete(`${BASE}/normal`, { ids: normal })).body, 'in use').toMatchObject({ code: 400, field: 'ids' })
    const part = await operator.post<{ devices: number }>(`${BASE}/unassign`, { strategyId: special, controllerIds: all() })
    expect(part.data, 'only the devices that have it').toMatchObject({ devices: 1 })
    expect((await operator.post(`${BASE}/unassign`, { strategyId: special, all: true })).body, 'none has it').toMatchObject({
      code: 400,
      field: 'controllerIds',
    })
    expect((await operator.post(`${BASE}/unassign`, { strategyId: normal })).body, 'neither all nor a selection').toMatchObject({
      code: 400,
    })
    await operator.post(`${BASE}/unassign`, { strategyId: normal, all: true })
    await expect.poll(() => held.get('ST-2')).toEqual({ id: '', hash: '' })
    const publications = await operator.get<{ records: { kind: number }[] }>(`${BASE}/publication/page`, { strategyId: normal })
    expect(publications.data.records.map(({ kind }) => kind)).toEqual([3, 2, 1])
  })
  test('a program with errors is refused with its proof, and nothing is written', async () => {
    const bad = await add('normal', { name: '不关灯', entries: [{ trigger: 2, level: 100 }] })
    const refused = await operator.post(`${BASE}/publish`, { strategyId: bad, controllerIds: ids['ST-3'] })
    expect(refused.body).toMatchObject({ code: 400, field: 'entries' })
    expect(await detail(bad)).toMatchObject({ assigned: 0 })
  })
  test('above the limit a second person approves; the requester cannot; rejecting changes nothing', async () => {
    await product.platform.system.query(`update system_param set param_value = '2' where param_key = 'strategy.approval.devices'`)
    await expect
      .poll(async () => {
        const id = await add('normal', { name: `审批${Math.random()}`, entries: HALF_NIGHT })
        const sent = await operator.post<{ id: string; state: number }>(`${BASE}/publish`, {
          strategyId: id,
          controllerIds: all(),
          reason: '换季',
        })
        return sent.data.state
      })
      .toBe(0)
    const waiting = await operator.get<{ records: { id: string; strategyId: string }[] }>(`${BASE}/publication/page`, { state: 0 })
    const [one] = waiting.data.records
    const facts = async (id: string) =>
      JSON.parse((await operator.get<{ facts: string }>(`${BASE}/publication/detail`, { id })).data.facts) as PublicationFacts
    expect(await facts(one!.id), 'what the second person decides on').toMatchObject({ devices: 3, findings: [] })
    expect((await operator.post(`${BASE}/publication/approve`, { id: one!.id })).body, 'who asked may not approve').toMatchObject({
      code: 400,
    })
    const [role] = await product.platform.system.query<{ id: string }>(
      `select id::text as id from identity_role where tenant_id = $1 and role_alias = 'admin'`,
      [TENANT],
    )
    const second = { tenantId: TENANT, account: 'second_person', password: 'Second-123' }
    await other.post('/api/blade-user/submit', { ...second, realName: '主管', roleId: role?.id })
    const admin = await product.signIn(second)
    expect((await admin.post(`${BASE}/publication/approve`, { id: one!.id, note: '同意' })).body).toMatchObject({ code: 200 })
    await expect.poll(async () => (await detail(one!.strategyId)).held).toBe(3)

    // The next request names what it changes; another edit makes it void.
    const put = (level: number) =>
      operator.put(`${BASE}/normal`, {
        workStrategyId: one!.strategyId,
        entries: [HALF_NIGHT[0], { ...HALF_NIGHT[1], level }, HALF_NIGHT[2]],
      })
    await put(30)
    const again = await operator.post<{ id: string; state: number }>(`${BASE}/update`, { strategyId: one!.strategyId })
    expect(again.data.state).toBe(0)
    expect(await facts(again.data.id)).toMatchObject({
      devices: 3,
      before: { id: one!.strategyId, version: 1, n: 3 },
      difference: {
        added: [],
        removed: [],
        settings: [],
        changed: [
          [
            { trigger: 1, time: '23:00', level: 50 },
            { trigger: 1, time: '23:00', level: 30 },
          ],
        ],
      },
    })
    await put(40)
    expect((await admin.post(`${BASE}/publication/approve`, { id: again.data.id })).body, 'it is another version now').toMatchObject({
      code: 400,
    })
    expect((await admin.post(`${BASE}/publication/reject`, { id: again.data.id })).body).toMatchObject({ code: 200 })
    await product.platform.system.query(`update system_param set param_value = '1000' where param_key = 'strategy.approval.devices'`)
  })
  test('another tenant neither sees nor publishes it', async () => {
    const id = await add('normal', { name: '本租户', entries: HALF_NIGHT })
    expect((await other.get(`${BASE}/${id}`)).body).toMatchObject({ code: 400 })
    expect((await other.post(`${BASE}/publish`, { strategyId: id, controllerIds: ids['ST-1'] })).body).toMatchObject({ code: 400 })
  })
})

describe('the preview', () => {
  interface Answer {
    devices: number
    nights: { night: string; next: Record<string, number>; now: Record<string, number> }[]
    total: Record<string, number>
    totalNow: Record<string, number>
    steps: number[][]
    findings: { code: string; text: string; firstNight: string | null }[]
  }
  test('of a draft for a project says what each of 366 nights costs, beside what runs now', async () => {
    const [project] = await product.platform.system.query<{ id: string }>(
      'select project_id::text as id from lighting_controllers where tenant_id = $1 and project_id is not null group by 1 order by count(*) desc limit 1',
      [TENANT],
    )
    const asked = await operator.post<Answer>(`${BASE}/preview`, { entries: HALF_NIGHT, projectId: project!.id })
    expect(asked.body).toMatchObject({ code: 200 })
    const { devices, nights, total, totalNow, steps, findings } = asked.data
    expect(devices).toBeGreaterThan(10)
    expect(nights.length).toBe(366)
    expect(steps.length).toBe(366)
    expect(total.kwh).toBeGreaterThan(0)
    expect(totalNow.kwh, 'no lamp has a strategy yet: all are lit until sunrise').toBeGreaterThan(total.kwh!)
    expect(nights.reduce((sum, night) => sum + night.next.kwh!, 0)).toBeCloseTo(total.kwh!, 5)
    expect(total.litInDaylight).toBe(0)
    expect(findings.filter(({ code }) => code !== 'nothingAssigned')).toEqual([])
    const [place] = await product.platform.system.query<{ ids: string[] }>(
      'select array_agg(c.id::text) as ids from (select c.id from lighting_controllers c join lighting_lamp l on l.controller_id = c.id where c.project_id = $1 and l.lat is not null limit 2) c',
      [project!.id],
    )
    const id = await add('normal', { name: '预览与下发一致', entries: HALF_NIGHT })
    const sent = await operator.post<{ id: string }>(`${BASE}/publish`, { strategyId: id, controllerIds: place!.ids.join() })
    const stored = await operator.get<{ facts: string }>(`${BASE}/publication/detail`, { id: sent.data.id })
    const facts = JSON.parse(stored.data.facts) as PublicationFacts
    expect(facts.total.kwh).toBeGreaterThan(0)
    expect(facts.totalNow.kwh, 'computed before it was sent').toBeGreaterThan(facts.total.kwh)
    const taken = await operator.post<Answer>(`${BASE}/preview`, { id, unassign: true })
    expect(taken.data.total.kwh, 'without a strategy they are lit all night again').toBeCloseTo(facts.totalNow.kwh, 1)
    expect(taken.data.totalNow.kwh).toBeCloseTo(facts.total.kwh, 1)
    await operator.post(`${BASE}/unassign`, { strategyId: id, controllerIds: place!.ids.join() })
    const lit = await operator.post<Answer>(`${BASE}/preview`, { entries: [{ trigger: 2, level: 100 }], projectId: project!.id })
    expect(lit.data.findings).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'litInDaylight' })]))
  })
  test('wrong drafts name the field', async () => {
    expect((await operator.post(`${BASE}/preview`, {})).body).toMatchObject({ code: 400, field: 'entries' })
    expect((await operator.post(`${BASE}/preview`, { entries: [{ trigger: 2, level: 'x' }] })).body).toMatchObject({
      code: 400,
      field: 'entries.0.level',
    })
    expect((await operator.post(`${BASE}/preview`, { entries: HALF_NIGHT, progress: 'x' })).body).toMatchObject({
      code: 400,
      field: 'progress',
    })
    expect((await operator.post(`${BASE}/preview`, { entries: HALF_NIGHT, range: 'soon' })).body).toMatchObject({
      code: 400,
      field: 'range',
    })
  })
})

test('why a lamp has its level: layers in words, the winner, and the next change', async () => {
  const [lamp] = await product.platform.system.query<{ id: string }>(
    `select c.id::text as id from lighting_controllers c join lighting_lamps l on l.controller_id = c.id where c.tenant_id = $1 and c.sn not like 'ST-%' limit 1`,
    [TENANT],
  )
  const id = await add('normal', { name: '为什么', entries: HALF_NIGHT })
  await operator.post(`${BASE}/publish`, { strategyId: id, controllerIds: lamp!.id })
  const asked = await operator.get<{
    layers: { layer: string; won: number }[]
    strategy: object
    next: { at: string; level: number } | null
  }>(`${BASE}/why`, {
    controllerId: lamp!.id,
  })
  expect(asked.body).toMatchObject({ code: 200, data: { strategy: { id, name: '为什么' } } })
  expect(asked.data.layers.map(({ layer }) => layer).slice(0, 2)).toEqual(['default', 'rule'])
  expect(asked.data.layers.filter(({ won }) => won === 1).length).toBe(1)
  expect(asked.data.next?.at).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  expect((await other.get(`${BASE}/why`, { controllerId: lamp!.id })).body).toMatchObject({ code: 400 })
})

test('city.strategyInstance, sun.strategyInstance: an instance binds a strategy to devices; saving publishes, another target takes it back, removing too', async () => {
  const strategyId = await add('normal', { name: '实例策略', entries: HALF_NIGHT })
  const INSTANCE = '/api/blade-sun/workstrategyinstance'
  expect((await operator.post(`${INSTANCE}/submit`, { name: '无对象', strategyId })).body).toMatchObject({ code: 400, field: 'groupId' })
  const made = await operator.post<{ id: string }>(`${INSTANCE}/submit`, { name: '支路', strategyId, deviceIds: ids['ST-3'] })
  expect(made.body).toMatchObject({ code: 200 })
  const { id } = made.data
  await expect
    .poll(async () => (await operator.get<object>(`${INSTANCE}/detail`, { id })).data)
    .toMatchObject({ status: 2, hash: held.get('ST-3')?.hash })
  await operator.post(`${INSTANCE}/submit`, { id, deviceIds: ids['ST-2'] })
  await expect.poll(async () => (await detail(strategyId)).held).toBe(1)
  await expect.poll(() => held.get('ST-3')).toEqual({ id: '', hash: '' })
  expect((await operator.post(`${INSTANCE}/remove`, undefined, { ids: id })).body).toMatchObject({ code: 200 })
  expect(await detail(strategyId)).toMatchObject({ assigned: 0 })
})

test('city.sprayStrategy: a spray strategy is written by its own calls and sent to spray devices only', async () => {
  const SPRAY = '/api/blade-strategy/spray/workstrategy/normal'
  const [gateway] = await product.platform.system.query<{ id: string }>('select id::text as id from devices_gateway where sn = $1', [
    GATEWAY,
  ])
  const spray = await operator.post<{ id: string }>('/api/blade-device/spray/device/submit', {
    sn: 'SPRAY-ST',
    name: '喷淋',
    gatewayId: gateway!.id,
  })
  expect(spray.body).toMatchObject({ code: 200 })
  const id = await add('spray/normal', {
    name: '早晚喷淋',
    entries: [
      { trigger: 1, time: '18:00', level: 100 },
      { trigger: 1, time: '18:30', level: 0 },
    ],
  })
  expect((await operator.get<{ total: number }>(`${SPRAY}/page`, { current: 1, size: 10 })).data).toMatchObject({ total: 1 })
  expect((await operator.get(`${BASE}/normal/${id}`)).body, 'it is no strategy of lamps').toMatchObject({ code: 400 })
  const sent = await operator.post(`${SPRAY}/data/batch/set`, { controllerIds: spray.data.id, workStrategyId: id })
  expect(sent.body).toMatchObject({ code: 200, data: { total: 1 } })
  expect((await operator.post(`${SPRAY}/data/batch/set`, { controllerIds: ids['ST-1'], workStrategyId: id })).body, 'a lamp').toMatchObject(
    { code: 400 },
  )
  await expect.poll(async () => (await detail(id)).held).toBe(1)
})
