import { gatewaysPort } from '@lamplight/devices/model'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import type { Command } from '@lamplight/protocol'
import { migrate } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { MIGRATIONS, migrateBefore } from './migrations.ts'

// Migrates a database of migration 0300 (before device commands and parameters), and checks that the product works on it.
const TENANT = '100001'
const GATEWAY = 'GW-OLD'
const TRASH = 19
const OPEN = '2000000000000000101'
const ENDED = '2000000000000000100'
const NAME = `test_device_migration_${process.pid}`
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const server = process.env.TEST_DATABASE_URL ?? ''
const url = databaseUrl(server, NAME)
const sent = Date.now() - 60_000
/** Noon of yesterday in China, so that its day has ended there. */
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 4 * HOUR_MS

let client: pg.Client
let product: TestPlatform
let operator: ApiClient
let gateway: MqttClient
const commands: Command[] = []

const sql = async (text: string, params: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await client.query(text, [...params])).rows
/** Returns whole rows, ordered by the columns `by`. */
const rowsOf = async (table: string, by: string): Promise<Record<string, unknown>[]> =>
  (await sql(`select to_jsonb(t) as row from ${table} t order by ${by}`)).map(({ row }) => row as Record<string, unknown>)
const TABLES = [
  ['devices_gateway', 'id'],
  ['lighting_controller', 'id'],
  ['devices_registry', 'device_id'],
  ['devices_state', 'device_id'],
  ['devices_latest', 'device_id'],
  ['devices_series', 'device_id, at'],
  ['devices_telemetry', 'device_id, at'],
  ['control_batch', 'id'],
  ['control_pack', 'batch_id, gateway_sn'],
  ['control_work', 'batch_id, gateway_sn'],
  ['control_ledger', 'batch_id, device_id'],
] as const

