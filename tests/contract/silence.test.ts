import { configFrom, createLog, createPlatform, type Running, type ServerSlice } from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import { createClient, type DatabaseGate, eventually, freshDatabase, openDatabaseGate } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** With the bounds of a deployment that sets none: 15 s for a statement, 30 s for an answer. */
const sleeper: ServerSlice = {
  domain: { name: 'sleeper', level: 9, title: ['睡眠', 'sleep'], uses: [] } as unknown as ServerSlice['domain'],
  routes: [
    {
      method: 'GET',
      path: '/api/blade-sleep/{seconds}',
      summary: ['等待', 'Waits in the database'],
      permission: 'public',
      handler: ({ ctx, params }) => ctx.query('select pg_sleep($1)', [Number(params.seconds)]),
    },
  ],
}
let database: Awaited<ReturnType<typeof freshDatabase>>
let gate: DatabaseGate
let running: Running
let broker: Awaited<ReturnType<typeof createEmbeddedBroker>>
let url: string

beforeAll(async () => {
  database = await freshDatabase()
  gate = await openDatabaseGate(database.url)
  const log = createLog('silent')
  const clock = { now: () => Date.now() }
  broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, log, clock })
  running = await createPlatform({ url: gate.url, slices: [sleeper], mqtt: broker, log, config: configFrom({}), clock })
  await running.start()
  url = await running.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  gate?.set('open')
  await running?.stop()
  await broker?.stop()
  await gate?.stop()
  await database?.drop()
})

const ask = async (seconds: number): Promise<{ status: number; ms: number }> => {
  const begun = performance.now()
  const { status } = await createClient(url, { tenantId: '000000' }).call('GET', `/api/blade-sleep/${seconds}`)
  return { status, ms: performance.now() - begun }
}

test('a statement that takes long is answered', async () => {
  expect((await ask(10)).status).toBe(200)
}, 20_000)

test('of a database that falls silent the first requests hear within ten seconds, and later ones sooner; then it is back by itself', async () => {
  expect((await ask(0)).status).toBe(200)
  const working = ask(12)
  gate.set('stalled')
  for (const answer of await Promise.all([working, ask(0), ask(0)])) {
    expect(answer.status).toBe(503)
    expect(answer.ms).toBeLessThan(10_000)
  }
  const next = await ask(0)
  expect(next.status).toBe(503)
  expect(next.ms).toBeLessThan(7000)
  gate.set('open')
  await eventually(async () => (await ask(0)).status === 200, 10_000)
}, 40_000)
