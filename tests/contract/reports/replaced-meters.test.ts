import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { ensurePartitions } from '../../../domains/devices/server/series/partitions.ts'
import { rollUp } from '../../../domains/devices/server/series/roll-up.ts'
import { must } from '../api/own-rows.ts'

// A meter is replaced in a device that keeps its number: who may record it, and where the reset of the counter is shown.
const TENANT = '100001'
const ZONE = 'Asia/Shanghai'
const HOUR = 3_600_000
const MINUTE = 60_000
const REPLACED = '/api/blade-device/counter/replaced'
const HISTORY = '/api/blade-device/telemetry/history'
const LIFE = '/api/blade-device/device/life_record/page'
/** A closed hour. */
const START = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR
const TOLD = START + 20 * MINUTE

interface Device {
  readonly id: string
  readonly code: string
  /** Label of the counter, in Chinese and English. */
  readonly label: readonly [string, string]
  /** Increase of the counter without the step to the other meter, in its unit. */
  readonly use: number
}
interface History {
  readonly points: readonly Readonly<Record<string, number | null>>[]
  readonly counters: readonly { readonly code: string; readonly name: string; readonly decided: string }[]
}
interface Entry {
  readonly kind: string
  readonly title: string
  readonly at: string
  readonly by: string
  readonly sourceResource: string
}

let product: TestPlatform
let operator: ApiClient
let english: ApiClient
const devices = {} as Record<'lamp' | 'meter' | 'typed', Device>
/** Devices without a counter: a camera, and one whose type was made at run time. */
const others: string[] = []

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)
/** A time on the wire, in the zone of the tenant (China). */
const wireTime = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
const told = async (): Promise<number> => (await sql<{ n: number }>('select count(*)::int as n from devices_counter_told'))[0]?.n ?? 0
const addType = async (unitProductCode: string, properties: object): Promise<string> => {
  const descriptor = JSON.stringify({ properties, commands: {} })
  const made = await operator.post('/api/blade-device/type/submit', { unitProductCode, name: unitProductCode, descriptor })
  expect(made.code, made.msg).toBe(200)
  const { data } = await operator.get<{ records: { id: string }[] }>('/api/blade-device/type/list', {
    unitProductCode_equal: unitProductCode,
  })
  return String(data.records[0]?.id)
}
/** Stores readings of 5, 10, 30 and 40 minutes after START: two of the old meter, two of the new one. */
const store = async (id: string, values: readonly number[]): Promise<void> => {
  const [registered] = await sql<{ type: number }>('select type::int as type from devices_registry where device_id = $1', [id])
  for (const [n, minute] of [5, 10, 30, 40].entries()) {
    const at = new Date(START + minute * MINUTE)
    if (registered?.type === 4)
      await sql('insert into devices_telemetry (tenant_id, device_id, at, power, is_on, energy) values ($1, $2, $3, 100, true, $4)', [
        TENANT,
        id,
        at,
        values[n],
      ])
    else
      await sql('insert into devices_series (tenant_id, device_id, type, at, v) values ($1, $2, $3, $4, array[$5]::float8[])', [
        TENANT,
        id,
        registered?.type,
        at,
        values[n],
      ])
  }
}

