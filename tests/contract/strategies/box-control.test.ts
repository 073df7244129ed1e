import { type ApiClient, eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringWorld, answeringWorld, TENANT } from './linkage-world.ts'

const STRATEGY = '/api/blade-strategy/boxcontrol/strategy'
const ALARM = '/api/blade-strategy/boxcontrol/alarmlinkageconfig'
const BOXES = '/api/blade-strategy/boxcontrol/commandrecord'
const CABINET = '/api/blade-visual/cabinet'
const RECORD = '/api/blade-strategy/linkage/record'

interface RecordRow {
  readonly state: number
  readonly cause: string
  readonly actions: { readonly batchId: string; readonly cmd: string; readonly args: string }[]
}
let world: AnsweringWorld
let operator: ApiClient
let productId: string
/** The clock of the platform runs this far ahead, ms. */
let ahead = 0
const now = (): number => Date.now() + ahead
/** Moves the clock; sessions end by that. */
const jump = async (ms: number): Promise<void> => {
  ahead += ms
  operator = await world.product.signIn({ tenantId: TENANT, account: 'operator' })
}
const cabinets: { id: string; sn: string; units: { code: string; deviceId: string }[] }[] = []
const flag = (label: string) => ({ kind: 'flag', label: [label, label], required: true })
const get = async <D>(path: string, query: object = {}): Promise<D> => (await operator.get<D>(path, { ...query })).data
const recordsOf = async (query: object): Promise<RecordRow[]> => (await get<{ records: RecordRow[] }>(`${RECORD}/page`, query)).records
const deviceOf = (sn: string, code: string): string =>
  cabinets.find((one) => one.sn === sn)?.units.find((one) => one.code === code)?.deviceId ?? ''

beforeAll(async () => {
  world = await answeringWorld(
    'GW-BOX',
    (cmd, args) => (cmd === 'heat' ? { heating: args.on } : cmd === 'fan' ? { speed: args.level } : {}),
    { clock: { now } },
  )
  operator = world.operator
  const type = (unitProductCode: string, descriptor: object) =>
    world.made('/api/blade-device/type/submit', { unitProductCode, name: unitProductCode, descriptor: JSON.stringify(descriptor) })
  const heater = await type('BX-HEATER', {
    properties: { heating: { label: ['加热', 'Heating'], type: 'boolean', history: true } },
    commands: { heat: { label: ['加热', 'Heat'], input: { on: flag('开') }, proves: { heating: 'on' } } },
    events: ['impactDetected', 'communicationFailure'],
  })
  const fan = await type('BX-FAN', {
    properties: { speed: { label: ['转速', 'Speed'], min: 0, max: 9, decimals: 0, history: true } },
    commands: {
      fan: {
        label: ['风扇', 'Fan'],
        input: { level: { kind: 'int', label: ['档位', 'Level'], required: true, min: 0, max: 9 } },
        proves: { speed: 'level' },
      },
    },
  })
  productId = await world.made('/api/blade-visual/integratedProduct/submit', {
    name: '箱控柜',
    cabins: [{ name: '舱', height: 12 }],
    units: [
      { code: 'HEATER', name: '加热器', typeId: heater, cabin: 1 },
      { code: 'FAN', name: '风扇', typeId: fan, cabin: 1 },
    ],
  })
  const installed = await world.operator.post(`${CABINET}/install`, {
    productId,
    gatewayId: world.gatewayId,
    cabinets: [{ sn: 'BX-1' }, { sn: 'BX-2' }],
  })
  expect(installed.body).toMatchObject({ code: 200 })
  cabinets.push(...(await get<{ records: typeof cabinets }>(`${CABINET}/list`, {})).records)
  for (const { sn } of cabinets) await world.report(`${sn}-HEATER`, { heating: false })
})
afterAll(() => world?.stop())

const id = (sn: string): string => cabinets.find((one) => one.sn === sn)?.id ?? ''
const nightly = (): object => ({
  name: '夜间加热',
  boxTemplateId: productId,
  entries: [
    { interfaceId: 'HEATER.heat', time: '22:00', value: '1' },
    { interfaceId: 'HEATER.heat', time: '06:00', weekdays: '1,2,3,4,5', value: '0' },
  ],
})