/** Inserts ten controllers and a bin behind one gateway, with their reports. */
const writeDevices = async (): Promise<void> => {
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values (900, $1, $2, 1, false, 11)', [
    TENANT,
    GATEWAY,
  ])
  await sql(
    `insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, gateway_id)
     select 1000 + n, $1, 'OLD-' || n, 'lamp ' || n, 4, true, false, 900 from generate_series(0, 9) n`,
    [TENANT],
  )
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated)
     select 'OLD-' || n, 1000 + n, $1, 900, $2, case when n < 10 then 4 else ${TRASH} end, 'device ' || n, true from generate_series(0, 10) n`,
    [TENANT, GATEWAY],
  )
  await sql(
    `update devices_state set reported_at = $1, received_at = $1, online = true, is_on = true, state = 1, dim = 30, power = 33.5, energy = 1000 where device_id < 1010`,
    [new Date(noon + HOUR_MS / 2)],
  )
  await sql(
    `update devices_state set reported_at = $1, online = true, is_on = true, state = 3, faults = '{highTemperature}', fault_since = $2 where device_id = 1010`,
    [new Date(noon + HOUR_MS / 2), new Date(noon)],
  )
  await sql(`update devices_latest set v = '{41,0,21.5,3.9,102,15,80}', texts = '{"version":"1.4"}' where device_id = 1010`)
  await sql('select devices_telemetry_partition($1::date)', [new Date(noon).toISOString().slice(0, 10)])
  await sql(
    `insert into devices_telemetry (device_id, at, energy, power, dim, is_on, tenant_id)
     select 1000 + n, $1::timestamptz + r * interval '10 minutes', 1000 + r, 33.5, 30, true, $2 from generate_series(0, 9) n, generate_series(0, 3) r`,
    [new Date(noon), TENANT],
  )
  await sql(
    `insert into devices_series (device_id, at, type, v, tenant_id)
     select 1010, $1::timestamptz + r * interval '10 minutes', ${TRASH}, array[38 + r, 0, 21.5, 3.9, 99 + r], $2 from generate_series(0, 3) r`,
    [new Date(noon), TENANT],
  )
  await sql('insert into devices_rollup_due (tenant_id, device_id, hour) select $1, 1000 + n, $2 from generate_series(0, 9) n', [
    TENANT,
    new Date(noon),
  ])
}

/** Inserts a batch to five lamps, one on each rung, and an ended batch to the other five, one of them failed. */
const writeBatches = async (): Promise<void> => {
  const soon = new Date(Date.now() + 10 * 60_000)
  await sql(
    `insert into control_batch (id, tenant_id, create_time, command, level, status, state, target_kind, target_text, total, queued, sent, received, applied, verified,
       failed, timed_out, superseded, returned, ended, reached_sent, reached_received, reached_applied, expire_at, account, cancelled, started_at, ended_at)
     values (${OPEN}, $1, $2, 1, 30, 1, 1, 1, '所选灯具', 5, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 4, 3, 2, $3, 'operator', false, $2, null),
       (${ENDED}, $1, $2, 3, null, 3, 3, 1, '所选灯具', 5, 0, 0, 0, 0, 4, 1, 0, 0, 0, 5, 5, 4, 4, $2, 'operator', false, $2, $2)`,
    [TENANT, new Date(sent), soon],
  )
  const at = (rungs: readonly number[], rung: number): string => `{${rungs.map((one) => (one >= rung ? sent : 'NULL')).join()}}`
  const pack = async (batchId: string, first: number, more: { rungs: number[]; statuses: number[]; codes: string }): Promise<void> => {
    const { rungs, statuses, codes } = more
    const all = rungs.map((_, n) => first + n)
    await sql(
      `insert into control_pack (batch_id, gateway_sn, tenant_id, watching, device_ids, sns, heads, expects, tolerances, rungs, statuses, attempts, codes, watches, device_at, verify_by,
         sent_at, received_at, applied_at, verified_at, ended_at)
       values (${batchId}, $1, $2, $3, $4, $5, '{0}', '{33.5}', '{8}', $6, $7, '{1}', $8, $9, $10, $11, $12, $10, $13, $14, $15)`,
      [
        ...[GATEWAY, TENANT, statuses.some((status) => status < 2), `{${all.join()}}`, all.map((id) => `OLD-${id - 1000}`).join()],
        ...[`{${rungs.join()}}`, `{${statuses.join()}}`, codes, `{${statuses.map((status) => (status < 2 ? 't' : 'f')).join()}}`],
        ...[at(rungs, 2), `{${rungs.map((rung) => (rung === 2 || rung === 3 ? soon.getTime() : 'NULL')).join()}}`, at(rungs, 1)],
        ...[at(rungs, 3), at(rungs, 4), `{${statuses.map((status) => (status < 2 ? 'NULL' : sent)).join()}}`],
      ],
    )
  }
  await pack(OPEN, 1000, { rungs: [0, 1, 2, 3, 4], statuses: [0, 1, 1, 1, 2], codes: '{NULL}' })
  await pack(ENDED, 1005, { rungs: [4, 4, 4, 4, 1], statuses: [2, 2, 2, 2, 4], codes: '{NULL,NULL,NULL,NULL,relayFailure}' })
  await sql(
    `insert into control_work (batch_id, gateway_sn, tenant_id, send_at, check_at, expire_at, fresh) values (${OPEN}, $1, $2, $3, $4, $4, false)`,
    [GATEWAY, TENANT, new Date(sent), soon],
  )
}

beforeAll(async () => {
  await createDatabase(server, NAME)
  await migrateBefore(url, '0301')
  client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await writeDevices()
  await writeBatches()
})
afterAll(async () => {
  gateway?.end(true)
  await client?.end()
  if (product) await product.stop()
  else await dropDatabase(server, NAME)
})

const batchOf = async (id: string) => (await operator.get<Record<string, unknown>>('/api/blade-city/commandrecord/detail', { id })).data
const itemsOf = async (commandRecordId: string) =>
  (
    await operator.get<{ records: { sn: string; rung: number; state: number; code: string }[] }>(
      '/api/blade-city/commandrecord/executeStatus',
      {
        commandRecordId,
        size: 100,
      },
    )
  ).data.records.sort((a, b) => (a.sn < b.sn ? -1 : 1))

test('the migrations keep every row', async () => {
  const read = async (): Promise<Record<string, Record<string, unknown>[]>> => {
    const all: Record<string, Record<string, unknown>[]> = {}
    for (const [table, by] of TABLES) all[table] = await rowsOf(table, by)
    return all
  }
  const before = await read()
  for (const [table] of TABLES) expect(before[table]?.length, table).toBeGreaterThan(0)
  expect(await migrate(url, MIGRATIONS)).toContain('0301_device_commands.sql')
  const after = await read()
  for (const [table] of TABLES) {
    expect(after[table], table).toHaveLength(before[table]?.length ?? 0)
    expect(after[table], table).toMatchObject(before[table] ?? [])
  }
  const marks = await sql('select device_id::int as id, type, hour from devices_rollup_due order by 1')
  expect(marks).toEqual(Array.from({ length: 11 }, (_, n) => ({ id: 1000 + n, type: n < 10 ? 4 : TRASH, hour: new Date(noon) })))
})

test('a fault that was present becomes an interval from its begin', async () => {
  expect(await sql('select device_id::int as id, type, began_at, ended_at, tenant_id from devices_fault')).toEqual([
    { id: 1010, type: 'highTemperature', began_at: new Date(noon), ended_at: null, tenant_id: TENANT },
  ])
})

test('the server starts on the migrated database, and old batches read as before', async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' }, database: { url, drop: () => dropDatabase(server, NAME) } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  expect(await batchOf(OPEN)).toMatchObject({
    ...{ command: 1, level: 30, status: 1, state: 1, commandText: '', cmd: '', targetText: '所选灯具' },
    ...{ total: 5, queued: 1, sent: 1, received: 1, applied: 1, verified: 1, failed: 0, ended: 1 },
  })
  expect(await batchOf(ENDED)).toMatchObject({
    command: 3,
    status: 3,
    state: 3,
    commandText: '',
    total: 5,
    verified: 4,
    failed: 1,
    ended: 5,
  })
  expect((await itemsOf(OPEN)).map(({ rung, state }) => [rung, state])).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
  ])
  expect((await itemsOf(ENDED)).at(-1)).toMatchObject({ sn: 'OLD-9', rung: 1, state: 4, code: 'relayFailure' })
})

test('the roll-up processes old marks, and marks of devices that had none', async () => {
  await eventually(async () => {
    expect(await sql('select 1 from devices_rollup_due')).toEqual([])
    return true
  })
  const hours = await sql('select device_id::int as id, readings from devices_hourly where hour = $1 order by 1', [new Date(noon)])
  expect(hours).toEqual(Array.from({ length: 10 }, (_, n) => ({ id: 1000 + n, readings: 4 })))
  const days = await sql(
    'select device_id::int as id, type, readings, lows[1] as low, highs[1] as high, increases[5] as openings from devices_series_daily',
  )
  expect(days).toEqual([{ id: 1010, type: TRASH, readings: 4, low: 38, high: 41, openings: 3 }])
})

test('a late answer for an old open batch raises its rungs: silent devices are sent it again, and all are verified', async () => {
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  gateway = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  gateway.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await gateway.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  const again = await eventually(() => commands.find(({ id }) => id === OPEN))
  expect(again).toMatchObject({ cmd: 'dim', args: { level: 30 }, sns: ['OLD-0', 'OLD-1'] })
  const up = (kind: string, entries: object[]): Promise<unknown> =>
    gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
  const at = Date.now()
  const p = { on: true, dim: 30, reason: 'override' }
  await up(
    'ack',
    ['OLD-0', 'OLD-1'].map((sn) => ({ id: OPEN, sn, ok: true, code: 'ok', at, p })),
  )
  await eventually(async () => {
    expect((await itemsOf(OPEN)).map(({ rung }) => rung)).toEqual([3, 3, 2, 3, 4])
    return true
  })
  await up(
    'report',
    [0, 1, 2, 3].map((n) => ({ sn: `OLD-${n}`, at: at + 1000, p: { ...p, power: 33.5, energy: 1010 } })),
  )
  await eventually(async () => {
    expect(await batchOf(OPEN)).toMatchObject({ state: 2, verified: 5, ended: 5, applied: 0, sent: 0, queued: 0 })
    return true
  })
})
