import { controllerType } from '@lamplight/devices/model'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAckSink } from './acks.port.ts'
import { controlServer } from './index.ts'
import { townOf, typesOf, type WorldLamp } from './test-world.ts'
import { writerPort } from './writer-ports.ts'

const CITY = '/api/blade-city'
const lamps: WorldLamp[] = []
let running: TestPlatform
let admin: ApiClient
let operator: ApiClient
let guest: ApiClient

interface Made {
  readonly batchId: string
  readonly commandRecordId: string
  readonly total: number
  readonly status: number
}
interface Page {
  readonly records: Record<string, unknown>[]
  readonly total: number
}

let gatewayId: string
beforeAll(async () => {
  // Leaves out the task that publishes: these tests are about calls, and no item may change by itself.
  const still = { ...controlServer, tasks: [] }
  const types = typesOf([controllerType])
  running = await testPlatform({ slices: [systemServer, identityServer, placesServer, still, townOf(lamps), types] })
  const { query } = running.platform.system
  gatewayId = running.platform.newId()
  for (const [sn, online] of [
    ['GA', true],
    ['GB', false],
  ])
    await query('insert into devices_gateway (id, tenant_id, sn, status, online) values ($1, $2, $3, 1, $4)', [
      sn === 'GA' ? gatewayId : running.platform.newId(),
      '000000',
      sn,
      online,
    ])
  for (let n = 0; n < 6; n++)
    lamps.push({ id: running.platform.newId(), sn: `L${n}`, gateway: n < 4 ? 'GA' : 'GB', power: n === 3 ? null : 100 })
  for (const lamp of lamps)
    await query('insert into devices_registry (sn, device_id, tenant_id, gateway_sn, name) values ($1, $2, $3, $4, $5)', [
      lamp.sn,
      lamp.id,
      '000000',
      lamp.gateway,
      `Lamp ${lamp.sn}`,
    ])
  admin = await running.signIn({ lang: 'en-US' })
  operator = await running.signIn({ tenantId: '100001', account: 'operator' })
  guest = await running.signIn({ tenantId: '100001', account: 'guest' })
})
afterAll(() => running.stop())

const ids = (...at: number[]): string[] => at.map((n) => lamps[n]!.id)
const system = () => running.platform.system.query
const open = async (): Promise<void> => {
  const writer = running.platform.port(writerPort)
  while ((await writer.write((query) => writer.ledger.opened(query, 100))).n > 0);
}
const record = async (id: string): Promise<Record<string, unknown>> => (await admin.get(`${CITY}/commandrecord/detail`, { id })).data
const made = async (path: string, body: unknown, query?: Record<string, unknown>): Promise<Made> => {
  const answer = await admin.post<Made>(`${CITY}/${path}`, body, query)
  expect(answer).toMatchObject({ status: 200, code: 200 })
  await open()
  return answer.data
}
/** The lamps with the indexes `fine` agree, those in `bad` refuse. */
const answers = (batchId: string, fine: number[], bad: number[] = []) =>
  createAckSink(running.platform).acked(
    [...fine, ...bad].map((n) => ({
      id: batchId,
      sns: [lamps[n]!.sn],
      gateway: lamps[n]!.gateway!,
      ok: fine.includes(n),
      code: fine.includes(n) ? ('ok' as const) : ('relayFailure' as const),
      at: 1000,
      receivedAt: Date.now(),
      p: { on: true, dim: 30 },
    })),
  )

