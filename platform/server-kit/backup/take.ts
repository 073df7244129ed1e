import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { formatTime } from '../times.ts'
import { type ArchiveWriter, type Part, writeArchive } from './archive-writer.ts'
import { appliedMigrations, quote, sequencesOf, type Table, tablesOf } from './catalog.ts'
import { copyOut } from './copy.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { problem, problemOf } from './problem.ts'

/** Folders below DATA_DIR that belong to the rows of the database. */
export const FOLDERS = ['files', 'uploads'] as const
/** Text of tables shrinks to a fifth at little cost; files that people upload are packed already. */
const TABLE_LEVEL = 3
const UNKNOWN_TABLE = '42P01'

/** `lamplight-20261121-193000+0800.zip`: the time of an IANA zone, and how far that is ahead of UTC; `.sealed` at its end where it is. */
export const archiveName = (at: Date, sealed: boolean, zone: string): string => {
  const local = formatTime(at, zone)
  const minutes = Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) - at.getTime()) / 60_000)
  const ahead = `${Math.floor(Math.abs(minutes) / 60)}`.padStart(2, '0') + `${Math.abs(minutes) % 60}`.padStart(2, '0')
  const time = local.replaceAll(/[-:]/g, '').replace(' ', '-')
  return `lamplight-${time}${minutes < 0 ? '-' : '+'}${ahead}.zip${sealed ? '.sealed' : ''}`
}

export interface BackupOrder {
  /** The database, as its owner. */
  readonly url: string
  readonly dataDir: string
  /** The archive; nothing stands there before it is whole. */
  readonly to: string
  /** Empty: the archive is not sealed. */
  readonly passphrase: string
  readonly signal?: AbortSignal
  /** About how far it is, in bytes. */
  readonly progress?: (done: number, total: number) => void
  /** The snapshot that is written, as `pg_export_snapshot` names it; open until the archive is whole. */
  readonly onSnapshot?: (snapshot: string) => Promise<void>
}
export interface BackupMade {
  /** Of the archive, bytes. */
  readonly size: number
  readonly sha256: string
  readonly ms: number
  readonly rows: number
  readonly tables: number
  readonly files: number
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'lamplight backup',
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0')
  return client
}

/** Each file below the folders, by its path in DATA_DIR. */
const filesBelow = async (dataDir: string): Promise<{ path: string; bytes: number }[]> => {
  const found: { path: string; bytes: number }[] = []
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const bytes = (await stat(path).catch(() => null))?.size
      if (bytes !== undefined) found.push({ path: path.slice(join(dataDir, '/').length).replaceAll('\\', '/'), bytes })
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

interface Work {
  readonly archive: ArchiveWriter
  readonly step: (bytes: number) => void
}

/** A table in a transaction of its own on the snapshot, so that no lock outlasts it. Null where it was dropped meanwhile: what is too old to keep. */
const writeTable = async (
  client: pg.Client,
  snapshot: string,
  table: Table,
  { archive, step }: Work,
): Promise<Manifest['tables'][number] | null> => {
  const gone = async (): Promise<null> => {
    await client.query('rollback')
    return null
  }
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(`set transaction snapshot '${snapshot}'`)
    const [there] = (await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [quote(table.name)])).rows
    if (!there?.there) return gone()
    await client.query(`lock table ${quote(table.name)} in access share mode`)
    let rows = 0
    const part = `tables/${table.name}.copy`
    const columns = table.columns.map(quote).join(', ')
    const written = await archive.add(
      part,
      async function* () {
        const out = copyOut(client, `copy ${quote(table.name)} (${columns}) to stdout`, (count) => {
          rows = count
        })
        for await (const piece of out as AsyncIterable<Buffer>) {
          step(piece.length)
          yield piece
        }
      },
      TABLE_LEVEL,
    )
    await client.query('rollback')
    const { name, partition } = table
    return { name, columns: [...table.columns], rows, ...(partition && { partition }), part, ...written }
  } catch (thrown) {
    if ((thrown as { code?: string }).code === UNKNOWN_TABLE) return gone()
    // No rollback: a copy that nobody reads any more keeps the connection from answering. It is closed with the backup.
    throw thrown
  }
}

