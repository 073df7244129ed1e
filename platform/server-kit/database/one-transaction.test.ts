import { freshDatabase, queryOnce } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createDatabase, type Database } from './db.ts'

const claims = { tenantId: '100001', userId: '5', platform: false }
const TENANT = "select current_setting('app.tenant', true) as tenant"
const KEEP = 'insert into kept_rows (n) values ($1)'
let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Database
beforeAll(async () => {
  database = await freshDatabase()
  await queryOnce(database.url, 'create table kept_rows (n int primary key, note text)')
  await queryOnce(database.url, 'grant select, insert on kept_rows to lamplight_app')
  db = createDatabase({ url: database.url, log: createLog('silent'), app: 1, lanes: 0 })
})
afterAll(async () => {
  await db?.stop()
  await database?.drop()
})

test('statements sent together see the claims, answer in order and are committed together', async () => {
  const answers = await db.scoped(claims, [[TENANT], [KEEP, [1]], ['select n, note from kept_rows where n = $1', [1]], [KEEP, [2]]])
  expect(answers).toEqual([[{ tenant: '100001' }], [], [{ n: 1, note: null }], []])
  expect(await db.scoped(claims, [['select count(*)::int as n from kept_rows']])).toEqual([[{ n: 2 }]])
})

test('claims end with their transaction', async () => {
  await db.scoped(claims, [[TENANT]])
  const left = await db.scoped({ ...claims, tenantId: '000000' }, [[TENANT]])
  expect(left).toEqual([[{ tenant: '000000' }]])
})

test('an error in any statement rolls back all, and the connection works with the same statements', async () => {
  await expect(
    db.scoped(claims, [
      [KEEP, [3]],
      [KEEP, [1]],
      [KEEP, [4]],
    ]),
  ).rejects.toMatchObject({ code: '23505' })
  await expect(db.scoped(claims, [[KEEP, [3]], ['select from not_there']])).rejects.toMatchObject({ code: '42P01' })
  const circle: Record<string, unknown> = {}
  circle.circle = circle
  await expect(
    db.scoped(claims, [
      [KEEP, [3]],
      ['select $1::text as x', [circle]],
    ]),
  ).rejects.toThrow(/circular/i)
  expect(await db.scoped(claims, [['select n from kept_rows order by n'], [KEEP, [3]], [TENANT]])).toEqual([
    [{ n: 1 }, { n: 2 }],
    [],
    [{ tenant: '100001' }],
  ])
})

test('a prepared statement is used for one round trip and for a longer transaction on the same connection', async () => {
  await db.scoped(claims, [['select n from kept_rows where n = $1', [2]]])
  expect(await db.tx(claims, (query) => query('select n from kept_rows where n = $1', [2]))).toEqual([{ n: 2 }])
  expect(await db.scoped(claims, [['select n from kept_rows where n = $1', [2]]])).toEqual([[{ n: 2 }]])
})

test('a connection keeps a limited number of prepared statements, and those that it closed run again', async () => {
  const text = (n: number): string => `select ${n}::int as n, $1::int as given`
  for (let n = 0; n < 450; n++) {
    await db.scoped(claims, [[text(n), [1]]])
    await db.scoped(claims, [[text(n), [2]]])
  }
  const [[held]] = (await db.scoped(claims, [['select count(*)::int as count from pg_prepared_statements']])) as [[{ count: number }]]
  expect(held.count).toBeGreaterThan(300)
  expect(held.count).toBeLessThanOrEqual(401)
  expect(
    await db.scoped(claims, [
      [text(0), [3]],
      [text(449), [4]],
    ]),
  ).toEqual([[{ n: 0, given: 3 }], [{ n: 449, given: 4 }]])
})