describe('command calls', () => {
  test('rule.control.split: ids are an array or a comma-separated text; the answer contains the batch id', async () => {
    const array = await made('controller/batch/manual/switch-lum', { controllerIds: ids(0, 1), dimType: 1, dimValue: 30, duration: 60 })
    expect(array).toMatchObject({ total: 2, status: 0 })
    expect(array.batchId).toMatch(/^\d{19}$/)
    expect(array.commandRecordId).toBe(array.batchId)
    const commas = await made('controller/batch/manual/switch-lum', { controllerIds: ids(0, 1, 1).join(','), dimValue: '30' })
    expect(commas.total).toBe(2)
  })

  test('rule.const.dim: dimming lasts one hour by default and is permanent with dimType or dimMode 0', async () => {
    const call = 'controller/batch/manual/switch-lum'
    const dimmed = await made(call, { controllerIds: ids(0), dimValue: 30 })
    expect(await record(dimmed.batchId)).toMatchObject({ command: 1, level: 30, duration: 3600 })
    for (const kind of ['dimType', 'dimMode']) {
      const endless = await made(call, { controllerIds: ids(0), dimValue: 30, [kind]: 0, duration: 0, reason: 'repair' })
      expect(await record(endless.batchId)).toMatchObject({ duration: -1, until: '', reason: 'repair' })
    }
  })

  test.each([
    ['dimType', { dimType: 2, dimValue: 1 }],
    ['dimMode', { dimMode: -1, dimValue: 1 }],
    ['duration', { dimType: 1, duration: 0, dimValue: 1 }],
    ['duration', { dimType: 1, duration: 3601, dimValue: 1 }],
    ['dimValue', { dimValue: 101 }],
    ['dimValue', { dimValue: 'much' }],
    ['dimValue', {}],
    ['lampSelect', { dimValue: 1, lampSelect: 3 }],
    ['controllerIds', { dimValue: 1, controllerIds: ['x'] }],
    ['controllerIds', { dimValue: 1, controllerIds: undefined }],
    ['againCommandRecordId', { dimValue: 1, againCommandRecordId: '1' }],
  ])('wrong %s is refused with the name of the field', async (field, body) => {
    const answer = await admin.post(`${CITY}/controller/batch/manual/switch-lum`, { controllerIds: ids(0), ...body })
    expect(answer).toMatchObject({ status: 400, code: 400, body: { field } })
  })

  test('rule.const.closelamp, rule.closelamp.dimMode: closing sets level 0, lasts 10 s by default, and is permanent with dimMode 0', async () => {
    const answer = await admin.post<Made>(`${CITY}/controller/getOffLamp`, {
      controllerIds: ids(0),
      dimMode: 1,
      dimValue: 70,
      lampSelect: 2,
    })
    expect(answer.code).toBe(200)
    expect(await record(answer.data.batchId)).toMatchObject({ command: 3, level: -1, duration: 10, lampSelect: 2 })
    const permanent = await made('controller/getOffLamp', { controllerIds: ids(0), dimMode: 0, reason: 'repair' })
    expect(await record(permanent.batchId)).toMatchObject({ duration: -1 })
    const [item] = await system()<{ expect_w: number }>('select expect_w from control_ledger where batch_id = $1', [permanent.batchId])
    expect(item?.expect_w).toBe(0.5)
  })

  test('switch-power takes a bare array (switches on) or openStatus', async () => {
    expect(await record((await made('controller/batch/manual/switch-power', ids(0, 1))).batchId)).toMatchObject({
      command: 2,
      total: 2,
      duration: 3600,
    })
    expect(
      await record((await made('controller/batch/manual/switch-power', { controllerIds: ids(0), openStatus: 0 })).batchId),
    ).toMatchObject({ command: 3 })
    expect(await record((await made('controller/batch/manual/switch-power', { controllerIds: ids(0), onOff: '1' })).batchId)).toMatchObject(
      {
        command: 2,
      },
    )
  })

  test('a group opens with power and minutes; openlamp takes ids from the query', async () => {
    const group = await made('controller/group/openlamp', { groupId: '5', openStatus: 1, openPower: 40, len1: 2 })
    expect(await record(group.batchId)).toMatchObject({ command: 1, level: 40, duration: 120, total: 6, targetKind: 2 })
    expect(await record((await made('controller/group/openlamp', { groupId: '5', openStatus: 0 })).batchId)).toMatchObject({ command: 3 })
    expect(
      await record((await made('controller/batch/openlamp', undefined, { controllerIds: ids(0, 1).join(',') })).batchId),
    ).toMatchObject({
      command: 2,
      total: 2,
    })
  })

  test("the platform's own call takes an end time in the zone of the tenant, and selects by group, area, project or filter", async () => {
    const until = new Date(Date.now() + 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const one = await made('controller/batch/command', { command: 'dim', level: 20, until, selector: { areaId: '9' }, targetText: 'East' })
    expect(await record(one.batchId)).toMatchObject({ until, targetKind: 3, targetText: 'East', account: 'admin' })
    expect(
      await record((await made('controller/batch/command', { command: 'release', selector: { filter: { sn: 'L' } } })).batchId),
    ).toMatchObject({
      command: 4,
      targetKind: 5,
    })
    for (const [field, body] of [
      ['until', { command: 'off', until: '2020-01-01 00:00:00', selector: { groupId: '1' } }],
      ['until', { command: 'off', until: '2090-01-01 00:00:00', selector: { groupId: '1' } }],
      ['level', { command: 'dim', selector: { groupId: '1' } }],
      ['command', { command: 'blink', selector: { groupId: '1' } }],
      ['selector', { command: 'on' }],
      ['controllerIds', { command: 'on', selector: {} }],
      ['controllerIds', { command: 'on', selector: { groupId: '1', areaId: '1' } }],
    ] as const)
      expect(await admin.post(`${CITY}/controller/batch/command`, body)).toMatchObject({ code: 400, body: { field } })
  })

  test('a command without devices creates no batch and is refused in both languages', async () => {
    const body = { command: 'on', duration: 60, selector: { controllerIds: ['1'] } }
    expect((await admin.post(`${CITY}/controller/batch/command`, body)).msg).toBe('None of the chosen devices accepts commands')
    expect((await (await running.signIn()).post(`${CITY}/controller/batch/command`, body)).msg).toBe('没有可控制的设备')
  })

  test('the preview counts the devices of the command and writes nothing', async () => {
    await system()('update devices_state set power = 50')
    const count = async () => (await system()<{ n: number }>('select count(*)::int as n from control_batch'))[0]?.n
    const before = await count()
    const answer = await admin.post(`${CITY}/controller/batch/command/preview`, { command: 'dim', level: 100, selector: { groupId: '1' } })
    const behind = { lamps: 6, gateways: 2, offlineGateways: 1, offlineLamps: 2, noGatewayLamps: 0, notActivatedLamps: 0, twoWay: 0 }
    const none = { firstWave: 0, targetText: null, targetName: null, replaced: 0, deviceType: null }
    const named = { streets: 0, firstStreets: [], firstOffline: [expect.anything(), expect.anything()], overrides: null }
    expect(answer.data).toEqual({ ...behind, ...none, ...named, expectedKwBefore: 0.3, expectedKwAfter: 0.5 })
    expect(await count()).toBe(before)
  })

  test('a command without the right is refused', async () => {
    for (const [path, body] of [
      ['batch/manual/switch-lum', { controllerIds: ids(0), dimValue: 1 }],
      ['batch/manual/switch-power', ids(0)],
      ['getOffLamp', { controllerIds: ids(0) }],
      ['group/openlamp', { groupId: '1' }],
      ['batch/openlamp', { controllerIds: ids(0) }],
      ['batch/command', { command: 'on', selector: { groupId: '1' } }],
    ] as const)
      expect((await guest.post(`${CITY}/controller/${path}`, body)).msg).toBe('没有该操作的权限')
    expect((await running.anonymous.post(`${CITY}/controller/getOffLamp`, {})).status).toBe(401)
  })
})

describe('Idempotency-Key', () => {
  const call = (key: string, body: object, client = admin) =>
    client.post<Made>(`${CITY}/controller/batch/command`, body, undefined, { 'idempotency-key': key })
  const body = (level: number) => ({ command: 'dim', level, reason: 'test', selector: { controllerIds: ids(0) } })

  test('a repeated request gets the same answer, also with its keys in another order', async () => {
    const first = await call('k1', body(11))
    const second = await call('k1', { selector: { controllerIds: ids(0) }, level: 11, reason: 'test', command: 'dim' })
    expect(second.data).toEqual(first.data)
    expect(await system()('select id from control_batch where idempotency_key = $1', ['k1'])).toHaveLength(1)
  })

  test('fifty concurrent requests with one key create one batch', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => call('k50', body(12))))
    expect(new Set(all.map((answer) => JSON.stringify(answer.data))).size).toBe(1)
    expect(await system()('select id from control_batch where idempotency_key = $1', ['k50'])).toHaveLength(1)
  })

  test('another body or another person with the same key is answered 409', async () => {
    await call('k2', body(13))
    expect(await call('k2', body(14))).toMatchObject({ status: 409, code: 409 })
    await system()(`update control_request set hash = 'of somebody else' where key = 'k2'`)
    expect(await call('k2', body(13))).toMatchObject({ status: 409 })
  })

  test('a refused request does not use the key; tenants have separate keys', async () => {
    const none = { command: 'dim', level: 1, reason: 'test', selector: { controllerIds: ['1'] } }
    expect((await call('k3', none)).code).toBe(400)
    expect((await call('k3', body(15))).code).toBe(200)
    expect((await call('k3', body(15), operator)).code).toBe(200)
  })
})

