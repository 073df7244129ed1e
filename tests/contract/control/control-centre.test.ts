import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-CENTRE'
const CITY = '/api/blade-city'
const SNS = ['C-1', 'C-2', 'C-3']

let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let groupId: string
let gatewayId: string
const ids: Record<string, string> = {}
const refusing = new Set<string>()
const commands: Command[] = []

/** Acts as the controllers behind the gateway: stores parameters, refuses in `refusing`. */
const answer = ({ id, cmd, args, sns }: Command): Promise<unknown> =>
  client.publishAsync(
    `ll/1/${GATEWAY}/up/ack`,
    JSON.stringify(
      sns.map((sn) => {
        if (refusing.has(sn)) return { id, sn, at: Date.now(), ok: false, code: 'unsupported' }
        const { family, value } = args as { family?: string; value?: object }
        return { id, sn, at: Date.now(), ok: true, code: 'ok', p: {}, ...(cmd === 'set' && { params: { [String(family)]: value ?? {} } }) }
      }),
    ),
    { qos: 1 },
  )

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 3)',
    [gatewayId, TENANT, GATEWAY],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as Command
    commands.push(command)
    answer(command).catch(() => undefined)
  })
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  for (const sn of SNS) ids[sn] = (await operator.post<{ id: string }>(`${CITY}/controller`, { sn, name: sn, gatewayId })).data.id
  groupId = (await operator.post<{ id: string }>(`${CITY}/device_group`, { groupName: '东区', devType: 4 })).data.id
  await operator.post(`${CITY}/device_group/copy`, { groupId, ids: SNS.map((sn) => ids[sn]) })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const recordOf = async (id: string) => (await operator.get<Record<string, unknown>>(`${CITY}/commandrecord/detail`, { id })).data
const ends = (id: string, as: object): Promise<unknown> =>
  eventually(async () => {
    expect(await recordOf(id)).toMatchObject(as)
    return true
  })
interface Page {
  readonly total: number
  readonly records: readonly { readonly sn: string; readonly commandRecordId: string; readonly text: string; readonly state: number }[]
}
const page = async (path: string, query: object) => (await operator.get<Page>(`${CITY}/${path}`, { ...query })).data

test('a bundle sends each of its families to a group as one record with a copy of the values', async () => {
  const params = { timeOffset: { onOffset: 5, offOffset: -5 }, lampBarAngle: { alarmAngle: 12, filter: 5 } }
  const made = await operator.post(`${CITY}/workParam/submit`, { name: '冬季', params: JSON.stringify(params) })
  expect(made.msg).toBe('操作成功')
  const [row] = (await operator.get<{ records: { id: string; contents: string }[] }>(`${CITY}/workParam/list`, {})).data.records
  expect(row?.contents).toContain('时间偏移：开灯偏移 5 min')
  const sent = await operator.post<{ batches: { batchId: string; total: number }[] }>(`${CITY}/workParam/send`, { ids: row?.id, groupId })
  expect(sent.data.batches.map(({ total }) => total)).toEqual([3, 3])
  for (const { batchId } of sent.data.batches) await ends(batchId, { state: 2, targetKind: 2, targetText: '东区' })
  await operator.post(`${CITY}/workParam/submit`, { id: row?.id, name: '冬季', params: '{"timeOffset":{"onOffset":9,"offOffset":9}}' })
  expect(await recordOf(sent.data.batches[0]?.batchId ?? '')).toMatchObject({ args: expect.stringContaining('"onOffset":5') })
})

test('a bundle with an unknown family, a wrong value or no JSON is refused with the name of the field; a disabled one is not sent', async () => {
  for (const params of ['{', '{}', '{"nothing":{}}', '{"timeOffset":{"onOffset":9000,"offOffset":0}}', '{"timeOffset":5}']) {
    const { status, msg } = await operator.post(`${CITY}/workParam/submit`, { name: `坏${params.length}`, params })
    expect([status, msg]).toEqual([400, expect.stringMatching(/params|参数|onOffset/)])
  }
  await operator.post(`${CITY}/workParam/submit`, { name: '停用', params: '{"timeOffset":{"onOffset":1,"offOffset":1}}', state: 0 })
  const [row] = (await operator.get<{ records: { id: string }[] }>(`${CITY}/workParam/list`, { name: '停用' })).data.records
  expect((await operator.post(`${CITY}/workParam/send`, { ids: row?.id, groupId })).status).toBe(400)
})

