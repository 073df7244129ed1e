import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preview } from '../../domains/control/model/preview.ts'
import type { AffectedDevices, PublicationFacts } from '../../domains/strategies/model/publication-facts.ts'
import { type AnsweringWorld, answeringWorld } from './linkage-world.ts'

// The previews of publications and of group commands name streets and offline devices; a command's preview also names the strategy that it overrides.
const STRATEGY = '/api/blade-strategy/workstrategy'
const PREVIEW = '/api/blade-city/controller/batch/command/preview'
const MAX_NAMED = 20
let world: AnsweringWorld
let projectId = ''
let onlineId = ''

beforeAll(async () => {
  world = await answeringWorld('GW-REACH', () => ({}), { config: { DEMO_LAMPS: '60' } })
  const [project] = await world.product.platform.system.query<{ id: string }>(
    `select c.project_id::text as id from lighting_controllers c join devices_registered r on r.device_id = c.id
     where c.tenant_id = '100001' and c.project_id is not null group by 1 order by count(*) desc limit 1`,
  )
  projectId = project!.id
  onlineId = await world.made('/api/blade-city/controller', { sn: 'RE-1', name: 'RE-1', gatewayId: world.gatewayId })
})
afterAll(() => world?.stop())

/** The streets of the lamps of the project, and the serial numbers of its controllers, as the tables have them. */
const stored = async () => {
  const { query } = world.product.platform.system
  const streets = await query<{ name: string; n: number }>(
    `select s.name, count(distinct c.id)::int as n from lighting_controllers c join lighting_lamp l on l.controller_id = c.id
     join lighting_post p on p.id = l.post_id join lighting_street s on s.id = p.street_id
     where c.project_id = $1 and not c.is_deleted group by s.id, s.name order by n desc, s.name`,
    [projectId],
  )
  const sns = await query<{ sn: string }>('select sn from lighting_controllers where project_id = $1 and not is_deleted order by sn', [
    projectId,
  ])
  return { streets, sns: sns.map(({ sn }) => sn) }
}
const commandPreview = async (body: object): Promise<Preview> => {
  const answer = await world.operator.post<Preview>(PREVIEW, body)
  expect(answer.body).toMatchObject({ code: 200 })
  return answer.data
}

test('a command names the streets and the offline devices of its targets, twenty of each at the most', async () => {
  const { streets, sns } = await stored()
  expect(streets.length).toBeGreaterThan(0)
  const found = await commandPreview({ command: 'dim', level: 30, selector: { projectId } })
  expect(found.streets).toBe(streets.length)
  expect(found.firstStreets.map(({ name, n }) => [name, n])).toEqual(streets.slice(0, MAX_NAMED).map(({ name, n }) => [name, n]))
  expect(found.offlineLamps, 'no gateway of the demo is connected').toBe(sns.length)
  expect(found.firstOffline.map(({ sn }) => sn)).toEqual(sns.slice(0, MAX_NAMED))
  expect(found.overrides).toBeNull()
  const online = await commandPreview({ command: 'on', selector: { controllerIds: [onlineId] } })
  expect(online).toMatchObject({ streets: 0, firstStreets: [], firstOffline: [] })
})

