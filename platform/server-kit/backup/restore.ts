import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readBaseline, replacedBy } from '../database/baseline.ts'
import { checksumOf, MIGRATION_LOCK, migrate } from '../database/migrate.ts'
import { type Archive, openArchive } from './archive-reader.ts'
import { quote, type Table, tablesOf } from './catalog.ts'
import { copyIn } from './copy.ts'
import type { Manifest } from './manifest.ts'
import { problem, problemOf } from './problem.ts'
import { FOLDERS } from './take.ts'

export interface RestoreOrder {
  /** Address of the database, with the role that owns it. */
  readonly url: string
  readonly dataDir: string
  /** Path of the archive. */
  readonly file: string
  readonly passphrase: string
  /** True: replaces the existing content. False: the restore throws if the database holds anything. */
  readonly force: boolean
  /** Folder with the migrations of this program version. */
  readonly migrations: string
  readonly onStep?: (step: readonly [zh: string, en: string]) => void
}
export interface RestoreDone {
  readonly madeAt: string
  readonly rows: number
  readonly tables: number
  readonly files: number
  /** Names of the migrations of this program that were applied after the archive was restored. */
  readonly migrated: readonly string[]
  readonly ms: number
}

const ALONE_MS = 5000
const LOOK_MS = 200

/** Throws unless this program has the migration with that checksum. */
const assertSame = (name: string, checksum: string, ours: string | undefined): void => {
  if (ours === undefined)
    throw problem(`备份由更新版本的程序制作（${name}）`, `the archive was made by a newer program: this one has no ${name}`)
  if (ours !== checksum)
    throw problem(`备份由另一版本的程序制作（${name} 不同）`, `the archive was made by another program: its ${name} is another`)
}

/**
 * Reads the SQL that makes the schema of the archive: of each migration named in the manifest, from this program's own files, with the baseline in
 * place of those that it replaces. Throws if a file is missing or its checksum differs, or if the archive has only some of the replaced migrations.
 */
const statementsOf = async ({ migrations }: Manifest, folder: string): Promise<{ sql: string }[]> => {
  const sqlOf = async (name: string): Promise<string | undefined> =>
    /^[\w.-]+\.sql$/.test(name) ? readFile(join(folder, name), 'utf8').catch(() => undefined) : undefined
  const baseline = await readBaseline(folder)
  const before = baseline ? replacedBy(baseline, new Map(migrations.map(({ name, checksum }) => [name, checksum]))) : 'none'
  const found = baseline && before !== 'none' ? [{ sql: await readFile(join(folder, baseline.name), 'utf8') }] : []
  for (const { name, checksum } of migrations) {
    const old = baseline?.replaces.get(name)
    const sql = old === undefined ? await sqlOf(name) : undefined
    assertSame(name, checksum, old ?? (sql === undefined ? undefined : checksumOf(sql)))
    if (sql !== undefined) found.push({ sql })
  }
  if (before === 'part')
    throw problem(
      `备份由 ${baseline?.version} 之前的版本制作：请先用 ${baseline?.version} 恢复，再重新备份`,
      `the archive was made by a version before ${baseline?.version}: restore it with version ${baseline?.version} and back up again`,
    )
  return found
}

/** Waits until no other client is connected: a running server would write while the restore replaces the rows. Throws after `ALONE_MS`. */
const beAlone = async (client: pg.Client): Promise<void> => {
  for (const until = performance.now() + ALONE_MS; ; await sleep(LOOK_MS)) {
    const { rows } = await client.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (rows.length === 0) return
    if (performance.now() > until)
      throw problem(
        `还有 ${rows.length} 个连接在使用数据库：请先停止服务`,
        `${rows.length} other connections use the database: stop the servers first`,
      )
  }
}

const isEmpty = async (client: pg.Client): Promise<boolean> =>
  (
    await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f') limit 1`,
    )
  ).rowCount === 0

/** Writes the files beside the existing ones: file names are unique, so the old files stay intact until the database has been replaced. */
const putFiles = async (archive: Archive, dataDir: string): Promise<void> => {
  for (const file of archive.manifest.files) {
    const path = join(dataDir, file.path)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(archive.read(file)), createWriteStream(`${path}.restoring`, { mode: 0o600, flush: true }))
    await rename(`${path}.restoring`, path)
  }
}

const dropOtherFiles = async ({ manifest }: Archive, dataDir: string): Promise<void> => {
  const kept = new Set(manifest.files.map(({ path }) => join(dataDir, path)))
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && !kept.has(path)) await rm(path, { force: true })
    }
  }
}

