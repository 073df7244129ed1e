import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { formatTime } from '../process/times.ts'
import { type ArchiveWriter, type Part, writeArchive } from './archive-writer.ts'
import { appliedMigrations, quote, sequencesOf, type Table, tablesOf } from './catalog.ts'
import { copyOut } from './copy.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { problem, problemOf } from './problem.ts'

/** Folders below DATA_DIR whose files belong to rows of the database. */
export const FOLDERS = ['files', 'uploads'] as const
/** Compression level for tables, whose text shrinks to a fifth; uploaded files are mostly compressed already and are only stored. */
const TABLE_LEVEL = 3
const UNKNOWN_TABLE = '42P01'

/**
 * File name of an archive, `lamplight-20261121-193000+0800.zip`: local time in the IANA zone and its offset
 * from UTC; a sealed archive ends with `.sealed`.
 */
export const archiveName = (at: Date, sealed: boolean, zone: string): string => {
  const local = formatTime(at, zone)
  const minutes = Math.round((Date.parse(`${local.replace(' ', 'T')}Z`) - at.getTime()) / 60_000)
  const ahead = `${Math.floor(Math.abs(minutes) / 60)}`.padStart(2, '0') + `${Math.abs(minutes) % 60}`.padStart(2, '0')
  const time = local.replaceAll(/[-:]/g, '').replace(' ', '-')
  return `lamplight-${time}${minutes < 0 ? '-' : '+'}${ahead}.zip${sealed ? '.sealed' : ''}`
}

export interface BackupOrder {
  /** Address of the database, with the role that owns it. */
  readonly url: string
  readonly dataDir: string
  /** Path of the archive; the file appears there only when it is complete. */
  readonly to: string
  /** The empty string: the archive is not sealed. */
  readonly passphrase: string
  readonly signal?: AbortSignal
  /** Reports the approximate progress, in bytes. */
  readonly progress?: (done: number, total: number) => void
  /** Called with the id of the exported snapshot (`pg_export_snapshot`), which stays open until the archive is complete. */
  readonly onSnapshot?: (snapshot: string) => Promise<void>
}
export interface BackupMade {
  /** Size of the archive, bytes. */
  readonly size: number
  readonly sha256: string
  readonly ms: number
  readonly rows: number
  readonly tables: number
  readonly files: number
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = await connectTo({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'lamplight backup',
  })
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0')
  return client
}

/** Lists every file below `FOLDERS` with its path relative to DATA_DIR. */
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

/** Writes a table in its own transaction on the shared snapshot, so that its lock ends with it. Returns null if the table was dropped meanwhile. */
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
    // No rollback here: a COPY that nobody reads blocks the connection. The caller closes the connection at the end of the backup.
    throw thrown
  }
}

const writeFiles = async (dataDir: string, files: readonly { path: string }[], { archive, step }: Work): Promise<Manifest['files']> => {
  const written: Manifest['files'] = []
  for (const { path } of files) {
    const from = join(dataDir, path)
    // A file that was deleted since the listing belongs to a row that has been deleted too.
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
 * Writes one consistent archive of a database in use and of its files: a ZIP with each table in PostgreSQL's `copy` text format, the files, and
 * a manifest with the SHA-256 of each part. Memory use is constant. Throws a `BackupProblem` and then deletes the unfinished archive.
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
    // A table that a migration rewrote meanwhile looks empty to an older snapshot.
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
