import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOnce } from './databases.ts'
import { type Postgres, startPostgres } from './index.ts'
import { isAlive, sleep, until, workersIn } from './processes.ts'

// The path of the data folder is longer than the path of a socket may be (107 bytes).
const home = mkdtempSync(join(tmpdir(), 'lamplight-manager-'))
const dataDir = join(home, 'a-very-long-name-of-a-folder'.repeat(4), 'postgres')
const pidFile = join(dataDir, 'postmaster.pid')
const children: ChildProcess[] = []

const start = (more: { share?: boolean; waitMs?: number } = {}): Promise<Postgres> => startPostgres({ dataDir, memory: 'test', ...more })
const runQuery = async (postgres: Postgres, sql: string): Promise<Record<string, unknown> | undefined> =>
  (await runOnce({ connectionString: postgres.url }, sql))[0]

/** Starts a process that starts the database and inserts rows; resolves when 20 rows are committed. */
const writer = async (): Promise<{ child: ChildProcess; pid: number; last(): number }> => {
  const child = fork(join(import.meta.dirname, 'testing-child.ts'), [dataDir], { execPath: process.execPath, execArgv: [] })
  children.push(child)
  let pid = 0
  let last = 0
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the writer ended early')))
    child.on('message', (message: { pid?: number; id?: number }) => {
      pid = message.pid ?? pid
      last = message.id ?? last
      if (last >= 20) resolve()
    })
  })
  return { child, pid, last: () => last }
}

const killed = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid), 5_000)
}

beforeAll(async () => {
  await (await start()).stop()
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await (await start()).stopImmediate()
  rmSync(home, { recursive: true, force: true })
})

test('PostgreSQL starts fast, durable, private and reachable by socket only; a stop leaves no process or file', async () => {
  const begun = performance.now()
  const postgres = await start()
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(postgres.adopted).toBe(false)
  const { host, database } = postgres.connection
  expect(await runQuery(postgres, 'select current_database() as name, 1 as one')).toEqual({ name: database, one: 1 })
  expect(await runQuery(postgres, "select current_setting('fsync') as f, current_setting('synchronous_commit') as s")).toEqual({
    f: 'on',
    s: 'on',
  })
  expect(await runQuery(postgres, "select current_setting('listen_addresses') as tcp, '路' < '灯' as bytes, lower('Ä') as low")).toEqual({
    tcp: '',
    bytes: false,
    low: 'ä',
  })
  for (const folder of [host, dataDir]) expect(statSync(folder).mode & 0o077).toBe(0)
  expect(
    await runQuery(postgres, "select count(*)::int as n from pg_hba_file_rules where type <> 'local' and auth_method <> 'reject'"),
  ).toEqual({ n: 0 })

  await postgres.stop()
  await postgres.stop()
  expect(isAlive(postgres.pid)).toBe(false)
  for (const left of [host, pidFile, `${dataDir}.lock`]) expect(existsSync(left)).toBe(false)
})

test('databases created on one start exist on the next', async () => {
  const first = await start()
  await first.createDatabase('kept')
  await first.stop()
  const second = await start()
  expect(await runQuery(second, "select count(*)::int as n from pg_database where datname = 'kept'")).toEqual({ n: 1 })
  await second.dropDatabase('kept')
  await second.stop()
})

test('the database of a killed parent process is adopted with all its rows', async () => {
  const { child, pid, last } = await writer()
  await killed(child.pid!)
  const postgres = await start()
  expect(postgres).toMatchObject({ adopted: true, pid })
  const row = await runQuery(postgres, 'select max(id) as last, count(*)::int as n from promise')
  expect(row?.last).toBeGreaterThanOrEqual(last())
  expect(row?.n).toBe(row?.last)
  await postgres.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a killed database recovers every committed row', async () => {
  const { child, pid, last } = await writer()
  await Promise.all([killed(pid), killed(child.pid!)])
  const acknowledged = last()
  const postgres = await start()
  expect(postgres.adopted).toBe(false)
  const row = await runQuery(postgres, 'select max(id) as last from promise')
  expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
  await postgres.stop()
})

