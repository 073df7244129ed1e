import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-MEDIA'
const STRATEGY = '/api/blade-strategy/strategy'
const ON_OFF = '/api/blade-media/on_off_strategy'
const WEEK = [
  { days: 31, on: '08:00', off: '22:00' },
  { days: 96, on: '20:00', off: '02:00' },
]
const WEEK_TEXT = '12345 08:00-22:00;67 20:00-02:00'

interface Kept {
  strategy: string
  periods: string
}
interface Log {
  id: string
  name: string
  type: number
  status: number
  total: number
  succeeded: number
  failed: number
  account: string
}
interface Detail {
  id: string
  sn: string
  status: number
  reason: string
}
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
let other: ApiClient
let client: MqttClient
let gatewayId: string
const ids: Record<string, string> = {}
/** Strategy that each device stores; devices in `refusing` refuse to store one. */
const held = new Map<string, Kept>()
const refusing = new Set<string>()

const answer = async ({ id, cmd, args, sns }: Command): Promise<void> => {
  if (cmd !== 'set') return
  const { value } = args as { value: Kept }
  const acks = sns.map((sn) => {
    if (refusing.has(sn)) return { id, sn, ok: false, code: 'busy', at: Date.now() }
    held.set(sn, value)
    return { id, sn, ok: true, code: 'ok', at: Date.now(), p: {}, params: { onOff: value } }
  })
  await client.publishAsync(`ll/1/${GATEWAY}/up/ack`, JSON.stringify(acks), { qos: 1 })
}

const must = async <T>(call: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await call
  expect(code, msg).toBe(200)
  return data
}
const add = (name: string, type = 1): Promise<string> =>
  must(operator.post<{ id: string }>(`${STRATEGY}/save`, { name, type, periods: WEEK })).then(({ id }) => id)
const named = (...sns: readonly string[]): string => sns.map((sn) => ids[sn]).join(',')
const publish = (strategyId: string, more: object) => operator.post<{ state: number }>(`${ON_OFF}/publish`, { strategyId, ...more })
const cancel = (strategyId: string, more: object = {}) => operator.post<{ state: number }>(`${ON_OFF}/cancel`, { strategyId, ...more })
const strategyOf = (strategyId: string) =>
  must(operator.get<{ status: number; following: number; devModel: string }>(`${STRATEGY}/detail`, { strategyId }))
const logsOf = async (strategyId: string, more: object = {}): Promise<readonly Log[]> =>
  (await must(operator.get<{ records: Log[] }>(`${ON_OFF}/log/page`, { strategyId, size: 50, ...more }))).records
const detailsOf = async (onOffStrategyLogId: string, more: object = {}): Promise<readonly Detail[]> =>
  (await must(operator.get<{ records: Detail[] }>(`${ON_OFF}/details_log/list`, { onOffStrategyLogId, size: 50, ascs: 'sn', ...more })))
    .records
/** Serial number and status of the details of the newest log. */
const newest = async (strategyId: string): Promise<[status: number, details: (readonly [string, number])[]]> => {
  const [log] = await logsOf(strategyId)
  return [log?.status ?? -1, (await detailsOf(log?.id ?? '1')).map(({ sn, status }) => [sn, status] as const)]
}

/** Cancels the strategy and waits until its devices have answered. */
const end = async (id: string): Promise<void> => {
  await must(cancel(id))
  await expect.poll(async () => (await newest(id))[0]).toBe(1)
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_RESEND_SECONDS: '1', DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  other = await product.signIn()
  gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 3)',
    [gatewayId, TENANT, GATEWAY],
  )
  const password = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password, reconnectPeriod: 0 })
  // A command may still come while the client ends; its answer is lost.
  client.on('message', (_topic, payload) => void answer(JSON.parse(payload.toString()) as Command).catch(() => undefined))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  for (const [sn, kind, more] of [
    ['S-1', 'info_screen', { gatewayId }],
    ['S-2', 'info_screen', { gatewayId }],
    ['S-BUSY', 'info_screen', { gatewayId }],
    ['S-NONE', 'info_screen', {}],
    ['B-1', 'broadcast', { gatewayId }],
  ] as const)
    ids[sn] = (await must(operator.post<{ id: string }>(`/api/blade-media/${kind}/submit`, { sn, name: `设备 ${sn}`, ...more }))).id
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