describe('records', () => {
  const dim30 = (controllerIds: readonly string[]) => ({ command: 'dim', level: 30, reason: 'test', selector: { controllerIds } })

  test('rule.log.status: a record lists its devices by status, with rung, times and the reason as text', async () => {
    const { batchId } = await made('controller/batch/command', dim30(ids(0, 1, 2, 3)))
    await answers(batchId, [0, 3], [1])
    const writer = running.platform.port(writerPort)
    await writer.reported([
      { deviceId: lamps[0]!.id, gatewayId, at: 2000, reported: { on: true, dim: 30, power: 34 } },
      { deviceId: lamps[3]!.id, gatewayId, at: 2000, reported: { on: true, dim: 30, power: 34 } },
    ])
    const all = await admin.get<Page>(`${CITY}/commandrecord/executeStatus`, { commandRecordId: batchId })
    expect(all.data.total).toBe(4)
    expect(all.data.records.map((row) => [row.sn, row.rung, row.status, row.code, row.reason])).toEqual([
      ['L0', 4, 2, '', ''],
      ['L1', 1, 4, 'relayFailure', 'Relay failure'],
      ['L2', 0, 0, '', ''],
      ['L3', 3, 2, 'noCurve', 'Applied: the power of the lamp is unknown, so it was not compared'],
    ])
    expect(all.data.records[0]).toMatchObject({
      name: 'Lamp L0',
      expectedPower: '33.9',
      measuredPower: '34',
      gatewaySn: 'GA',
      rungName: 'Verified',
    })
    expect(all.data.records[0]?.verifiedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const open = await admin.get<Page>(`${CITY}/commandrecord/executeStatus`, { commandRecordId: batchId, status: 0 })
    expect(open.data.records.map((row) => row.sn)).toEqual(['L2'])
    const second = await admin.get<Page>(`${CITY}/commandrecord/executeStatus`, { commandRecordId: batchId, current: 2, size: 3 })
    expect(second.data.records.map((row) => row.sn)).toEqual(['L3'])
    expect((await admin.get(`${CITY}/commandrecord/executeStatus`, { commandRecordId: batchId, status: 3 })).code).toBe(400)
    for (const [path, name] of [
      ['blade-city/commandrecord/failDevice', 'commandRecordId'],
      ['blade-sun/commandRecord/getFailDeviceByBatchId', 'batchId'],
    ] as const)
      expect((await admin.get<Page>(`/api/${path}`, { [name]: batchId })).data.records.map((row) => row.sn)).toEqual(['L1'])
    expect((await admin.get<Page>('/api/blade-sun/commandRecord/getDetailByBatchId', { batchId })).data.total).toBe(4)
  })

  test('the text of a stuck relay names expected and measured power in both languages', async () => {
    const { batchId } = await made('controller/batch/command', dim30(ids(0)))
    await answers(batchId, [0])
    await running.platform
      .port(writerPort)
      .reported([{ deviceId: lamps[0]!.id, gatewayId, at: 2000, reported: { on: true, dim: 30, power: 99.84 } }])
    await system()(`update control_pack set statuses = '{4}', codes = '{notVerified}', ended_at = '{2000}' where batch_id = $1`, [batchId])
    const reason = async (client: ApiClient) =>
      (await client.get<Page>(`${CITY}/commandrecord/executeStatus`, { commandRecordId: batchId })).data.records[0]?.reason
    expect(await reason(admin)).toBe('Applied, not verified: measured 99.8 W, expected 33.9 W')
    expect(await reason(await running.signIn())).toBe('已执行，未验证：实测 99.8 W，应为 33.9 W')
    await system()(`update control_pack set statuses = '{1}', codes = '{NULL}', ended_at = '{NULL}' where batch_id = $1`, [batchId])
  })

  test('the two list calls of city lighting return the same records, that of solar lighting those of solar devices', async () => {
    expect((await admin.get<Page>('/api/blade-sun/commandRecord/list', { current: 1, size: 2 })).data.records).toEqual([])
    for (const path of ['blade-city/commandrecord/page', 'blade-city/cityCommandRecord/page']) {
      const answer = await admin.get<Page>(`/api/${path}`, { current: 1, size: 2 })
      expect(answer.data.records).toHaveLength(2)
      expect(answer.data.records[0]).toHaveProperty('verified')
    }
  })

  test('rule.log.retry, rule.command.retry: a retry takes all failed devices or the chosen failed ones, and ignores others', async () => {
    const { batchId } = await made('controller/batch/command', {
      command: 'dim',
      level: 30,
      duration: 600,
      selector: { controllerIds: ids(0, 1, 2) },
    })
    expect((await admin.post(`${CITY}/commandrecord/retry`, { commandRecordId: batchId })).msg).toBe('No failed device to retry')
    await answers(batchId, [0], [1, 2])
    const chosen = await made('commandrecord/retry', { commandRecordId: batchId, ids: ids(0, 2) })
    expect(chosen.total).toBe(1)
    expect(await record(chosen.batchId)).toMatchObject({
      againCommandRecordId: batchId,
      command: 1,
      level: 30,
      duration: 600,
      targetKind: 6,
    })
    const all = await made('commandrecord/retry', { commandRecordId: batchId })
    expect(all.total).toBe(2)
    expect(await record(batchId)).toMatchObject({ failed: 2, status: 1 })
  })

  test('rule.command.again: againCommandRecordId without ids repeats the command for the devices that failed there', async () => {
    const { batchId } = await made('controller/batch/manual/switch-lum', { controllerIds: ids(0, 1), dimValue: 30 })
    await answers(batchId, [0], [1])
    const again = await made('controller/batch/manual/switch-lum', { dimValue: 30, againCommandRecordId: batchId })
    expect(again.total).toBe(1)
    expect(await record(again.batchId)).toMatchObject({ againCommandRecordId: batchId })
    const named = await made('controller/batch/manual/switch-lum', {
      controllerIds: ids(0, 1),
      dimValue: 30,
      againCommandRecordId: batchId,
    })
    expect(named.total).toBe(2)
  })

  test('queued devices can be cancelled, also while the batch is packed; the other devices continue', async () => {
    const { batchId } = await made('controller/batch/command', dim30(ids(0, 1, 2)))
    await answers(batchId, [0])
    expect((await admin.post(`${CITY}/commandrecord/cancel`, { commandRecordId: batchId })).data).toMatchObject({ cancelled: 2 })
    expect(await record(batchId)).toMatchObject({ failed: 2, applied: 1, status: 1, cancelled: 1 })
    expect((await admin.post(`${CITY}/commandrecord/cancel`, { commandRecordId: batchId })).msg).toBe(
      'No command is waiting in the queue any more',
    )
    const packed = await admin.post<Made>(`${CITY}/controller/batch/command`, {
      command: 'off',
      reason: 'test',
      selector: { controllerIds: ids(4, 5) },
    })
    await admin.post(`${CITY}/commandrecord/cancel`, { commandRecordId: packed.data.batchId })
    expect(await record(packed.data.batchId)).toMatchObject({ failed: 2, status: 4 })
  })

  test('the latest commands of a device are listed newest first', async () => {
    await made('controller/batch/command', { command: 'dim', level: 55, reason: 'test', selector: { controllerIds: ids(5) } })
    await made('controller/batch/command', { command: 'release', selector: { controllerIds: ids(5) } })
    const answer = await admin.get<Record<string, unknown>[]>(`${CITY}/commandrecord/ofDevice`, { deviceId: lamps[5]!.id, size: 2 })
    expect(answer.data.map((row) => [row.text, row.result])).toEqual([
      ['Back to calendar', 'Queued'],
      ['Dim 55%', 'Superseded by a newer command'],
    ])
  })

  test('another tenant cannot see, retry or cancel the batch', async () => {
    const { batchId } = await made('controller/batch/command', dim30(ids(0)))
    await answers(batchId, [], [0])
    for (const answer of [
      await operator.get(`${CITY}/commandrecord/executeStatus`, { commandRecordId: batchId }),
      await operator.get(`${CITY}/commandrecord/detail`, { id: batchId }),
      await operator.post(`${CITY}/commandrecord/retry`, { commandRecordId: batchId }),
      await operator.post(`${CITY}/commandrecord/cancel`, { commandRecordId: batchId }),
      await operator.post(`${CITY}/controller/batch/manual/switch-lum`, { dimValue: 1, againCommandRecordId: batchId }),
    ])
      expect(answer.code).toBe(400)
    expect((await operator.get<unknown[]>(`${CITY}/commandrecord/ofDevice`, { deviceId: lamps[0]!.id })).data).toEqual([])
    expect((await guest.post(`${CITY}/commandrecord/retry`, { commandRecordId: batchId })).msg).toBe('没有该操作的权限')
  })
})
