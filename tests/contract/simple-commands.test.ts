import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const TENANT = '100001'
const GATEWAY = 'GW-SIMPLE'
const CONTROLLER = '/api/blade-city/controller'
const CLOCK = Date.parse('2026-06-21T12:00:00+08:00')

let product: TestPlatform
let operator: ApiClient
let client: MqttClient
const ids: Record<string, string> = {}
const commands: Command[] = []
/** Controllers that are too old for a command. */
const old = new Set<string>()

const VALUES: Readonly<Record<string, object>> = {
  readClock: { clock: CLOCK },
  readVersion: { version: '3.1' },
  selfTest: { selfTest: 'ok' },
}
/** Acts as the controllers behind the gateway. */
const answer = ({ id, cmd, sns }: Command): Promise<unknown> =>
  client.publishAsync(
    `ll/1/${GATEWAY}/up/ack`,
    JSON.stringify(
      sns.map((sn) => ({
        id,
        sn,
        at: Date.now(),
        ...(old.has(sn) ? { ok: false, code: 'unsupported' } : { ok: true, code: 'ok', p: VALUES[cmd] ?? {} }),
      })),
    ),
    { qos: 1 },
  )

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 4)',
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
  for (const sn of ['S-1', 'S-2', 'S-3']) ids[sn] = (await operator.post<{ id: string }>(CONTROLLER, { sn, name: sn, gatewayId })).data.id
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

type Batch = { readonly batchId: string; readonly total: number }
const send = async (path: string, body: object): Promise<Batch> => (await operator.post<Batch>(`${CONTROLLER}/${path}`, body)).data
const received = (id: string): Promise<Command> => eventually(() => commands.find((one) => one.id === id))
const recordOf = async (id: string) => (await operator.get<Record<string, unknown>>('/api/blade-city/commandrecord/detail', { id })).data
const ends = (id: string, as: object): Promise<unknown> =>
  eventually(async () => {
    expect(await recordOf(id)).toMatchObject(as)
    return true
  })
const refusal = async (path: string, body: object, client = operator): Promise<{ status: number; msg: string }> => {
  const { status, msg } = await client.post(`${CONTROLLER}/${path}`, body)
  return { status, msg }
}

test('each code of decisions.md A39 sends its command, and the answer is shown as a value of the controller', async () => {
  const sent: [number, string][] = []
  for (const cmd of [1, 2, 4, 5, 6, 7, 8, 9]) {
    const { batchId } = await send('batch/set/simplecommand', { controllerIds: ids['S-1'], data: { cmd } })
    sent.push([cmd, (await received(batchId)).cmd])
    await ends(batchId, { state: 2, deviceType: 4 })
  }
  expect(sent.map(([, name]) => name)).toEqual([
    'read',
    'readClock',
    'reboot',
    'factoryReset',
    'clearEnergy',
    'clearAlarms',
    'readVersion',
    'selfTest',
  ])
  // The values of an answer are stored apart from the state of the command, a moment later.
  await eventually(async () => {
    const { values } = (await operator.get<{ values: object }>('/api/blade-device/state', { deviceId: ids['S-1'] })).data
    expect(values).toEqual({ clock: CLOCK, version: '3.1', selfTest: 'ok' })
    return true
  })
})

test('the clock is set to the time of the call, or by the gateway if the call has none; data may be JSON text', async () => {
  const timed = await send('batch/set/simplecommand', { controllerIds: [ids['S-1']], data: { cmd: 3, value: '2026-06-21 12:00:00' } })
  expect(await received(timed.batchId)).toMatchObject({ cmd: 'setClock', args: { time: CLOCK } })
  const synchronised = await send('batch/set/simplecommand', { controllerIds: ids['S-1'], data: '{"cmd":3}' })
  expect(await received(synchronised.batchId)).toMatchObject({ cmd: 'setClock', args: {} })
  expect(await recordOf(timed.batchId)).toMatchObject({ commandText: expect.stringContaining('校时') })
})

