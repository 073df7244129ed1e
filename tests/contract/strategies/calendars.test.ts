import { attachmentsPort } from '@lamplight/control/model'
import { sendWanted, valueHash } from '@lamplight/control/server'
import { commandsPort, controllerType, gatewaysPort } from '@lamplight/devices/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { type CalendarProgram, calendarPoints, switchEventOf } from '@lamplight/protocol'
import { A, provide, type Running, route, type ServerSlice, T } from '@lamplight/server-kit'
import { calendarFamily } from '@lamplight/strategies/model'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { createSamples } from '../api/samples.ts'

// A calendar goes from the ledger through the broker to the gateways of the virtual city, whose devices follow it, also after the city has started anew.
const GATEWAY = 'GW-CALENDAR'
const CITY = '/api/blade-city'
/** The levels lie far from those of the factory programme, at any time of day. */
const always = (level: number): CalendarProgram => ({ zone: 'Asia/Shanghai', entries: [{ trigger: '12:00', level }] })
const programs = new Map([always(37), always(12)].map((program, n) => [String(n + 1), program]))
const valueOfId = (id: string) => ({ id, hash: valueHash(programs.get(id) as CalendarProgram) })
const NONE = { id: '', hash: '' }

/** Replaces the strategies: gives the programs, and assigns calendars to devices. */
const planner: ServerSlice = {
  domain: { name: 'planner', label: ['计划', 'Planner'], level: 7, dependsOn: [] },
  ports: [
    provide(attachmentsPort, () => ({
      of: async (_family, { id, hash }) => {
        const program = programs.get(String(id))
        return program && valueHash(program) === hash ? { kind: 'calendar', payload: { id, hash, program } } : null
      },
    })),
  ],
  routes: [
    route({
      method: 'POST',
      path: '/api/planner/assign',
      summary: ['下发', 'Assign'],
      permission: 'signed-in',
      body: T.Object({ ids: T.Array(T.String()), value: T.Any(), typeName: T.String() }),
      returns: A.of({ batchId: A.id }),
      handler: async ({ ctx, body: { ids, value, typeName } }) => ({
        batchId: (await sendWanted(ctx, { family: calendarFamily, value, typeName }, ids))?.batchId ?? '',
      }),
    }),
    route({
      method: 'POST',
      path: '/api/planner/events',
      summary: ['开关记录', 'Switch events'],
      permission: 'signed-in',
      body: T.Object({ ids: T.Array(T.String()) }),
      returns: A.of({ batchId: A.id }),
      handler: ({ ctx, body: { ids } }) =>
        ctx.platform.port(commandsPort).send(ctx, { type: controllerType, cmd: 'readEvents', args: {}, deviceIds: ids }, null),
    }),
  ],
}

interface Read {
  readonly batchId: string
  readonly total: number
  readonly ended: number
}
let product: TestPlatform
let admin: ApiClient
let city: City
const ids = new Map<string, string>()
const startCity = async (): Promise<void> => {
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, ...plays })
  city.start()
  await eventually(() => city.isOnline(GATEWAY))
}
beforeAll(async () => {
  const others = slices.map((slice) => ({ ...slice, ports: (slice.ports ?? []).filter(({ key }) => key !== attachmentsPort) }))
  product = await testPlatform({
    slices: [...others, planner],
    config: { DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_RESEND_SECONDS: '1' },
  })
  admin = await product.signIn()
  const samples = createSamples(admin, product.registry.resources)
  const { platform } = product
  const gatewayId = platform.newId()
  await platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 4, 112.9, 28.2)',
    [gatewayId, '000000', GATEWAY],
  )
  await platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  const resources = [...product.registry.resources.values()].map(({ resource }) => resource)
  for (const [sn, type] of [
    ['CAL-1', 'controller'],
    ['CAL-2', 'controller'],
    ['CAL-SUN', 'solarLamp'],
    ['CAL-SPRAY', 'spray'],
  ] as const)
    ids.set(sn, await samples.create(resources.find(({ device }) => device === type) as ResourceDefinition, { sn, gatewayId }))
  await startCity()
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const assign = async (sns: readonly string[], value: object, typeName = 'controller'): Promise<void> => {
  const { code, msg } = await admin.post('/api/planner/assign', { ids: sns.map((sn) => ids.get(sn)), value, typeName })
  expect(code, msg).toBe(200)
}
const becomes = (sn: string, as: object): Promise<unknown> =>
  eventually(async () => {
    const query = { deviceId: ids.get(sn), family: calendarFamily.name }
    const { data } = await admin.get<{ records: object[] }>(`${CITY}/param/list`, query)
    expect(data.records[0]).toMatchObject(as)
    return true
  })
const pointsOf = (id: string) => calendarPoints(programs.get(id) as CalendarProgram)

