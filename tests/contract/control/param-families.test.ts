import { sendWanted } from '@lamplight/control/server'
import { gatewaysPort } from '@lamplight/devices/model'
import { modelOf } from '@lamplight/fields/model'
import type { ParamFamilyDefinition, ResourceDefinition } from '@lamplight/kit'
import { A, type Running, route, type ServerSlice, T } from '@lamplight/server-kit'
import { type ApiAnswer, type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity, type ParamFault } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'
import { createSamples, type Samples } from '../api/samples.ts'
import { clampedOf, type ParamValues, valuesOf } from './param-values.ts'

// Every parameter family of every slice, for each of its device types: the devices are those of the virtual city, behind the broker of the test.
const TENANT = '000000'
const GATEWAY = 'GW-FAMILIES'
const CITY = '/api/blade-city'
const ROLES = ['taker', 'refuser', 'ignorer', 'clamper', 'blank'] as const
type Role = (typeof ROLES)[number]
type Wire = Readonly<Record<string, unknown>>
interface Page {
  readonly total: number
  readonly records: readonly Wire[]
}

const families = slices.flatMap((slice) => slice.families ?? [])
const deviceTypes = new Map(slices.flatMap((slice) => slice.deviceTypes ?? []).map((type) => [type.name, type]))
const resources = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }) => resource)
/** What devices report of secrets is tested in rf-password.test.ts. */
const isOpen = ({ fields }: ParamFamilyDefinition): boolean => Object.values(fields).every(({ kind }) => kind !== 'secret')
/** A device takes only values whose message its gateway has: calendars.test.ts. */
const isAlone = ({ attachment }: ParamFamilyDefinition): boolean => !attachment
const cases = families
  .filter((family) => isOpen(family) && isAlone(family))
  .flatMap((family) => family.types.map((type) => [`${family.name} of ${type}`, family, type] as const))

/** Sends families without calls of their own, as their slices do. */
const probe: ServerSlice = {
  domain: { name: 'probe', label: ['试验', 'Probe'], level: 7, dependsOn: [] },
  routes: [
    route({
      method: 'POST',
      path: '/api/probe/want',
      summary: ['试验', 'Probe'],
      permission: 'signed-in',
      body: T.Object({ family: T.String(), typeName: T.String(), ids: T.Array(T.String()), value: T.Any() }),
      returns: A.of({ batchId: A.id }),
      handler: async ({ ctx, body: { family: name, ids, value, typeName } }) => {
        const family = families.find((one) => one.name === name) as ParamFamilyDefinition
        return { batchId: (await sendWanted(ctx, { family, value, typeName }, ids))?.batchId ?? '' }
      },
    }),
  ],
}

let product: TestPlatform
let admin: ApiClient
let samples: Samples
let city: City
const ids = new Map<string, string>()
const snOf = (family: ParamFamilyDefinition, type: string, role: Role): string => `${family.name}-${type}-${role}`

beforeAll(async () => {
  product = await testPlatform({
    slices: [...slices, probe],
    config: { DEMO_LAMPS: '0', COMMAND_EXPIRE_SECONDS: '20', COMMAND_RESEND_SECONDS: '5' },
  })
  admin = await product.signIn()
  samples = createSamples(admin, product.registry.resources)
  const { platform } = product
  const gatewayId = platform.newId()
  await platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 4, 112.9, 28.2)',
    [gatewayId, TENANT, GATEWAY],
  )
  await platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  for (const [, family, type] of cases)
    for (const role of ROLES) {
      const sn = snOf(family, type, role)
      const resource = resources.find(({ device }) => device === type) as ResourceDefinition
      ids.set(sn, await samples.create(resource, { sn, gatewayId }))
    }
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, ...plays })
  await city.start()
  await eventually(() => city.isOnline(GATEWAY))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const good = async <D>(answer: Promise<ApiAnswer<D>>): Promise<D> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data
}
const pageOf = (path: string, query: object): Promise<Page> => good(admin.get<Page>(path, { size: 50, ...query }))
const posted = (path: string, body: object): Promise<Wire> => good(admin.post<Wire>(path, body))

