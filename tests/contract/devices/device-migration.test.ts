import { gatewaysPort } from '@lamplight/devices/model'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import type { Command } from '@lamplight/protocol'
import { migrate } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { writePlaces } from '../import/old-rows.ts'
import { MIGRATIONS, migrateBefore } from '../platform/migrations.ts'

// Migrates a database as the product had it before devices other than lamp controllers, device commands and parameters (its last migration is
// 0292), and checks that every row of every table is kept and that the product works on it.
const FIRST_NEW = '0300'
const TENANT = '100001'
const GATEWAY = 'GW-OLD'
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
type Values = Readonly<Record<string, unknown>>
interface Table {
  readonly name: string
  /** Columns of the primary key; null if the table has none. */
  readonly keys: readonly string[] | null
  readonly rows: readonly Values[]
}
/** Returns all rows of all tables by table, values as text; rows of partitions belong to their table. */
const allRows = async (): Promise<ReadonlyMap<string, Table>> => {
  const tables =
    await sql(`select c.relname as name, (select array_agg(a.attname::text order by a.attname) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as keys from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'kit_migration' order by 1`)
  const found = new Map<string, Table>()
  for (const table of tables as unknown as Omit<Table, 'rows'>[]) {
    const rows = await sql(
      `select (select jsonb_object_agg(e.key, e.value #>> '{}') from jsonb_each(to_jsonb(t)) e) as row from ${table.name} t`,
    )
    found.set(table.name, { ...table, rows: rows.map(({ row }) => row as Values) })
  }
  return found
}
const haveSame = (columns: readonly string[], one: Values, other: Values): boolean =>
  columns.every((column) => JSON.stringify(one[column]) === JSON.stringify(other[column]))

