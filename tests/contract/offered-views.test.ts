import { freshDatabase, queryOnce } from '@lamplight/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
const offered = slices.flatMap(({ domain }) => domain.offers ?? [])
/** What only the worker reads. */
const HIDDEN = ['devices_virtual_gateways']
/** Makes rows of the arrays of its table. */
const UNPACKS = ['control_ledger']

let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** Plan of a statement as a request of a tenant runs it, cut by the policies of the tables. */
const planOf = async (sql: string): Promise<string> => {
  await client.query("select set_config('role', 'lamplight_app', false), set_config('app.tenant', '100001', false)")
  return JSON.stringify((await client.query(`explain (costs off) ${sql}`)).rows)
}

const namesOf = async (sql: string): Promise<string[]> => (await queryOnce<{ name: string }>(database.url, sql)).map(({ name }) => name)

test('what a slice offers is a view or a function, and each view is planned as its table', async () => {
  const functions = await namesOf("select proname as name from pg_proc where pronamespace = 'public'::regnamespace")
  const wrong: string[] = []
  for (const view of offered.filter((name) => !functions.includes(name) && !HIDDEN.includes(name))) {
    const tables = await namesOf(
      `select table_name as name from information_schema.view_table_usage where view_schema = 'public' and view_name = '${view}'`,
    )
    const plan = tables.length > 0 ? await planOf(`select count(*) from ${view}`) : 'no view'
    const expected = tables.length === 1 && !UNPACKS.includes(view) ? await planOf(`select count(*) from ${tables[0]}`) : plan
    if (plan === 'no view' || plan.includes('Subquery Scan') || plan !== expected) wrong.push(`${view}: ${plan}`)
  }
  expect(wrong).toEqual([])
  expect(offered.length).toBeGreaterThan(20)
})

test('requests cannot read a view that reveals credentials, nor write through one that is only read', async () => {
  await expect(queryOnce(database.url, 'set role lamplight_app; select id from devices_virtual_gateways')).rejects.toThrow(
    'permission denied',
  )
  await expect(queryOnce(database.url, 'set role lamplight_app; update devices_states set dim = 1')).rejects.toThrow('permission denied')
  await expect(queryOnce(database.url, "set role lamplight_app; delete from identity_users where account = ''")).rejects.toThrow(
    'permission denied',
  )
})
