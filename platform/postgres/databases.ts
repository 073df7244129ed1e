import type pg from 'pg'
import { connectTo } from './connect.ts'

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns the URL of the database `name` on the same server. */
export const databaseUrl = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}

/** Opens a connection, runs one statement, closes the connection and returns the rows. */
export const runOnce = async (config: pg.ClientConfig, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
  const client = await connectTo({ connectionTimeoutMillis: 10_000, ...config })
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Creates a database, as a copy of `template` if it is given (no connection to the template may be open).
 * `url` names any database of the same server and a user who may create databases.
 */
export const createDatabase = async (url: string, name: string, template?: string): Promise<void> => {
  const copy = template ? ` template ${quote(template)} strategy wal_log` : ''
  await runOnce({ connectionString: databaseUrl(url, 'postgres') }, `create database ${quote(name)}${copy}`)
}

/** Removes a database and ends its connections. Does nothing if the database does not exist. */
export const dropDatabase = async (url: string, name: string): Promise<void> => {
  await runOnce({ connectionString: databaseUrl(url, 'postgres') }, `drop database if exists ${quote(name)} with (force)`)
}
