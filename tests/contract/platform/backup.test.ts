import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { connectTo } from '@lamplight/postgres/connect'
import { type BackupMade, type BackupProblem, restoreBackup, takeBackup } from '@lamplight/server-kit/backup'
import { sealEntries, verifyAudit } from '@lamplight/system/server'
import { type ApiClient, eventually, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { filesOf, hashesOf } from './backup-hashes.ts'
import { command, MIGRATIONS } from './migrations.ts'

const LAMPS = 200
/** Time limit of a test, ms: each creates databases and starts programs. */
const LONG = 240_000
const PASSPHRASE = '夜里的灯 at night'
const folder = mkdtempSync(join(tmpdir(), 'lamplight-backup-'))
const dataDir = join(folder, 'data')
const plain = join(folder, 'plain.zip')
const sealed = join(folder, 'sealed.zip.sealed')
const made: string[] = []
let product: TestPlatform
let admin: ApiClient
let server: string
/** Hash of each table's content at the snapshot of `plain`. */
let then: ReadonlyMap<string, string>
let taken: BackupMade
let done: Awaited<ReturnType<typeof restoreBackup>>

/** Creates a database with its data folder: empty, or a copy of another one. */
const newDatabase = async (of?: { url: string; dir: string }): Promise<{ url: string; dir: string }> => {
  const name = `restore_${randomBytes(6).toString('hex')}`
  const dir = join(folder, name)
  await createDatabase(server, name, of && new URL(of.url).pathname.slice(1))
  made.push(name)
  if (of) await cp(of.dir, dir, { recursive: true })
  return { url: databaseUrl(server, name), dir }
}
const emptyDatabase = () => newDatabase()
/** A database restored from `plain`. Tests that only need such a database copy it, because a restore runs all migrations. */
let restored: { url: string; dir: string }
const copyOfRestored = () => newDatabase(restored)
const restore = (into: { url: string; dir: string }, file: string, more: { passphrase?: string; force?: boolean } = {}) =>
  restoreBackup({ url: into.url, dataDir: into.dir, file, passphrase: '', force: false, migrations: MIGRATIONS, ...more })
/**
 * Starts a restore and kills it `wait` ms after it has begun to change the database; returns false if it ended before. Watches from another
 * database, because nobody else may be connected to this one.
 */
const killedRestore = async (into: { url: string; dir: string }, wait: number, ...words: string[]): Promise<boolean> => {
  const name = new URL(into.url).pathname.slice(1)
  const outside = await connectTo(server)
  try {
    const env = { ...process.env, DATABASE_URL: into.url }
    const child = spawn(process.execPath, [command('restore'), plain, '--data-dir', into.dir, ...words], { env, stdio: 'ignore' })
    const over = once(child, 'exit')
    await eventually(async () => {
      const held = `select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = $1 and l.mode = 'AccessExclusiveLock' limit 1`
      return (await outside.query(held, [name])).rowCount === 1 || child.exitCode !== null
    }, 60_000)
    await new Promise((resolve) => setTimeout(resolve, wait))
    child.kill('SIGKILL')
    const [, signal] = await over
    await eventually(async () => (await outside.query('select 1 from pg_stat_activity where datname = $1', [name])).rowCount === 0, 60_000)
    return signal === 'SIGKILL'
  } finally {
    await outside.end()
  }
}
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const thrown = await work.then(
    () => undefined,
    (problem: BackupProblem) => problem,
  )
  expect(thrown, 'the command must fail').toBeDefined()
  expect(thrown?.text?.[0]).toMatch(/\p{Script=Han}/u)
  return thrown?.text[1] ?? ''
}