test('lamps and other devices get a calendar and follow it; the reported points are shown and not compared', async () => {
  const value = valueOfId('1')
  await assign(['CAL-1', 'CAL-2'], value)
  await assign(['CAL-SUN'], value, 'solarLamp')
  await assign(['CAL-SPRAY'], value, 'spray')
  for (const sn of ids.keys()) await becomes(sn, { status: 2, drift: 0, wanted: value, reported: { ...value, points: pointsOf('1') } })
  expect(city.lamp('CAL-1').state).toMatchObject({ dim: 37, reason: 'program' })
  await vi.waitFor(() => {
    const { dim, faults } = city.device('CAL-SUN').values
    // The battery of a solar lamp may be empty, by the weather of the city.
    expect([dim, faults]).toEqual(dim === 0 ? [0, ['supplyVoltageTooLow']] : [37, []])
    expect(city.device('CAL-SPRAY').values).toMatchObject({ on: 1, level: 37 })
  }, 10_000)
})

test.each(['strategydata', 'workstrategy'])('the calls get/%s read the calendar of devices and of a group', async (call) => {
  const asked = await admin.get<Read>(`${CITY}/controller/batch/get/${call}`, { controllerIds: ids.get('CAL-1') })
  expect(asked).toMatchObject({ code: 200, data: { total: 1 } })
  const { data: group } = await admin.post<{ id: string }>(`${CITY}/group/submit`, { groupName: call })
  await admin.post(`${CITY}/device_group/copy`, {}, { groupId: group.id, ids: ids.get('CAL-2') })
  const askedOfGroup = await admin.get<Read>(`${CITY}/controller/group/get/${call}`, { groupId: group.id })
  expect(askedOfGroup).toMatchObject({ code: 200, data: { total: 1 } })
  // A read that is still under way would turn a later difference into drift.
  for (const { data } of [asked, askedOfGroup])
    await eventually(async () => (await admin.get<Read>(`${CITY}/commandrecord/detail`, { id: data.batchId })).data.ended === 1)
})

test('a lamp that keeps its old calendar is drift; when it takes the new one again, it is repaired', async () => {
  city.setCalendarFault('CAL-2', { kind: 'stale' })
  const [old, value] = [valueOfId('1'), valueOfId('2')]
  await assign(['CAL-1', 'CAL-2'], value)
  await becomes('CAL-1', { status: 2, drift: 0, reported: { ...value, points: pointsOf('2') } })
  await becomes('CAL-2', { status: 4, drift: 1, wanted: value, reported: { ...old, points: pointsOf('1') } })
  expect([city.lamp('CAL-1').state.dim, city.lamp('CAL-2').state.dim]).toEqual([12, 37])
  city.setCalendarFault('CAL-2', { kind: 'none' })
  await admin.post(`${CITY}/param/repair`, { family: calendarFamily.name, ids: [ids.get('CAL-2')] })
  await becomes('CAL-2', { status: 2, drift: 0, wanted: value })
  expect(city.lamp('CAL-2').state.dim).toBe(12)
})

test('a program that no slice knows is refused by the lamp; a calendar is taken away by empty texts', async () => {
  await assign(['CAL-2'], { id: '99', hash: '0123456789abcdef' })
  await becomes('CAL-2', { status: 5, drift: 1, code: 'invalidArgs' })
  await assign(['CAL-2'], NONE)
  await becomes('CAL-2', { status: 2, drift: 0, reported: { ...NONE, points: [] } })
})

test('devices hold their calendars when the virtual city starts anew', async () => {
  await city.stop()
  await startCity()
  expect(city.params('CAL-1')).toEqual({ calendar: valueOfId('2') })
  expect(city.lamp('CAL-1').state).toMatchObject({ dim: 12, reason: 'program' })
  expect(city.params('CAL-SPRAY')).toEqual({ calendar: valueOfId('1') })
  // The gateway holds the calendar, so that a child can be given it by the gateway's store alone.
  await assign(['CAL-2'], valueOfId('2'))
  await becomes('CAL-2', { status: 2, drift: 0, wanted: valueOfId('2') })
})

test('a controller answers its switch events, which become values of the device', async () => {
  await assign(['CAL-1'], valueOfId('1'))
  await becomes('CAL-1', { status: 2, wanted: valueOfId('1') })
  expect((await admin.post('/api/planner/events', { ids: [ids.get('CAL-1')] })).code).toBe(200)
  await vi.waitFor(async () => {
    const { data } = await admin.get<{ values: { events?: string[] } }>('/api/blade-device/state', { deviceId: ids.get('CAL-1') })
    const events = data.values.events?.map(switchEventOf)
    expect(events?.at(-1)).toMatchObject({ level: 37, reason: 'program', entry: 0, special: -1 })
  }, 10_000)
})
