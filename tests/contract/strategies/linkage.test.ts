import { eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringWorld, answeringWorld } from './linkage-world.ts'

const TEMPLATE = '/api/blade-strategy/linkage/template'
const INSTANCE = '/api/blade-strategy/linkage/instance'
const RECORD = '/api/blade-strategy/linkage/record'
const [SENSOR, SPRAY] = [18, 21]

interface RecordRow {
  readonly id: string
  readonly state: number
  readonly cause: string
  readonly value: string
  readonly sn: string
  readonly depth: number
  readonly causedBy: string
  readonly actions: { readonly batchId: string; readonly error: string; readonly cmd: string }[]
}
let world: AnsweringWorld
const dusty = {
  name: '扬尘喷淋',
  toggleDevType: SENSOR,
  property: 'pm25',
  operator: 1,
  value: '100',
  againValue: '80',
  holdSeconds: 0,
  devType: SPRAY,
  actions: [{ cmd: 'spray', args: '{"level":60,"minutes":5}' }],
}
const recordsOf = async (instanceId: string): Promise<RecordRow[]> =>
  (await world.operator.get<{ records: RecordRow[] }>(`${RECORD}/page`, { instanceId, size: 50 })).data.records
const detail = async (path: string, id: string) => (await world.operator.get<Record<string, unknown>>(path, { id })).data
/** Waits until the runner has seen everything that was reported before. */
const quiet = async (): Promise<void> => {
  await eventually(async () => {
    const [left] = await world.product.platform.system.query<{ n: number }>('select count(*)::int as n from linkage_report')
    return left?.n === 0
  })
  await new Promise((resolve) => setTimeout(resolve, 700))
}
const instance = (templateId: string, instanceName: string, more: object = {}) =>
  world.made(`${INSTANCE}/submit`, {
    instanceName,
    templateId,
    toggleDevType: SENSOR,
    devType: SPRAY,
    toggleDevIds: world.ids['LK-ES'],
    devIds: world.ids['LK-SP'],
    enable: 1,
    cooldown: 0,
    ...more,
  })

beforeAll(async () => {
  world = await answeringWorld('GW-LINK', (cmd, args) => (cmd === 'spray' ? { on: 1, level: args.level } : {}))
  await world.add('env_sensor/submit', 'LK-ES')
  await world.add('env_sensor/submit', 'LK-ES2')
  await world.add('spray/device/submit', 'LK-SP')
  await world.report('LK-SP', { on: 0, level: 0 })
})
afterAll(() => world?.stop())

test('vis.linkageTpl: a template has a condition that its device type offers, and commands of the acting type', async () => {
  for (const [change, field] of [
    [{ toggleDevType: 9999 }, 'toggleDevType'],
    [{ property: 'smell' }, 'property'],
    [{ operator: 7 }, 'operator'],
    [{ value: 'much' }, 'value'],
    [{ value: '9000' }, 'value'],
    [{ againValue: '120' }, 'againValue'],
    [{ holdSeconds: 90_000 }, 'holdSeconds'],
    [{ devType: 9999 }, 'devType'],
    [{ actions: [] }, 'actions'],
    [{ actions: [{ cmd: 'dance' }] }, 'actions'],
    [{ actions: [{ cmd: 'spray', args: '{"level":900}' }] }, 'actions'],
    [{ actions: [{ cmd: 'spray', args: 'level' }] }, 'actions'],
    [{ actions: [{ cmd: 'spray', args: '{"level":50,"mood":1}' }] }, 'actions'],
    [{ property: 'faults', operator: 7, value: 'nothing', againValue: '' }, 'value'],
  ] as const)
    await world.refused(`${TEMPLATE}/submit`, { ...dusty, ...change }, field)
  expect((await world.operator.get<{ total: number }>(`${TEMPLATE}/page`, {})).data.total).toBe(0)
  const id = await world.made(`${TEMPLATE}/submit`, dusty)
  expect(await detail(`${TEMPLATE}/by/id`, id)).toMatchObject({
    name: '扬尘喷淋',
    property: 'pm25',
    instances: 0,
    actions: [{ cmd: 'spray' }],
  })
  expect((await world.guest.post(`${TEMPLATE}/submit`, { ...dusty, name: '访客' })).body.code).not.toBe(200)
  expect((await world.other.get<{ total: number }>(`${TEMPLATE}/page`, {})).data.total).toBe(0)
  expect((await world.operator.post(`${TEMPLATE}/remove`, undefined, { ids: id })).body.code).toBe(200)
})

