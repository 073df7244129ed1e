import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { identityServer } from '@lamplight/identity/server'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { migrate } from '@lamplight/server-kit'
import { type BackupProblem, restoreBackup, takeBackup } from '@lamplight/server-kit/backup'
import { systemServer } from '@lamplight/system/server'
import { openDatabaseGate, queryOnce, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { readCatalogue } from '../../../tools/gen/catalogue.ts'
import { nextNumber } from '../../../tools/gen/migration.ts'
import { hashesOf } from './backup-hashes.ts'
import { MIGRATIONS } from './migrations.ts'

/** What version 0.9.0 made: `migrations.sql.gz` is the SQL of its migrations, one after the other; `archive.zip` its backup of a small demo. */
const OLD = new URL('./before-baseline/', import.meta.url)
const ARCHIVE = new URL('archive.zip', OLD).pathname
const FIRST_MISSING = '0984_institute_groups.sql'
/** Migrations after the baseline. */
const LATER = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && name > '0002')
const LONG = 240_000
const server = process.env.TEST_DATABASE_URL ?? ''
const folder = mkdtempSync(join(tmpdir(), 'lamplight-baseline-'))
const made: string[] = []
/** A database as version 0.9.0 left it. */
let old: string

const newDatabase = async (of?: string): Promise<string> => {
  const name = `baseline_${process.pid}_${made.length}`
  await createDatabase(server, name, of && new URL(of).pathname.slice(1))
  made.push(name)
  return databaseUrl(server, name)
}
const catalogueOf = async (url: string): Promise<readonly string[]> => {
  const resources = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }) => resource)
  return (await readCatalogue((sql) => queryOnce(url, sql), resources)).lines
}
const restore = (url: string, file: string) =>
  restoreBackup({ url, dataDir: join(folder, new URL(url).pathname), file, passphrase: '', force: false, migrations: MIGRATIONS })
const backup = async (url: string, name: string): Promise<string> => {
  const to = join(folder, name)
  await takeBackup({ url, dataDir: join(folder, 'none'), to, passphrase: '' })
  return to
}
const refusal = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    ({ text }: BackupProblem) => text,
  )

beforeAll(async () => {
  old = await newDatabase()
  await queryOnce(old, String(await promisify(gunzip)(await readFile(new URL('migrations.sql.gz', OLD)))))
  await queryOnce(
    old,
    `insert into lighting_lamp (id, tenant_id, name, sn) select n, '100001', 'lamp ' || n, 'L-' || n from generate_series(1, 50) n`,
  )
})
afterAll(async () => {
  for (const name of made) await dropDatabase(server, name)
  rmSync(folder, { recursive: true, force: true })
})

test(
  'a database of the version before the baseline is taken over: no migration runs, no row changes, and its parts are those of db/catalogue.txt',
  async () => {
    const url = await newDatabase(old)
    const before = await hashesOf(url)
    expect(before.get('lighting_lamp')).toMatch(/^50 rows/)
    const alone = join(folder, 'migrations')
    await cp(MIGRATIONS, alone, { recursive: true, filter: (path) => path === MIGRATIONS || basename(path).startsWith('0001_') })
    expect(await migrate(url, alone)).toEqual([])
    expect(await queryOnce(url, 'select from kit_migration where name = $$0001_baseline.sql$$')).toHaveLength(1)
    const after = await hashesOf(url)
    for (const hashes of [before, after]) hashes.delete('kit_migration')
    expect(after).toEqual(before)
    expect(await migrate(url, MIGRATIONS)).toEqual(LATER)
    expect(await migrate(url, MIGRATIONS)).toEqual([])
    const committed = (await readFile(new URL('../../../db/catalogue.txt', import.meta.url), 'utf8')).trimEnd().split('\n').slice(1)
    expect(await catalogueOf(url)).toEqual(committed)
  },
  LONG,
)

