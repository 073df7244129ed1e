import { type DatabaseGate, freshDatabase, openDatabaseGate } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createDatabase } from './db.ts'
import { versionFault } from './migrate.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pooler: DatabaseGate

/** The start-up message without its parameter `options`, as PgBouncer with `ignore_startup_parameters = options` passes it on. */
const withoutOptions = (message: Buffer): Buffer => {
  const words = message.subarray(8).toString('latin1').split('\0')
  const pairs = words.flatMap((word, at) => (at % 2 === 0 && word && word !== 'options' ? [word, words[at + 1] ?? ''] : []))
  const body = Buffer.from(`${pairs.join('\0')}\0\0`, 'latin1')
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + body.length, 0)
  message.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

beforeAll(async () => {
  database = await freshDatabase()
  pooler = await openDatabaseGate(database.url, withoutOptions)
})
afterAll(async () => {
  await pooler?.stop()
  await database?.drop()
})

test('a pooler that drops the role is refused by name on each connection: as the owner every tenant would be visible', async () => {
  const db = createDatabase({ url: pooler.url, log: createLog('silent'), app: 1, worker: 1 })
  const claims = { tenantId: '100001', userId: '5', platform: false }
  const reason = /runs as \w+, not as lamplight_(app|worker)\b.*ignore_startup_parameters/s
  for (let n = 0; n < 2; n++) {
    await expect(db.scoped(claims, [['select 1']])).rejects.toThrow(reason)
    await expect(db.tx(claims, (query) => query('select 1'))).rejects.toThrow(reason)
    await expect(db.system.query('select 1')).rejects.toThrow(reason)
  }
  await db.stop()
})

test('a pooler that keeps it works', async () => {
  const db = createDatabase({ url: database.url, log: createLog('silent'), app: 1, worker: 1 })
  expect(await db.system.query('select current_user::text as role')).toEqual([{ role: 'lamplight_worker' }])
  await db.stop()
})

test('a server that is too old for the migrations is refused before they run', () => {
  expect(versionFault(140_018)).toContain('PostgreSQL 15 or newer is needed, this is 14')
  expect(versionFault(130_004)).toContain('this is 13')
  expect(versionFault(150_000)).toBeNull()
  expect(versionFault(180_001)).toBeNull()
})
