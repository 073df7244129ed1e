import { gatewaysPort } from '@lamplight/devices/model'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'

// Commands that the platform repeats by itself: they are listed as one record with a count, apart from the commands of users; after ten
// attempts they end as drift.
const TENANT = '100001'
const GATEWAY = 'GW-AUTOMATIC'
const CITY = '/api/blade-city'
const SNS = ['AU-1', 'AU-2'] as const
interface Page {
  readonly records: readonly Record<string, unknown>[]
  readonly total: number
}
let product: TestPlatform
let operator: ApiClient
let client: MqttClient
const ids: string[] = []
let manual = ''

beforeAll(async () => {
  // No device answers, so each command expires after two seconds.
  product = await testPlatform({ slices, config: { COMMAND_RESEND_SECONDS: '1', COMMAND_EXPIRE_SECONDS: '2', DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gatewayId = await must(operator, '/api/blade-device/gateway/submit', { sn: GATEWAY })
  const password = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password, reconnectPeriod: 0 })
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/+`, { qos: 1 })
  for (const sn of SNS) ids.push(await must(operator, `${CITY}/controller`, { sn, name: sn, gatewayId }))
})
afterAll(async () => {
  await client?.endAsync()
  await product?.stop()
})

const records = async (query: object) => (await operator.get<Page>(`${CITY}/commandrecord/page`, { size: 50, ...query })).data
const params = () =>
  product.platform.system.query<{ status: number; attempts: number; code: string | null }>(
    "select status::int as status, attempts::int as attempts, code from control_param where device_id = any($1::bigint[]) and family = 'timeOffset' order by device_id",
    [ids],
  )
const WAITING = 1
const DRIFTED = 6
const waits = (attempts: number) =>
  expect.poll(params, { timeout: 40_000, interval: 500 }).toEqual(ids.map(() => ({ status: WAITING, attempts, code: null })))
/** Makes the first device due now, and the second so soon that it is repeated together with the first. */
const due = (attempts: number) =>
  product.platform.system.query(
    `update control_param set attempts = $2::int, next_at = case when device_id = $3::bigint then now() else now() + least(power(2, $2::int), 360) * 0.3 * interval '1 minute' end
     where device_id = any($1::bigint[])`,
    [ids, attempts, ids[0]],
  )
const driftOf = async () => (await operator.get<Page>(`${CITY}/param/drift`, { family: 'timeOffset', size: 50 })).data

test('values without an answer are sent again together; the attempts are one record with their number, apart from what people sent', async () => {
  const sent = await operator.post<{ batchId: string }>(`${CITY}/controller/batch/set/timeoffset`, {
    controllerIds: ids.join(),
    onOffset: 5,
    offOffset: 5,
  })
  expect(sent.body).toMatchObject({ code: 200 })
  manual = sent.data.batchId
  await waits(1)
  for (const attempt of [1, 2, 3]) {
    await due(attempt)
    await waits(attempt + 1)
  }
  expect(await records({ automatic: 0 })).toMatchObject({
    total: 1,
    records: [{ id: manual, automatic: 0, total: 2, account: 'operator' }],
  })
  expect(await records({ automatic: 1 })).toMatchObject({ total: 3 })
  expect(await records({ automatic: 1, folded: 0 })).toMatchObject({
    total: 1,
    records: [{ automatic: 1, attempts: 3, total: 2, folded: 0 }],
  })
  expect(await records({})).toMatchObject({ total: 4 })
  // The second device is not sent to: the attempt in which it failed stays in the list, next to the newer one of the first.
  const alone = (device: string) =>
    product.platform.system.query(
      "update control_param set next_at = case when device_id = $2::bigint then now() else now() + interval '1 day' end where device_id = any($1::bigint[])",
      [ids, device],
    )
  const latest = async () =>
    (await records({ automatic: 1, folded: 0 })).records
      .map(({ total, attempts }) => [total, attempts])
      .sort((a, b) => Number(a[0]) - Number(b[0]))
  await alone(ids[0] as string)
  await expect.poll(latest, { timeout: 40_000, interval: 500 }).toEqual([
    [1, 4],
    [2, 3],
  ])
  await expect.poll(async () => (await params())[0], { timeout: 40_000, interval: 500 }).toMatchObject({ status: WAITING })
  await alone(ids[1] as string)
  await expect.poll(latest, { timeout: 40_000, interval: 500 }).toEqual([
    [1, 4],
    [1, 4],
  ])
  await expect.poll(async () => (await params())[1], { timeout: 40_000, interval: 500 }).toMatchObject({ status: WAITING })
  const jobs = (await operator.get<Page>('/api/blade-system/jobs/page', { size: 50 })).data.records
  expect(jobs.filter(({ source }) => source === 'control.batch').map(({ id }) => id)).toEqual([manual])
  const issued = async (query: Record<string, unknown>) => (await operator.get<Page>(`${CITY}/issuecommand/pageList`, query)).data.total
  expect([await issued({ automatic: 0 }), await issued({ automatic: 1 }), await issued({})]).toEqual([2, 8, 10])
  const { data } = await operator.get<{ failed: { id: string }[] }>('/api/blade-report/dashboard/info')
  expect(data.failed.map(({ id }) => id)).toEqual([manual])
})

test('after ten attempts a value is drift and is not sent again until its silent device reports', async () => {
  expect(await driftOf()).toMatchObject({ total: 0 })
  await due(9)
  const given = { status: DRIFTED, attempts: 10, code: 'silent' }
  await expect.poll(params, { timeout: 40_000, interval: 500 }).toEqual([given, given])
  expect(await driftOf()).toMatchObject({ total: 2, records: [{ reason: expect.stringContaining('恢复上报后自动重发') }, {}] })
  const before = (await records({ automatic: 1 })).total
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  expect((await records({ automatic: 1 })).total).toBe(before)
  await client.publishAsync(
    `ll/1/${GATEWAY}/up/report`,
    JSON.stringify([{ sn: SNS[1], at: Date.now(), p: { dim: 50, on: true, power: 20 } }]),
    { qos: 1 },
  )
  await expect.poll(async () => (await records({ automatic: 1 })).total, { timeout: 40_000, interval: 500 }).toBe(before + 1)
  expect((await params())[0]).toEqual(given)
  // The device reports but does not answer: the value becomes drift with another reason, about which a user decides.
  await expect.poll(async () => (await params())[1], { timeout: 40_000, interval: 500 }).toMatchObject({ status: WAITING })
  await product.platform.system.query('update control_param set attempts = 9, next_at = now() where device_id = $1', [ids[1]])
  await expect
    .poll(async () => (await params())[1], { timeout: 40_000, interval: 500 })
    .toEqual({ status: DRIFTED, attempts: 10, code: 'noAnswer' })
})