test('the code generator numbers a migration after the baseline, not after the migrations that it replaced', async () => {
  const url = await newDatabase(old)
  await migrate(url, MIGRATIONS)
  const gate = await openDatabaseGate(url)
  const product = await testPlatform({
    slices: [systemServer, identityServer],
    config: { OUTBOUND_PRIVATE: '1', DATA_DIR: join(folder, 'numbers') },
    database: { url, drop: async () => undefined },
  })
  try {
    const admin = await product.signIn()
    const add = async (path: string, body: object): Promise<string> =>
      (await admin.post<{ id: string }>(`/api/blade-develop/${path}/submit`, body)).data.id
    const { port, username, pathname } = new URL(gate.url)
    const address = `postgres://127.0.0.1:${port}${pathname}`
    const datasourceId = await add('datasource', {
      name: 'own',
      driverClass: 'org.postgresql.Driver',
      url: address,
      username,
      password: 'any',
    })
    const ids = await add('code', {
      codeName: 'town',
      datasourceId,
      tableName: 'lighting_town',
      pkName: 'tenant_id',
      serviceName: 'blade-city',
      packageName: 'lighting',
      baseMode: 1,
      wrapMode: 1,
    })
    const made = await admin.post<{ files: readonly string[] }>('/api/blade-develop/code/gen-code', undefined, { ids, system: 'saber' })
    expect(made.data.files, made.msg).toContain(`db/migrations/${nextNumber(await readdir(MIGRATIONS))}_lighting_lighting_town.sql`)
  } finally {
    await product.stop()
    await gate.stop()
  }
})

test('a database of an earlier version is refused by the version to start first, and stays as it is', async () => {
  const url = await newDatabase(old)
  await queryOnce(url, `delete from kit_migration where name = '${FIRST_MISSING}'`)
  const before = await hashesOf(url)
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow(
    `the database was made by a version before 0.9.0 (it lacks ${FIRST_MISSING}): start version 0.9.0 on it once, then this version`,
  )
  expect(await hashesOf(url)).toEqual(before)
  const archive = await backup(url, 'earlier.zip')
  const [chinese = '', english] = await refusal(restore(await newDatabase(), archive))
  expect(english).toBe('the archive was made by a version before 0.9.0: restore it with version 0.9.0 and back up again')
  expect(chinese).toMatch(/0\.9\.0 之前的版本/)
})

test('a database whose old migrations are other files is refused', async () => {
  const url = await newDatabase(old)
  await queryOnce(url, `update kit_migration set checksum = repeat('b', 64) where name = '0001_kit.sql'`)
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow(/0001_kit\.sql is not the one of version 0\.9\.0/)
  expect(await refusal(restore(await newDatabase(), await backup(url, 'other.zip')))).toContain(
    'the archive was made by another program: its 0001_kit.sql is another',
  )
})

test(
  'an archive of the version before the baseline is restored, the server starts on it, and its own archive is restored too',
  async () => {
    const url = await newDatabase()
    const done = await restore(url, ARCHIVE)
    expect(done).toMatchObject({ tables: 278, files: 1, migrated: LATER })
    const restored = await hashesOf(url)
    expect(restored.get('kit_migration')).toMatch(new RegExp(`^${202 + 1 + LATER.length} rows`))
    const again = await newDatabase()
    await restore(again, await backup(url, 'again.zip'))
    expect(await hashesOf(again)).toEqual(restored)

    const dataDir = join(folder, new URL(url).pathname)
    const product = await testPlatform({ slices, config: { DATA_DIR: dataDir }, database: { url, drop: async () => undefined } })
    try {
      const admin = await product.signIn()
      const lamps = await admin.get<{ total: number }>('/api/blade-city/lamp/list', { size: 1 })
      const [stored] = await queryOnce<{ n: number }>(
        url,
        `select count(*)::int as n from lighting_lamp where tenant_id = '000000' and not is_deleted`,
      )
      expect(lamps.data.total).toBe(stored?.n)
      expect(lamps.data.total).toBeGreaterThan(0)
      const files = await admin.get<{ records: { id: string; originalName: string }[] }>('/api/blade-resource/attach/list')
      expect(files.data.records).toMatchObject([{ originalName: 'kept.txt' }])
      const file = await admin.call('GET', `/api/blade-resource/attach/download?id=${files.data.records[0]?.id}`)
      expect(await file.text()).toBe('kept before the baseline\n')
    } finally {
      await product.stop()
    }
  },
  LONG,
)

test('no migration has the name of one that the baseline replaced', async () => {
  const { migrations } = JSON.parse(await readFile(join(MIGRATIONS, '0001_baseline.replaces.json'), 'utf8'))
  expect((await readdir(MIGRATIONS)).filter((name) => name in migrations)).toEqual([])
})
