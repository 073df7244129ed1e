import pg from 'pg'

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}

/** Runs one statement on a connection of its own. */
export const runOnce = async (config: pg.ClientConfig, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config })
  // A server that goes away between two statements is the caller's to notice at the next one.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Makes a database, as a copy of `template` when one is named (nobody may be connected to it).
 * `url`: any database of the same server, as a user who may create databases.
 */
export const createDatabase = async (url: string, name: string, template?: string): Promise<void> => {
  const copy = template ? ` template ${quote(template)} strategy wal_log` : ''
  await runOnce({ connectionString: databaseUrl(url, 'postgres') }, `create database ${quote(name)}${copy}`)
}

/** Removes a database and ends whoever is connected to it; one that is not there is no error. */
export const dropDatabase = async (url: string, name: string): Promise<void> => {
  await runOnce({ connectionString: databaseUrl(url, 'postgres') }, `drop database if exists ${quote(name)} with (force)`)
}
