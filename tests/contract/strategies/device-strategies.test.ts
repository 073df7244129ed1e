import { eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringWorld, answeringWorld } from './linkage-world.ts'

let world: AnsweringWorld
const get = async <D>(path: string, query: object = {}): Promise<D> => (await world.operator.get<D>(path, { ...query })).data
const post = async <D = Record<string, unknown>>(path: string, body: object) =>
  (await world.operator.post<D>(path, body)).body as {
    code: number
    data: D
    field?: string
  }

beforeAll(async () => {
  world = await answeringWorld('GW-DEV', (cmd, args) => (cmd === 'spray' ? { on: Number(Number(args.level) > 0), level: args.level } : {}))
  await world.add('spray/device/submit', 'DS-SP')
  await world.add('trashdevice/submit', 'DS-T1')
  await world.add('trashdevice/submit', 'DS-T2')
  const lamp = await world.operator.post<{ id: string }>('/api/blade-sun/device/submit', {
    sn: 'DS-SUN',
    name: '灯',
    gatewayId: world.gatewayId,
  })
  world.ids['DS-SUN'] = lamp.data.id
})
afterAll(() => world?.stop())

test('city.spray, rule.const.dim: spray devices are switched with 50 % for an hour if nothing else is said, and have records of their own', async () => {
  const path = '/api/blade-device/spray/batch/manual/switch-lum'
  for (const [body, field] of [
    [{ controllerIds: '1234567890123456789' }, 'controllerIds'],
    [{ controllerIds: world.ids['DS-SP'], dimValue: 101 }, 'dimValue'],
    [{ controllerIds: world.ids['DS-SP'], dimType: 2 }, 'dimType'],
    [{ controllerIds: world.ids['DS-SP'], duration: 10 }, 'duration'],
    [{ controllerIds: world.ids['DS-SP'], dimType: 0 }, 'reason'],
    [{}, 'controllerIds'],
  ] as const)
    await world.refused(path, body, field)
  const sent = await post<{ batchId: string }>(path, { controllerIds: world.ids['DS-SP'] })
  expect(sent.code).toBe(200)
  await eventually(() => world.sent('spray').length === 1)
  expect(world.sent('spray')[0]).toMatchObject({ id: sent.data.batchId, args: { level: 50, minutes: 60 }, sns: ['DS-SP'] })
  await post(path, { controllerIds: [world.ids['DS-SP']], dimType: 0, dimValue: 20, reason: '除尘' })
  await eventually(() => world.sent('spray').length === 2)
  expect(world.sent('spray')[1]?.args).toEqual({ level: 20 })
  const page = await get<{ total: number; records: { deviceType: number }[] }>('/api/blade-strategy/spraycommandrecord/page', {})
  expect(page).toMatchObject({ total: 2, records: [{ deviceType: 21 }, { deviceType: 21 }] })
  expect((await world.guest.post(path, { controllerIds: world.ids['DS-SP'] })).body.code).not.toBe(200)
})

test('trash.strategy: one strategy for each group and one for the other bins; sending sets the parameters of the bins', async () => {
  const base = '/api/blade-strategy/trashdeviceworkstrategy'
  const body = { name: '默认', reportInterval: 20, fullThreshold: 75, windows: '06:00-22:00' }
  for (const [change, field] of [
    [{ reportInterval: 0 }, 'reportInterval'],
    [{ fullThreshold: 101 }, 'fullThreshold'],
    [{ windows: '6-22' }, 'windows'],
    [{ groupId: '1234567890123456789' }, 'groupId'],
    [{ workStrategyId: '1234567890123456789' }, undefined],
  ] as const) {
    const answer = await post(`${base}/updateWorkStrategy`, { ...body, ...change })
    expect(answer.code).toBe(400)
    if (field) expect(answer.field).toBe(field)
  }
  expect((await get<{ total: number }>(`${base}/list`)).total).toBe(0)
  const made = await post<{ id: string }>(`${base}/updateWorkStrategy`, body)
  expect(made.code).toBe(200)
  expect(await post(`${base}/updateWorkStrategy`, { ...body, name: '另一' })).toMatchObject({ code: 400, field: 'groupId' })
  expect((await post(`${base}/updateWorkStrategy`, { workStrategyId: made.data.id, fullThreshold: 70 })).code).toBe(200)
  expect(await get(`${base}/detail`, { id: made.data.id })).toMatchObject({
    name: '默认',
    fullThreshold: 70,
    reportInterval: 20,
    sentAt: '',
  })
  const sent = await post<{ batchId: string; total: number }>(`${base}/sendWorkStrategy`, { workStrategyId: made.data.id })
  expect(sent).toMatchObject({ code: 200, data: { total: 2 } })
  const command = await eventually(() => world.sent('set').find(({ args }) => args.family === 'trashWork'))
  expect(command).toMatchObject({ args: { value: { reportInterval: 20, fullThreshold: 70, windows: '06:00-22:00' } } })
  await eventually(
    async () => (await get<{ state: number }>('/api/blade-city/commandrecord/detail', { id: sent.data.batchId })).state === 2,
  )
})

