import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const CITY = '/api/blade-city'
const COMMAND = `${CITY}/controller/batch/command`
const REASON = '路口抢修，需要全夜照明'
let product: TestPlatform
let operator: ApiClient
let english: ApiClient
let second: ApiClient
let ids: string[]
let groupId: string
let sun: string

const sql = <R extends object>(text: string, params: readonly unknown[] = []): Promise<R[]> =>
  product.platform.system.query(text, params) as unknown as Promise<R[]>
const batches = async (): Promise<number> => (await sql<{ n: number }>('select count(*)::int as n from control_batch'))[0]?.n ?? 0
const record = async (id: string) => (await operator.get<Record<string, unknown>>(`${CITY}/commandrecord/detail`, { id })).data
const sent = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await operator.post<{ batchId: string }>(path, body)
  expect(answer.code, answer.msg).toBe(200)
  return record(answer.data.batchId)
}
/** The call is refused in both languages with the field `reason` and writes nothing; with a reason it is sent, and the record has the reason. */
const needsReason = async (path: string, body: object): Promise<void> => {
  const before = await batches()
  for (const given of [{}, { reason: '' }, { reason: '   ' }]) {
    const refused = await operator.post(path, { ...body, ...given })
    expect(refused.body, path).toMatchObject({ code: 400, field: 'reason' })
    expect(refused.msg).toMatch(/原因|reason/)
    expect((await english.post(path, { ...body, ...given })).msg).toMatch(/reason/i)
  }
  expect((await operator.post(path, { ...body, reason: 'x'.repeat(201) })).body).toMatchObject({ code: 400, field: 'reason' })
  expect(await batches()).toBe(before)
  expect(await sent(path, { ...body, reason: ` ${REASON} ` })).toMatchObject({ reason: REASON, until: '' })
}

beforeAll(async () => {
  product = await testPlatform({ slices })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  english = await product.signIn({ tenantId: TENANT, account: 'operator', lang: 'en-US' })
  const gatewayId = product.platform.newId()
  await sql(`insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, 'GW-REASON', 1, false, 4)`, [
    gatewayId,
    TENANT,
  ])
  ids = []
  for (const sn of ['RS-1', 'RS-2', 'RS-3'])
    ids.push((await operator.post<{ id: string }>(`${CITY}/controller`, { sn, name: sn, gatewayId })).data.id)
  groupId = (await operator.post<{ id: string }>(`${CITY}/group/submit`, { groupName: '抢修组' })).data.id
  await sql(`insert into devices_group_member (tenant_id, group_id, device_id) select $1, $2, unnest($3::bigint[])`, [TENANT, groupId, ids])
  sun = (await operator.post<{ id: string }>('/api/blade-sun/device/submit', { sn: 'RS-SUN', name: '太阳能灯', gatewayId })).data.id
})
afterAll(() => product?.stop())

test('a lamp command without an end needs a reason; with an end, or back to the calendar, it needs none', async () => {
  for (const order of [{ command: 'dim', level: 40 }, { command: 'on' }, { command: 'off' }])
    await needsReason(COMMAND, { ...order, selector: { controllerIds: ids.slice(0, 1) } })
  expect(await sent(COMMAND, { command: 'on', duration: 60, selector: { controllerIds: ids } })).toMatchObject({ duration: 60, reason: '' })
  expect(await sent(COMMAND, { command: 'release', selector: { controllerIds: ids } })).toMatchObject({ command: 4, reason: '' })
  const preview = await operator.post<{ lamps: number }>(`${COMMAND}/preview`, { command: 'on', selector: { controllerIds: ids } })
  expect(preview.data.lamps).toBe(3)
})

test('dimming and switching a selection of lamps permanently needs a reason; without an end they last one hour', async () => {
  const controllerIds = ids.join(',')
  await needsReason(`${CITY}/controller/batch/manual/switch-lum`, { controllerIds, dimValue: 30, dimType: 0, duration: 0 })
  await needsReason(`${CITY}/controller/batch/manual/switch-power`, { controllerIds, openStatus: 0, dimType: 0 })
  await needsReason(`${CITY}/controller/batch/openlamp`, { controllerIds, len1: 0 })
  expect(await sent(`${CITY}/controller/batch/manual/switch-power`, ids)).toMatchObject({ duration: 3600, total: 3 })
  expect(await sent(`${CITY}/controller/batch/openlamp`, { controllerIds })).toMatchObject({ duration: 3600 })
})