test('rule.strategy.devModel: a save may send the device model, which must be that of the type; a changed type changes it', async () => {
  const save = (row: object) => operator.post<{ id: string; devModel: string }>(`${STRATEGY}/save`, { periods: WEEK, ...row })
  const { id } = await must(save({ name: '型号一', type: 2, devModel: 'BoxBroadcast' }))
  expect((await strategyOf(id)).devModel).toBe('BoxBroadcast')
  for (const [type, devModel] of [
    [1, 'BoxBroadcast'],
    [2, 'INFO-SCREEN'],
    [1, 'Radio'],
  ] as const) {
    const refused = await save({ name: '型号二', type, devModel })
    expect(refused.code).toBe(400)
    expect(refused.msg).toContain('INFO-SCREEN' === devModel ? 'BoxBroadcast' : 'INFO-SCREEN')
  }
  expect((await must(operator.get<{ total: number }>(`${STRATEGY}/page`, { name: '型号二' }))).total).toBe(0)
  // A console that sends its row back with another type.
  await must(save({ id, name: '型号一', type: 1, devModel: 'BoxBroadcast' }))
  expect((await strategyOf(id)).devModel).toBe('INFO-SCREEN')
})

test('rule.onoff.ops, rule.strategy.devModel: publishing sends the periods to the devices, the log lists them, cancelling resets them', async () => {
  const id = await add('工作日')
  expect(await strategyOf(id)).toMatchObject({ status: 0, following: 0, devModel: 'INFO-SCREEN', periods: WEEK })
  expect((await publish(id, { deviceIds: named('S-1', 'S-2') })).data).toEqual({ id, state: 1 })
  await expect
    .poll(() => newest(id))
    .toEqual([
      1,
      [
        ['S-1', 1],
        ['S-2', 1],
      ],
    ])
  expect(held.get('S-2')).toEqual({ strategy: '工作日', periods: WEEK_TEXT })
  expect(await strategyOf(id)).toMatchObject({ status: 1, following: 2 })
  expect(await logsOf(id)).toMatchObject([{ name: '工作日', type: 1, total: 2, succeeded: 2, failed: 0, account: 'operator' }])

  for (const refused of [
    await publish(id, { deviceIds: named('S-1') }),
    await operator.post(`${STRATEGY}/save`, { id, name: '改名' }),
    await operator.post(`${STRATEGY}/remove`, undefined, { ids: id }),
  ])
    expect([refused.status, refused.msg]).toEqual([400, '当前状态不允许该操作：工作日（已发布）'])
  expect(await cancel(id, { deviceIds: named('S-1') })).toMatchObject({ status: 400, msg: '还有 1 台设备正在执行，请一并取消' })

  expect((await cancel(id)).data).toEqual({ id, state: 2 })
  await expect
    .poll(() => newest(id))
    .toEqual([
      1,
      [
        ['S-1', 1],
        ['S-2', 1],
      ],
    ])
  expect(held.get('S-1')).toEqual({ strategy: '', periods: '' })
  expect((await logsOf(id)).map(({ type }) => type)).toEqual([2, 1])
  expect(await logsOf(id, { type: 2, status: 1 })).toHaveLength(1)
  expect(await logsOf(id, { status: 3 })).toEqual([])
  expect(await strategyOf(id)).toMatchObject({ status: 2, following: 0 })
  await must(operator.post(`${STRATEGY}/remove`, undefined, { ids: id }))
})

test('a device follows the strategy that was published to it last; the former one stays published for its other devices', async () => {
  const [one, next] = [await add('甲'), await add('乙')]
  await must(publish(one, { deviceIds: named('S-1', 'S-2') }))
  await expect
    .poll(() => newest(one))
    .toEqual([
      1,
      [
        ['S-1', 1],
        ['S-2', 1],
      ],
    ])
  await must(publish(next, { deviceIds: named('S-2') }))
  await expect.poll(() => held.get('S-2')?.strategy).toBe('乙')
  expect([await strategyOf(one), await strategyOf(next)]).toMatchObject([
    { status: 1, following: 1 },
    { status: 1, following: 1 },
  ])
  await must(cancel(one))
  await expect.poll(() => newest(one)).toEqual([1, [['S-1', 1]]])
  expect(held.get('S-2')?.strategy).toBe('乙')
  await end(next)
})

test('rule.log.status, rule.log.retry: devices that are unreachable or refuse are in the log with the reason; retry sends to chosen ones, then to all', async () => {
  refusing.add('S-BUSY')
  const id = await add('丙')
  await must(publish(id, { deviceIds: named('S-1', 'S-BUSY', 'S-NONE') }))
  await expect
    .poll(() => newest(id))
    .toEqual([
      2,
      [
        ['S-1', 1],
        ['S-BUSY', 2],
        ['S-NONE', 2],
      ],
    ])
  const [log] = await logsOf(id)
  const failed = await detailsOf(log!.id, { status: 2 })
  expect(failed).toMatchObject([
    { sn: 'S-BUSY', name: '设备 S-BUSY', reason: '设备忙' },
    { sn: 'S-NONE', reason: '设备未接入网关' },
  ])

  refusing.delete('S-BUSY')
  const retry = (detailIds?: string) =>
    operator.post<{ count: number }>(`${ON_OFF}/retry`, { onOffStrategyLogId: log!.id, onOffStrategyDetailsLogIds: detailIds })
  expect((await retry(failed[0]!.id)).data).toEqual({ count: 1 })
  await expect
    .poll(() => newest(id))
    .toEqual([
      2,
      [
        ['S-1', 1],
        ['S-BUSY', 1],
        ['S-NONE', 2],
      ],
    ])
  expect(held.get('S-BUSY')?.strategy).toBe('丙')

  await must(operator.post('/api/blade-media/info_screen/submit', { id: ids['S-NONE'], gatewayId }))
  expect((await retry()).data).toEqual({ count: 1 })
  await expect
    .poll(() => newest(id))
    .toEqual([
      1,
      [
        ['S-1', 1],
        ['S-BUSY', 1],
        ['S-NONE', 1],
      ],
    ])
  expect(await logsOf(id)).toHaveLength(1)
  expect((await retry()).msg).toBe('没有可重试的失败设备')
  await end(id)
})

