import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'

/** Leases are left out: they belong to running processes. */
export const TABLES = `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not c.relispartition and c.relname <> 'kit_lease' order by 1`
export const hashes = async (client: pg.Client): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from "${name}" t order by 1`)
    found.set(name, `${rows.length} rows, ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`)
  }
  const sequences = await client.query(`select sequencename as name from pg_sequences where schemaname = 'public' order by 1`)
  found.set('sequences', sequences.rows.map(({ name }) => name).join(' '))
  return found
}
export const hashesOf = async (url: string, snapshot?: string): Promise<Map<string, string>> => {
  const client = await connectTo(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    if (snapshot) await client.query(`set transaction snapshot '${snapshot}'`)
    await client.query(`set local timezone = 'UTC'`)
    return await hashes(client)
  } finally {
    await client.end()
  }
}
export const filesOf = async (dir: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const entry of await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile())
      found[join(entry.parentPath, entry.name).slice(dir.length)] = createHash('sha256')
        .update(await readFile(join(entry.parentPath, entry.name)))
        .digest('hex')
  return found
}
