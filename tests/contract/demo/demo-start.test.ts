import { setTimeout as pause } from 'node:timers/promises'
import { eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity, DEMO_FAULTS, DEMO_PARAM_FAULTS } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

// The first start of a demo with past nights on a slow machine, where gateways connect seconds after the server: this delay must cause no
// incident and no alarm.
let product: TestPlatform
let city: City
let startedAt: Date

const rows = <T extends Record<string, unknown>>(sql: string): Promise<T[]> => product.platform.system.query<T>(sql, [startedAt])

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: {
      DEMO_LAMPS: '240',
      DEMO_DEVICES: '20',
      DEMO_NIGHTS: '2',
      DEMO_ROWS: '1',
      GATEWAY_RETURN_SECONDS: '6',
      ALARM_SECONDS: '0.2',
      INCIDENT_OPENS_SECONDS: '0.5',
    },
  })
  startedAt = new Date()
  // Longer than an incident needs to open.
  await pause(3000)
  const inventory = await inventoryOf(product.running)
  city = createCity({ inventory, faults: DEMO_FAULTS, paramFaults: DEMO_PARAM_FAULTS, ...plays })
  city.start()
  await eventually(async () => {
    const [{ silent } = { silent: -1 }] = await rows<{ silent: number }>(
      `select count(*)::int as silent from devices_gateway g where not g.is_deleted and g.online is not true and last_seen > $1::timestamptz - interval '1 hour'`,
    )
    expect(silent).toBe(0)
    return true
  })
  // Long enough for two checks for lost gateways and for the alarms that would follow.
  await pause(9000)
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

test('a start opens no incident but those of gateways that were lost before', async () => {
  const opened = await rows(
    `select i.name, i.cause, i.is_deleted from alarms_incident i left join devices_fault f on f.device_id = i.gateway_id and f.type = 'communicationFailure' and f.ended_at is null
     where not (i.cause = 3 and f.began_at < $1::timestamptz - interval '1 hour') is true`,
  )
  expect(opened).toEqual([])
})

test('no alarm of a lost device begins with the start: only those that were silent before have one', async () => {
  const begun = await rows(
    `select sn, name, began_at, present from alarms_alarm where sub_alarm_type = 1 and (began_at > $1::timestamptz - interval '10 minutes' or not present)`,
  )
  expect(begun).toEqual([])
  // Every device with an alarm has been silent since before the start.
  const heard = await rows(
    `select a.sn from alarms_alarm a join devices_state s on s.device_id = a.device_id where a.present and a.sub_alarm_type = 1 and s.online and s.received_at > $1`,
  )
  expect(heard).toEqual([])
})

test('the first minutes have values that drift, and solar lamps with a fault that began in the past', async () => {
  for (const [tenantId, account] of [
    ['000000', 'admin'],
    ['100001', 'operator'],
  ] as const) {
    const client = await product.signIn({ tenantId, account })
    const drift = await eventually(async () => {
      const { data } = await client.get<{ total: number; records: { wantedText: string; reportedText: string }[] }>(
        '/api/blade-city/param/drift',
        { size: 50 },
      )
      return data.total > 0 ? data : null
    }, 30_000)
    expect(drift.records.filter(({ wantedText, reportedText }) => reportedText === '' || wantedText === reportedText)).toEqual([])
    const [row] = await product.platform.system.query<{ faulty: number; late: number }>(
      `select count(*)::int as faulty, count(*) filter (where f.began_at > $1::timestamptz - interval '1 day' or f.began_at <> s.fault_since)::int as late from devices_fault f
       join devices_registry r on r.device_id = f.device_id join devices_state s on s.device_id = f.device_id where r.type = 7 and r.tenant_id = $2 and f.type = 'lampFailure' and f.ended_at is null`,
      [startedAt, tenantId],
    )
    expect([tenantId, (row?.faulty ?? 0) > 0, row?.late]).toEqual([tenantId, true, 0])
    const alarms = await client.get<{ total: number }>('/api/blade-alarm/alarm/page', { deviceType: 7, present: 1, size: 1 })
    expect(alarms.data.total).toBeGreaterThanOrEqual(row?.faulty ?? 0)
  }
})