test('a postmaster that is killed while the server runs is restarted at the same address with every row', async () => {
  const postgres = await start()
  await runQuery(postgres, 'create table if not exists survivor (id int)')
  await runQuery(postgres, 'insert into survivor values (1)')
  const first = postgres.pid
  await killed(first)
  await expect
    .poll(() => runQuery(postgres, 'select count(*)::int as n from survivor').catch(() => undefined), { timeout: 10_000 })
    .toEqual({ n: 1 })
  expect(postgres.pid).not.toBe(first)
  const second = postgres.pid
  await killed(second)
  await postgres.stop()
  expect(isAlive(postgres.pid)).toBe(false)
  expect(workersIn(dataDir)).toEqual([])
})

test('a start waits for a postmaster that is still stopping', async () => {
  const { child, pid } = await writer()
  await killed(child.pid!)
  process.kill(pid, 'SIGINT')
  const postgres = await start()
  expect(postgres.pid).not.toBe(pid)
  expect(isAlive(pid)).toBe(false)
  await postgres.stop()
})

test('a postmaster that does not answer is killed with its workers', async () => {
  const { child, pid } = await writer()
  await killed(child.pid!)
  rmSync(readFileSync(pidFile, 'utf8').split('\n')[4]!, { recursive: true })
  const postgres = await start()
  expect(postgres.adopted).toBe(false)
  expect(isAlive(pid)).toBe(false)
  expect(workersIn(dataDir)).toContain(postgres.pid)
  await postgres.stop()
  expect(workersIn(dataDir)).toEqual([])
})

test('a stale pid file with the pid of another program or of a zombie does not block the start', async () => {
  const keeper = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(keeper)
  const zombie = Number(await new Promise<string>((resolve) => keeper.stdout.once('data', (chunk) => resolve(String(chunk)))))
  await sleep(100)
  for (const pid of [zombie, process.pid]) {
    const first = await start()
    const pidText = readFileSync(pidFile, 'utf8')
    await first.stopImmediate()
    // The file that a crash leaves behind, with the number of a process that exists (kill(pid, 0) succeeds).
    writeFileSync(pidFile, pidText.replace(/^\d+/, String(pid)))
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await runQuery(second, 'select 1 as one')).toEqual({ one: 1 })
    await second.stop()
  }
})

test('a folder in use is refused with the pid of its user, or shared on request', async () => {
  const { child, pid } = await writer()
  await expect(start({ waitMs: 0 })).rejects.toThrow(`process ${child.pid} already uses ${dataDir}`)
  const shared = await start({ share: true })
  expect(shared.pid).toBe(pid)
  await shared.stop()
  expect(isAlive(pid)).toBe(true)
  await killed(child.pid!)
  await (await start()).stop()
})

test('a folder with foreign content is refused, an unfinished initialisation is repeated', async () => {
  const foreign = join(home, 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'letter.txt'), 'mine')
  await expect(startPostgres({ dataDir: foreign })).rejects.toThrow('is not empty and holds no PostgreSQL data')
  rmSync(join(foreign, 'letter.txt'))
  writeFileSync(join(foreign, 'PG_VERSION'), '15\n')
  await expect(startPostgres({ dataDir: foreign })).rejects.toThrow('was made by PostgreSQL 15')
  expect(existsSync(`${foreign}.lock`)).toBe(false)

  const begun = join(home, 'begun')
  mkdirSync(`${begun}.new`)
  writeFileSync(join(`${begun}.new`, 'PG_VERSION'), '18\n')
  const postgres = await startPostgres({ dataDir: begun, memory: 'test' })
  expect(await runQuery(postgres, 'select 1 as one')).toEqual({ one: 1 })
  await postgres.stop()
})
