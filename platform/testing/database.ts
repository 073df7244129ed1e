import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { connectTo } from '@lamplight/postgres/connect'
import { migrate } from '@lamplight/server-kit'

const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'db', 'migrations')
const LOCK = 7_263_542

const server = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with vitest and its global setup')
  return url
}

const checksum = async (): Promise<string> => {
  const sum = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS)).sort()) sum.update(name).update(await readFile(join(MIGRATIONS, name)))
  return sum.digest('hex').slice(0, 16)
}

/** Returns the name of a template database. The first process that needs it copies the database `from`, or an empty one, and lets `make` fill it; other processes wait meanwhile. */
const template = async (name: string, make: (url: string) => Promise<void>, from?: () => Promise<string>): Promise<string> => {
  const client = await connectTo({ connectionString: databaseUrl(server(), 'postgres') })
  try {
    const base = await from?.()
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK, name])
    if ((await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 0) {
      await dropDatabase(server(), `${name}_making`)
      await createDatabase(server(), `${name}_making`, base)
      await make(databaseUrl(server(), `${name}_making`))
      await client.query(`alter database ${client.escapeIdentifier(`${name}_making`)} rename to ${client.escapeIdentifier(name)}`)
    }
    return name
  } finally {
    await client.end()
  }
}
/** Returns the name of a migrated template database. There is one per state of the migrations. */
const migrated = async (): Promise<string> => template(`template_${await checksum()}`, async (url) => void (await migrate(url, MIGRATIONS)))

const copyOf = async (name: string): Promise<{ url: string; drop: () => Promise<void> }> => {
  const copy = `test_${randomBytes(8).toString('hex')}`
  await createDatabase(server(), copy, name)
  return { url: databaseUrl(server(), copy), drop: () => dropDatabase(server(), copy) }
}

/** Creates a new migrated database from the template; `drop` removes it. */
export const freshDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => copyOf(await migrated())

/** Creates a database with what `seed` writes. `seed` runs once for each `key`; all databases of the key are copies of its result. `seed` closes its connections, because PostgreSQL copies only a database without connections. */
export const seededDatabase = async (
  key: string,
  seed: (url: string) => Promise<void>,
): Promise<{ url: string; drop: () => Promise<void> }> => {
  const sum = createHash('sha256')
    .update(key)
    .update(await checksum())
    .digest('hex')
    .slice(0, 16)
  return copyOf(await template(`seeded_${sum}`, seed, migrated))
}

/** Runs one statement on a new connection. Rejects when connecting or the statement takes longer than `ms`. */
export const queryOnce = async <T extends object = Record<string, unknown>>(url: string, sql: string, ms = 30_000): Promise<T[]> => {
  const client = await connectTo({ connectionString: url, connectionTimeoutMillis: ms, query_timeout: ms })
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end().catch(() => undefined)
  }
}