test('grp.visual.linkage: ToggleDev lists the devices that can trigger, dev/list those that can act', async () => {
  const toggles = await world.operator.get<{ sn: string }[]>('/api/blade-strategy/linkage/ToggleDev', { toggleDevType: SENSOR })
  expect(toggles.data.map(({ sn }) => sn)).toEqual(['LK-ES', 'LK-ES2'])
  const acting = await world.operator.get<{ sn: string; devTypeName: string }[]>(`${INSTANCE}/dev/list`, { devType: SPRAY })
  expect(acting.data).toMatchObject([{ sn: 'LK-SP', devTypeName: '喷淋设备' }])
  expect((await world.other.get<object[]>(`${INSTANCE}/dev/list`, { devType: SPRAY })).data).toEqual([])
  expect((await world.operator.get(`${INSTANCE}/dev/list`, { devType: 9999 })).body).toMatchObject({ code: 400, field: 'devType' })
  const commands = await world.operator.get<{ cmd: string; allowed: number }[]>('/api/blade-strategy/linkage/commands', { devType: SPRAY })
  expect(commands.data).toContainEqual(expect.objectContaining({ cmd: 'spray', allowed: 1 }))
})

test('vis.linkage: an instance binds devices of the types of its template', async () => {
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '绑定' })
  const body = { instanceName: '一号', templateId, toggleDevIds: world.ids['LK-ES'], devIds: world.ids['LK-SP'] }
  for (const [change, field] of [
    [{ templateId: '1234567890123456789' }, 'templateId'],
    [{ toggleDevType: SPRAY }, 'toggleDevType'],
    [{ devType: SENSOR }, 'devType'],
    [{ toggleDevIds: '1234567890123456789' }, 'toggleDevIds'],
    [{ toggleDevIds: world.ids['LK-SP'] }, 'toggleDevIds'],
    [{ devIds: world.ids['LK-ES'] }, 'devIds'],
    [{ devIds: 'x' }, 'devIds'],
    [{ devIds: '' }, 'devIds'],
    [{ enable: 7 }, 'enable'],
    [{ cooldown: 90_000 }, 'cooldown'],
  ] as const)
    await world.refused(`${INSTANCE}/submit`, { ...body, ...change }, field)
  expect((await world.operator.get<{ total: number }>(`${INSTANCE}/page`, { instanceName: '一号' })).data.total).toBe(0)
  const id = await world.made(`${INSTANCE}/submit`, body)
  expect(await detail(`${INSTANCE}/by/id`, id)).toMatchObject({
    toggleDevType: SENSOR,
    devType: SPRAY,
    enable: 0,
    cooldown: 60,
    firings: 0,
  })
  await world.made(`${INSTANCE}/submit`, { id, enable: 1 })
  await world.refused(`${TEMPLATE}/submit`, { id: templateId, value: '50', againValue: '' }, 'id')
  expect((await world.operator.post(`${TEMPLATE}/remove`, undefined, { ids: templateId })).body).toMatchObject({ code: 400, field: 'ids' })
  expect((await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })).body.code).toBe(200)
})