test('a failed device that follows another strategy since is not sent the old one again', async () => {
  refusing.add('S-BUSY')
  const [one, next] = [await add('丁'), await add('戊')]
  await must(publish(one, { deviceIds: named('S-BUSY') }))
  await expect.poll(() => newest(one)).toEqual([3, [['S-BUSY', 2]]])
  refusing.delete('S-BUSY')
  await must(publish(next, { deviceIds: named('S-BUSY') }))
  await expect.poll(() => held.get('S-BUSY')?.strategy).toBe('戊')
  const [log] = await logsOf(one)
  expect((await operator.post(`${ON_OFF}/retry`, { onOffStrategyLogId: log!.id })).msg).toBe('没有可重试的失败设备')
  expect((await strategyOf(one)).following).toBe(0)
  // No device follows the strategy, so nothing is sent; the log contains an entry without details.
  await end(one)
  expect(await logsOf(one, { type: 2 })).toMatchObject([{ status: 1, total: 0 }])
  await end(next)
})

test('the log of a device is updated when the platform repeats the value by itself', async () => {
  refusing.add('S-BUSY')
  const id = await add('己')
  await must(publish(id, { deviceIds: named('S-BUSY') }))
  await expect.poll(() => newest(id)).toEqual([3, [['S-BUSY', 2]]])
  refusing.delete('S-BUSY')
  await product.platform.system.query(`update control_param set next_at = now() where device_id = $1 and status = 1`, [ids['S-BUSY']])
  await expect.poll(() => newest(id), { timeout: 15_000 }).toEqual([1, [['S-BUSY', 1]]])
  await end(id)
})

test('a group is limited to devices of the type; others are refused by name', async () => {
  const group = await must(operator.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '广场', devType: 13 }))
  await must(operator.post('/api/blade-city/group/move', { groupId: group.id, ids: named('B-1', 'S-1') }))
  const id = await add('广播', 2)
  expect((await strategyOf(id)).devModel).toBe('BoxBroadcast')
  expect(await publish(id, {})).toMatchObject({ status: 400, body: { field: 'deviceIds' } })
  expect((await publish(id, { deviceIds: named('S-1') })).msg).toBe('所选设备中有 1 台不存在，或不是广播音柱')
  expect((await publish(id, { deviceIds: '77' })).status).toBe(400)
  expect((await strategyOf(id)).status).toBe(0)
  await must(publish(id, { devGroupId: group.id }))
  await expect.poll(() => newest(id)).toEqual([1, [['B-1', 1]]])
  const record = await must(
    operator.get<{ records: { deviceType: number }[] }>('/api/blade-city/commandrecord/page', { deviceType: 13, size: 1 }),
  )
  expect(record.records).toMatchObject([{ deviceType: 13 }])
  await must(cancel(id, { devGroupId: group.id }))
  await expect.poll(() => newest(id)).toEqual([1, [['B-1', 1]]])
})

test('users of other tenants and users without the right are refused', async () => {
  const id = await add('庚')
  await must(publish(id, { deviceIds: named('S-1') }))
  const [log] = await logsOf(id)
  expect((await other.get(`${STRATEGY}/detail`, { strategyId: id })).code).toBe(400)
  expect((await other.get<{ total: number }>(`${ON_OFF}/log/page`, { strategyId: id })).data.total).toBe(0)
  for (const client of [other, guest])
    for (const [path, body] of [
      ['cancel', { strategyId: id }],
      ['retry', { onOffStrategyLogId: log!.id }],
    ] as const)
      expect((await client.post(`${ON_OFF}/${path}`, body)).status).toBe(400)
  expect((await guest.post(`${ON_OFF}/cancel`, { strategyId: id })).msg).toBe('没有该操作的权限')
  expect((await strategyOf(id)).status).toBe(1)
  await end(id)
  expect(await operator.post(`${STRATEGY}/save`, { name: '辛', periods: [{ days: 127, on: '08:00', off: '08:00' }] })).toMatchObject({
    status: 400,
    msg: '第1个时段的开启和关闭时间相同',
  })
})