/** The devices of one family and type, and what the platform and the virtual city say of them. */
const worldOf = (family: ParamFamilyDefinition, type: string) => {
  const sn = (role: Role): string => snOf(family, type, role)
  const id = (role: Role): string => ids.get(sn(role)) as string
  const call = `${CITY}/controller/batch`
  const paramOf = async (role: Role): Promise<Wire | undefined> =>
    (await pageOf(`${CITY}/param/list`, { deviceId: id(role), family: family.name })).records[0]
  return {
    sn,
    id,
    paramOf,
    held: (role: Role): ParamValues | undefined => city.params(sn(role))[family.name],
    behaves: (role: Role, fault: ParamFault): void => city.setParamFault(sn(role), fault),
    /** Sets a value by the call of the family, or as its slice does; returns the id of the batch. */
    set: async (roles: readonly Role[], value: object): Promise<string> => {
      const [path, body] = family.call
        ? [`${call}/set/${family.call}`, { controllerIds: roles.map(id), ...value }]
        : ['/api/probe/want', { family: family.name, typeName: type, ids: roles.map(id), value }]
      return String((await posted(path, body)).batchId)
    },
    /** Waits until the parameter of the device has these values. */
    becomes: (role: Role, as: object): Promise<unknown> =>
      eventually(async () => {
        expect(await paramOf(role)).toMatchObject(as)
        return true
      }, 20_000),
    drifted: async (): Promise<unknown[]> =>
      (await pageOf(`${CITY}/param/drift`, { family: family.name, deviceType: deviceTypes.get(type)?.code })).records
        .map((row) => row.sn)
        .sort(),
  }
}

interface World extends ReturnType<typeof worldOf> {
  readonly family: ParamFamilyDefinition
  readonly type: string
  readonly first: ParamValues
  readonly second: ParamValues
}
/** A family of which users cannot ask the value has no call that reads it. */
const isRead = ({ ops }: ParamFamilyDefinition): boolean => ops.includes('get')
const inSync = (value: object) => ({ status: 2, drift: 0, wanted: value, reported: value })
const recordOf = (id: unknown): Promise<Wire> => good(admin.get<Wire>(`${CITY}/commandrecord/detail`, { id }))
const SETTERS = ['taker', 'refuser', 'ignorer', 'clamper'] as const

/** A value is wanted, sent, stored and reported; the record says it in words. */
const stores = async ({ family, type, first, set, becomes, held }: World): Promise<void> => {
  const batch = await set(SETTERS, first)
  for (const role of SETTERS) await becomes(role, inSync(first))
  for (const role of SETTERS) expect(held(role)).toEqual(first)
  const record = await eventually(async () => {
    const found = await recordOf(batch)
    return found.ended === SETTERS.length ? found : null
  })
  expect(record).toMatchObject({ cmd: 'set', total: SETTERS.length, state: 2, deviceType: deviceTypes.get(type)?.code })
  expect(record.commandText).toContain(family.label[0])
  expect(JSON.parse(String(record.args))).toEqual({ family: family.name, value: first })
}

/** Devices that refuse, ignore or clamp a value are drift, until it is repaired or accepted. */
const drifts = async ({ family, type, first, second, ...world }: World): Promise<void> => {
  const { sn, id, set, becomes, behaves, drifted, held } = world
  behaves('refuser', 'refuse')
  behaves('ignorer', 'ignore')
  behaves('clamper', 'clamp')
  await set(SETTERS, second)
  const clamped = clampedOf(second)
  const isClamped = JSON.stringify(clamped) !== JSON.stringify(second)
  await becomes('taker', inSync(second))
  await becomes('refuser', { status: 5, drift: 1, code: 'invalidArgs', wanted: second, reported: first })
  await becomes('ignorer', { status: 4, drift: 1, wanted: second, reported: first })
  await becomes('clamper', isClamped ? { status: 4, drift: 1, wanted: second, reported: clamped } : inSync(second))
  expect(await drifted()).toEqual([...(isClamped ? [sn('clamper')] : []), sn('ignorer'), sn('refuser')])

  behaves('ignorer', 'none')
  const repaired = await posted(`${CITY}/param/repair`, { family: family.name, ids: [id('ignorer')] })
  expect(repaired).toMatchObject({ total: 1, batches: [{ total: 1 }] })
  await becomes('ignorer', inSync(second))
  expect(held('ignorer')).toEqual(second)
  const [batch] = repaired.batches as readonly { batchId: string }[]
  expect(await recordOf(batch?.batchId)).toMatchObject({ deviceType: deviceTypes.get(type)?.code, total: 1 })
  const accepted = isClamped ? (['refuser', 'clamper'] as const) : (['refuser'] as const)
  expect(await posted(`${CITY}/param/accept`, { family: family.name, ids: accepted.map(id) })).toEqual({ count: accepted.length })
  await becomes('refuser', inSync(first))
  await becomes('clamper', inSync(clamped))
  expect(await drifted()).toEqual([])
  for (const role of ROLES) behaves(role, 'none')
}