test('a linkage fires when the value passes the threshold, and again only after the second threshold; the record has cause, batch and result', async () => {
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '迟滞' })
  const id = await instance(templateId, '迟滞')
  await world.report('LK-ES', { pm25: 90 })
  await world.report('LK-ES', { pm25: 120 })
  const [first] = await eventually(async () => {
    const found = await recordsOf(id)
    return found[0]?.state === 2 ? found : null
  })
  expect(first).toMatchObject({ sn: 'LK-ES', value: '120', depth: 1, state: 2 })
  expect(first?.cause).toContain('LK-ES PM2.5 120')
  const command = world.sent('spray').at(-1)
  expect(command).toMatchObject({ id: first?.actions[0]?.batchId, args: { level: 60, minutes: 5 }, sns: ['LK-SP'] })
  const batch = await detail('/api/blade-city/commandrecord/detail', String(first?.actions[0]?.batchId))
  expect(batch).toMatchObject({ account: 'operator', state: 2 })
  // 85 is below 100 but above 80: the linkage does not fire again.
  for (const pm25 of [130, 85, 140]) await world.report('LK-ES', { pm25 })
  await quiet()
  expect(await recordsOf(id)).toHaveLength(1)
  await world.report('LK-ES', { pm25: 79 })
  await quiet()
  await world.report('LK-ES', { pm25: 150 })
  await eventually(async () => (await recordsOf(id)).length === 2)
  expect(await detail(`${INSTANCE}/by/id`, id)).toMatchObject({ firings: 2 })
  await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })
})

test('a hold time needs the condition without a break; a cool-down delays the next firing', async () => {
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '持续', againValue: '', holdSeconds: 1 })
  const id = await instance(templateId, '持续', { cooldown: 3 })
  await world.report('LK-ES', { pm25: 200 })
  await world.report('LK-ES', { pm25: 20 })
  await quiet()
  await quiet()
  expect(await recordsOf(id)).toHaveLength(0)
  await world.report('LK-ES', { pm25: 210 })
  await eventually(async () => (await recordsOf(id)).length === 1)
  await world.report('LK-ES', { pm25: 20 })
  await world.report('LK-ES', { pm25: 220 })
  await quiet()
  await quiet()
  expect(await recordsOf(id)).toHaveLength(1)
  // Both commands are done before the test ends, so that the tests after it count only their own.
  await eventually(async () => (await recordsOf(id)).filter(({ state }) => state === 2).length === 2)
  await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })
})

test('a shadow linkage records what it would have done, and sends nothing', async () => {
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '影子' })
  const id = await instance(templateId, '影子', { enable: 2 })
  const before = world.sent('spray').length
  // The process that receives the reports reads a new linkage a moment later; a report before that does not count.
  const [row] = await eventually(async () => {
    await world.report('LK-ES', { pm25: 300 })
    const found = await recordsOf(id)
    return found.length > 0 ? found : null
  })
  await quiet()
  expect(await recordsOf(id)).toHaveLength(1)
  expect(row).toMatchObject({ state: 5, actions: [{ cmd: 'spray', batchId: '' }] })
  expect(world.sent('spray')).toHaveLength(before)
  await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })
})

test('linkages that cause each other end after three links', async () => {
  const loop = { toggleDevType: SPRAY, property: 'level', devType: SPRAY, holdSeconds: 0, againValue: '' }
  const [up, down] = await Promise.all([
    world.made(`${TEMPLATE}/submit`, { ...loop, name: '升', operator: 3, value: '50', actions: [{ cmd: 'spray', args: '{"level":70}' }] }),
    world.made(`${TEMPLATE}/submit`, { ...loop, name: '降', operator: 1, value: '50', actions: [{ cmd: 'spray', args: '{"level":30}' }] }),
  ])
  // A report of earlier tests must not count.
  await world.product.platform.system.query('delete from linkage_work')
  const bound = { toggleDevType: SPRAY, toggleDevIds: world.ids['LK-SP'] }
  const [a, b] = [await instance(up, '升', bound), await instance(down, '降', bound)]
  await world.report('LK-SP', { level: 10 })
  const rows = await eventually(async () => {
    const found = [...(await recordsOf(a)), ...(await recordsOf(b))].sort((x, y) => (x.id < y.id ? -1 : 1))
    return found.length === 4 ? found : null
  })
  await quiet()
  expect(rows.map(({ depth }) => depth)).toEqual([1, 2, 3, 4])
  expect(rows[3]).toMatchObject({ state: 6, causedBy: rows[2]?.id, actions: [{ batchId: '' }] })
  expect([...(await recordsOf(a)), ...(await recordsOf(b))]).toHaveLength(4)
  await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: `${a},${b}` })
})

