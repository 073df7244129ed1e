import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@lamplight/postgres'

const PREFIX = 'lamplight-test-'
/** A younger folder may belong to a run that has only just begun. */
const YOUNG_MS = 60_000
/** A database that is told to stop at once writes no more after this. */
const LEAVING_MS = 300

/** A run that was killed leaves its database running: it is adopted, ended and removed. One that still runs is left alone. */
const sweep = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const found = statSync(folder, { throwIfNoEntry: false })
    // Another run may have ended and taken its folder away meanwhile.
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

/** One PostgreSQL for the whole run; tests find it in TEST_DATABASE_URL. A server named there already is used instead. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.TEST_DATABASE_URL) return undefined
  await sweep()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), memory: 'test' })
  process.env.TEST_DATABASE_URL = postgres.url
  // An interrupted run does not come to its end.
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