beforeAll(async () => {
  product = await testPlatform({ slices: slices.map((slice) => ({ ...slice, tasks: [] })), config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  english = await product.signIn({ tenantId: TENANT, account: 'operator', lang: 'en-US' })
  const gatewayId = product.platform.newId()
  await sql("insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, 'GW-COUNT', 1, false, 1)", [
    gatewayId,
    TENANT,
  ])
  const water = await addType('WATER', {
    volume: { label: ['用水', 'Water'], unit: 'L', min: 0, decimals: 0, counter: true, history: true },
  })
  const level = await addType('LEVEL', { level: { label: ['液位', 'Level'], unit: '%', history: true } })
  const add = (path: string, body: object): Promise<string> => must(operator, path, { ...body, gatewayId })
  devices.lamp = {
    id: await add('/api/blade-city/controller', { sn: 'COUNT-LAMP' }),
    code: 'energy',
    use: 1500,
    label: ['累计电量', 'Energy'],
  }
  devices.meter = {
    id: await add('/api/blade-city/meter/submit', { sn: 'COUNT-METER' }),
    code: 'energy',
    use: 1.5,
    label: ['总电量', 'Energy'],
  }
  devices.typed = {
    id: await add('/api/blade-device/typed/submit', { sn: 'COUNT-TYPED', typeId: water }),
    code: 'volume',
    use: 30,
    label: ['用水', 'Water'],
  }
  others.push(await add('/api/blade-media/camera/submit', { sn: 'COUNT-CAM', name: '摄像头' }))
  others.push(await add('/api/blade-device/typed/submit', { sn: 'COUNT-LEVEL', typeId: level }))
  await ensurePartitions(product.platform, [START, START + HOUR])
  await sql('update devices_rollup_frontier set closed_until = $1, marking = null', [new Date(START + 2 * HOUR)])
  // Each new meter begins at a value that is not near 0, so that nobody would take it for a reset.
  await store(devices.lamp.id, [100_000, 100_500, 20_000, 21_000])
  await store(devices.meter.id, [1000, 1000.5, 200, 201])
  await store(devices.typed.id, [9000, 9010, 500, 520])
})
afterAll(() => product?.stop())

const history = async (client: ApiClient, deviceId: string, from: number, to: number): Promise<History> => {
  const { code, msg, data } = await client.get<History>(HISTORY, { deviceId, from: String(from), to: String(to), points: 4 })
  expect(code, msg).toBe(200)
  return data
}
const lifeOf = async (client: ApiClient, deviceId: string): Promise<readonly Entry[]> =>
  (await client.get<{ records: Entry[] }>(LIFE, { deviceId, kind: 'replaced,fault', size: 100 })).data.records

test('a replaced meter is refused without the right, for a device of another tenant, for a device without a counter, and for a time in the future', async () => {
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  const elsewhere = await product.signIn()
  const { id: deviceId } = devices.meter
  const at = wireTime(TOLD)
  expect((await guest.post(REPLACED, { deviceId, at })).body).toMatchObject({ code: 400, msg: '没有该操作的权限' })
  expect((await elsewhere.post(REPLACED, { deviceId, at })).body.code).toBe(400)
  expect((await operator.post(REPLACED, { deviceId: '1', at })).body.code).toBe(400)
  for (const other of others)
    expect((await operator.post(REPLACED, { deviceId: other, at })).body, other).toMatchObject({
      code: 400,
      field: 'deviceId',
      msg: '该类设备没有累计量，不能登记换表',
    })
  expect((await operator.post(REPLACED, { deviceId, at: wireTime(Date.now() + 2 * MINUTE) })).body).toMatchObject({
    code: 400,
    field: 'at',
    msg: '换表时间不能晚于当前时间',
  })
  expect((await operator.post(REPLACED, { deviceId, at: '2026-02-31 12:00:00' })).body).toMatchObject({ code: 400, field: 'at' })
  expect(await told()).toBe(0)
  expect((await lifeOf(operator, deviceId)).length).toBe(0)
})

test.each(['lamp', 'meter', 'typed'] as const)(
  'a replaced meter of a %s: life record and history say 1 reset, and the step to the new meter is not use',
  async (kind) => {
    const { id: deviceId, code, label, use } = devices[kind]
    const range = [START - HOUR, START + 2 * HOUR] as const
    expect((await history(operator, deviceId, ...range)).counters).toEqual([])
    expect((await operator.post(REPLACED, { deviceId, at: wireTime(TOLD) })).body).toMatchObject({
      code: 200,
      data: { at: wireTime(TOLD) },
    })
    for (let rolled = 1; rolled > 0; ) rolled = await rollUp(product.platform, ZONE)

    const found = await history(operator, deviceId, ...range)
    expect(found.counters).toEqual([{ code, name: label[0], decided: '清零 1 次' }])
    expect((await history(english, deviceId, ...range)).counters).toEqual([{ code, name: label[1], decided: '1 reset' }])
    // The hour after it had nothing to decide.
    expect((await history(operator, deviceId, START + HOUR, START + 2 * HOUR)).counters).toEqual([])
    const [lamp] = await sql<{ wh: number }>('select sum(energy)::float8 / 1000 as wh from devices_hourly where device_id = $1', [deviceId])
    const counted = kind === 'lamp' ? lamp?.wh : found.points.reduce((sum, point) => sum + Number(point[`${code}Increase`] ?? 0), 0)
    expect(counted).toBeCloseTo(use, 6)

    expect(await lifeOf(operator, deviceId)).toMatchObject([
      { kind: 'replaced', title: '更换电表', at: wireTime(TOLD), by: 'operator', sourceResource: 'system.audit' },
      { kind: 'fault', title: `${label[0]}：清零 1 次`, at: wireTime(START) },
    ])
    expect((await lifeOf(english, deviceId)).map(({ title }) => title)).toEqual(['Meter replaced', `${label[1]}: 1 reset`])
    const { data } = await operator.get<{ figures: { code: string; decided: string }[] }>('/api/blade-report/device/data/gather', {
      deviceId,
      startDate: wireTime(START).slice(0, 10),
      endDate: wireTime(START).slice(0, 10),
    })
    expect(data.figures.find((figure) => figure.code === code)?.decided).toBe('清零 1 次')
  },
)