test('a device that refuses makes a failed record; a user who was disabled sends nothing', async () => {
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '拒绝' })
  const id = await instance(templateId, '拒绝')
  world.refusing.add('LK-SP')
  await world.report('LK-ES', { pm25: 320 })
  await eventually(async () => (await recordsOf(id))[0]?.state === 4)
  world.refusing.delete('LK-SP')
  await world.product.platform.system.query(`update linkage_instance set acting_user = 1 where id = $1`, [id])
  await world.report('LK-ES', { pm25: 10 })
  await quiet()
  await world.report('LK-ES', { pm25: 330 })
  const [row] = await eventually(async () => {
    const found = await recordsOf(id)
    return found.length === 2 && found[0]?.state === 4 ? found : null
  })
  expect(row?.actions[0]).toMatchObject({ batchId: '', error: '执行人已停用' })
  await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })
})

test('a process that ends between the ledger and the record sends nothing twice', async () => {
  const { system } = world.product.platform
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '重启' })
  const id = await instance(templateId, '重启')
  await world.report('LK-ES', { pm25: 10 })
  await world.report('LK-ES', { pm25: 400 })
  const [row] = await eventually(async () => {
    const found = await recordsOf(id)
    return found[0]?.state === 2 ? found : null
  })
  const sent = world.sent('spray').length
  // As if the process had ended after it wrote the batch and before it stored its id.
  await system.query(`update linkage_record set state = 0, actions = jsonb_set(actions, '{0}', (actions -> 0) - 'batchId') where id = $1`, [
    row?.id,
  ])
  await system.query('update linkage_work set done = false, next_at = now() where record_id = $1', [row?.id])
  const [again] = await eventually(async () => {
    const found = await recordsOf(id)
    return found[0]?.state === 2 ? found : null
  })
  expect(again?.actions[0]?.batchId).toBe(row?.actions[0]?.batchId)
  await quiet()
  expect(world.sent('spray')).toHaveLength(sent)
  expect(await recordsOf(id)).toHaveLength(1)
  await world.operator.post(`${INSTANCE}/remove`, undefined, { ids: id })
})

test('a dry run tells how often a linkage would have fired in the last seven days', async () => {
  const templateId = await world.made(`${TEMPLATE}/submit`, { ...dusty, name: '试算' })
  const start = Date.now() - 3 * 3_600_000
  for (const [minutes, pm25] of [50, 120, 90, 130, 70, 140, 60, 150].entries())
    await world.report('LK-ES2', { pm25 }, start + minutes * 600_000)
  const body = { templateId, toggleDevIds: world.ids['LK-ES2'] }
  const run = (more: object) => world.operator.post<{ firings: number; readings: number }>(`${INSTANCE}/dryRun`, { ...body, ...more })
  const answer = await eventually(async () => {
    const found = await run({})
    return found.data.readings === 8 ? found : null
  })
  expect(answer.data).toMatchObject({ days: 7, firings: 3, cut: 0, byDevice: [{ sn: 'LK-ES2', firings: 3 }] })
  expect((await run({ cooldown: 3600 })).data.firings).toBe(2)
  await world.refused(`${INSTANCE}/dryRun`, { templateId }, 'toggleDevIds')
  const faults = { name: '无历史', property: 'faults', operator: 7, value: 'supplyLoss', againValue: '' }
  const text = await world.made(`${TEMPLATE}/submit`, { ...dusty, ...faults })
  await world.refused(`${INSTANCE}/dryRun`, { ...body, templateId: text }, 'templateId')
  expect(await recordsOf('1')).toEqual([])
})
