import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewaysPort } from '../../model/ports.ts'
import { devicesServer } from '../index.ts'

// Energy from the messages of a gateway to the hours of its lamps, with the tasks of the server.
const TENANT = '100001'
const SN = 'GW-ENERGY'
let product: TestPlatform
beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer, devicesServer], config: { TELEMETRY_DAYS: '30' } })
})
afterAll(() => product?.stop())

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

/** An assigned gateway with three lamp controllers. */
const install = async () => {
  const id = product.platform.newId()
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 3)', [id, TENANT, SN])
  const devices = ['DIPS', 'FLICKERS', 'TELLS'].map((sn) => ({ sn, id: product.platform.newId() }))
  for (const device of devices)
    await sql('insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, name) values ($1, $2, $3, $4, $5, $1)', [
      device.sn,
      device.id,
      TENANT,
      id,
      SN,
    ])
  return { devices, secret: await product.platform.port(gatewaysPort).issueSecret(SN) }
}

test('energy that arrives over MQTT, late and in any order: a dip, flicker and a reset that the device tells do not count the whole meter', async () => {
  const { secret, devices } = await install()
  const client = await connectAsync(product.broker.url, { clientId: SN, username: SN, password: secret, reconnectPeriod: 0 })
  const send = (kind: string, message: unknown) => client.publishAsync(`ll/1/${SN}/up/${kind}`, JSON.stringify(message), { qos: 1 })
  const [dips, flickers, tells] = devices as [(typeof devices)[number], (typeof devices)[number], (typeof devices)[number]]
  const at = (minutes: number): number => Date.now() - minutes * 60_000
  const report = (child: { sn: string }, minutes: number, energy: number) =>
    send('report', [{ sn: child.sn, at: at(minutes), p: { on: true, power: -0.2, energy } }])
  for (const [minutes, energy] of [
    [270, 61_350],
    [300, 61_280],
    [180, 61_520],
    [240, 61_349],
    [210, 61_460],
  ] as const)
    await report(dips, minutes, energy)
  for (const [minutes, energy] of [
    [300, 900.4],
    [240, 900.4],
    [270, 900.3],
    [180, 900.4],
    [210, 900.3],
  ] as const)
    await report(flickers, minutes, energy)
  for (const [minutes, energy] of [
    [300, 2000],
    [270, 2050],
    [210, 1640],
    [180, 1700],
  ] as const)
    await report(tells, minutes, energy)
  await send('event', [{ sn: tells.sn, at: at(250), type: 'counterReset', on: true }])
  const energyOf = async ({ id }: { id: string }) =>
    (
      await sql<{ wh: number }>('select coalesce(sum(energy), -1000)::float8 / 1000 as wh from devices_hourly where device_id = $1', [id])
    )[0]?.wh
  await eventually(async () => {
    expect([await energyOf(dips), await energyOf(flickers), await energyOf(tells)]).toEqual([240, 0, 50 + 1640 + 60])
    return true
  })
  expect(await sql('select resets, glitches from devices_counter_hours where device_id = $1', [tells.id])).toEqual([
    { resets: 1, glitches: 0 },
  ])
  const [state] = await sql<{ power: number }>('select power from devices_state where device_id = $1', [dips.id])
  expect(state?.power).toBe(0)
  client.end(true)
})
