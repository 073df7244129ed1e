import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const CITY = '/api/blade-city'
const APPROVAL = `${CITY}/controller/approval`
interface Request {
  readonly id: string
  readonly content: string
  readonly devices: number
  readonly state: number
  readonly batchId: string
}
let product: TestPlatform
let operator: ApiClient
let second: ApiClient
let ids: string[]

const sql = <R extends object>(text: string, params: readonly unknown[] = []): Promise<R[]> =>
  product.platform.system.query(text, params) as unknown as Promise<R[]>
const batches = async (): Promise<number> => (await sql<{ n: number }>('select count(*)::int as n from control_batch'))[0]?.n ?? 0
const waiting = async (): Promise<readonly Request[]> => {
  const answer = await second.get<{ records: readonly Request[] }>(`${APPROVAL}/page`, { state: 0 })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.records
}
const dim = (controllerIds: readonly string[], more: object = {}) => ({
  command: 'dim',
  level: 40,
  duration: 600,
  selector: { controllerIds },
  ...more,
})

beforeAll(async () => {
  product = await testPlatform({ slices })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const platform = await product.signIn({ tenantId: '000000', account: 'admin' })
  const [role] = await sql<{ id: string }>(
    `select id::text as id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [TENANT],
  )
  const person = { tenantId: TENANT, account: 'second_commands', password: 'Second-123' }
  await platform.post('/api/blade-user/submit', { ...person, realName: '主管', roleId: role?.id })
  second = await product.signIn(person)
  const gatewayId = product.platform.newId()
  await sql(`insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, 'GW-APPROVAL', 1, false, 3)`, [
    gatewayId,
    TENANT,
  ])
  ids = []
  for (const sn of ['AP-1', 'AP-2', 'AP-3'])
    ids.push((await operator.post<{ id: string }>(`${CITY}/controller`, { sn, name: sn, gatewayId })).data.id)
  await sql(`update system_param set param_value = '2' where param_key = 'command.approval.devices'`)
  await eventually(async () => (await operator.get<{ limit: number }>(`${APPROVAL}/second-person`)).data.limit === 2)
})
afterAll(() => product?.stop())
beforeEach(async () => {
  for (const { id } of await waiting()) await second.post(`${APPROVAL}/reject`, { id })
})

test('a command to more devices than the parameter waits; the requester cannot approve it; approving sends it once', async () => {
  const before = await batches()
  const asked = await operator.post(`${CITY}/controller/batch/command`, dim(ids), undefined, { 'idempotency-key': 'approval-1' })
  expect(asked.body).toMatchObject({ code: 400, field: 'secondPerson' })
  expect(asked.msg).toContain('3')
  const again = await operator.post(`${CITY}/controller/batch/command`, dim(ids), undefined, { 'idempotency-key': 'approval-1' })
  expect(again.body, 'a repeated call is the same request').toMatchObject({ code: 400, field: 'secondPerson' })
  const requests = await waiting()
  expect(requests).toMatchObject([{ content: '调光 40 %', devices: 3 }])
  expect(await batches(), 'nothing is sent before the approval').toBe(before)
  const [{ id } = { id: '' }] = requests
  expect((await operator.post(`${APPROVAL}/approve`, { id })).code, 'who asked may not approve').toBe(400)
  expect(await batches()).toBe(before)
  expect((await second.post(`${APPROVAL}/approve`, { id, note: '同意' })).body).toMatchObject({ code: 200 })
  expect(await batches()).toBe(before + 1)
  const done = (await second.get<Request>(`${APPROVAL}/detail`, { id })).data
  expect(done.state).toBe(1)
  const [batch] = await sql<{ total: number; level: number; duration: number }>(
    'select total::int as total, level::int as level, duration::int as duration from control_batch where id = $1',
    [done.batchId],
  )
  expect(batch).toEqual({ total: 3, level: 40, duration: 600 })
  expect((await second.post(`${APPROVAL}/approve`, { id })).code, 'it is decided').toBe(400)
})

test('fewer devices, and the way back to the calendar, go at once', async () => {
  expect((await operator.post(`${CITY}/controller/batch/command`, dim(ids.slice(0, 2)))).code).toBe(200)
  const back = await operator.post<{ total: number }>(`${CITY}/controller/batch/command`, {
    command: 'release',
    selector: { controllerIds: ids },
  })
  expect(back.body).toMatchObject({ code: 200, data: { total: 3 } })
  expect(await waiting()).toEqual([])
})

test('calls of other consoles and parameters wait too; a read does not; a rejected or withdrawn request is never sent', async () => {
  const before = await batches()
  const legacy = { controllerIds: ids, dimType: 1, dimValue: 30, duration: 60 }
  expect((await operator.post(`${CITY}/controller/batch/manual/switch-lum`, legacy)).body).toMatchObject({ field: 'secondPerson' })
  const set = { family: 'timeOffset', ids, op: 'set', value: { onOffset: 5, offOffset: -5 } }
  expect((await operator.post(`${CITY}/param/send`, set)).body).toMatchObject({ code: 400, field: 'secondPerson' })
  const requests = await waiting()
  expect(requests.map(({ devices }) => devices)).toEqual([3, 3])
  expect(await batches()).toBe(before)
  expect((await operator.post(`${CITY}/param/send`, { family: 'timeOffset', ids, op: 'get' })).code).toBe(200)
  const param = requests.find(({ content }) => content.startsWith('设置'))
  const lamps = requests.find(({ content }) => content.startsWith('调光'))
  expect((await operator.post(`${APPROVAL}/withdraw`, { id: lamps?.id })).body).toMatchObject({ code: 200 })
  expect((await second.post(`${APPROVAL}/approve`, { id: lamps?.id })).code).toBe(400)
  expect((await second.post(`${APPROVAL}/approve`, { id: param?.id })).body).toMatchObject({ code: 200 })
  const [wanted] = await sql<{ n: number }>(
    `select count(*)::int as n from control_param where family = 'timeOffset' and wanted_id is not null and device_id = any($1::bigint[])`,
    [ids],
  )
  expect(wanted?.n).toBe(3)
  // The values are known now, so a single field can be changed; that waits as well, and keeps the other field.
  expect(
    (await operator.post(`${CITY}/param/send`, { family: 'timeOffset', ids, op: 'set', changes: { onOffset: 9 } })).body,
  ).toMatchObject({
    field: 'secondPerson',
  })
  const [change] = await waiting()
  expect((await second.post(`${APPROVAL}/approve`, { id: change?.id })).body).toMatchObject({ code: 200 })
  const values = await sql<{ value: object }>(
    `select distinct v.value from control_param p join control_value v on v.id = p.wanted_id where p.family = 'timeOffset' and p.device_id = any($1::bigint[])`,
    [ids],
  )
  expect(values).toEqual([{ value: { onOffset: 9, offOffset: -5 } }])
})

test('a request of yesterday is void', async () => {
  await operator.post(`${CITY}/controller/batch/command`, dim(ids))
  const [request] = await waiting()
  await sql(`update control_approval set create_time = create_time - interval '25 hours' where id = $1`, [request?.id])
  const late = await second.post(`${APPROVAL}/approve`, { id: request?.id })
  expect(late.code).toBe(400)
  expect(late.msg).toContain('24')
  expect((await second.get<Request>(`${APPROVAL}/detail`, { id: request?.id })).data.state, 'it still waits').toBe(0)
})
