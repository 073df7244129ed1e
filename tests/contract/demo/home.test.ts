import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '60' } })
})
afterAll(() => product?.stop())

interface Info {
  troubles: { cause: string; lamps: number; sinceLastNight: number; since: string }[]
  faults: { name: string; since: string }[]
}

test('the overview groups broken lamps by cause: how many, how many since last night, and since when', async () => {
  const { query } = product.platform.system
  const admin = await product.signIn()
  const devices = await query<{ id: string; gateway: string }>(
    "select device_id::text as id, gateway_id::text as gateway from devices_state where tenant_id = '000000' order by device_id",
  )
  const of = (from: number, to: number): string[] => devices.slice(from, to).map(({ id }) => id)
  const other = devices.findLast(({ gateway }) => gateway !== devices[0]?.gateway)
  await query("update devices_gateway set online = true where tenant_id = '000000'")
  await query("update devices_state set state = 1, online = true, is_on = true, faults = '{}' where tenant_id = '000000'")
  const fail = (ids: string[], fault: string, since: string) =>
    query(
      `update devices_state set state = 3, faults = array[$2], fault_since = now() - $3::interval where device_id = any($1::bigint[])`,
      [ids, fault, since],
    )
  await fail(of(0, 2), 'lampFailure', '1 minute')
  await fail(of(2, 3), 'lampFailure', '9 days')
  await fail(of(3, 4), 'lampUnexpectedOn', '9 days')
  await query("update devices_state set state = 4, online = false, reported_at = now() - interval '3 days' where device_id = $1", [
    devices[4]?.id,
  ])
  await query("update devices_gateway set online = false, last_seen = now() - interval '5 days' where id = $1", [other?.gateway])
  await query('update devices_state set state = 4, online = false where gateway_id = $1', [other?.gateway])
  const away = devices.filter(({ gateway }) => gateway === other?.gateway).length

  const { data } = await admin.get<Info>('/api/blade-report/dashboard/info')
  const counts = Object.fromEntries(data.troubles.map(({ cause, lamps, sinceLastNight }) => [cause, [lamps, sinceLastNight]]))
  expect(counts).toEqual({ lampFailure: [3, 2], lampUnexpectedOn: [1, 0], silent: [1, 0], gatewayOffline: [away, 0] })
  expect(data.troubles.every(({ since }) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(since))).toBe(true)
  // The newest fault comes first.
  expect(data.faults.map(({ since }) => since)).toEqual(
    data.faults
      .map(({ since }) => since)
      .sort()
      .reverse(),
  )
})

test('the overview of another tenant does not count them', async () => {
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const { data } = await operator.get<Info>('/api/blade-report/dashboard/info')
  expect(data.troubles.filter(({ cause }) => cause.startsWith('lamp'))).toEqual([])
})