/** A value that breaks an order of the family is refused, by the call and in a preset, and names the field. */
const refuses = async ({ family, first, id }: World): Promise<void> => {
  for (const [less, more] of (family.ascending ?? []) as readonly (readonly [string, string])[]) {
    const wrong = { ...first, [less]: first[more], [more]: first[less] }
    const path = `${CITY}/controller/batch/set/${family.call}`
    expect((await admin.post(path, { controllerIds: id('taker'), ...wrong })).body).toMatchObject({ code: 400, field: more })
    const preset = { name: `${family.name}-${more}`, ...wrong }
    expect((await admin.post(`/api/${family.template?.base}/submit`, preset)).body).toMatchObject(
      family.template ? { code: 400, field: more } : { code: 404 },
    )
  }
}

/** A read shows what a device holds, and the lists of reported data have it. */
const reads = async ({ family, first, second, ...world }: World): Promise<void> => {
  const { sn, id, set, becomes, behaves } = world
  await set(['ignorer'], first)
  await becomes('ignorer', inSync(first))
  behaves('ignorer', 'ignore')
  await set(['ignorer'], second)
  await becomes('ignorer', { status: 4 })
  await good(admin.get(`${CITY}/controller/batch/get/${family.call}`, { controllerIds: id('ignorer') }))
  await becomes('ignorer', { status: 6, drift: 1, wanted: second, reported: first })
  const both = await posted(`${CITY}/controller/batch/get/${family.call}`, { controllerIds: [id('taker'), id('blank')] })
  expect(both.total).toBe(2)
  await becomes('taker', inSync(second))
  if (family.data) {
    const { records } = await pageOf(`/api/${family.data.list}`, { deviceId: id('ignorer') })
    expect(records).toMatchObject([{ ...first, deviceId: id('ignorer'), sn: sn('ignorer') }])
    expect(await pageOf(`/api/${family.data.list}`, { deviceId: id('blank') })).toMatchObject({ total: 0, records: [] })
  }
  if (family.data?.detail) {
    const detail = (role: Role): Promise<unknown> => good(admin.get(`/api/${family.data?.detail}`, { id: id(role) }))
    expect(await detail('ignorer')).toMatchObject({ ...first, sn: sn('ignorer') })
    expect(await detail('blank')).toMatchObject({ sn: sn('blank'), reportedAt: '' })
  }
  behaves('ignorer', 'none')
  expect(await posted(`${CITY}/param/repair`, { family: family.name, ids: id('ignorer') })).toMatchObject({ total: 1 })
  await becomes('ignorer', inSync(second))
}

/** A record is retried by either name of its id: its value goes to the devices that failed. */
const retries = async ({ family, first, second, set, becomes, behaves }: World): Promise<void> => {
  for (const [key, value] of [
    ['againCommandRecordId', first],
    ['batchId', second],
  ] as const) {
    behaves('refuser', 'refuse')
    const batch = await set(['taker', 'refuser'], value)
    await becomes('taker', inSync(value))
    await becomes('refuser', { status: 5, wanted: value })
    behaves('refuser', 'none')
    const again = await posted(`${CITY}/controller/batch/set/${family.call}`, { [key]: batch })
    expect(again.total).toBe(1)
    await becomes('refuser', inSync(value))
    expect(await recordOf(again.batchId)).toMatchObject({ againCommandRecordId: batch })
  }
}

/** A group is set, read and calibrated by its members of the family's types. */
const groups = async ({ family, first, ...world }: World): Promise<string> => {
  const { sn, id, becomes } = world
  const { id: groupId } = await posted(`${CITY}/group/submit`, { groupName: sn('taker') })
  await good(admin.post(`${CITY}/device_group/copy`, {}, { groupId, ids: [id('taker'), id('blank')].join() }))
  const call = (op: string) => `${CITY}/controller/group/${op}/${family.call}`
  expect(await posted(call('set'), { groupId, ...first })).toMatchObject({ total: 2 })
  for (const role of ['taker', 'blank'] as const) await becomes(role, inSync(first))
  if (isRead(family)) expect(await good(admin.get<Wire>(call('get'), { groupId }))).toMatchObject({ total: 2 })
  return String(groupId)
}