test('closing lamps permanently needs a reason', async () => {
  for (const permanent of [{ dimType: 0, duration: 0 }, { dimMode: 0 }])
    await needsReason(`${CITY}/controller/getOffLamp`, { controllerIds: ids.join(','), dimValue: 0, ...permanent })
})

test('a command to a group without an end needs a reason; without a duration it lasts one hour', async () => {
  await needsReason(`${CITY}/controller/group/openlamp`, { groupId, openStatus: 1, openPower: 40, len1: 0 })
  await needsReason(`${CITY}/controller/group/remotecontrol`, { groupId, command: 'off', duration: 0 })
  await needsReason(COMMAND, { command: 'on', selector: { groupId } })
  expect(await sent(`${CITY}/controller/group/openlamp`, { groupId })).toMatchObject({ duration: 3600, total: 3 })
  expect(await sent(`${CITY}/controller/group/remotecontrol`, { groupId, command: 'on' })).toMatchObject({ duration: 3600 })
})

test('a solar lamp is overridden without an end only with a reason, which the device does not get', async () => {
  await needsReason('/api/blade-sun/device/dim', { ids: sun, level: 40 })
  await needsReason('/api/blade-sun/device/switch', { ids: sun, on: true })
  const until = new Date(Date.now() + 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const ended = await sent('/api/blade-sun/device/dim', { ids: sun, level: 40, until })
  expect(ended).toMatchObject({ reason: '' })
  const rows = await sql<{ args: string }>('select args from control_batch where cmd is not null')
  for (const { args } of rows) expect(Object.keys(JSON.parse(args))).not.toContain('reason')
  await sent('/api/blade-sun/device/release', { ids: sun })
})

test('a retry keeps the reason; naming a record does not replace it', async () => {
  const { id } = await sent(COMMAND, { command: 'on', reason: REASON, selector: { controllerIds: ids } })
  await sql(`update control_pack set statuses = '{4}' where batch_id = $1`, [id])
  expect(await sent(`${CITY}/commandrecord/retry`, { commandRecordId: id })).toMatchObject({ reason: REASON, duration: -1 })
  const timed = await sent(COMMAND, { command: 'on', duration: 60, selector: { controllerIds: ids } })
  const again = { againCommandRecordId: timed.id, controllerIds: ids.join(','), dimValue: 30, dimType: 0 }
  expect((await operator.post(`${CITY}/controller/batch/manual/switch-lum`, again)).body).toMatchObject({ code: 400, field: 'reason' })
})

test('the reason is in the audit entry and in the hand-over', async () => {
  const { id } = await sent(COMMAND, { command: 'off', reason: REASON, selector: { controllerIds: ids } })
  const [entry] = await sql<{ detail: unknown }>(`select to_jsonb(a)::text as detail from system_audit a where target = $1`, [id])
  expect(String(entry?.detail)).toContain(REASON)
  const { data } = await operator.get<{ mine: { rows: { id: string; reason: string }[] } }>('/api/blade-report/dashboard/handover')
  expect(data.mine.rows.find((row) => row.id === id)).toMatchObject({ reason: REASON })
})

test('a command that waits for a second person keeps its reason', async () => {
  const [role] = await sql<{ id: string }>(
    `select id::text as id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [TENANT],
  )
  const person = { tenantId: TENANT, account: 'second_reason', password: 'Second-123' }
  const platform = await product.signIn({ tenantId: '000000', account: 'admin' })
  await platform.post('/api/blade-user/submit', { ...person, realName: '主管', roleId: role?.id })
  second = await product.signIn(person)
  await sql(`update system_param set param_value = '2' where param_key = 'command.approval.devices'`)
  const approval = `${CITY}/controller/approval`
  await eventually(async () => (await operator.get<{ limit: number }>(`${approval}/second-person`)).data.limit === 2)
  const order = { command: 'dim', level: 35, selector: { controllerIds: ids } }
  expect((await operator.post(COMMAND, order)).body).toMatchObject({ code: 400, field: 'reason' })
  expect((await operator.post(COMMAND, { ...order, reason: REASON })).body).toMatchObject({ code: 400, field: 'secondPerson' })
  type Waiting = { records: { id: string; reason: string; batchId: string }[] }
  const [waiting] = (await second.get<Waiting>(`${approval}/page`, { state: 0 })).data.records
  expect(waiting).toMatchObject({ reason: REASON })
  expect((await second.post(`${approval}/approve`, { id: waiting?.id })).code).toBe(200)
  const { data } = await second.get<{ batchId: string }>(`${approval}/detail`, { id: waiting?.id ?? '' })
  expect(await record(data.batchId)).toMatchObject({ reason: REASON, level: 35, total: 3, duration: -1 })
})