test('cab.boxStrategy: box templates are comprehensive products, and their interfaces are the commands of the units', async () => {
  expect(await get('/api/blade-strategy/boxtemplate/getAll')).toMatchObject([{ id: productId, name: '箱控柜', unitCount: 2 }])
  const interfaces = await get<object[]>('/api/blade-strategy/boxtemplateinterface/getByBoxTemplateId', { boxTemplateId: productId })
  expect(interfaces).toMatchObject([
    { interfaceId: 'HEATER.heat', name: '加热器 加热', onOff: 1 },
    { interfaceId: 'FAN.fan', name: '风扇 风扇', onOff: 0 },
  ])
  const outside = await get<{ devType: number; interfaces: object[] }[]>('/api/blade-strategy/outsidedevtemplate/getByDevType')
  expect(outside).toMatchObject([{ unit: 'HEATER', interfaces: [{ interfaceId: 'HEATER.heat' }] }, { unit: 'FAN' }])
  const [first] = outside
  expect(await get('/api/blade-strategy/outsidedevtemplate/getByDevType', { devType: first?.devType })).toHaveLength(1)
  expect((await world.other.get<object[]>('/api/blade-strategy/boxtemplate/getAll')).data).toEqual([])
})

test('cab.box and cab.boxRecord: a command to a box is a box record, with its devices, failed devices and a retry', async () => {
  world.refusing.add('BX-2-HEATER')
  const ids = cabinets.map((one) => one.id).join(',')
  const order = { boxTemplateId: productId, ids, interfaceId: 'HEATER.heat', value: '1' }
  for (const [change, field] of [
    [{ boxTemplateId: '1234567890123456789' }, 'boxTemplateId'],
    [{ interfaceId: 'HEATER.cool' }, 'interfaceId'],
    [{ value: 'warm' }, 'value'],
    [{ ids: '1234567890123456789' }, 'ids'],
  ] as const)
    await world.refused('/api/blade-strategy/boxcontrol/send', { ...order, ...change }, field)
  const sent = await world.operator.post<{ batchId: string; total: number }>('/api/blade-strategy/boxcontrol/send', order)
  expect(sent.data).toMatchObject({ total: 2 })
  const record = { boxControlCommandRecordId: sent.data.batchId }
  await eventually(async () => {
    const rows = (await get<{ records: { id: string; state: number }[] }>(`${BOXES}/page`, {})).records
    return rows.find((one) => one.id === sent.data.batchId)?.state === 3
  })
  expect((await get<{ total: number }>(`${BOXES}/executeStatus`, record)).total).toBe(2)
  expect(await get(`${BOXES}/failDevice`, record)).toMatchObject({ total: 1, records: [{ sn: 'BX-2-HEATER' }] })
  world.refusing.clear()
  await world.refused(`${BOXES}/retry`, { boxControlCommandRecordId: '1' }, 'boxControlCommandRecordId')
  const again = await world.operator.post<{ batchId: string; total: number }>(`${BOXES}/retry`, {
    ...record,
    outsideDevIds: deviceOf('BX-2', 'HEATER'),
  })
  expect(again.data).toMatchObject({ total: 1 })
  await eventually(
    async () => (await get<{ state: number }>('/api/blade-city/commandrecord/detail', { id: again.data.batchId })).state === 2,
  )
  expect((await world.other.get<{ total: number }>(`${BOXES}/page`, {})).data.total).toBe(0)
})