test('the general retry repeats a parameter record for the controllers that refused it', async () => {
  refusing.add('C-3')
  const body = { controllerIds: SNS.map((sn) => ids[sn]), onOffset: 7, offOffset: 7 }
  const first = await operator.post<{ batchId: string }>(`${CITY}/controller/batch/set/timeoffset`, body)
  await ends(first.data.batchId, { state: 3, failed: 1 })
  refusing.clear()
  const again = await operator.post<{ batchId: string; total: number }>(`${CITY}/commandrecord/retry`, {
    commandRecordId: first.data.batchId,
  })
  expect(again.data.total).toBe(1)
  await ends(again.data.batchId, { state: 2, cmd: 'set', againCommandRecordId: first.data.batchId })
})

test('issued commands are one row per device and command, the newest first; the failed ones are a list of their own', async () => {
  const all: Page['records'][number][] = []
  const { total } = await page('issuecommand/pageList', { size: 2 })
  for (let current = 1; all.length < total; current += 1) all.push(...(await page('issuecommand/pageList', { current, size: 2 })).records)
  const records = (await page('commandrecord/page', { size: 100 })) as unknown as { records: { id: string; total: number }[] }
  expect(all.length).toBe(records.records.reduce((sum, one) => sum + one.total, 0))
  expect(new Set(all.map(({ commandRecordId, sn }) => `${commandRecordId} ${sn}`)).size).toBe(all.length)
  const order = all.map(({ commandRecordId }) => BigInt(commandRecordId))
  expect(order).toEqual([...order].sort((a, b) => (a > b ? -1 : 1)))
  const failed = await page('issuecommandfail/pageListFail', { size: 10 })
  expect(failed.records).toMatchObject([{ sn: 'C-3', state: 4, text: expect.stringContaining('时间偏移') }])
  expect(failed.total).toBe(1)
  expect((await page('issuecommand/pageList', { account: 'nobody' })).total).toBe(0)
  expect((await operator.get(`${CITY}/issuecommand/pageList`, { startDate: 'soon' })).status).toBe(400)
})

test('rule.const.systemType: a filter of the controllers selects the devices of a command', async () => {
  const send = (controllerFilter: object) =>
    operator.post<{ total: number; batchId: string }>(`${CITY}/controller/batch/command`, {
      command: 'on',
      reason: 'test',
      selector: { controllerFilter },
    })
  expect((await send({ sn: 'C-2' })).data.total).toBe(1)
  expect((await send({ systemType: '2', gatewayId })).data.total).toBe(3)
  expect((await send({ systemType: '3', gatewayId })).status).toBe(400)
})

test('5,000 comma-joined ids fit into the query of a get; a post takes them too', async () => {
  const many = [...SNS.map((sn) => ids[sn]), ...Array.from({ length: 4997 }, (_, at) => String(2_100_000_000_000_000_000n + BigInt(at)))]
  const { data } = await operator.get<{ total: number }>(`${CITY}/controller/batch/get/timeoffset`, { controllerIds: many.join(',') })
  expect(data.total).toBe(3)
  const twin = await operator.post<{ total: number }>(`${CITY}/controller/batch/get/timeoffset`, { controllerIds: many.join(',') })
  expect(twin.data.total).toBe(3)
})

test('command records are filtered by parameter family, operator and state together', async () => {
  const count = async (query: object) => (await page('commandrecord/page', { size: 100, ...query })).records.length
  const sent = await operator.post<{ batchId: string }>(`${CITY}/controller/batch/set/timeoffset`, {
    controllerIds: Object.values(ids),
    onOffset: 1,
    offOffset: 2,
  })
  await ends(sent.data.batchId, { state: 2 })
  const all = await count({})
  const offsets = await count({ family: 'timeOffset' })
  expect(offsets).toBeGreaterThan(0)
  expect(offsets).toBeLessThan(all)
  expect(await count({ family: 'timeOffset', account: 'operator', state: 2 })).toBeGreaterThan(0)
  expect(await count({ family: 'timeOffset', account: 'nobody' })).toBe(0)
  expect(await count({ family: 'time' })).toBe(0)
})
