import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startPostgres } from '@lamplight/postgres'

const PREFIX = 'lamplight-test-'
/** A folder younger than this may belong to a run that has only just begun, ms. */
const YOUNG_MS = 60_000
/** A database that was told to stop immediately writes nothing more after this time, ms. */
const LEAVING_MS = 300

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 8 * 2 ** 30
/** Returns the folder of the database: in memory if there is room, because a disk takes seconds to copy the thousands of files of a test database. */
const place = (): string => {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Stops and removes databases that killed runs left behind. A database whose run is still alive is not touched. */
const sweep = async (): Promise<void> => {
  const folders = [MEMORY, tmpdir()].filter((home) => existsSync(home))
  const left = folders.flatMap((home) => readdirSync(home).map((name) => join(home, name)))
  for (const folder of left.filter((path) => basename(path).startsWith(PREFIX))) {
    const status = statSync(folder, { throwIfNoEntry: false })
    // Another run may have ended and removed its folder meanwhile.
    if (!status || Date.now() - status.mtimeMs < YOUNG_MS) continue
    try {
      const found = await startPostgres({ dataDir: join(folder, 'postgres'), memory: 'test', waitMs: 0 })
      await found.stopImmediate()
    } catch (error) {
      if ((error as Error).message.includes('already uses')) continue
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts one PostgreSQL for the whole run and puts its address into TEST_DATABASE_URL. If that is set already, that server is used. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.TEST_DATABASE_URL) return undefined
  await sweep()
  const folder = mkdtempSync(join(place(), PREFIX))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), memory: 'test' })
  process.env.TEST_DATABASE_URL = postgres.url
  // On an interrupt the normal cleanup does not run; this stops the database.
  const cutShort = (): void => {
    process.kill(postgres.pid, 'SIGQUIT')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEAVING_MS)
    for (const path of [folder, postgres.connection.host]) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  process.once('exit', cutShort)
  return async () => {
    process.removeListener('exit', cutShort)
    delete process.env.TEST_DATABASE_URL
    await postgres.stopImmediate()
    rmSync(folder, { recursive: true, force: true })
  }
}
