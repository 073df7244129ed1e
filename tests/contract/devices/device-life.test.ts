import { gatewaysPort } from '@lamplight/devices/model'
import { type ApiClient, eventually, insertRow, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// The faults that a device reported, and the life record that all slices write into, over the wire.
const TENANT = '100001'
const GATEWAY = 'GW-LIFE'
const FAULTS = '/api/blade-device/deviceFault/list'
const LIFE = '/api/blade-device/device/life_record/page'
const TRASH = '/api/blade-device/trashdevice'
const LAMP = '/api/blade-city/controller'

interface Fault {
  readonly type: string
  readonly label: string
  readonly beginTime: string
  readonly endTime: string
  readonly present: boolean
}
interface Entry {
  readonly kind: string
  readonly title: string
  readonly result: string
  readonly at: string
  readonly by: string
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  readonly sourceResource: string
  readonly sourceId: string
  readonly sourceTab: string
}
let product: TestPlatform
let operator: ApiClient
let gateway: MqttClient
let bin = ''
let lamp = ''
const projects: { id: string; name: string }[] = []
let at = Date.now() - 3_600_000
const SECOND = 1000

const tick = (): number => {
  at += SECOND
  return at
}
const up = (kind: 'report' | 'event', ...entries: object[]): Promise<unknown> =>
  gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const pageOf = async <R>(path: string, query: object, client: ApiClient = operator): Promise<{ records: R[]; total: number }> => {
  const { body } = await client.get<{ records: R[]; total: number }>(path, { ...query })
  expect(body, JSON.stringify(query)).toMatchObject({ code: 200 })
  return (body as { data: { records: R[]; total: number } }).data
}
const faultsOf = async (deviceId: string, more: object = {}) =>
  (await pageOf<Fault>(FAULTS, { deviceId, size: 50, ...more })).records.map(
    ({ type, present }) => `${type} ${present ? 'present' : 'ended'}`,
  )
const stored = (): Promise<object[]> =>
  product.platform.system.query('select xmin, * from devices_fault order by device_id, type, began_at')
const life = (deviceId: string, more: object = {}) => pageOf<Entry>(LIFE, { deviceId, size: 100, ...more })

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  for (const name of ['东', '西']) projects.push({ id: await insertRow(product, TENANT, 'places_project', { name, sort: 1 }), name })
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, project_id) values ($1, $2, $3, 1, false, 2, $4)',
    [gatewayId, TENANT, GATEWAY, projects[0]?.id],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  gateway = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret })
  const own = { gatewayId, projectId: projects[0]?.id }
  const made = async (add: string, list: string, body: object): Promise<string> => {
    const answer = await operator.post(add, { ...body, ...own })
    expect(answer.body).toMatchObject({ code: 200 })
    const { records } = await pageOf<{ id: string; sn: string }>(list, { size: 100 })
    return records.find(({ sn }) => sn === (body as { sn: string }).sn)?.id ?? ''
  }
  bin = await made(`${TRASH}/submit`, `${TRASH}/list`, { sn: 'LIFE-BIN', name: '桶' })
  lamp = await made(LAMP, `${LAMP}/page`, { sn: 'LIFE-LAMP', name: '灯' })
  await product.platform.system.query('insert into lighting_lamp (id, tenant_id, sn, name, controller_id) values ($1, $2, $3, $3, $4)', [
    product.platform.newId(),
    TENANT,
    'LIFE-HEAD',
    lamp,
  ])
})
afterAll(async () => {
  gateway?.end(true)
  await product?.stop()
})

test('faults in reports begin and end with the reports; a report without a change writes nothing', async () => {
  const begins = tick()
  await up('report', { sn: 'LIFE-BIN', at: begins, p: { fillLevel: 10, faults: ['highTemperature'] } })
  await up('report', { sn: 'LIFE-LAMP', at: begins, p: { dim: 50, faults: ['lampFailure', 'highTemperature'] } })
  expect(await faultsOf(bin)).toEqual(['highTemperature present'])
  expect((await faultsOf(lamp)).sort()).toEqual(['highTemperature present', 'lampFailure present'])
  const before = await stored()
  await up('report', { sn: 'LIFE-BIN', at: tick(), p: { fillLevel: 11, faults: ['highTemperature'] } })
  await up('report', { sn: 'LIFE-LAMP', at: tick(), p: { dim: 50, faults: ['highTemperature', 'lampFailure'] } })
  await up('report', { sn: 'LIFE-LAMP', at: tick(), p: { dim: 60 } })
  expect(await stored()).toEqual(before)
  await up('report', { sn: 'LIFE-BIN', at: tick(), p: { faults: [] } })
  await up('report', { sn: 'LIFE-LAMP', at: tick(), p: { faults: ['relayFailure', 'highTemperature'] } })
  const { records } = await pageOf<Fault>(FAULTS, { deviceId: lamp, type: 'lampFailure' })
  expect(records).toMatchObject([{ label: '异常灭灯', present: false }])
  expect(records[0]?.endTime).not.toBe('')
  expect(await faultsOf(bin)).toEqual(['highTemperature ended'])
  expect((await faultsOf(lamp, { present: 1 })).sort()).toEqual(['highTemperature present', 'relayFailure present'])
  const [english] = (
    await pageOf<Fault>(FAULTS, { deviceId: bin }, await product.signIn({ tenantId: TENANT, account: 'operator', lang: 'en-US' }))
  ).records
  expect(english?.label).toBe('Temperature too high')
})

