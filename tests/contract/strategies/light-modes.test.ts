import { gatewaysPort } from '@lamplight/devices/model'
import { connectTo } from '@lamplight/postgres/connect'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-MODES'
const MODE = '/api/blade-strategy/lightSystem/mode'
let product: TestPlatform
let operator: ApiClient
let client: MqttClient
const ids: Record<string, string> = {}
/** The mode that each device stores; `M-REFUSE` refuses. */
const held = new Map<string, { mode: number; rules: string }>()

const answer = async ({ id, cmd, args, sns }: Command): Promise<void> => {
  if (cmd !== 'set') return
  const { value } = args as { value: { mode: number; rules: string } }
  const acks = sns.map((sn) => {
    if (sn === 'M-REFUSE') return { id, sn, ok: false, code: 'invalidArgs', at: Date.now() }
    held.set(sn, value)
    return { id, sn, ok: true, code: 'ok', at: Date.now(), p: {}, params: { lightMode: value } }
  })
  await client.publishAsync(`ll/1/${GATEWAY}/up/ack`, JSON.stringify(acks), { qos: 1 })
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_RESEND_SECONDS: '1', DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 3)',
    [gatewayId, TENANT, GATEWAY],
  )
  const password = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => void answer(JSON.parse(payload.toString()) as Command))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  for (const sn of ['M-1', 'M-2', 'M-REFUSE']) {
    const made = await operator.post<{ id: string }>('/api/blade-city/controller', { sn, name: sn, gatewayId })
    ids[sn] = made.data.id
  }
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const rules = [
  { from: '18:30', level: 100, motionLevel: 100 },
  { from: '23:00', level: 40, motionLevel: 80 },
]
const add = async (name: string, sns: readonly string[]): Promise<string> => {
  const body = { name, lampRunMode: 4, lampModeRuleLis: rules, devList: sns.map((sn) => ids[sn]).join(',') }
  const made = await operator.post<{ id: string }>(`${MODE}/submit`, body)
  expect(made.code, made.msg).toBe(200)
  return made.data.id
}
const shown = async (id: string): Promise<[status: number, apply: number]> => {
  const { data } = await operator.get<{ status: number; apply: number }>(`${MODE}/detail`, { id })
  return [data.status, data.apply]
}
const turn = (id: string, status: number) => operator.post<{ state: number }>(`${MODE}/switch`, { id, status })

test('sun.lightMode, rule.lightmode.switch: enabling sends the mode to its devices and shows when they store it; disabling returns them to the default', async () => {
  const id = await add('主干道', ['M-1', 'M-2'])
  expect((await operator.get<object>(`${MODE}/detail`, { id })).data).toMatchObject({ lampModeRuleLis: rules, status: 0, apply: 0 })
  expect((await turn(id, 1)).data).toEqual({ id, state: 1 })
  expect((await shown(id))[0]).toBe(1)
  await expect.poll(() => shown(id)).toEqual([1, 2])
  expect(held.get('M-2')).toEqual({ mode: 4, rules: '18:30=100/100;23:00=40/80' })
  expect((await turn(id, 1)).msg).toBe('当前状态不允许该操作：主干道（启用）')
  for (const refused of [
    await operator.post(`${MODE}/submit`, { id, name: '改名' }),
    await operator.post(`${MODE}/remove`, undefined, { ids: id }),
  ])
    expect([refused.status, refused.msg]).toEqual([400, '当前状态不允许该操作：主干道（启用）'])
  expect((await turn(id, 0)).code).toBe(200)
  await expect.poll(() => held.get('M-2')).toEqual({ mode: 0, rules: '' })
  expect(await shown(id)).toEqual([0, 0])
  const { data } = await operator.get<{ records: { transition: string; userName: string }[] }>(`${MODE}/transitions`, { id })
  expect(data.records.map(({ transition }) => transition)).toEqual(['disable', 'enable', 'add'])
})

test('enabling a mode disables another mode that shares a device, and the device keeps the newer', async () => {
  const [one, other, apart] = [await add('甲', ['M-1']), await add('乙', ['M-1', 'M-2']), await add('丙', ['M-REFUSE'])]
  expect((await turn(one, 1)).code).toBe(200)
  expect((await turn(apart, 1)).code).toBe(200)
  expect((await turn(other, 1)).code).toBe(200)
  expect([(await shown(one))[0], (await shown(other))[0], (await shown(apart))[0]]).toEqual([0, 1, 1])
  await expect.poll(() => shown(other)).toEqual([1, 2])
  expect(held.get('M-1')).toMatchObject({ mode: 4 })
  // The shown count includes a device that refused the mode.
  await expect.poll(() => shown(apart)).toEqual([1, 3])
})

test('the state, the wanted values and the batch are written in one transaction', async () => {
  const id = await add('丁', ['M-2'])
  const owner = await connectTo(product.databaseUrl)
  await owner.query('alter table control_batch add constraint none_added check (false) not valid')
  expect((await turn(id, 1)).status).toBe(500)
  await owner.query('alter table control_batch drop constraint none_added')
  await owner.end()
  const { data } = await operator.get<{ total: number }>(`${MODE}/transitions`, { id })
  expect([await shown(id), data.total]).toEqual([[0, 0], 1])
})

test('an invalid rule is refused with its position', async () => {
  const wrong = { name: '戊', lampRunMode: 1, devList: ids['M-1'], lampModeRuleLis: [rules[0], { from: '25:00', level: 1 }] }
  expect((await operator.post(`${MODE}/submit`, wrong)).msg).toBe('lampModeRuleLis:第2项起始时间应为 HH:mm')
  expect((await operator.post(`${MODE}/submit`, { ...wrong, lampModeRuleLis: 'x' })).msg).toBe('lampModeRuleLis:格式不正确')
})