/** Inserts eleven controllers behind one gateway, with their reports. The last one has a fault and no readings. */
const writeDevices = async (): Promise<void> => {
  await sql('insert into devices_gateway (id, tenant_id, sn, status, online, children) values (900, $1, $2, 1, false, 11)', [
    TENANT,
    GATEWAY,
  ])
  await sql(
    `insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, gateway_id)
     select 1000 + n, $1, 'OLD-' || n, 'lamp ' || n, 4, true, false, 900 from generate_series(0, 10) n`,
    [TENANT],
  )
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated)
     select 'OLD-' || n, 1000 + n, $1, 900, $2, 4, 'device ' || n, true from generate_series(0, 10) n`,
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
  await sql('select devices_telemetry_partition($1::date)', [new Date(noon).toISOString().slice(0, 10)])
  await sql(
    `insert into devices_telemetry (device_id, at, energy, power, dim, is_on, tenant_id)
     select 1000 + n, $1::timestamptz + r * interval '10 minutes', 1000 + r, 33.5, 30, true, $2 from generate_series(0, 9) n, generate_series(0, 3) r`,
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
        GATEWAY,
        TENANT,
        statuses.some((status) => status < 2),
        `{${all.join()}}`,
        all.map((id) => `OLD-${id - 1000}`).join(),
        `{${rungs.join()}}`,
        `{${statuses.join()}}`,
        codes,
        `{${statuses.map((status) => (status < 2 ? 't' : 'f')).join()}}`,
        at(rungs, 2),
        `{${rungs.map((rung) => (rung === 2 || rung === 3 ? soon.getTime() : 'NULL')).join()}}`,
        at(rungs, 1),
        at(rungs, 3),
        at(rungs, 4),
        `{${statuses.map((status) => (status < 2 ? 'NULL' : sent)).join()}}`,
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
  await migrateBefore(url, FIRST_NEW)
  client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await writeDevices()
  await writeBatches()
  await writePlaces(client, { tenantId: TENANT, gatewayId: 900, controllers: 11 })
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

test('the migrations keep every row of every table, each column with its value', async () => {
  const before = await allRows()
  const filled = [...before.values()].filter(({ rows }) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(40)
  expect(await migrate(url, MIGRATIONS)).toContain('0300_device_values.sql')
  const after = await allRows()
  for (const { name, keys, rows } of filled)
    for (const row of rows) {
      const kept = after.get(name)?.rows.find((one) => haveSame(keys ?? Object.keys(row), row, one))
      expect(kept, `${name} ${JSON.stringify(row)}`).toMatchObject(row)
    }
  const marks = await sql('select device_id::int as id, type, hour from devices_rollup_due order by 1')
  expect(marks).toEqual(Array.from({ length: 10 }, (_, n) => ({ id: 1000 + n, type: 4, hour: new Date(noon) })))
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
    command: 1,
    level: 30,
    status: 1,
    state: 1,
    commandText: '',
    cmd: '',
    targetText: '所选灯具',
    total: 5,
    queued: 1,
    sent: 1,
    received: 1,
    applied: 1,
    verified: 1,
    failed: 0,
    ended: 1,
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

test('the roll-up processes old marks', async () => {
  await eventually(async () => {
    expect(await sql('select 1 from devices_rollup_due')).toEqual([])
    return true
  })
  const hours = await sql('select device_id::int as id, readings from devices_hourly where hour = $1 order by 1', [new Date(noon)])
  expect(hours).toEqual(Array.from({ length: 10 }, (_, n) => ({ id: 1000 + n, readings: 4 })))
})

const up = (kind: string, entries: object[]): Promise<unknown> =>
  gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })

test('a late answer for an old open batch raises its rungs: silent devices are sent it again, and all are verified', async () => {
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  gateway = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  gateway.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString()) as Command))
  await gateway.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  const again = await eventually(() => commands.find(({ id }) => id === OPEN))
  expect(again).toMatchObject({ cmd: 'dim', args: { level: 30 }, sns: ['OLD-0', 'OLD-1'] })
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

test('lists, groups, rights and reports of the old rows answer', async () => {
  const total = async (path: string, query: object = {}): Promise<number> => {
    const { code, msg, data } = await operator.get<{ total: number }>(path, { size: 1, ...query })
    expect(code, `${path}: ${msg}`).toBe(200)
    return data.total
  }
  expect(await total('/api/blade-city/lamp/list')).toBe(11)
  expect(await total('/api/blade-city/lamp/list', { keyword: 'old lamp 3' })).toBe(1)
  expect(await total('/api/blade-city/controller/page')).toBe(11)
  expect(await total('/api/blade-city/street/page', { name: '人民路' })).toBe(1)
  expect(await total('/api/blade-city/device_group/device/page', { groupId: '6000' })).toBe(4)
  expect(await total('/api/blade-report/report/rest/list')).toBe(1)
  expect((await operator.get<{ lamps: number }>('/api/blade-report/dashboard/info')).data.lamps).toBe(11)
  const rights = await sql("select menu_code from identity_role_menu where role_id = 7000 and menu_code in ('lamp', 'lamp_dim') order by 1")
  expect(rights).toEqual([{ menu_code: 'lamp' }, { menu_code: 'lamp_dim' }])
})

test('commands to a group of old lamps, parameters of an old controller, and a new bin behind the old gateway work', async () => {
  gateway.on('message', (_topic, payload) => {
    const { id, cmd, args, sns } = JSON.parse(payload.toString()) as Command
    const { family, value } = args as { family: string; value: object }
    const answer = cmd === 'set' ? { p: {}, params: { [family]: value } } : { p: { on: true, dim: 40, reason: 'override' } }
    void up(
      'ack',
      sns.map((sn) => ({ id, sn, ok: true, code: 'ok', at: Date.now(), ...answer })),
    )
  })
  const made = await operator.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level: 40,
    reason: 'test',
    selector: { groupId: '6000' },
  })
  expect(made.code, made.msg).toBe(200)
  await eventually(async () => {
    expect(await batchOf(made.data.batchId)).toMatchObject({ total: 4, applied: 4 })
    return true
  })
  const set = await operator.post('/api/blade-city/controller/batch/set/timeoffset', { controllerIds: '1003', onOffset: 5, offOffset: 6 })
  expect(set.code, set.msg).toBe(200)
  await eventually(async () => {
    const { records } = (await operator.get<{ records: object[] }>('/api/blade-city/param/list', { deviceId: '1003' })).data
    expect(records).toMatchObject([{ family: 'timeOffset', status: 2, reported: { onOffset: 5, offOffset: 6 } }])
    return true
  })
  const bin = await operator.post<{ id: string }>('/api/blade-device/trashdevice/submit', { sn: 'NEW-BIN', name: 'bin', gatewayId: '900' })
  expect(bin.code, bin.msg).toBe(200)
  await up('report', [{ sn: 'NEW-BIN', at: Date.now(), p: { fillLevel: 41 } }])
  await eventually(async () => {
    const { records } = (await operator.get<{ records: object[] }>('/api/blade-device/trashdevice/list', { sn: 'NEW-BIN' })).data
    expect(records).toMatchObject([{ fillLevel: '41' }])
    return true
  })
})