beforeAll(async () => {
  server = process.env.TEST_DATABASE_URL as string
  product = await testPlatform({ slices, config: { DATA_DIR: dataDir, DEMO_LAMPS: String(LAMPS) } })
  const city = createCity({ inventory: await inventoryOf(product.running), seed: 5, faults: {}, latency: 20, reportInterval: 2 })
  await city.start()
  admin = await product.signIn()
  for (let at = 0; at < 3; at += 1) {
    const form = new FormData()
    form.set('file', new Blob([`lamp ${at}\n`.repeat(20_000)]), `${at}.txt`)
    const sent = await admin.call('POST', '/api/blade-resource/oss/endpoint/put-file-attach', { body: form })
    expect(sent.status, await sent.clone().text()).toBe(200)
  }
  const projects = await admin.get<{ id: string }[]>('/api/blade-system/project/list')
  const body = { command: 'dim', level: 40, duration: 3600, selector: { projectId: projects.data[0]?.id } }
  await eventually(async () => {
    const [row] = await product.platform.system.query<{ n: number }>('select count(*)::int as n from devices_state where online')
    return (row?.n ?? 0) >= LAMPS
  })
  const sent = await admin.post('/api/blade-city/controller/batch/command', body)
  expect(sent.code, sent.msg).toBe(200)
  await eventually(async () => (await product.platform.system.query('select 1 from devices_telemetry limit 500')).length === 500, 60_000)

  await sealEntries(product.platform)
  // Commands, readings, sign-ins and changes continue while the backup is written.
  let writing = true
  let writes = 0
  const writer = (async () => {
    while (writing) {
      await admin.post('/api/blade-city/controller/batch/command', { ...body, level: 30 + (writes % 50) })
      await admin.post('/api/blade-system/param/submit', { paramName: `写${writes}`, paramKey: `drill.${writes}`, paramValue: '1' })
      writes += 1
    }
  })()
  taken = await takeBackup({
    url: product.databaseUrl,
    dataDir,
    to: plain,
    passphrase: '',
    onSnapshot: async (snapshot) => {
      const before = writes
      then = await hashesOf(product.databaseUrl, snapshot)
      await eventually(() => writes > before + 2)
    },
  })
  writing = false
  await writer
  // From here on nothing needs the traffic of the lamps.
  await city.stop()
  await takeBackup({ url: product.databaseUrl, dataDir, to: sealed, passphrase: PASSPHRASE })
  restored = await emptyDatabase()
  done = await restore(restored, plain)
})
afterAll(async () => {
  await product?.stop()
  for (const name of made) await dropDatabase(server, name)
  rmSync(folder, { recursive: true, force: true })
})

test(
  'a restore of a backup made during writes equals it by hash, for every table and every file',
  async () => {
    expect(taken.sha256).toBe(
      createHash('sha256')
        .update(await readFile(plain))
        .digest('hex'),
    )
    expect(taken.size).toBe((await stat(plain)).size)
    expect(await hashesOf(product.databaseUrl)).not.toEqual(then)
    expect(done).toMatchObject({ rows: taken.rows, tables: taken.tables, files: 3, migrated: [] })
    expect(await hashesOf(restored.url)).toEqual(then)
    for (const table of ['devices_telemetry', 'control_batch', 'kit_audit', 'system_attach']) expect(then.get(table)).toMatch(/^[1-9]/)
    expect(await filesOf(restored.dir)).toEqual(await filesOf(dataDir))
  },
  LONG,
)

test(
  'the audit log of the restored database is valid, and a server starts on it with the same users',
  async () => {
    const fresh = await copyOfRestored()
    const run = promisify(execFile)
    const env = { ...process.env, DATABASE_URL: fresh.url }
    const { stdout } = await run(process.execPath, [command('audit'), 'verify'], { env })
    expect(stdout).toMatch(/^[1-9]\d* entries are as they were sealed/)
    // With the settings of the first server: the demo adds nothing.
    const config = { DATA_DIR: fresh.dir, DEMO_LAMPS: String(LAMPS) }
    const second = await testPlatform({ slices, config, database: { url: fresh.url, drop: async () => undefined } })
    try {
      const again = await second.signIn()
      const kept = await again.get<{ records: { id: string }[] }>('/api/blade-resource/attach/list')
      expect(kept.data.records).toHaveLength(3)
      const file = await again.call('GET', `/api/blade-resource/attach/download?id=${kept.data.records[0]?.id}`)
      expect(await file.text()).toContain('lamp 2\n'.repeat(20_000))
      await sealEntries(second.platform)
      expect(await verifyAudit(second.platform.system.query)).toMatchObject({ ok: true, waiting: 0 })
    } finally {
      await second.stop()
    }
  },
  LONG,
)