test('a publication names the same, in the preview and for the person who approves it; a command then says what it overrides and until when', async () => {
  const { streets, sns } = await stored()
  const entries = [
    { trigger: 2, offset: 0, level: 100 },
    { trigger: 3, offset: 0, level: 0 },
  ]
  const id = await world.made(`${STRATEGY}/normal`, { name: '主干道策略', entries })
  await world.product.platform.system.query(
    'update devices_state set online = false where device_id in (select c.id from lighting_controllers c where c.project_id = $1)',
    [projectId],
  )
  const { data: preview } = await world.operator.post<AffectedDevices>(`${STRATEGY}/preview`, { id, projectId, nights: 1 })
  expect(preview).toMatchObject({ streets: streets.length, devices: sns.length })
  expect(preview.firstStreets.map(({ name }) => name)).toEqual(streets.slice(0, MAX_NAMED).map(({ name }) => name))
  expect(preview.firstOffline.length).toBe(Math.min(preview.offline, MAX_NAMED))
  expect(sns).toEqual(expect.arrayContaining(preview.firstOffline.map(({ sn }) => sn)))
  const sent = await world.operator.post<{ id: string }>(`${STRATEGY}/publish`, { strategyId: id, projectId })
  expect(sent.body).toMatchObject({ code: 200 })
  const { data } = await world.operator.get<{ facts: string }>(`${STRATEGY}/publication/detail`, { id: sent.data.id })
  expect((JSON.parse(data.facts) as PublicationFacts).firstStreets).toEqual(preview.firstStreets)

  const selector = { projectId }
  const hour = await commandPreview({ command: 'dim', level: 30, duration: 3600, selector })
  expect(hour.overrides).toMatchObject({
    devices: sns.length,
    names: ['主干道策略'],
    until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  expect((await commandPreview({ command: 'on', selector })).overrides).toMatchObject({ until: null })
  expect((await commandPreview({ command: 'release', selector })).overrides, 'it ends what overrides').toBeNull()
})

test('light modes and solar modes: the devices, streets and offline devices of a set, and how many wanted values it replaces', async () => {
  const { streets, sns } = await stored()
  const affected = async (body: object): Promise<Preview> => (await world.operator.post<Preview>('/api/blade-city/param/reach', body)).data
  const ids = (
    await world.product.platform.system.query<{ id: string }>(
      'select id::text as id from lighting_controllers where project_id = $1 and not is_deleted',
      [projectId],
    )
  ).map(({ id }) => id)
  const found = await affected({ family: 'lightMode', ids })
  expect(found).toMatchObject({ lamps: sns.length, offlineLamps: sns.length, streets: streets.length, replaced: 0, deviceType: 4 })
  expect(found.firstOffline.map(({ sn }) => sn)).toEqual(sns.slice(0, MAX_NAMED))
  const id = await world.made('/api/blade-strategy/lightSystem/mode/submit', {
    name: '影响范围',
    lampRunMode: 1,
    lampModeRuleLis: [{ from: '18:30', level: 90 }],
    devList: [ids[0], onlineId],
  })
  expect((await world.operator.post('/api/blade-strategy/lightSystem/mode/switch', { id, status: 1 })).body.code).toBe(200)
  expect(await affected({ family: 'lightMode', ids: [ids[0], ids[1], onlineId] })).toMatchObject({ lamps: 3, replaced: 2 })

  const sun = await world.made('/api/blade-sun/device/submit', { sn: 'RE-SUN', name: '灯', gatewayId: world.gatewayId })
  expect(await affected({ family: 'sunMode', ids: sun })).toMatchObject({ lamps: 1, gateways: 1, offlineGateways: 0, deviceType: 7 })
  expect(await affected({ family: 'sunMode', ids: ids[0] }), 'a controller has no solar mode').toMatchObject({ lamps: 0 })
  expect((await world.other.post<Preview>('/api/blade-city/param/reach', { family: 'lightMode', ids })).data.lamps, 'another tenant').toBe(
    0,
  )
  for (const [body, field] of [
    [{ ids }, 'family'],
    [{ family: 'moonMode', ids }, 'family'],
    [{ family: 'lightMode', ids: '' }, 'ids'],
    [{ family: 'lightMode', ids: 'x' }, 'ids'],
  ] as const)
    await world.refused('/api/blade-city/param/reach', body, field)
})

test('a trash strategy reaches the bins of its group; the one without a group reaches the other bins', async () => {
  const base = '/api/blade-strategy/trashdeviceworkstrategy'
  const bins = [
    await world.add('trashdevice/submit', 'RE-T1'),
    await world.add('trashdevice/submit', 'RE-T2'),
    await world.add('trashdevice/submit', 'RE-T3'),
  ]
  const groupId = await world.made('/api/blade-city/group/submit', { groupName: '桶组', devType: 19 })
  await world.operator.post('/api/blade-city/device_group/copy', { groupId, ids: bins[0] })
  const body = { reportInterval: 20, fullThreshold: 75 }
  const own = await world.made(`${base}/updateWorkStrategy`, { ...body, name: '桶组', groupId })
  const rest = await world.made(`${base}/updateWorkStrategy`, { ...body, name: '其余' })
  const affected = async (id: string, by = world.operator) => {
    const { body: answer, data } = await by.get<Preview>(`${base}/reach`, { id })
    return { code: answer.code, data }
  }
  expect((await affected(own)).data).toMatchObject({ lamps: 1, deviceType: 19, replaced: 0 })
  const others = (await affected(rest)).data.lamps
  const { data: sent } = await world.operator.post<{ total: number }>(`${base}/sendWorkStrategy`, { workStrategyId: rest })
  expect(sent.total, 'what is sent is what was counted').toBe(others)
  expect((await affected(rest)).data).toMatchObject({ lamps: others, replaced: others })
  expect((await affected(own, world.other)).code, 'another tenant').not.toBe(200)
  expect((await world.operator.get(`${base}/reach`, { id: 'x' })).body).toMatchObject({ code: 400, field: 'id' })
})
