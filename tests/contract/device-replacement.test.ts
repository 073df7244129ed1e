import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { must } from './own-rows.ts'

const TENANT = '100001'
const GATEWAY = 'GW-SWAP'
const CITY = '/api/blade-city'
const REPLACE = '/api/blade-device/deviceManage/replaceElectronics'
const MODE = '/api/blade-strategy/lightSystem/mode'
const POWER = 100
interface Answer {
  readonly id: string
  readonly deviceId: string
  readonly followed: readonly { readonly name: string; readonly count: number }[]
  readonly left: readonly string[]
}
let product: TestPlatform
let operator: ApiClient
let client: MqttClient
let [gatewayId, old, lamp, group, mode] = ['', '', '', '', '']
const commands: Command[] = []

const up = (kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })

/** Acts as the controllers behind the gateway: they store parameters and dim, and their meters agree. */
const answer = async ({ id, cmd, args, sns }: Command): Promise<void> => {
  commands.push({ id, cmd, args, sns } as Command)
  for (const sn of sns) {
    const at = Date.now()
    const { family, value, level = 0 } = args as { family?: string; value?: object; level?: number }
    if (cmd === 'set') await up('ack', { id, sn, ok: true, code: 'ok', at, p: {}, params: { [String(family)]: value } })
    else if (cmd === 'dim') {
      const p = { dim: level, on: level > 0, power: POWER * (level / 100) }
      await up('ack', { id, sn, ok: true, code: 'ok', at, p })
      await up('report', { sn, at: at + 1, p })
    }
  }
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { COMMAND_RESEND_SECONDS: '1', DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  gatewayId = await must(operator, '/api/blade-device/gateway/submit', { sn: GATEWAY })
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  client.on('message', (_topic, payload) => void answer(JSON.parse(payload.toString()) as Command).catch(() => undefined))
  await client.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  old = await must(operator, `${CITY}/controller`, { sn: 'OLD-1', name: '一号', gatewayId, longitude: 113.2, latitude: 28.2 })
  lamp = await must(operator, `${CITY}/lamp/submit`, {
    name: '灯一',
    sn: 'LAMP-R',
    lampControlId: old,
    power: POWER,
    minLevel: 0,
    minPower: 0,
  })
  group = await must(operator, `${CITY}/device_group`, { groupName: '更换组', devType: 4, type: 1 })
  expect((await operator.post(`${CITY}/device_group/copy`, { groupId: group, ids: old })).code).toBe(200)
  const sent = await operator.post(`${CITY}/controller/batch/set/timeoffset`, { controllerIds: old, onOffset: 7, offOffset: -3 })
  expect(sent.code, sent.msg).toBe(200)
  await proven(old)
  // The calendar of the device: a light mode that is enabled for it.
  const lampModeRuleLis = [{ from: '18:30', level: 100, motionLevel: 100 }]
  mode = await must(operator, `${MODE}/submit`, { name: '更换', lampRunMode: 4, lampModeRuleLis, devList: old })
  const enabled = await operator.post(`${MODE}/switch`, { id: mode, status: 1 })
  expect(enabled.code, enabled.msg).toBe(200)
  await holdsMode('OLD-1')
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

/** Waits until the device has received the light mode, and the mode is enabled and applied. */
const holdsMode = (sn: string): Promise<unknown> =>
  eventually(async () => {
    const sets = commands.filter(
      ({ cmd, sns, args }) => cmd === 'set' && (args as { family?: string }).family === 'lightMode' && sns.includes(sn),
    )
    expect(sets.at(-1)?.args).toMatchObject({ value: { mode: 4, rules: '18:30=100/100' } })
    expect((await operator.get(`${MODE}/detail`, { id: mode })).data).toMatchObject({ status: 1, apply: 2 })
    return true
  }, 20_000)
const paramOf = async (deviceId: string) =>
  (await operator.get<{ records: Record<string, unknown>[] }>(`${CITY}/param/list`, { deviceId, family: 'timeOffset' })).data.records[0]
const proven = (deviceId: string): Promise<unknown> =>
  eventually(async () => {
    expect(await paramOf(deviceId)).toMatchObject({ status: 2, drift: 0, reported: { onOffset: 7, offOffset: -3 } })
    return true
  }, 20_000)
const members = async (): Promise<string[]> =>
  (await operator.get<{ records: { id: string }[] }>(`${CITY}/device_group/device/page`, { groupId: group })).data.records.map(
    ({ id }) => id,
  )
const lampOf = async () => (await operator.get<Record<string, unknown>>(`${CITY}/lamp/detail`, { id: lamp })).data

test('the engine refuses unknown, equal and foreign devices, and a successor in use or of another type', async () => {
  const bin = await must(operator, '/api/blade-device/trashdevice/submit', { sn: 'BIN-R', name: '桶', gatewayId })
  expect(bin).toBeTruthy()
  await must(operator, `${CITY}/controller`, { sn: 'USED-1', gatewayId })
  const used = (await operator.get<{ records: { id: string }[] }>(`${CITY}/controller/page`, { sn: 'USED-1' })).data.records[0]?.id
  await operator.post(`${CITY}/device_group/copy`, { groupId: group, ids: used })
  for (const [faultSn, newSn, field] of [
    ['NOBODY', 'NEW-1', 'faultSn'],
    ['OLD-1', 'OLD-1', 'newSn'],
    ['OLD-1', 'BIN-R', 'newSn'],
    ['OLD-1', 'USED-1', 'newSn'],
    ['OLD-1', 'no blank', 'newSn'],
  ] as const)
    expect((await operator.post(REPLACE, { faultSn, newSn })).body).toMatchObject({ code: 400, field })
  await operator.post(`${CITY}/device_group/remove`, { groupId: group, ids: used })
})

test('a lamp controller is replaced by a new serial number: groups, calendar, lamp, parameters and place follow, and the lamp dims, verified', async () => {
  const { data, msg } = await operator.post<Answer>(REPLACE, { faultSn: 'OLD-1', newSn: 'NEW-1' })
  expect(data, msg).toMatchObject({ faultSn: 'OLD-1', newSn: 'NEW-1', left: [] })
  expect(Object.fromEntries(data.followed.map(({ name, count }) => [name, count]))).toMatchObject({
    'devices.groups': 1,
    'control.params': 2,
    'strategies.lightModes': 1,
    'lighting.lamps': 1,
  })
  expect(await lampOf()).toMatchObject({ lampControlId: data.deviceId, lampControlSn: 'NEW-1' })
  expect(await members()).toEqual([data.deviceId])
  const row = (await operator.get<Record<string, unknown>>(`/api/blade-device/device/${data.deviceId}`)).data
  expect(row).toMatchObject({ sn: 'NEW-1', name: '一号', gatewayId, longitude: '113.2', latitude: '28.2', activated: 1 })
  const gone = (await operator.get<Record<string, unknown>>(`/api/blade-device/device/${old}`)).data
  expect(gone).toMatchObject({ sn: 'OLD-1', gatewayId: '', activated: 0 })
  // The wanted values are sent to the new device, and its answer proves them.
  await proven(data.deviceId)
  expect(commands.some(({ cmd, sns }) => cmd === 'set' && sns.includes('NEW-1'))).toBe(true)
  await holdsMode('NEW-1')
  const dimmed = await operator.post<{ batchId: string }>(`${CITY}/lamp/dim`, { ids: [lamp], level: 40, duration: 600 })
  await eventually(async () => {
    const { data: batch } = await operator.get<{ verified: number }>(`${CITY}/commandrecord/detail`, { id: dimmed.data.batchId })
    expect(batch.verified).toBe(1)
    return true
  }, 20_000)
  expect(commands.some(({ cmd, sns }) => cmd === 'dim' && sns.includes('NEW-1'))).toBe(true)
})

test('a replacement is undone within a day, once; the parameters are proven on the old device again', async () => {
  const [made] = await product.platform.system.query<{ id: string }>(
    "select id::text as id from devices_replacement where new_sn = 'NEW-1'",
  )
  const { data, msg } = await operator.post<Answer>(`${REPLACE}/undo`, { id: made?.id })
  expect(data, msg).toMatchObject({ deviceId: old, left: [] })
  expect(await lampOf()).toMatchObject({ lampControlId: old })
  expect(await members()).toEqual([old])
  await proven(old)
  expect((await operator.post(`${REPLACE}/undo`, { id: made?.id })).body).toMatchObject({ code: 400, field: 'id' })
})