test(
  'one changed byte anywhere in an archive is detected before anything is written',
  async () => {
    const into = await copyOfRestored()
    const before = await hashesOf(into.url)
    const files = await filesOf(into.dir)
    const broken = join(folder, 'broken.zip')
    for (const [whole, passphrase] of [
      [plain, ''],
      [sealed, PASSPHRASE],
    ] as const) {
      const good = await readFile(whole)
      const spots = [4, 11, 40, good.length - 1, good.length - 70, ...Array.from({ length: 6 }, () => randomInt(good.length))]
      for (const at of spots) {
        const bad = Buffer.from(good)
        bad[at] = (bad[at] ?? 0) ^ 1
        await writeFile(broken, bad)
        const why = await refusal(restore(into, broken, { passphrase, force: true }))
        expect(why, `byte ${at} of ${good.length}`).toMatch(/damaged|passphrase|no archive/)
      }
      await writeFile(broken, good.subarray(0, good.length - 1000))
      expect(await refusal(restore(into, broken, { passphrase, force: true }))).toMatch(/damaged|cut off/)
    }
    expect(await hashesOf(into.url)).toEqual(before)
    expect(await filesOf(into.dir)).toEqual(files)
  },
  LONG,
)

test(
  'a killed restore leaves the old data, and a second one succeeds',
  async () => {
    const into = await copyOfRestored()
    await queryOnce(into.url, `update system_param set remark = 'what was there'`)
    const before = await hashesOf(into.url)
    let killed = 0
    for (const wait of [1, 100, 250]) {
      const ended = await killedRestore(into, wait, '--force')
      const now = await hashesOf(into.url)
      // This restore may have ended before it was killed.
      if (!ended || now.get('system_param') === then.get('system_param')) break
      killed += 1
      expect(now, `killed after ${wait} ms`).toEqual(before)
    }
    expect(killed).toBeGreaterThan(0)
    // Killed on its old data, as above; it is replaced as a whole.
    await restore(into, plain, { force: true })
    expect(await hashesOf(into.url)).toEqual(then)
    const half = await emptyDatabase()
    await killedRestore(half, 1)
    await restore(half, plain)
    expect(await hashesOf(half.url)).toEqual(then)
  },
  LONG,
)

test(
  'an encrypted archive reveals nothing and opens only with its passphrase; the owner of a database needs no superuser',
  async () => {
    const bytes = await readFile(sealed)
    expect(bytes.includes('kit_audit')).toBe(false)
    const role = `restorer_${randomBytes(4).toString('hex')}`
    const fresh = await emptyDatabase()
    const name = made.at(-1)
    await queryOnce(server, `create role ${role} login createrole`)
    await queryOnce(server, `grant lamplight_app, lamplight_worker, lamplight_scoped to ${role} with admin option`)
    await queryOnce(server, `alter database ${name} owner to ${role}`)
    const own = { ...fresh, url: fresh.url.replace(/\/\/[^@]*@/, `//${role}@`) }
    expect(await refusal(restore(own, sealed))).toBe('the archive is sealed: set BACKUP_PASSPHRASE')
    expect(await refusal(restore(own, sealed, { passphrase: 'guess' }))).toMatch(/^the passphrase is not the one/)
    await restore(own, sealed, { passphrase: PASSPHRASE })
    const held = await hashesOf(fresh.url)
    const again = join(folder, 'again.zip')
    await takeBackup({ url: own.url, dataDir: own.dir, to: again, passphrase: '' })
    const other = await emptyDatabase()
    await restore(other, again)
    expect(await hashesOf(other.url)).toEqual(held)
    await dropDatabase(server, String(name))
    await queryOnce(server, `drop owned by ${role} cascade`)
    await queryOnce(server, `drop role ${role}`)
  },
  LONG,
)

