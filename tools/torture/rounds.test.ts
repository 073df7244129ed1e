import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './processes.ts'
import { FAULTS, playRounds, type Round } from './rounds.ts'
import { createWorld, type World } from './world.ts'

const LAMPS = 400
let world: World

beforeAll(async () => {
  world = await createWorld({ lamps: LAMPS, reportInterval: 4, troubles: true })
})
afterAll(async () => {
  await world?.stop()
})

const NONE = { lost: 0, doubled: 0, wrong: 0 }

test('the server is killed, paused and restarted and the database stopped during a batch and an outage: no result, alarm or incident is lost, doubled, wrong or missing', async () => {
  const rounds: Round[] = []
  for await (const round of playRounds(world, { rounds: FAULTS.length, seed: 4, faults: FAULTS, latestMs: 150 })) rounds.push(round)
  expect(rounds.map(({ fault, lost, doubled, wrong, words }) => ({ fault, lost, doubled, wrong, words }))).toEqual(
    FAULTS.map((fault) => ({ fault, ...NONE, words: '' })),
  )
  const { alarms, incidents } = rounds.at(-1)?.raised ?? {}
  expect(incidents).toEqual({ judged: 4, ...NONE })
  expect(alarms).toMatchObject(NONE)
  expect(alarms?.judged).toBeGreaterThan(100)
  expect(world.caller.met).toMatchObject({ unadvised: 0, failed: 0, hung: 0, failures: [] })
  expect(world.receipts.count()).toBeGreaterThan(LAMPS)
  expect(await until(async () => (await world.receipts.missing(world.databaseUrl)) === 0, 10_000, 200)).toBe(true)
}, 600_000)
