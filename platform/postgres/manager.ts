import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareCluster, SUPERUSER } from './cluster.ts'
import { createDatabase, dropDatabase, runOnce } from './databases.ts'
import { createKeeper } from './keeper.ts'
import { takeOwnership } from './owner.ts'
import { adoptPostmaster, clearWorkers, endPostmaster, launchPostmaster, type Scene } from './postmaster.ts'
import { type PostmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { DURABLE, type Memory } from './settings.ts'

export interface PostgresOptions {
  /** Folder of the database files, created when missing. Beside it are `<dataDir>.log` and, while it is in use, `<dataDir>.lock`. */
  readonly dataDir: string
  readonly log?: (message: string) => void
  /** `default`: about 1 GB for the platform · `test`: small, with more connections. */
  readonly memory?: Memory
  /** True: use the database that another process of this machine runs in the folder; `stop` leaves it running. False: reject in that case. */
  readonly share?: boolean
  /** How long to wait until another process, which may be ending, releases the folder, ms; 5,000 by default. */
  readonly waitMs?: number
}

export interface Connection {
  /** Folder of the Unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface Postgres {
  readonly connection: Connection
  /** URL for `connectionString`, psql and `databaseUrl`. */
  readonly url: string
  /** Process number of the postmaster; it changes when the postmaster was killed and started again. */
  readonly pid: number
  /** True if the database was running already: a killed process left it behind, or `share`. */
  readonly adopted: boolean
  /** Ends connections, writes everything and stops. A second call does nothing. */
  stop(): Promise<void>
  /** Stops at once; the next start replays the write-ahead log. No committed data are lost. */
  stopImmediate(): Promise<void>
  createDatabase(name: string, template?: string): Promise<void>
  dropDatabase(name: string): Promise<void>
}

const DATABASE = 'lamplight'

const connectionTo = (file: PostmasterFile, database: string): Connection => ({
  host: file.socketDir,
  port: file.port,
  user: SUPERUSER,
  database,
})

const urlOf = ({ host, port, user, database }: Connection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

const answers = (file: PostmasterFile): Promise<boolean> =>
  runOnce({ ...connectionTo(file, 'postgres'), connectionTimeoutMillis: 5_000 }, 'select 1').then(
    () => true,
    () => false,
  )

/** Creates the database if it is missing. Throws if a setting of `DURABLE` is off. */
const makeFit = async (file: PostmasterFile): Promise<void> => {
  const server = connectionTo(file, 'postgres')
  const [row] = await runOnce(
    server,
    `select exists (select from pg_database where datname = $1) as present,
            (select array_agg(name) from pg_settings where name = any($2) and setting <> 'on') as unsafe`,
    [DATABASE, DURABLE],
  )
  if (row?.unsafe) throw new Error(`the database runs with ${row.unsafe} off, so that a power cut would lose data`)
  if (!row?.present) await runOnce(server, `create database ${DATABASE}`)
}

interface Running {
  readonly file: PostmasterFile
  readonly adopted: boolean
  readonly pid: () => number
  readonly end: (how: 'fast' | 'immediate') => Promise<void>
}

const handle = ({ file, adopted, pid, end }: Running): Postgres => {
  const connection = connectionTo(file, DATABASE)
  const url = urlOf(connection)
  let ended: Promise<void> | undefined
  const once = (how: 'fast' | 'immediate'): Promise<void> => {
    ended ??= end(how)
    return ended
  }
  return {
    connection,
    url,
    get pid() {
      return pid()
    },
    adopted,
    stop: () => once('fast'),
    stopImmediate: () => once('immediate'),
    createDatabase: (name, template) => createDatabase(url, name, template),
    dropDatabase: (name) => dropDatabase(url, name),
  }
}

const joinRunning = async (scene: Scene, heldBy: number): Promise<Postgres> => {
  const file = readPostmasterFile(scene.dataDir)
  if (!file || !(await answers(file))) throw new Error(`the database in ${scene.dataDir}, run by process ${heldBy}, does not answer`)
  return handle({ file, adopted: true, pid: () => file.pid, end: async () => {} })
}

/**
 * Starts the embedded PostgreSQL, or uses the one that a killed process left running. If it is killed while we run, it is started again:
 * open connections break, the URL stays the same.
 * There is no password: only the owner may enter the folder of the socket, and PostgreSQL does not listen on TCP.
 * Rejects when another running process uses the folder (unless `share`), when no account can run it, or when it does not start; the
 * message names the reason and what to do.
 */
export const startPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const { memory = 'default', log = () => {}, share = false, waitMs = 5_000 } = options
  const wanted = resolve(options.dataDir)
  mkdirSync(dirname(wanted), { recursive: true })
  const dataDir = existsSync(wanted) ? realpathSync(wanted) : join(realpathSync(dirname(wanted)), basename(wanted))
  const binaries = findBinaries()
  const scene: Scene = { binaries, account: chooseAccount(binaries.root, dataDir), dataDir, memory, log }
  const owner = await takeOwnership(`${dataDir}.lock`, share ? 0 : waitMs)
  if ('heldBy' in owner) {
    if (share) return joinRunning(scene, owner.heldBy)
    throw new Error(`process ${owner.heldBy} already uses ${dataDir}: stop it first, or choose another DATA_DIR`)
  }
  try {
    const found = await adoptPostmaster(scene, answers)
    if (!found) prepareCluster(binaries, scene.account, dataDir)
    const file = found ?? (await launchPostmaster(scene))
    await makeFit(file)
    const restart = async (): Promise<number> => ((await adoptPostmaster(scene, answers)) ?? (await launchPostmaster(scene))).pid
    const keeper = createKeeper({ pid: file.pid, restart, log })
    const end = async (how: 'fast' | 'immediate'): Promise<void> => {
      const pid = await keeper.dismiss()
      await (pid ? endPostmaster(pid, how) : clearWorkers(dataDir))
      rmSync(file.socketDir, { recursive: true, force: true })
      owner.release()
    }
    return handle({ file, adopted: found !== undefined, pid: keeper.pid, end })
  } catch (error) {
    owner.release()
    throw error
  }
}
