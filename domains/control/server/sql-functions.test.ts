import { expectedPower } from '@lamplight/protocol'
import { createDatabase, createLog, type Database } from '@lamplight/server-kit'
import { freshDatabase } from '@lamplight/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Database
beforeAll(async () => {
  database = await freshDatabase()
  db = createDatabase({ url: database.url, log: createLog('silent') })
})
afterAll(async () => {
  await db.stop()
  await database.drop()
})

test('control_expected equals expectedPower of the device protocol', async () => {
  const lamp = fc.record({
    power: fc.double({ min: 1, max: 2000, noNaN: true }),
    minPower: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    minLevel: fc.option(fc.integer({ min: 0, max: 100 })),
  })
  const cases = fc.sample(fc.tuple(lamp, fc.integer({ min: 0, max: 100 })), 2000)
  const rows = await db.system.query<{ w: number }>(
    'select control_expected(p, l, m, n) as w from unnest($1::float8[], $2::int[], $3::float8[], $4::int[]) with ordinality as t (p, l, m, n, o) order by o',
    [
      cases.map(([one]) => one.power),
      cases.map(([one]) => one.minLevel),
      cases.map(([one]) => one.minPower),
      cases.map(([, level]) => level),
    ],
  )
  for (const [at, row] of rows.entries()) expect(row.w).toBeCloseTo(expectedPower(cases[at]![0], cases[at]![1]), 9)
  expect(await db.system.query('select control_expected(null, null, null, 30) as w')).toEqual([{ w: null }])
})

test('the status of a batch follows from its counts (decisions.md B3)', async () => {
  const status = async (total: number, ended: number, failed: number, timedOut: number, queued: number): Promise<unknown> =>
    (await db.system.query('select control_batch_status($1, $2, $3, $4, $5) as s', [total, ended, failed, timedOut, queued]))[0]?.s
  expect(await status(3, 0, 0, 0, 3)).toBe(0)
  expect(await status(3, 1, 0, 0, 2)).toBe(1)
  expect(await status(3, 3, 0, 0, 0)).toBe(2)
  expect(await status(3, 3, 1, 0, 0)).toBe(3)
  expect(await status(3, 3, 1, 2, 0)).toBe(4)
  expect(await status(3, 3, 0, 3, 0)).toBe(5)
})

test('superseded devices are not counted as failures of their batch', async () => {
  const state = async (...[total, ended, failed, timedOut, superseded, queued]: readonly number[]): Promise<unknown> =>
    (
      await db.system.query('select control_batch_state($1, $2, $3, $4, $5, $6) as s', [total, ended, failed, timedOut, superseded, queued])
    )[0]?.s
  expect(await state(3, 0, 0, 0, 0, 3)).toBe(0)
  expect(await state(3, 2, 1, 0, 1, 1)).toBe(1)
  expect(await state(3, 3, 0, 0, 0, 0)).toBe(2)
  expect(await state(3, 3, 0, 0, 2, 0)).toBe(2)
  expect(await state(3, 3, 1, 0, 1, 0)).toBe(3)
  expect(await state(3, 3, 1, 0, 2, 0)).toBe(4)
  expect(await state(3, 3, 0, 2, 1, 0)).toBe(5)
  expect(await state(3, 3, 0, 0, 3, 0)).toBe(6)
})
