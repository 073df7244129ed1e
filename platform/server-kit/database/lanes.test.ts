import { eventually, freshDatabase, queryOnce } from '@lamplight/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createDatabase, type Database } from './db.ts'

/* Requests share connections for short reads: none may ever run with the claims of another one, whatever the others do. */

const WHO = `select current_setting('app.tenant', true) as tenant, current_setting('app.user', true) as user, current_user as role,
  pg_backend_pid() as pid`
const ROWS = 'select n from lane_rows where tenant_id = $1 order by n'
/** Succeeds with 0, so that it is known as short, and fails with 1. */
const DIVIDED = 'select 1 / (1 - $1::int) as share'
let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Database
const claims = (n: number) => ({ tenantId: `T${n}`, userId: String(n), platform: false })

beforeAll(async () => {
  database = await freshDatabase()
  await queryOnce(database.url, `create table lane_rows (n int, tenant_id text not null)`)
  await queryOnce(database.url, `select ll_secure('lane_rows')`)
  await queryOnce(database.url, `insert into lane_rows select n, 'T' || n % 50 from generate_series(1, 500) n`)
})
afterAll(() => database?.drop())
beforeEach(() => {
  db = createDatabase({ url: database.url, log: createLog('silent'), app: 4, lanes: 2, connectMs: 60_000 })
})
afterEach(() => db?.stop())

const pidOf = async (n = 1): Promise<number> => (await db.scoped(claims(n), [[WHO]]))[0]?.[0]?.pid as number
/** Makes statements known as short, and opens the lanes. */
const warm = async (texts: readonly (readonly [string, (readonly unknown[])?])[]): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await db.scoped(claims(1), texts)
  await Promise.all(Array.from({ length: 30 }, () => db.scoped(claims(1), texts)))
}
const backends = async (): Promise<number> => new Set(await Promise.all(Array.from({ length: 20 }, (_, n) => pidOf(n)))).size

test('thousands of requests at once each see their own claims and rows, also among requests that fail', async () => {
  await warm([[WHO], [ROWS, ['T1']], [DIVIDED, [0]]])
  const wrong: unknown[] = []
  await Promise.all(
    Array.from({ length: 3000 }, async (_, n) => {
      const own = n % 50
      if (n % 7 === 0) {
        await expect(db.scoped(claims(own), [[WHO], [DIVIDED, [1]]])).rejects.toMatchObject({ code: '22012' })
        return
      }
      const scope = n % 3 === 0 ? { scope: '{}' } : {}
      const [who, rows] = (await db.scoped({ ...claims(own), ...scope }, [[WHO], [ROWS, [`T${own}`]]])) as [
        { tenant: string; user: string; role: string }[],
        { n: number }[],
      ]
      const role = n % 3 === 0 ? 'lamplight_scoped' : 'lamplight_app'
      const [seen] = who
      if (
        seen?.tenant !== `T${own}` ||
        seen.user !== String(own) ||
        seen.role !== role ||
        rows.length !== 10 ||
        rows.some((row) => row.n % 50 !== own)
      )
        wrong.push([n, seen, rows.length])
    }),
  )
  expect(wrong).toEqual([])
})

test('many short reads use the lanes, not the connections of the pool', async () => {
  await warm([[WHO]])
  await eventually(async () => (await backends()) === 2)
})

test('a slow statement and one that writes do not hold up short reads', async () => {
  const slow = 'select count(*)::int as n from generate_series(1, 6000000)'
  await warm([[WHO]])
  await eventually(async () => (await backends()) === 2)
  const lanes = new Set(await Promise.all(Array.from({ length: 20 }, (_, n) => pidOf(n))))
  // No run of this statement is known yet, so a connection of the pool runs it. The measured time then keeps it off the lanes.
  await db.scoped(claims(1), [[slow]])
  const busy = db.scoped(claims(1), [['select pg_backend_pid() as pid, count(*)::int as n from generate_series(1, 6000000)']])
  let ended = false
  const [[{ pid }]] = (await Promise.all([
    busy.finally(() => {
      ended = true
    }),
    (async () => {
      for (let n = 0; n < 20; n += 1) await pidOf(n)
      expect(ended).toBe(false)
    })(),
  ]).then(([answer]) => answer)) as [[{ pid: number }]]
  expect(lanes.has(pid)).toBe(false)
  const writes = (await db.scoped(claims(7), [
    ["with made as (insert into lane_rows values (1007, 'T7') returning n) select pg_backend_pid() as pid, n from made"],
  ])) as [[{ pid: number; n: number }]]
  expect(lanes.has(writes[0][0].pid)).toBe(false)
})

test('a statement whose first transaction fails is prepared by the next one, although both were sent at once', async () => {
  const late = 'select n as late from lane_rows where tenant_id = $1 and n < 100 order by n'
  const five = 'select n - 996 as five from lane_rows where n = 1 union all select 5 limit 1 offset 1'
  await warm([[WHO], [late, ['T1']], [DIVIDED, [0]]])
  await eventually(async () => (await backends()) === 2)
  // Known as short by a connection of the pool, so that no lane has prepared it.
  await db.scoped(claims(1), [[five]])
  // The lanes take turns, so that each gets both kinds.
  const hasFault = (n: number): boolean => n % 4 < 2
  const answers = await Promise.allSettled(
    Array.from({ length: 24 }, (_, n) =>
      hasFault(n) ? db.scoped(claims(1), [[DIVIDED, [1]], [five]]) : db.scoped(claims(1), [[five], [late, ['T1']]]),
    ),
  )
  answers.forEach((answer, n) => {
    if (hasFault(n)) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(answer).toMatchObject({ status: 'fulfilled', value: [[{ five: 5 }], [{ late: 1 }, { late: 51 }]] })
  })
})

test('when the connections are lost, the requests on them fail, and the next ones are answered', async () => {
  await warm([[WHO]])
  await eventually(async () => (await backends()) === 2)
  await queryOnce(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await Promise.allSettled(Array.from({ length: 20 }, (_, n) => pidOf(n)))
  await eventually(async () => (await pidOf().catch(() => 0)) > 0)
  await eventually(async () => (await backends()) === 2)
})
