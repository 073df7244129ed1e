import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { migrate } from '@lamplight/server-kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrateBefore } from '../platform/migrations.ts'

const NAME = `test_ledger_migration_${process.pid}`
const server = process.env.TEST_DATABASE_URL ?? ''
const url = databaseUrl(server, NAME)
let client: pg.Client

const QUEUED_AT = '2026-11-20T10:00:00.000Z'
const SENT_AT = '2026-11-20T10:00:01.250Z'
const ENDED_AT = '2026-11-20T10:00:09.500Z'

beforeAll(async () => {
  await createDatabase(server, NAME)
  await migrateBefore(url, '0050')
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await dropDatabase(server, NAME)
})

test('a ledger with one row for each device becomes packs with the same content for each device', async () => {
  await client.query(
    `insert into control_batch (id, tenant_id, create_time, command, level, status, total, queued, sent, received, applied, verified, failed, timed_out, returned, ended, expire_at)
     values (1, '000000', $1, 1, 30, 1, 5, 0, 1, 0, 0, 1, 3, 0, 0, 4, $1), (2, '000000', $1, 1, 30, 0, 3, 2, 0, 0, 0, 0, 1, 0, 0, 1, $1)`,
    [QUEUED_AT],
  )
  await client.query(
    `insert into control_item (batch_id, gateway_sn, sn, device_id, tenant_id, head, expect_w, tolerance_w, rung, status, code, attempts, late, watch,
       measured_w, sent_at, received_at, applied_at, verified_at, ended_at, device_at)
     values (1, 'GA', 'A2', 12, '000000', 1, 33.5, 8, 4, 2, null, 2, true, false, 34.25, $1, $1, $1, $2, $2, $1),
       (1, 'GA', 'A1', 11, '000000', 0, null, null, 1, 1, null, 1, false, true, null, $1, null, null, null, null, null),
       (1, 'GB', 'B1', 13, '000000', 0, 33.5, 8, 1, 4, 'relayFailure', 1, false, false, null, $1, null, null, null, $2, null),
       (1, 'GB', 'B2', 14, '000000', 0, 33.5, 8, 3, 4, 'notVerified', 1, false, false, 99, $1, $1, $1, null, $2, $1),
       (1, 'GB', 'B3', 16, '000000', 0, 33.5, 8, 1, 4, 'superseded', 1, false, false, null, $1, null, null, null, $2, null)`,
    [SENT_AT, ENDED_AT],
  )
  await client.query(
    `insert into control_work (batch_id, gateway_sn, tenant_id, send_at, expire_at, device_ids, sns, heads, expects, tolerances) values
       (1, 'GA', '000000', $1, $1, null, null, null, null, null),
       (2, 'GA', '000000', $1, $1, '{11,12}', '{A1,A2}', '{0,1}', '{NULL,33.5}', '{3,8}'),
       (2, '', '000000', null, $1, '{15}', '{C1}', '{0}', '{NULL}', '{3}')`,
    [QUEUED_AT],
  )
  const COLUMNS = `batch_id::int as batch, gateway_sn, sn, device_id::int as device, head, expect_w, coalesce(tolerance_w, 0) as tolerance_w, rung, status,
    attempts, late, code, measured_w, sent_at, received_at, applied_at, verified_at, returned_at`
  const read = async () => (await client.query(`select ${COLUMNS} from control_ledger order by batch_id, gateway_sn, sn`)).rows
  const before = await read()
  expect(before).toHaveLength(8)
  expect(await migrate(url, MIGRATIONS)).toContain('0050_control_pack.sql')
  // Superseded is a separate status since migration 0230.
  expect(await read()).toEqual(before.map((row) => (row.code === 'superseded' ? { ...row, status: 6 } : row)))
  const heads = await client.query(
    'select id::int, status, state, failed, superseded, reached_sent, reached_received, reached_applied from control_batch order by id',
  )
  expect(heads.rows).toEqual([
    { id: 1, status: 1, state: 1, failed: 2, superseded: 1, reached_sent: 5, reached_received: 2, reached_applied: 2 },
    { id: 2, status: 0, state: 1, failed: 1, superseded: 0, reached_sent: 0, reached_received: 0, reached_applied: 0 },
  ])
  const more = await client.query('select sn, watch, device_at, ended_at from control_ledger where batch_id = 1 order by sn')
  expect(more.rows).toEqual([
    { sn: 'A1', watch: true, device_at: null, ended_at: null },
    { sn: 'A2', watch: false, device_at: new Date(SENT_AT), ended_at: new Date(ENDED_AT) },
    { sn: 'B1', watch: false, device_at: null, ended_at: new Date(ENDED_AT) },
    { sn: 'B2', watch: false, device_at: new Date(SENT_AT), ended_at: new Date(ENDED_AT) },
    { sn: 'B3', watch: false, device_at: null, ended_at: new Date(ENDED_AT) },
  ])
  expect(
    (await client.query('select batch_id::int as batch, gateway_sn, fresh from control_work order by batch_id, gateway_sn')).rows,
  ).toEqual([
    { batch: 1, gateway_sn: 'GA', fresh: false },
    { batch: 2, gateway_sn: 'GA', fresh: true },
  ])
  expect((await client.query('select batch_id::int as batch, gateway_sn from control_pack where watching order by 1, 2')).rows).toEqual([
    { batch: 1, gateway_sn: 'GA' },
    { batch: 2, gateway_sn: 'GA' },
  ])
})