const writeFiles = async (dataDir: string, files: readonly { path: string }[], { archive, step }: Work): Promise<Manifest['files']> => {
  const written: Manifest['files'] = []
  for (const { path } of files) {
    const from = join(dataDir, path)
    // What was taken away since then belongs to rows that are gone by now.
    if (!(await stat(from).catch(() => null))) continue
    const part = await archive.add(
      path,
      async function* () {
        for await (const piece of createReadStream(from) as AsyncIterable<Buffer>) {
          step(piece.length)
          yield piece
        }
      },
      0,
    )
    written.push({ path, part: path, ...part })
  }
  return written
}

/**
 * Writes one consistent archive of a database that goes on working, and of the files that belong to it: a ZIP with each table as PostgreSQL's own
 * `copy` text, the files, and a manifest with the sha-256 of each. Memory stays flat. Throws a `BackupProblem`, and leaves nothing behind then.
 */
export const takeBackup = async (order: BackupOrder): Promise<BackupMade> => {
  const began = performance.now()
  const holder = await connect(order.url)
  const reader = await connect(order.url).catch(async (thrown: unknown) => {
    await holder.end()
    throw thrown
  })
  let archive: ArchiveWriter | undefined
  const stop = (): void => void Promise.all([holder.end(), reader.end()]).catch(() => undefined)
  try {
    order.signal?.throwIfAborted()
    order.signal?.addEventListener('abort', stop, { once: true })
    archive = await writeArchive(order.to, order.passphrase, order.signal)
    await holder.query('begin isolation level repeatable read read only')
    const [held] = (
      await holder.query<{ snapshot: string; now: Date; version: string }>(
        `select pg_export_snapshot() as snapshot, now() as now, version() as version`,
      )
    ).rows
    if (!held) throw new Error('no snapshot')
    const migrations = await appliedMigrations(holder)
    const tables = (await tablesOf(holder)).filter(({ partitioned }) => !partitioned)
    await order.onSnapshot?.(held.snapshot)
    const files = await filesBelow(order.dataDir)
    const total = [...tables, ...files].reduce((sum, { bytes }) => sum + bytes, 0)
    let done = 0
    const work: Work = {
      archive,
      step: (bytes) => {
        done += bytes
        order.progress?.(Math.min(done, total), total)
      },
    }
    const written: Manifest['tables'] = []
    for (const table of tables) {
      order.signal?.throwIfAborted()
      const one = await writeTable(reader, held.snapshot, table, work)
      if (one) written.push(one)
    }
    const manifest: Manifest = {
      format: 'lamplight-backup',
      version: 1,
      madeAt: held.now.toISOString(),
      postgres: held.version,
      migrations,
      sequences: await sequencesOf(reader),
      tables: written,
      files: await writeFiles(order.dataDir, files, work),
    }
    // A table that a migration wrote anew meanwhile looks empty to an older snapshot.
    if (JSON.stringify(await appliedMigrations(reader)) !== JSON.stringify(migrations))
      throw problem('备份期间数据库升级了，请重新备份', 'the database was upgraded meanwhile: back it up again')
    await archive.add(
      MANIFEST,
      () =>
        (async function* () {
          yield Buffer.from(JSON.stringify(manifest))
        })(),
      TABLE_LEVEL,
    )
    const { bytes, sha256 }: Part = await archive.end()
    order.progress?.(total, total)
    return {
      size: bytes,
      sha256,
      ms: Math.round(performance.now() - began),
      rows: written.reduce((sum, { rows }) => sum + rows, 0),
      tables: written.length,
      files: manifest.files.length,
    }
  } catch (thrown) {
    await archive?.drop()
    await rm(`${order.to}.part`, { force: true }).catch(() => undefined)
    throw order.signal?.aborted ? problem('备份已中断', 'the backup was broken off') : problemOf(thrown)
  } finally {
    order.signal?.removeEventListener('abort', stop)
    await Promise.all([holder.end(), reader.end()]).catch(() => undefined)
  }
}
