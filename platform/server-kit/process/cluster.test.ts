import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '@lamplight/postgres/connect'
import { eventually, freshDatabase, openDatabaseGate } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../database/db.ts'
import { assertDurable } from '../database/migrate.ts'
import { keepLease } from './lease.ts'
import { createLog } from './log.ts'
import { createRelay } from './relay.ts'
import { rolesFrom } from './roles.ts'

const log = createLog('silent')
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database?.drop()
})

test('roles are parsed from one line; an unknown role is named', () => {
  expect(rolesFrom(undefined)).toEqual(['api', 'ingest', 'dispatch', 'schedule'])
  expect(rolesFrom(' dispatch, api')).toEqual(['api', 'dispatch'])
  expect(() => rolesFrom('api,cook')).toThrow(/there is no cook; roles are api, ingest, dispatch, schedule/)
})

test('one process holds a lease; at its end the other gets it, and a process without database connection releases it in time', async () => {
  const gate = await openDatabaseGate(database.url)
  const [near, far] = [createDatabase({ url: database.url, log }), createDatabase({ url: gate.url, log, connectMs: 500 })]
  const runs = new Set<string>()
  const keep = (db: typeof near, owner: string) =>
    keepLease({
      query: db.system.query,
      log,
      name: 'test',
      owner,
      gain: async () => {
        runs.add(owner)
        return async () => void runs.delete(owner)
      },
    })
  const first = keep(near, 'first')
  await eventually(() => first.held())
  const second = keep(far, 'second')
  await sleep(300)
  expect([...runs]).toEqual(['first'])
  await first.stop()
  await eventually(() => second.held(), 4000)
  const third = keep(near, 'third')
  gate.set('shut')
  await eventually(() => runs.has('third'), 12_000)
  expect([...runs]).toEqual(['third'])
  gate.set('open')
  await third.stop()
  await eventually(() => second.held(), 12_000)
  await second.stop()
  expect(runs.size).toBe(0)
  await Promise.all([near.stop(), far.stop()])
  await gate.stop()
})

test('bus messages reach the other processes complete, in order and not their sender; an interruption is announced', async () => {
  const gate = await openDatabaseGate(database.url)
  const [here, there] = [createRelay({ url: database.url, log }), createRelay({ url: gate.url, log })]
  const received: unknown[] = []
  const echoes: unknown[] = []
  let returns = 0
  there.on('news', (body) => received.push(body))
  here.on('news', (body) => echoes.push(body))
  there.onReturn(() => {
    returns += 1
  })
  await Promise.all([here.start(), there.start()])
  await eventually(() => here.peers() === 1 && there.peers() === 1)
  const long = { text: '路灯💡"\\'.repeat(20_000) }
  const sent = [1, 'same', 'same', long, { zh: '灯' }]
  for (const body of sent) here.send('news', body)
  await here.settled(3000)
  expect(received).toEqual(sent)
  expect(echoes).toEqual([])
  gate.set('shut')
  await sleep(100)
  gate.set('open')
  await eventually(() => returns === 1)
  here.send('news', 'again')
  await eventually(() => received.at(-1) === 'again')
  await there.stop()
  await eventually(() => here.peers() === 0, 3000)
  await here.stop()
  await gate.stop()
})

test('a database whose settings may lose committed rows is refused with the name of the setting', async () => {
  await expect(assertDurable(database.url)).resolves.toBeUndefined()
  const client = await connectTo(database.url)
  const { rows } = await client.query('select current_database() as name')
  await client.query(`alter database ${client.escapeIdentifier(rows[0].name)} set synchronous_commit = off`)
  await client.end()
  await expect(assertDurable(database.url)).rejects.toThrow(/synchronous_commit=off: it would lose what it acknowledged/)
})

test('an unreachable database is reported with the setting, without its password', async () => {
  await expect(assertDurable('postgres://me:secret@127.0.0.1:1/city')).rejects.toThrow(
    /^DATABASE_URL: no connection to database city of 127\.0\.0\.1:1 as me: .*ECONNREFUSED((?!secret).)*$/,
  )
})