/** The device takes its measurement as reference: the values that are only read are reported beside the wanted ones, and are no drift. */
const calibrates = async ({ family, first, id, becomes }: World, groupId: string): Promise<void> => {
  for (const [target, body] of [
    ['batch', { controllerIds: [id('taker')] }],
    ['group', { groupId }],
  ] as const)
    expect((await posted(`${CITY}/controller/${target}/calibrate/${family.call}`, body)).batchId).not.toBe('')
  const measured = Object.fromEntries(Object.keys(family.reads ?? {}).map((name) => [name, expect.anything()]))
  for (const role of ['taker', 'blank'] as const) await becomes(role, { ...inSync(first), reported: { ...first, ...measured } })
}

/** Rows of resources answer decimal numbers as texts and flags as numbers. */
const onWire = ({ fields }: ParamFamilyDefinition, row: Wire): Wire =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = fields[name]
      return [name, field ? modelOf(field).toWire(value as never, field.options)[0] : value]
    }),
  )

/** Presets are added, listed, changed, sent to devices and groups, and removed; a disabled one is not sent. */
const presets = async ({ family, first, second, ...world }: World, groupId: string): Promise<void> => {
  const { sn, id, becomes } = world
  const base = `/api/${family.template?.base}`
  const preset = { name: sn('taker'), ...second, state: 1 }
  const { id: templateId } = await posted(`${base}/submit`, preset)
  const [listed] = (await pageOf(`${base}/list`, { name: preset.name })).records
  expect(listed).toMatchObject({ ...onWire(family, preset), id: templateId })
  await posted(`${CITY}/controller/batch/set/${family.call}`, { controllerIds: id('taker'), templateId })
  await becomes('taker', { wanted: second, status: 2, drift: 0 })
  expect(await posted(`${base}/send`, { ids: [templateId], groupId })).toMatchObject({ total: 2 })
  await becomes('blank', { wanted: second, status: 2, drift: 0 })
  const changed = { ...preset, ...first, state: 0 }
  await posted(`${base}/submit`, { id: templateId, ...changed })
  expect(await good(admin.get(`${base}/detail`, { id: templateId }))).toMatchObject(onWire(family, changed))
  const refused = await admin.post(`${CITY}/controller/batch/set/${family.call}`, { controllerIds: id('taker'), templateId })
  expect(refused.body).toMatchObject({ code: 400, field: 'templateId' })
  await good(admin.post(`${base}/remove`, undefined, { ids: templateId }))
  expect((await pageOf(`${base}/list`, { name: preset.name })).total).toBe(0)
}

test('each right that a family needs is in the menus', async () => {
  const rows = await product.platform.system.query<{ code: string }>('select code from system_menu where not is_deleted')
  const codes = new Set(rows.map(({ code }) => code))
  const needed = families.flatMap((family) => [`${family.code}_set`, ...(family.call && isRead(family) ? [`${family.code}_read`] : [])])
  expect(needed.length).toBeGreaterThan(6)
  expect(needed.filter((code) => !codes.has(code))).toEqual([])
})

/** A family that devices only measure: a read reports it, a calibration changes it. */
const measures = async ({ family, id, becomes }: World): Promise<void> => {
  const any = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, expect.anything()]))
  const [now = '', ...later] = Object.keys(family.reads ?? {})
  const ask = () => good(admin.get(`${CITY}/controller/batch/get/${family.call}`, { controllerIds: id('taker') }))
  await ask()
  await becomes('taker', { status: 7, drift: 0, wanted: null, reported: any([now]) })
  await posted(`${CITY}/controller/batch/calibrate/${family.call}`, { controllerIds: [id('taker')] })
  await becomes('taker', { status: 7, reported: any([now, ...later]) })
  expect(await pageOf(`/api/${family.data?.list}`, { deviceId: id('taker') })).toMatchObject({ total: 1, records: [any(later)] })
}

test.concurrent.each(cases)('%s: each operation that it declares', async (_name, family, type) => {
  const [first, second] = valuesOf(family)
  const isSet = Object.keys(family.fields).length > 0
  expect(JSON.stringify(second) === JSON.stringify(first)).toBe(!isSet)
  const world: World = { ...worldOf(family, type), family, type, first, second }
  if (!isSet) return measures(world)
  await stores(world)
  await drifts(world)
  if (family.call === undefined) return
  await refuses(world)
  if (isRead(family)) await reads(world)
  await retries(world)
  const groupId = await groups(world)
  if (family.ops.some((op) => op === 'calibrate')) await calibrates(world, groupId)
  if (family.template) await presets(world, groupId)
})
