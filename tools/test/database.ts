import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@lamplight/postgres'

const PREFIX = 'lamplight-test-'
/** A folder younger than this may belong to a run that has only just begun, ms. */
const YOUNG_MS = 60_000
/** A database that was told to stop immediately writes nothing more after this time, ms. */
const LEAVING_MS = 300

/** Stops and removes databases that killed runs left behind. A database whose run is still alive is not touched. */
const sweep = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const found = statSync(folder, { throwIfNoEntry: false })
    // Another run may have ended and removed its folder meanwhile.
    if (!found || Date.now() - found.mtimeMs < YOUNG_MS) continue
    try {
      const left = await startPostgres({ dataDir: join(folder, 'postgres'), memory: 'test', waitMs: 0 })
      await left.stopImmediate()
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
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
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