test('city.powerStrategy: the power supply of solar lamps is set, read by serial number, and kept as presets', async () => {
  const value = { mode: 3, toMainsSoc: 20, toBatterySoc: 60, windows: '23:00-06:00' }
  const path = '/api/blade-city/controller/batch/set/powersupplystrategy'
  const target = { controllerIds: world.ids['DS-SUN'] }
  for (const [change, field] of [
    [{ mode: 4 }, 'mode'],
    [{ toMainsSoc: 80 }, 'toBatterySoc'],
    [{ windows: 'night' }, 'windows'],
  ] as const)
    await world.refused(path, { ...target, ...value, ...change }, field)
  expect((await post(path, { ...target, ...value })).code).toBe(200)
  const bySn = '/api/blade-strategy/powerSupplyStrategy/data/by/sn'
  const held = await eventually(async () => {
    const found = await get<{ reported: object | null }>(bySn, { sn: 'DS-SUN' })
    return found.reported ? found : null
  })
  expect(held).toMatchObject({ sn: 'DS-SUN', ...value, reported: value, drift: 0 })
  expect((await world.operator.get(bySn, { sn: 'NOBODY' })).body.code).toBe(400)
  expect((await world.operator.get(bySn, {})).body).toMatchObject({ code: 400, field: 'sn' })
  expect((await world.other.get(bySn, { sn: 'DS-SUN' })).body.code).toBe(400)
  const preset = await world.made('/api/blade-strategy/powerSupplyStrategy/submit', { name: '夜间市电', ...value })
  expect(await get('/api/blade-strategy/powerSupplyStrategy/detail', { id: preset })).toMatchObject(value)
})

test('sun.mode: solar modes have up to six segments and the light at dusk and dawn, and are sent to solar lamps', async () => {
  const base = '/api/blade-sun/mode'
  const segment = { minutes: 240, level: 100, motionLevel: 100 }
  const body = { name: '标准', segments: [segment, { minutes: 360, level: 40, motionLevel: 80 }], duskLux: 10, dawnLux: 30 }
  for (const [change, field] of [
    [{ segments: [] }, 'segments'],
    [{ segments: Array(7).fill({ ...segment, minutes: 10 }) }, 'segments'],
    [{ segments: Array(5).fill(segment) }, 'segments'],
    [{ segments: [{ ...segment, level: 101 }] }, 'segments'],
    [{ duskLux: 50 }, 'dawnLux'],
  ] as const)
    await world.refused(`${base}/submit`, { ...body, ...change }, field)
  const id = await world.made(`${base}/submit`, body)
  expect(await get(`${base}/detail`, { id })).toMatchObject(body)
  expect((await get<{ total: number }>(`${base}/list`, {})).total).toBe(1)
  await world.refused(`${base}/send`, { ids: id, deviceIds: '1234567890123456789' }, 'deviceIds')
  expect((await post(`${base}/send`, { ids: id, deviceIds: world.ids['DS-SUN'] })).code).toBe(200)
  const command = await eventually(() => world.sent('set').find(({ args }) => args.family === 'sunMode'))
  expect(command.args.value).toEqual({ segments: '240=100/100;360=40/80', duskLux: 10, dawnLux: 30 })
  expect((await world.operator.post(`${base}/remove`, undefined, { ids: id })).body.code).toBe(200)
})