test('a box strategy is refused by the name of its field, and works for the cabinets to which it was sent', async () => {
  for (const [change, field] of [
    [{ boxTemplateId: '1234567890123456789' }, 'boxTemplateId'],
    [{ entries: [] }, 'entries'],
    [{ entries: [{ interfaceId: 'HEATER.cool', time: '22:00', value: '1' }] }, 'entries'],
    [{ entries: [{ interfaceId: 'HEATER.heat', time: '25:00', value: '1' }] }, 'entries'],
    [{ entries: [{ interfaceId: 'HEATER.heat', time: '22:00', weekdays: '8', value: '1' }] }, 'entries'],
    [{ entries: [{ interfaceId: 'HEATER.heat', time: '22:00', value: 'warm' }] }, 'entries'],
    [{ entries: [{ interfaceId: 'FAN.fan', time: '22:00', value: '1' }] }, 'entries'],
  ] as const)
    await world.refused(`${STRATEGY}/submit`, { ...nightly(), ...change }, field)
  expect((await get<{ total: number }>(`${STRATEGY}/page`, {})).total).toBe(0)
  const strategyId = await world.made(`${STRATEGY}/submit`, nightly())
  expect(await get(`${STRATEGY}/detail`, { id: strategyId })).toMatchObject({ name: '夜间加热', nextAt: '', enable: 1 })
  await world.refused(`${STRATEGY}/batch/set`, { strategyId, deviceIds: '1234567890123456789' }, 'deviceIds')
  const set = await world.operator.post(`${STRATEGY}/batch/set`, { strategyId, deviceIds: id('BX-1') })
  expect(set.body).toMatchObject({ code: 200 })
  const { nextAt } = await get<{ nextAt: string }>(`${STRATEGY}/detail`, { id: strategyId })
  expect(nextAt).toMatch(/ (22|06):00:00$/)
  const groupId = await world.made('/api/blade-visual/cabinet/group/submit', {
    groupName: '双柜',
    cabinetIds: cabinets.map((one) => one.id).join(','),
  })
  expect((await world.operator.post(`${STRATEGY}/group/set`, { strategyId, groupId })).body).toMatchObject({ code: 200 })
  expect((await world.guest.post(`${STRATEGY}/group/set`, { strategyId, groupId })).body.code).not.toBe(200)

  // The clock jumps to one minute after the next entry.
  await jump(Date.parse(`${nextAt.replace(' ', 'T')}+08:00`) + 60_000 - now())
  const [run] = await eventually(async () => {
    const found = await recordsOf({ boxStrategyId: strategyId })
    return found[0]?.state === 2 ? found : null
  })
  expect(run?.cause).toContain('HEATER.heat')
  expect(world.sent('heat').at(-1)).toMatchObject({ id: run?.actions[0]?.batchId, sns: ['BX-1-HEATER', 'BX-2-HEATER'] })
  // A day of standstill: the entries of that time are missed, and the next one is due later.
  await jump(26 * 3_600_000)
  await eventually(async () => (await recordsOf({ boxStrategyId: strategyId })).some(({ state }) => state === 7))
  const sent = world.sent('heat').length
  const late = await get<{ nextAt: string }>(`${STRATEGY}/detail`, { id: strategyId })
  expect(Date.parse(`${late.nextAt.replace(' ', 'T')}+08:00`)).toBeGreaterThan(now())
  expect(world.sent('heat')).toHaveLength(sent)
  expect((await operator.post(`${STRATEGY}/remove`, undefined, { ids: strategyId })).body.code).toBe(200)
})

test('cab.alarmLinkage: when a fault of a device type begins, interfaces of its cabinet switch, and switch back after the duration', async () => {
  const [outside] = await get<{ devType: number }[]>('/api/blade-strategy/outsidedevtemplate/getByDevType')
  const body = {
    name: '碰撞散热',
    devType: outside?.devType,
    alarmType: 1,
    boxTemplateId: productId,
    enable: 1,
    actions: [
      { interfaceId: 'HEATER.heat', value: '1', duration: 1 },
      { interfaceId: 'FAN.fan', value: '{"level":5}', duration: 0 },
    ],
  }
  for (const [change, field] of [
    [{ devType: 9999 }, 'devType'],
    [{ subAlarmType: 'communicationFailure' }, 'subAlarmType'],
    [{ subAlarmType: 'rain' }, 'subAlarmType'],
    [{ boxTemplateId: '1234567890123456789' }, 'boxTemplateId'],
    [{ actions: [{ interfaceId: 'FAN.fan', value: '{"level":99' }] }, 'actions'],
    [{ cabinetIds: '1234567890123456789' }, 'cabinetIds'],
  ] as const)
    await world.refused(`${ALARM}/submit`, { ...body, ...change }, field, operator)
  const configId = (await operator.post<{ id: string }>(`${ALARM}/submit`, body)).data.id
  const byType = await get<{ total: number }>('/api/blade-strategy/alarmlinkageconfig/getByDevType', { devType: outside?.devType })
  expect(byType.total).toBe(1)
  expect((await get<{ total: number }>(`${ALARM}/list`, { current: 1, size: 10 })).total).toBe(1)
  const heats = world.sent('heat').length
  await world.event('BX-2-HEATER', 'impactDetected', true)
  const [raised] = await eventually(async () => {
    const found = await recordsOf({ alarmConfigId: configId })
    return found[0]?.state === 2 ? found : null
  })
  expect(raised).toMatchObject({ actions: [{ args: '{"on":true}' }, { args: '{"on":false}' }, { cmd: 'fan' }] })
  expect(world.sent('heat').slice(heats)).toMatchObject([{ args: { on: true }, sns: ['BX-2-HEATER'] }, { args: { on: false } }])
  expect(world.sent('fan')).toMatchObject([{ args: { level: 5 }, sns: ['BX-2-FAN'] }])
  // The same fault does not count again until it has ended; another kind of alarm never.
  await world.event('BX-2-HEATER', 'impactDetected', true)
  await world.event('BX-2-HEATER', 'communicationFailure', true)
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(await recordsOf({ alarmConfigId: configId })).toHaveLength(1)
  await world.event('BX-2-HEATER', 'impactDetected', false)
  await world.event('BX-2-HEATER', 'impactDetected', true)
  await eventually(async () => (await recordsOf({ alarmConfigId: configId })).length === 2)
})