test(
  'refusals are in both languages: a database in use or not empty, a newer, foreign or missing archive, a full disk',
  async () => {
    const into = await copyOfRestored()
    expect(await refusal(restore(into, plain))).toMatch(/not empty: --force/)
    const guest = await connectTo(into.url)
    expect(await refusal(restore(into, plain, { force: true }))).toMatch(/^1 other connections use the database/)
    await guest.end()
    expect(await refusal(restore(into, join(folder, 'nothing.zip'), { force: true }))).toMatch(/there is no file/)
    await writeFile(join(folder, 'text.zip'), 'not a backup')
    expect(await refusal(restore(into, join(folder, 'text.zip'), { force: true }))).toMatch(/no archive/)
    const newer = await copyOfRestored()
    await queryOnce(newer.url, `insert into kit_migration (name, checksum) values ('9999_later.sql', repeat('a', 64))`)
    const later = join(folder, 'later.zip')
    await takeBackup({ url: newer.url, dataDir: newer.dir, to: later, passphrase: '' })
    expect(await refusal(restore(into, later, { force: true }))).toMatch(/newer program: this one has no 9999_later.sql/)
    await queryOnce(newer.url, `update kit_migration set checksum = repeat('b', 64) where name = '0001_baseline.sql'`)
    await queryOnce(newer.url, `delete from kit_migration where name = '9999_later.sql'`)
    await takeBackup({ url: newer.url, dataDir: newer.dir, to: later, passphrase: '' })
    expect(await refusal(restore(into, later, { force: true }))).toMatch(/another program: its 0001_baseline.sql/)
    const full = join(folder, 'full.zip')
    await symlink('/dev/full', `${full}.part`)
    expect(await refusal(takeBackup({ url: into.url, dataDir: into.dir, to: full, passphrase: '' }))).toBe('the disk is full')
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([])
    // More data than the buffers between database and disk hold, so that the copy blocks in the middle.
    await queryOnce(
      newer.url,
      'create table aa_large as select md5(random()::text) || md5(random()::text) as a from generate_series(1, 400000)',
    )
    await symlink('/dev/full', `${full}.part`)
    expect(await refusal(takeBackup({ url: newer.url, dataDir: newer.dir, to: full, passphrase: '' }))).toBe('the disk is full')
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([])
    expect(await refusal(takeBackup({ url: into.url, dataDir: into.dir, to: full, passphrase: '', signal: AbortSignal.abort() }))).toMatch(
      /broken off/,
    )
    const halfway = new AbortController()
    const cut = takeBackup({
      url: into.url,
      dataDir: into.dir,
      to: full,
      passphrase: '',
      signal: halfway.signal,
      progress: (done, total) => done > total / 4 && halfway.abort(),
    })
    expect(await refusal(cut)).toMatch(/broken off/)
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([])
    expect(await hashesOf(into.url)).toEqual(then)
  },
  LONG,
)

test(
  'npm run backup writes an archive with its own name and prints its hash; npm run restore reads it',
  async () => {
    const run = promisify(execFile)
    const from = { ...process.env, DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE }
    const { stdout } = await run(process.execPath, [command('backup')], { env: from })
    const [, file = '', sha256 = ''] = /^(\S+lamplight-\d{8}-\d{6}[+-]\d{4}\.zip\.sealed): .* sha256 ([0-9a-f]{64})$/m.exec(stdout) ?? []
    expect(sha256).toBe(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
    const into = await emptyDatabase()
    const env = { ...process.env, DATABASE_URL: into.url, DATA_DIR: into.dir }
    const wrong = await run(process.execPath, [command('restore'), file], { env }).catch(
      (thrown: { code: number; stderr: string }) => thrown,
    )
    expect(wrong).toMatchObject({
      code: 1,
      stderr: '备份已加密：请设置 BACKUP_PASSPHRASE / the archive is sealed: set BACKUP_PASSPHRASE\n',
    })
    const done = await run(process.execPath, [command('restore'), file], { env: { ...env, BACKUP_PASSPHRASE: PASSPHRASE } })
    expect(done.stdout).toMatch(/as of \S+: \d+ rows of \d+ tables, 3 files, 0 newer migrations/)
    for (const words of [[], ['a', 'b']])
      expect(
        await run(process.execPath, [command('restore'), ...words], { env }).catch((thrown: { code: number }) => thrown),
      ).toMatchObject({
        code: 2,
      })
  },
  LONG,
)
