import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import pg from 'pg'
import { type Baseline, readBaseline, replacedBy } from './baseline.ts'

/** Key of the advisory lock that every schema change holds. */
export const MIGRATION_LOCK = 7_263_541

export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** Returns true if the database has all that the baseline makes, by older migrations. Throws if it has a part of it, or by other files. */
const hasBaseline = (baseline: Baseline, done: ReadonlyMap<string, string>): boolean => {
  const { version, replaces } = baseline
  const before = replacedBy(baseline, done)
  if (before === 'none') return false
  const changed = [...replaces].find(([name, checksum]) => done.has(name) && done.get(name) !== checksum)
  if (changed) throw new Error(`migration ${changed[0]} is not the one of version ${version}: this program cannot take the database over`)
  const missing = [...replaces.keys()].find((name) => !done.has(name))
  if (missing)
    throw new Error(
      `the database was made by a version before ${version} (it lacks ${missing}): start version ${version} on it once, then this version`,
    )
  return true
}

/**
 * Applies `db/migrations/*.sql` in the order of their names, each once and in its own transaction, under an advisory lock so
 * that two processes that start together do not collide. A file that changed after it was applied stops the start. The baseline
 * is only recorded if the migrations that it replaces were applied. Returns the names applied now.
 */
export const migrate = async (url: string, folder: string): Promise<string[]> => {
  const client = await connectTo(url)
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists kit_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const done = new Map(
      (await client.query('select name, checksum from kit_migration')).rows.map((row) => [row.name as string, row.checksum as string]),
    )
    const baseline = await readBaseline(folder)
    const applied: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = checksumOf(sql)
      const before = done.get(name)
      if (before !== undefined && before !== checksum) throw new Error(`migration ${name} changed after it was applied`)
      if (before !== undefined) continue
      const isThere = name === baseline?.name && hasBaseline(baseline, done)
      await client.query('begin')
      if (!isThere) await client.query(sql)
      await client.query('insert into kit_migration (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      if (!isThere) applied.push(name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/** Runs the work while it holds the migration lock; other processes that need the lock wait. */
export const alone = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  const client = await connectTo(url)
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await work()
  } finally {
    await client.end()
  }
}

/** First version that has views with `security_invoker`, which the baseline makes. */
const LEAST_VERSION = 15
/** Returns why a server of this version (`server_version_num`) cannot run the migrations; null if it can. */
export const versionFault = (number: number): string | null => {
  const version = Math.floor(number / 10_000)
  return version < LEAST_VERSION ? `PostgreSQL ${LEAST_VERSION} or newer is needed, this is ${version}` : null
}

/** Throws if the database cannot be reached, is too old for the migrations, or may lose committed data. The message does not contain the password of the address. */
export const assertDurable = async (url: string): Promise<void> => {
  const client = await connectTo(url).catch((thrown: Error) => {
    const { host, port, database, user } = new pg.Client(url)
    throw new Error(`DATABASE_URL: no connection to database ${database} of ${host}:${port} as ${user}: ${thrown.message}`)
  })
  try {
    const fault = versionFault(Number((await client.query('show server_version_num')).rows[0].server_version_num))
    if (fault) throw new Error(`DATABASE_URL: ${fault}`)
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const value = (await client.query('select current_setting($1) as value', [setting])).rows[0].value
      if (value === 'off') throw new Error(`the database runs with ${setting}=off: it would lose what it acknowledged`)
    }
  } finally {
    await client.end()
  }
}