test('events begin and end faults in any order and with repeats; lost communication ends with the next report', async () => {
  const [first, second] = [tick(), tick()]
  const events = [
    { sn: 'LIFE-LAMP', at: second, type: 'cabinetDoorOpen', on: false },
    { sn: 'LIFE-LAMP', at: first, type: 'cabinetDoorOpen', on: true },
  ]
  await up('event', ...events)
  await up('event', ...events)
  await up('event', { sn: 'LIFE-BIN', at: tick(), type: 'communicationFailure', on: true })
  await up('event', { sn: 'LIFE-LAMP', at: tick(), type: 'lightStateChange', on: true })
  const change = { sn: 'LIFE-LAMP', at: tick(), type: 'programChange', on: true }
  await up('event', change)
  // An interval that is already stored makes the batch fail, and it is written again.
  await up('event', change)
  // The event is older than the last report, and that report does not list its fault: so the fault had ended before the report.
  await up('event', { sn: 'LIFE-LAMP', at: at - 60 * SECOND, type: 'supplyLoss', on: true })
  expect((await faultsOf(lamp)).filter((one) => /^(cabinet|light|program|supply)/.test(one))).toEqual([
    'programChange ended',
    'cabinetDoorOpen ended',
    'supplyLoss ended',
  ])
  expect(await faultsOf(bin, { present: 1 })).toEqual(['communicationFailure present'])
  await up('report', { sn: 'LIFE-BIN', at: tick(), p: { fillLevel: 12 } })
  expect(await faultsOf(bin, { present: 1 })).toEqual([])
})

test('the list of all devices contains the faults that the user may see', async () => {
  const all = await pageOf<{ sn: string }>(FAULTS, { size: 100 })
  expect(new Set(all.records.map(({ sn }) => sn))).toEqual(new Set(['LIFE-BIN', 'LIFE-LAMP']))
  expect((await pageOf(FAULTS, { size: 1, current: 2 })).total).toBe(all.total)
  const elsewhere = await product.signIn()
  expect((await pageOf(FAULTS, { deviceId: '' }, elsewhere).catch(() => ({ total: -1 }))).total).toBeLessThan(1)
  expect((await elsewhere.get(FAULTS, { deviceId: lamp })).body).toMatchObject({ code: 400 })
  expect((await elsewhere.get(LIFE, { deviceId: lamp })).body).toMatchObject({ code: 400 })
  for (const [query, field] of [
    [{ deviceId: 'x' }, 'deviceId'],
    [{ type: 'sadness' }, 'type'],
    [{ beginTime: 'noon' }, 'beginTime'],
  ] as const)
    expect((await operator.get(FAULTS, query)).body, field).toMatchObject({ code: 400, field })
})

test('the life record lists actions of users, commands and device events, newest first, each with its source', async () => {
  expect((await operator.post(`${TRASH}/submit`, { id: bin, name: '新桶', remark: '换锁' })).body).toMatchObject({ code: 200 })
  expect((await operator.post(`${TRASH}/submit`, { id: bin, projectId: projects[1]?.id })).body).toMatchObject({ code: 200 })
  const second = await operator.post(`${TRASH}/submit`, { sn: 'LIFE-BIN-2', projectId: projects[0]?.id })
  expect(second.body).toMatchObject({ code: 200 })
  const { records: bins } = await pageOf<{ id: string; sn: string }>(`${TRASH}/list`, { size: 100 })
  const other = bins.find(({ sn }) => sn === 'LIFE-BIN-2')?.id ?? ''
  expect((await operator.post(`${TRASH}/activated`, { ids: `${bin},${other}`, activated: 0 })).body).toMatchObject({ code: 200 })
  const sent = await operator.post<{ batchId: string }>(`${TRASH}/reboot`, { ids: bin })
  const set = await operator.post('/api/blade-city/controller/batch/set/timeoffset', { controllerIds: lamp, onOffset: 5, offOffset: 0 })
  expect(set.body).toMatchObject({ code: 200 })
  expect((await life(lamp, { kind: 'param' })).records).toMatchObject([{ sourceResource: 'control.batch', by: 'operator' }])

  const { records, total } = await life(bin)
  expect(total).toBe(records.length)
  expect([...records].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ at: when }) => when)).toEqual(
    records.map(({ at: when }) => when),
  )
  const of = (kind: string): Entry[] => records.filter((one) => one.kind === kind)
  expect(of('added')).toMatchObject([{ by: expect.stringMatching(/./) }])
  expect(of('edited')).toMatchObject([
    {
      by: 'operator',
      changes: [
        { before: '桶', after: '新桶' },
        { before: '', after: '换锁' },
      ],
      sourceResource: 'system.audit',
    },
  ])
  expect(of('moved')).toMatchObject([{ changes: [{ before: projects[0]?.name, after: projects[1]?.name }] }])
  expect(of('activated')).toMatchObject([{ changes: [{ before: '已激活', after: '未激活' }] }])
  expect(of('command')).toMatchObject([{ title: '重启', sourceResource: 'control.batch', sourceId: sent.data.batchId, by: 'operator' }])
  expect(of('fault')).toMatchObject([{ title: '温度过高', sourceTab: 'faults' }])
  expect(of('online').at(-1)).toMatchObject({ title: '通信中断', sourceTab: 'faults' })
  // Entries about the other row are not shown here.
  expect(JSON.stringify(records)).not.toContain('LIFE-BIN-2')
})

