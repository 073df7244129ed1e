import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, giveTo } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Name of the superuser; only connections over the socket can use it. */
export const SUPERUSER = 'postgres'

/** Environment of the PostgreSQL programs. PGDATA, PGPORT and similar variables of our own environment are left out. */
export const cleanEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
})

const versionOf = (binaries: Binaries): string => {
  const { stdout } = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8', env: cleanEnv() })
  return /\) (\d+)/.exec(stdout ?? '')?.[1] ?? ''
}

const initialise = (binaries: Binaries, account: Account, dataDir: string): void => {
  const fresh = `${dataDir}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  giveTo(account, fresh)
  const words = [
    ...account.prefix,
    binaries.initdb,
    '-D',
    fresh,
    '-U',
    SUPERUSER,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]
  const done = spawnSync(words[0]!, words.slice(1), { encoding: 'utf8', cwd: '/', env: cleanEnv(), ...account.ids })
  if (done.status !== 0) throw new Error(`initdb failed: ${done.error?.message ?? done.stderr.trim()}`)
  renameSync(fresh, dataDir)
}

/**
 * Creates the database files in `dataDir` if there are none, and makes the account their owner. initdb works in `<dataDir>.new`, which is
 * renamed at the end. Throws when the folder holds other files, or the files of another major version.
 */
export const prepareCluster = (binaries: Binaries, account: Account, dataDir: string): void => {
  mkdirSync(dirname(dataDir), { recursive: true })
  const marker = join(dataDir, 'PG_VERSION')
  if (!existsSync(marker)) {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new Error(`${dataDir} is not empty and holds no PostgreSQL data`)
    initialise(binaries, account, dataDir)
    return
  }
  const made = readFileSync(marker, 'utf8').trim()
  const ours = versionOf(binaries)
  if (ours && made !== ours)
    throw new Error(`${dataDir} was made by PostgreSQL ${made}; the embedded one is ${ours}: move the data by dump and restore`)
  giveTo(account, dataDir)
}