test('wrong data is refused with the name of the field', async () => {
  const controllerIds = ids['S-1']
  const before = commands.length
  for (const [data, named] of [
    [undefined, 'data'],
    [{ cmd: 10 }, 'cmd'],
    ['no JSON', 'data'],
    [{ cmd: 4, value: 'now' }, 'data'],
    [{ cmd: 3, value: 'noon' }, 'value'],
  ] as const) {
    const { status, msg } = await refusal('batch/set/simplecommand', { controllerIds, data })
    expect([status, msg]).toEqual([400, expect.stringContaining(named)])
  }
  expect(commands.length).toBe(before)
})

test('a group receives a simple command, a reboot and remote control; its record names the group', async () => {
  const { data: group } = await operator.post<{ id: string }>('/api/blade-city/device_group', {
    groupName: '一组',
    devType: 4,
    systemType: 2,
  })
  await operator.post('/api/blade-city/device_group/copy', { groupId: group.id, ids: [ids['S-1'], ids['S-2']] })
  const simple = await send('group/set/simplecommand', { groupId: group.id, data: { cmd: 8 }, systemType: 2 })
  expect(simple.total).toBe(2)
  expect(await recordOf(simple.batchId)).toMatchObject({ targetKind: 2, targetText: '一组' })
  const reboot = await send('group/reboot', { groupId: group.id })
  expect(await received(reboot.batchId)).toMatchObject({ cmd: 'reboot' })
  const dimmed = await send('group/remotecontrol', { groupId: group.id, command: 'dim', level: 40, duration: 60 })
  expect(await received(dimmed.batchId)).toMatchObject({ cmd: 'dim', args: { level: 40 } })
  expect(await refusal('group/set/simplecommand', { groupId: group.id, data: { cmd: 8 }, systemType: 3 })).toMatchObject({ status: 400 })
  expect(await refusal('group/remotecontrol', { groupId: group.id })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('command'),
  })
})

test('a record is repeated for the controllers that failed, by its own call and by the general one', async () => {
  old.add('S-2').add('S-3')
  const first = await send('batch/set/simplecommand', { controllerIds: `${ids['S-1']},${ids['S-2']},${ids['S-3']}`, data: { cmd: 9 } })
  await ends(first.batchId, { state: 3, failed: 2 })
  const again = await send('batch/set/simplecommand', { againCommandRecordId: first.batchId, controllerIds: ids['S-2'] })
  expect(await received(again.batchId)).toMatchObject({ cmd: 'selfTest', sns: ['S-2'] })
  old.clear()
  const { data } = await operator.post<Batch>('/api/blade-city/commandrecord/retry', { commandRecordId: first.batchId })
  expect((await received(data.batchId)).sns).toEqual(['S-2', 'S-3'])
  expect(await recordOf(data.batchId)).toMatchObject({ againCommandRecordId: first.batchId, cmd: 'selfTest' })
  expect(await refusal('batch/reboot', { againCommandRecordId: first.batchId })).toMatchObject({ status: 400 })
})

test('a maintainer reads, and neither reboots nor resets', async () => {
  const admin = await product.signIn()
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'maintainer' and not is_deleted",
    [TENANT],
  )
  const user = { tenantId: TENANT, account: 'simple_maintainer', password: 'Simple-12', realName: '维修员', roleId: role?.id }
  expect((await admin.post('/api/blade-user/submit', user)).status).toBe(200)
  const maintainer = await product.signIn({ tenantId: TENANT, account: user.account, password: user.password })
  const controllerIds = ids['S-1']
  expect((await refusal('batch/set/simplecommand', { controllerIds, data: { cmd: 4 } }, maintainer)).msg).toBe('没有该操作的权限')
  expect((await refusal('batch/reboot', { controllerIds }, maintainer)).msg).toBe('没有该操作的权限')
  // The maintainer has no area, so that the command has no target that may be seen.
  expect((await refusal('batch/set/simplecommand', { controllerIds, data: { cmd: 2 } }, maintainer)).msg).toBe('没有可控制的设备')
})