test('the life record is filtered by kind and paged without gaps', async () => {
  const all = (await life(bin)).records
  const kinds = await life(bin, { kind: 'moved,fault' })
  expect(kinds.records).toEqual(all.filter(({ kind }) => kind === 'moved' || kind === 'fault'))
  expect(kinds.total).toBe(kinds.records.length)
  const pages: Entry[] = []
  for (let current = 1; pages.length < all.length; current++) pages.push(...(await life(bin, { size: 2, current })).records)
  expect(pages).toEqual(all)
  expect((await operator.get(LIFE, { deviceId: bin, kind: 'sung' })).body).toMatchObject({ code: 400, field: 'kind' })
  expect((await operator.get(LIFE)).body).toMatchObject({ code: 400, field: 'deviceId' })
})

test('a user who cannot see the device sees no faults and no life record; without the right to command records, the rest', async () => {
  const { system, newId } = product.platform
  const makeUser = async (account: string, where: string): Promise<ApiClient> => {
    const roleId = newId()
    await system.query(`insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, $3, $3, 9)`, [
      roleId,
      TENANT,
      account,
    ])
    await system.query(
      `insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where not is_deleted and ${where} on conflict do nothing`,
      [roleId, TENANT],
    )
    const admin = await product.signIn()
    const body = { tenantId: TENANT, account, password: 'Life-rec-1', realName: account, roleId }
    expect((await admin.post('/api/blade-user/submit', body)).code).toBe(200)
    return product.signIn({ tenantId: TENANT, account, password: 'Life-rec-1' })
  }
  const lamps = await makeUser('life_lamps', `code like 'lamp%'`)
  expect((await lamps.get(FAULTS, { deviceId: bin })).body).toMatchObject({ code: 400, msg: expect.stringContaining('权限') })
  expect((await lamps.get(LIFE, { deviceId: bin })).body).toMatchObject({ code: 400, msg: expect.stringContaining('权限') })
  expect((await pageOf(FAULTS, { deviceId: lamp }, lamps)).total).toBeGreaterThan(0)
  expect(new Set((await pageOf<{ sn: string }>(FAULTS, { size: 100 }, lamps)).records.map(({ sn }) => sn))).toEqual(new Set(['LIFE-LAMP']))
  expect((await pageOf<Entry>(LIFE, { deviceId: lamp, size: 100 }, lamps)).records.map(({ kind }) => kind)).not.toContain('param')
  const east = await makeUser('life_east', `code ~ '^(trash|controller|lamp|commandrecord|gateway)'`)
  await system.query('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [
    east.userId,
    'project',
    projects[0]?.id,
    TENANT,
  ])
  await (await product.signIn()).get('/api/blade-auth/oauth/clear-cache')
  expect((await pageOf(LIFE, { deviceId: lamp }, east)).total).toBeGreaterThan(0)
  expect((await east.get(LIFE, { deviceId: bin })).body).toMatchObject({ code: 400 })
  expect((await east.get(FAULTS, { deviceId: bin })).body).toMatchObject({ code: 400 })
})

test('a gateway has faults and a life record; its offline times are in those of its devices', async () => {
  const [row] = await product.platform.system.query<{ id: string }>('select id::text as id from devices_gateway where sn = $1', [GATEWAY])
  const id = row?.id ?? ''
  await gateway.endAsync(true)
  await eventually(async () => (await faultsOf(id, { present: 1 })).length === 1, 20_000)
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  gateway = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret })
  await up('report', { sn: 'LIFE-LAMP', at: Date.now(), p: { dim: 40 } })
  await eventually(async () => (await faultsOf(id)).includes('communicationFailure ended'))
  expect((await life(id)).records.map(({ kind }) => kind)).toContain('online')
  expect((await life(lamp, { kind: 'online' })).records).toMatchObject([
    { title: `网关 ${GATEWAY}：通信中断`, sourceResource: 'devices.gateway', sourceId: id },
  ])
})