/** Recreates the schema of the archive: drops the present schema, runs the archive's migrations, creates its partitions. */
const makeSchema = async (client: pg.Client, manifest: Manifest, statements: readonly { sql: string }[]): Promise<void> => {
  await client.query('drop schema public cascade; create schema public; grant usage on schema public to public')
  await client.query(
    'create table kit_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const { sql } of statements) await client.query(sql)
  for (const { name, partition } of manifest.tables) {
    if (!partition) continue
    await client.query(`create table if not exists ${quote(name)} partition of ${quote(partition.of)} ${partition.bound}`)
    if (partition.secured) await client.query(`alter table ${quote(name)} enable row level security`)
  }
}

const sameTables = (tables: readonly Table[], { tables: listed }: Manifest): Map<string, Table> => {
  const known = new Map(tables.map((table) => [table.name, table]))
  const differs = listed.find(({ name, columns }) => {
    const ours = known.get(name)
    return !ours || ours.partitioned || columns.length !== ours.columns.length || columns.some((column) => !ours.columns.includes(column))
  })
  if (differs) throw problem(`备份中的表 ${differs.name} 与程序不符`, `the table ${differs.name} of the archive is not this program's`)
  return known
}

/**
 * Loads the rows with triggers disabled, because the archive already holds what triggers would write. The
 * table owner needs no superuser rights for this.
 */
const load = async (client: pg.Client, archive: Archive): Promise<number> => {
  const { manifest } = archive
  const tables = sameTables(await tablesOf(client), manifest)
  const names = [...tables.keys()].map(quote)
  await client.query(`truncate ${names.join(', ')}`)
  for (const { name, forced, partitioned } of tables.values()) {
    if (forced) await client.query(`alter table ${quote(name)} no force row level security`)
    if (!partitioned) await client.query(`alter table ${quote(name)} disable trigger user`)
  }
  let rows = 0
  for (const table of manifest.tables) {
    const columns = table.columns.map(quote).join(', ')
    const loaded = await copyIn(client, `copy ${quote(table.name)} (${columns}) from stdin`, archive.read(table))
    if (loaded !== table.rows)
      throw problem(`表 ${table.name} 行数不符`, `${table.name} has ${loaded} rows where the archive says ${table.rows}`)
    rows += loaded
  }
  for (const { name, forced, partitioned } of tables.values()) {
    if (!partitioned) await client.query(`alter table ${quote(name)} enable trigger user`)
    if (forced) await client.query(`alter table ${quote(name)} force row level security`)
  }
  for (const { name, last, called } of manifest.sequences) await client.query('select setval($1, $2, $3)', [quote(name), last, called])
  return rows
}

/**
 * Restores an archive: checks all of it, then loads schema and rows in one transaction, so that a failure leaves the old state; then applies the
 * migrations that are newer than the archive and runs ANALYZE. No server may use the database meanwhile. Throws a `BackupProblem`.
 */
export const restoreBackup = async (order: RestoreOrder): Promise<RestoreDone> => {
  const began = performance.now()
  const report = order.onStep ?? (() => undefined)
  const client = new pg.Client({ connectionString: order.url, connectionTimeoutMillis: 10_000, application_name: 'lamplight restore' })
  client.on('error', () => undefined)
  let archive: Archive | undefined
  try {
    report(['校验备份…', 'checking the archive …'])
    archive = await openArchive(order.file, order.passphrase)
    const { manifest } = archive
    const statements = await statementsOf(manifest, order.migrations)
    await client.connect()
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (!order.force && !(await isEmpty(client)))
      throw problem('数据库不是空的：加 --force 以替换其全部内容', 'the database is not empty: --force replaces all that is in it')
    await beAlone(client)
    report(['写入文件…', `writing ${manifest.files.length} files …`])
    await putFiles(archive, order.dataDir)
    report(['写入数据…', `writing ${manifest.tables.length} tables …`])
    await client.query('begin')
    await makeSchema(client, manifest, statements)
    const rows = await load(client, archive)
    await client.query('commit')
    await dropOtherFiles(archive, order.dataDir)
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    report(['升级与统计…', 'newer migrations and statistics …'])
    const migrated = await migrate(order.url, order.migrations)
    await client.query('vacuum analyze')
    const { madeAt, tables, files } = manifest
    return { madeAt, rows, tables: tables.length, files: files.length, migrated, ms: Math.round(performance.now() - began) }
  } catch (thrown) {
    throw problemOf(thrown)
  } finally {
    await archive?.close().catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}
