import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-TRASH'
const BASE = '/api/blade-device/trashdevice'

let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let gatewayId: string
const ids: Record<string, string> = {}
const commands: Command[] = []

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { COMMAND_VERIFY_SECONDS: '2', DEMO_LAMPS: '0' },
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 4)',
    [gatewayId, TENANT, GATEWAY],
  )
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  for (const [sn, more] of [
    ['TB-1', { gatewayId }],
    ['TB-2', { gatewayId }],
    ['TB-NONE', {}],
    ['TB-OFF', { gatewayId, activated: 0 }],
  ] as const) {
    await operator.post(`${BASE}/submit`, { sn, name: `桶 ${sn}`, ...more })
    const [row] = (await operator.get<{ records: { id: string }[] }>(`${BASE}/list`, { sn_equal: sn })).data.records
    ids[sn] = row?.id ?? ''
  }
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const up = (kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
const batchOf = async (id: string) => (await operator.get<Record<string, unknown>>('/api/blade-city/commandrecord/detail', { id })).data
const itemsOf = async (commandRecordId: string) =>
  (
    await operator.get<{ records: Record<string, unknown>[] }>('/api/blade-city/commandrecord/executeStatus', {
      commandRecordId,
      size: 100,
    })
  ).data.records
/** Waits until the device of a batch has these values. */
const stands = (batchId: string, sn: string, as: object): Promise<unknown> =>
  eventually(async () => {
    expect(await itemOf(batchId, sn)).toMatchObject(as)
    return true
  })
const itemOf = async (batchId: string, sn: string) => (await itemsOf(batchId)).find((item) => item.sn === sn)
const order = async (action: string, body: object): Promise<string> =>
  (await operator.post<{ batchId: string }>(`${BASE}/${action}`, body)).data.batchId
const received = (id: string): Promise<Command> => eventually(() => commands.find((one) => one.id === id))

test('a command with arguments reaches the device, and a later report verifies it', async () => {
  const id = await order('lid', { ids: [ids['TB-1']], open: 1 })
  expect(await received(id)).toMatchObject({ cmd: 'lid', args: { open: 1 }, sns: ['TB-1'] })
  const at = Date.now()
  await up('ack', { id, sn: 'TB-1', ok: true, code: 'ok', at, p: { lid: 1 } })
  await stands(id, 'TB-1', { rung: 3, state: 1 })
  await up('report', { sn: 'TB-1', at: at + 1000, p: { lid: 1, fillLevel: 40 } })
  await stands(id, 'TB-1', { rung: 4, state: 2 })
  expect(await batchOf(id)).toMatchObject({
    command: 5,
    commandText: '开关桶盖：打开',
    cmd: 'lid',
    args: '{"open":1}',
    deviceType: 19,
    state: 2,
    verified: 1,
    total: 1,
    targetText: '桶 TB-1',
  })
})

test('a report of another state contradicts a device that confirmed the command', async () => {
  const id = await order('threshold', { ids: [ids['TB-1']], percent: 70 })
  await received(id)
  const at = Date.now()
  await up('ack', { id, sn: 'TB-1', ok: true, code: 'ok', at, p: { threshold: 70 } })
  await up('report', { sn: 'TB-1', at: at + 1000, p: { threshold: 80 } })
  await stands(id, 'TB-1', { state: 4, code: 'otherState' })
})

test('an answer without values waits for a report; without a report the command was not applied', async () => {
  const id = await order('interval', { ids: [ids['TB-1']], minutes: 30 })
  await received(id)
  await up('ack', { id, sn: 'TB-1', ok: true, code: 'ok', at: Date.now() })
  await stands(id, 'TB-1', { state: 4, code: 'notApplied' })
})

test('a command without verification ends with the answer of the device', async () => {
  const id = await order('reboot', { ids: [ids['TB-1']] })
  expect(await received(id)).toMatchObject({ cmd: 'reboot', args: {} })
  await up('ack', { id, sn: 'TB-1', ok: true, code: 'ok', at: Date.now() })
  await stands(id, 'TB-1', { rung: 2, state: 2, code: 'answered' })
  expect(await batchOf(id)).toMatchObject({ commandText: '重启', state: 2, received: 1 })
})

test('unreachable devices are in the batch as failed with the reason; retrying them creates a new batch with the same arguments', async () => {
  const id = await order('lid', { ids: Object.values(ids), open: 0 })
  expect((await received(id)).sns.sort()).toEqual(['TB-1', 'TB-2'])
  expect(await itemOf(id, 'TB-NONE')).toMatchObject({ state: 4, code: 'noGateway' })
  expect(await itemOf(id, 'TB-OFF')).toMatchObject({ state: 4, code: 'notActivated' })
  expect(await batchOf(id)).toMatchObject({ total: 4, failed: 2 })
  const preview = await operator.post<Record<string, unknown>>('/api/blade-city/commandrecord/retry/preview', { commandRecordId: id })
  expect(preview.data).toMatchObject({ lamps: 2, noGatewayLamps: 1, notActivatedLamps: 1, targetText: '桶 TB-NONE、桶 TB-OFF' })
  await operator.post(`${BASE}/activated`, { ids: ids['TB-OFF'], activated: 1 })
  const again = (await operator.post<{ batchId: string }>('/api/blade-city/commandrecord/retry', { commandRecordId: id })).data.batchId
  expect(await received(again)).toMatchObject({ cmd: 'lid', args: { open: 0 }, sns: ['TB-OFF'] })
  expect(await batchOf(again)).toMatchObject({ againCommandRecordId: id, total: 2, failed: 1, cmd: 'lid' })
})

test('all devices that a list filter matches can be commanded', async () => {
  await up('report', { sn: 'TB-2', at: Date.now() + 5000, p: { fillLevel: 95, temperature: 20.5 } })
  const list = (query: Record<string, unknown>) =>
    operator.get<{ records: { sn: string; fillLevel: string }[]; total: number }>(`${BASE}/list`, query)
  expect((await list({ fillLevel_ge: 90 })).data.records).toMatchObject([{ sn: 'TB-2', fillLevel: '95', deviceState: 1 }])
  const id = await order('reboot', { filter: { fillLevel_ge: '90' } })
  expect((await received(id)).sns).toEqual(['TB-2'])
  expect((await list({ descs: 'fillLevel' })).data.records[0]).toMatchObject({ sn: 'TB-2' })
})

test('a repeated Idempotency-Key gets the same answer and sends nothing; with another command it is refused', async () => {
  const headers = { 'idempotency-key': 'threshold-1' }
  const command = (action: string, body: object) => operator.post<{ batchId: string }>(`${BASE}/${action}`, body, undefined, headers)
  const body = { ids: [ids['TB-1']], percent: 60 }
  const first = await command('threshold', body)
  expect((await command('threshold', body)).data).toEqual(first.data)
  const rows = await product.platform.system.query<{ id: string }>('select id::text as id from control_batch where idempotency_key = $1', [
    'threshold-1',
  ])
  expect(rows).toEqual([{ id: first.data.batchId }])
  for (const [action, other] of [
    ['threshold', { ...body, percent: 61 }],
    ['interval', { ids: body.ids, minutes: 60 }],
  ] as const)
    expect((await command(action, other)).body).toMatchObject({ code: 409 })
})

test('a newer command supersedes an older one of the same effect; other commands continue', async () => {
  const lid = await order('lid', { ids: [ids['TB-1']], open: 0 })
  const interval = await order('interval', { ids: [ids['TB-1']], minutes: 20 })
  const again = await order('interval', { ids: [ids['TB-1']], minutes: 25 })
  await Promise.all([lid, again].map(received))
  await stands(interval, 'TB-1', { state: 6, code: 'superseded' })
  const at = Date.now()
  for (const [id, p] of [
    [again, { interval: 25 }],
    [lid, { lid: 0 }],
  ] as const)
    await up('ack', { id, sn: 'TB-1', ok: true, code: 'ok', at, p })
  await up('report', { sn: 'TB-1', at: at + 1000, p: { lid: 0, interval: 25 } })
  await stands(lid, 'TB-1', { state: 2, rung: 4 })
  await stands(again, 'TB-1', { state: 2, rung: 4 })
})

test('wrong arguments, a missing right and devices of another tenant are refused, and write nothing', async () => {
  const count = async () => (await product.platform.system.query<{ n: number }>('select count(*)::int as n from control_batch'))[0]?.n
  const before = await count()
  for (const [action, body, field] of [
    ['lid', { open: 7 }, 'open'],
    ['lid', {}, 'open'],
    ['interval', { minutes: 0 }, 'minutes'],
    ['interval', { minutes: 'soon' }, 'minutes'],
  ] as const) {
    const answer = await operator.post(`${BASE}/${action}`, { ids: [ids['TB-1']], ...body })
    expect(answer.body, action).toMatchObject({ code: 400, field })
  }
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await guest.post(`${BASE}/lid`, { ids: [ids['TB-1']], open: 1 })).body.code).not.toBe(200)
  const other = await product.signIn()
  expect((await other.post(`${BASE}/lid`, { ids: [ids['TB-1']], open: 1 })).body.code).toBe(400)
  expect(await count()).toBe(before)
})
