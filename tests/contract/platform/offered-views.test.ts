import { connectTo } from '@lamplight/postgres/connect'
import { freshDatabase, queryOnce } from '@lamplight/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
const offered = slices.flatMap(({ domain }) => domain.offers ?? [])
/** Views that only the worker reads. */
const HIDDEN = ['devices_virtual_gateways']
/** Those that return several rows for one of their table: from its arrays, or one for each system of a project. */
const UNPACKS = ['control_ledger', 'places_project_systems']

let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = await connectTo(database.url)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** Returns the plan of a statement as a tenant's request runs it, with row-level security. */
const planOf = async (sql: string): Promise<string> => {
  await client.query("select set_config('role', 'lamplight_app', false), set_config('app.tenant', '100001', false)")
  return JSON.stringify((await client.query(`explain (costs off) ${sql}`)).rows)
}

test.each(offered.filter((name) => !HIDDEN.includes(name)))(
  '%s is a function, or a view with the query plan of its table',
  async (view) => {
    const functions = await queryOnce(database.url, `select from pg_proc where proname = '${view}'`)
    if (functions.length > 0) return
    const tables = await queryOnce<{ name: string }>(
      database.url,
      `select table_name as name from information_schema.view_table_usage where view_schema = 'public' and view_name = '${view}'`,
    )
    expect(tables.length).toBeGreaterThan(0)
    const plan = await planOf(`select count(*) from ${view}`)
    expect(plan).not.toContain('Subquery Scan')
    if (tables.length === 1 && !UNPACKS.includes(view)) expect(plan).toBe(await planOf(`select count(*) from ${tables[0]?.name}`))
  },
)

test('requests cannot read a view with credentials, nor write through a read-only one', async () => {
  await expect(queryOnce(database.url, 'set role lamplight_app; select id from devices_virtual_gateways')).rejects.toThrow(
    'permission denied',
  )
  await expect(queryOnce(database.url, 'set role lamplight_app; update devices_states set dim = 1')).rejects.toThrow('permission denied')
  await expect(queryOnce(database.url, "set role lamplight_app; delete from identity_users where account = ''")).rejects.toThrow(
    'permission denied',
  )
})
