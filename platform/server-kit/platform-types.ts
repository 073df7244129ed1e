import type { EventKey, PortKey, Text } from '@lamplight/kit'
import type { Query } from './database/query.ts'
import type { MqttPort } from './gateway-link.ts'
import type { NumberSetting } from './process/settings.ts'

/** The database and new ids: the parts of the platform that a job in its own thread can use. */
export interface DataAccess {
  /** Queries across all tenants, for ingest, dispatch and seeds. Every statement must contain the tenant. */
  readonly system: { readonly query: Query; readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T> }
  /** Queries as a tenant without a user (command-line imports, seeds). */
  readonly asTenant: (tenantId: string) => { readonly query: Query; readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T> }
  readonly config: Pick<Config, 'dataDir'>
  readonly newId: () => string
}

/** Services of the running process, for tasks and other parts of slices. */
export interface Platform extends DataAccess {
  readonly bus: EventBus
  readonly mqtt: MqttPort
  readonly live: LiveHub
  readonly jobs: Jobs
  readonly log: Log
  /** Prints a line once for the person who started the product (for example a first password); it is not logged. */
  readonly announce: (line: string) => void
  readonly clock: Clock
  readonly config: Config
  /**
   * Runs a job in its own thread, with the module's export `run` (ThreadWork), so that it delays no
   * request and its memory is freed with the thread.
   */
  readonly inThread: (module: URL, job: ThreadJob) => Promise<Record<string, unknown>>
  /** Creates and verifies slow hashes of secrets (argon2id). */
  readonly hash: { readonly make: (secret: string) => Promise<string>; readonly verify: (hash: string, secret: string) => Promise<boolean> }
  /** Returns the service of a port; throws if no slice provides it. */
  readonly port: <T extends object>(key: PortKey<T>) => T
}

/** Events inside the process: lower slices emit them, higher slices listen. Listeners of one event run in parallel; their errors are logged. */
export interface EventBus {
  readonly emit: <T>(event: EventKey<T>, payload: NoInfer<T>) => void
  readonly on: <T>(event: EventKey<T>, listener: (payload: NoInfer<T>) => void | Promise<void>) => () => void
}

/**
 * Roles of a process: `api` serves HTTP and browsers, `ingest` stores messages of gateways, `dispatch` sends
 * commands, `schedule` runs timed tasks and jobs.
 */
export type Role = 'api' | 'ingest' | 'dispatch' | 'schedule'

/** Pushes to browsers (wire-contract.md 9). A topic is `lamps`, `batch:{id}`, `gateways`, …; sockets subscribe to topics by tags when they bind. */
export interface LiveHub {
  readonly push: (tenantId: string, topic: string, payload: object) => void
  /**
   * Collects changes for 120 ms and sends them as one push `{topic, changes:[…]}`: the newest value of
   * each key, or the result of the topic's `merge`.
   */
  readonly change: (tenantId: string, topic: string, key: string, value: unknown) => void
  readonly notify: (userId: string, payload: object) => void
  readonly listeners: (tenantId: string, topic: string) => number
  /** Checks all open sockets again, after sessions or permissions may have changed. */
  readonly recheck: () => void
}

export interface Clock {
  readonly now: () => number
}

export interface Log {
  readonly info: (what: string, detail?: object) => void
  readonly warn: (what: string, detail?: object) => void
  readonly error: (what: string, detail?: object) => void
}

/** A log line, emitted as `LOG_EVENT`. */
export interface LogLine {
  /** Epoch ms. */
  readonly at: number
  readonly level: 'info' | 'warn' | 'error'
  readonly what: string
  readonly detail?: object
}

/**
 * A call that changed something or failed, without its body. `CALL_EVENT` emits it after the response. Successful calls of routes with
 * `logs: 'refused'` are not emitted.
 */
export interface CallReport {
  /** Time of arrival, epoch ms. */
  readonly at: number
  readonly ms: number
  readonly method: string
  /** Path of the route, with placeholders such as `{id}`. */
  readonly route: string
  readonly summary: Text
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly status: number
  readonly ip: string
  readonly userAgent: string
  /** Tenant and user of the call; without a user: the platform's tenant, null and an empty account. */
  readonly tenantId: string
  readonly userId: string | null
  readonly account: string
  /** The error if it was an unexpected one, not a declared refusal. */
  readonly thrown?: unknown
}

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly demo: boolean
  readonly tileUrl: string
  /** Address of the console for users (`https://lights.example`), for absolute links; if empty, the address of the request is used. */
  readonly publicUrl: string
  /** Part of the key that seals secrets, kept outside the database; if empty, the key consists only of the part in the database. */
  readonly secretsKey: string
  /** Sites that may show the console in a frame, separated by spaces; by default only this server. */
  readonly embedOrigins?: string
  /** Passphrase that encrypts backup archives; if empty, they are not encrypted. */
  readonly backupPassphrase?: string
  /** Returns a numeric setting of the deployment: `LOGIN_LOCK_MINUTES`, `COMMAND_EXPIRE_SECONDS`, … */
  readonly number: (name: NumberSetting, fallback: number) => number
}

/** Long work, stored as rows with progress: after a restart it is continued. */
export interface Jobs {
  /**
   * `run` returns the result, or `{ again: true }` if it is to be called again. Kinds with `yields` give way: other jobs run before each of their calls, and
   * after a call during which requests arrived they pause for half of its time.
   */
  readonly define: (kind: string, run: (job: JobRun) => Promise<Record<string, unknown>>, options?: { readonly yields?: boolean }) => void
  readonly start: (
    query: Query,
    job: { kind: string; tenantId: string; userId?: string | null; title: Text; input: Record<string, unknown> },
  ) => Promise<string>
  /** Resolves when the job has ended; for the command line and tests. */
  readonly ended: (id: string) => Promise<{ status: number; result: Record<string, unknown> }>
}

export interface JobRun {
  readonly id: string
  readonly tenantId: string
  readonly input: Record<string, unknown>
  /** Progress that was stored before. */
  readonly done: number
  /** Stores the progress; with `query`, in the caller's transaction. */
  readonly progress: (done: number, total: number, query?: Query) => Promise<void>
  readonly platform: Platform
}

/** The part of a job that is passed to a thread. */
export type ThreadJob = Pick<JobRun, 'id' | 'tenantId' | 'input' | 'progress'>

/** Type of the export `run` of modules for threads. They import `@lamplight/server-kit/data`, not the whole kit. */
export type ThreadWork = (job: ThreadJob, data: DataAccess) => Promise<Record<string, unknown>>
