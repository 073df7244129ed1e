import { DEFAULT_ZONE } from '@lamplight/server-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RESULT_SECONDS, STATUS } from '../../model/index.ts'
import { openWorld, type World } from '../../testing/test-world.ts'
import { rollResults } from './results.ts'

const TENANT = '000000'
const HOUR = 3_600_000
const DAY_MS = 24 * HOUR
/** Midnight in Shanghai. */
const START = Date.parse('2026-03-03T16:00:00Z')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.stop())
const rollAll = async (): Promise<void> => {
  for (let days = 1; days > 0; ) days = await rollResults(world.platform, DEFAULT_ZONE)
}

interface BatchDraft {
  readonly id: number
  /** ms after START */
  readonly at: number
  readonly user: number | null
  readonly command: number
  readonly total: number
}
interface Ended {
  readonly failed: number
  readonly timedOut: number
  readonly superseded: number
  /** s */
  readonly took: number
}
const head = fc.record({
  at: fc.integer({ min: 0, max: 3 * DAY_MS - 1 }),
  user: fc.constantFrom(null, 7, 8),
  command: fc.integer({ min: 1, max: 5 }),
  total: fc.integer({ min: 3, max: 50 }),
})
const ended = fc.record({
  failed: fc.integer({ min: 0, max: 1 }),
  timedOut: fc.integer({ min: 0, max: 1 }),
  superseded: fc.integer({ min: 0, max: 1 }),
  took: fc.oneof(fc.constantFrom(...RESULT_SECONDS), fc.integer({ min: 0, max: 5000 })),
})
/** Life of a command: nothing has ended yet, some devices have ended, all have (perhaps twice, if a late answer reopened a device). */
const life = fc.record({ head, some: fc.boolean(), first: ended, again: fc.option(ended), rolls: fc.tuple(fc.boolean(), fc.boolean()) })

const write = ({ id, at, user, command, total }: BatchDraft) =>
  world.query(
    `insert into control_batch (id, tenant_id, create_user, account, create_time, command, status, state, total, ended, failed, timed_out, superseded, queued)
     values ($1, $2, $3, $4, $5, $6, 0, 0, $7, 0, 0, 0, 0, $7)`,
    [id, TENANT, user, user === null ? '' : `user${user}`, new Date(START + at), command, total],
  )
const end = ({ id, at, total }: BatchDraft, { failed, timedOut, superseded, took }: Ended) =>
  world.query(
    'update control_batch set ended = $2, failed = $3, timed_out = $4, superseded = $5, ended_at = $6, state = $7 where id = $1',
    [id, total, failed, timedOut, superseded, new Date(START + at + took * 1000), STATUS.success],
  )

/** The sums of commands that have all ended, by day, user and command. */
const modelOf = (all: readonly (readonly [BatchDraft, Ended])[]) =>
  [...Map.groupBy(all, ([{ at, user, command }]) => JSON.stringify([Math.floor(at / DAY_MS), user ?? 0, command]))]
    .map(([key, rows]) => {
      const [day, user, command] = JSON.parse(key) as [number, number, number]
      const sum = (value: (row: readonly [BatchDraft, Ended]) => number): number => rows.reduce((total, row) => total + value(row), 0)
      const took = [...RESULT_SECONDS, 0].map(() => 0)
      for (const [, { took: seconds }] of rows) {
        const at = RESULT_SECONDS.findIndex((bound) => seconds < bound)
        took[at < 0 ? RESULT_SECONDS.length : at] = (took[at < 0 ? RESULT_SECONDS.length : at] ?? 0) + 1
      }
      return {
        day: `2026-03-0${4 + day}`,
        user: String(user),
        account: user === 0 ? '' : `user${user}`,
        command,
        batches: rows.length,
        devices: sum(([{ total }]) => total),
        succeeded: sum(([{ total }, { failed, timedOut, superseded }]) => total - failed - timedOut - superseded),
        failed: sum(([, { failed }]) => failed),
        timed_out: sum(([, { timedOut }]) => timedOut),
        superseded: sum(([, { superseded }]) => superseded),
        took,
      }
    })
    .sort((a, b) => (JSON.stringify([a.day, a.user, a.command]) < JSON.stringify([b.day, b.user, b.command]) ? -1 : 1))
const found = async () =>
  (
    await world.query<{ day: string; user: string; command: number }>(
      `select day::text, user_id::text as user, account, command, batches, devices::int, succeeded::int, failed::int, timed_out::int, superseded::int, took
       from control_result_daily where tenant_id = $1`,
      [TENANT],
    )
  ).sort((a, b) => (JSON.stringify([a.day, a.user, a.command]) < JSON.stringify([b.day, b.user, b.command]) ? -1 : 1))

test('for any order of commands, ends, later changes and rollups, the results of a day equal its commands', () =>
  fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 12 }), async (lives) => {
      await world.query('delete from control_batch')
      await world.query('delete from control_result_daily')
      const heads: BatchDraft[] = []
      for (const [at, { head: options, rolls }] of lives.entries()) {
        const made = { id: at + 1, ...options }
        heads.push(made)
        await write(made)
        if (rolls[0]) await rollAll()
      }
      for (const [at, { some, rolls }] of lives.entries()) {
        if (some) await world.query('update control_batch set ended = 1 where id = $1', [heads[at]?.id])
        if (rolls[1]) await rollAll()
      }
      for (const [at, { first }] of lives.entries()) await end(heads[at] as BatchDraft, first)
      await rollAll()
      expect(await found()).toEqual(modelOf(lives.map(({ first }, at) => [heads[at] as BatchDraft, first])))
      for (const [at, { again }] of lives.entries()) if (again) await end(heads[at] as BatchDraft, again)
      await rollAll()
      expect(await found()).toEqual(modelOf(lives.map(({ first, again }, at) => [heads[at] as BatchDraft, again ?? first])))
    }),
    { numRuns: 40 },
  ))

test('a command that the ledger ends is counted without a request; a change that ends nothing queues nothing', async () => {
  await world.query('delete from control_batch')
  await world.query('delete from control_result_daily')
  await world.addGateway('GR')
  const [lamp] = await world.addLamps('GR', 1)
  await world.order({ selector: { controllerIds: [lamp?.id as string] } })
  await rollAll()
  const marks = async (): Promise<number> => (await world.query('select from control_result_due')).length
  expect(await marks()).toBe(0)
  await world.query('update control_batch set queued = 0, sent = 1')
  expect(await marks()).toBe(0)
  await world.query('update control_batch set ended = total, failed = 1, sent = 0, ended_at = now()')
  expect(await marks()).toBe(1)
  await rollAll()
  expect(await found()).toMatchObject([{ batches: 1, devices: 1, failed: 1, succeeded: 0 }])
})
