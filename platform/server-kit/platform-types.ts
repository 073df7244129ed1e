import type { EventKey, PortKey, Text } from '@lamplight/kit'
import type { MqttPort } from './gateway-link.ts'
import type { Query } from './query.ts'
import type { NumberSetting } from './settings.ts'

/** The database, and ids for what is new in it: all that work in a thread of its own has of the platform. */
export interface DataAccess {
  /** Across all tenants: ingest, dispatch, seeds. Every statement names the tenant it means. */
  readonly system: { readonly query: Query; readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T> }
  /** Acts as a tenant without a user (imports of the command line, seeds). */
  readonly asTenant: (tenantId: string) => { readonly query: Query; readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T> }
  readonly config: Pick<Config, 'dataDir'>
  readonly newId: () => string
}

/** Services of the running process, for tasks and for slices' own parts. */
export interface Platform extends DataAccess {
  readonly bus: EventBus
  readonly mqtt: MqttPort
  readonly live: LiveHub
  readonly jobs: Jobs
  readonly log: Log
  /** Says something once to the person who started the product (a first password); kept in no log. */
  readonly announce: (line: string) => void
  readonly clock: Clock
  readonly config: Config
  /** Has a job done in a thread of its own, by the `run` (ThreadWork) of that module: it delays no request, and its garbage goes with it. */
  readonly inThread: (module: URL, job: ThreadJob) => Promise<Record<string, unknown>>
  /** Makes and keeps strong hashes of secrets (argon2id). */
  readonly hash: { readonly make: (secret: string) => Promise<string>; readonly verify: (hash: string, secret: string) => Promise<boolean> }
  /** The service of a port; throws where no slice provides it. */
  readonly port: <T extends object>(key: PortKey<T>) => T
}

/** News inside the process, upward: a lower slice emits, a higher one listens. Listeners of one event run side by side; a throw is logged. */
export interface EventBus {
  readonly emit: <T>(event: EventKey<T>, payload: NoInfer<T>) => void
  readonly on: <T>(event: EventKey<T>, listener: (payload: NoInfer<T>) => void | Promise<void>) => () => void
}

/** Parts that a process may play: `api` HTTP and browsers, `ingest` what gateways say, `dispatch` commands, `schedule` what happens once, and jobs. */
export type Role = 'api' | 'ingest' | 'dispatch' | 'schedule'

/** Pushes to browsers (wire-contract.md 9). A topic is `lamps`, `batch:{id}`, `gateways`, …; sockets ask for topics by tags at bind. */
export interface LiveHub {
  readonly push: (tenantId: string, topic: string, payload: object) => void
  /** Coalesced: the newest value per key within 120 ms, or what the topic's `merge` makes of several, goes out as one push `{topic, changes:[…]}`. */
  readonly change: (tenantId: string, topic: string, key: string, value: unknown) => void
  readonly notify: (userId: string, payload: object) => void
  readonly listeners: (tenantId: string, topic: string) => number
  /** Sessions or rights may have changed: open sockets are looked at again. */
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

/** A line of the log, emitted as `LOG_EVENT`. */
export interface LogLine {
  /** Epoch ms. */
  readonly at: number
  readonly level: 'info' | 'warn' | 'error'
  readonly what: string
  readonly detail?: object
}

/** A call that changes something or failed, emitted as `CALL_EVENT` once it is answered. The body of the request is not in it. */
export interface CallReport {
  /** Epoch ms of its arrival. */
  readonly at: number
  readonly ms: number
  readonly method: string
  /** Path of the route, with `{id}`. */
  readonly route: string
  readonly summary: Text
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly status: number
  readonly ip: string
  readonly userAgent: string
  /** Of who asked; the platform's tenant, null and empty for nobody. */
  readonly tenantId: string
  readonly userId: string | null
  readonly account: string
  /** What was thrown, when it was a failure nobody declared. */
  readonly thrown?: unknown
}

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly demo: boolean
  readonly tileUrl: string
  /** Address under which people reach the console (`https://lights.example`), for absolute links; empty: that of the request. */
  readonly publicUrl: string
  /** Part of the key that secrets are sealed with, kept outside of the database; empty: the database's part alone. */
  readonly secretsKey: string
  /** Sites that may show the console in a frame, divided by spaces; none but this server by default. */
  readonly embedOrigins?: string
  /** Seals the archives of backups; empty: they are not sealed. */
  readonly backupPassphrase?: string
  /** Numbers a deployment may set: `LOGIN_LOCK_MINUTES`, `COMMAND_EXPIRE_SECONDS`, … */
  readonly number: (name: NumberSetting, fallback: number) => number
}

/** Long work as rows with progress: survives a restart by being taken up again. */
export interface Jobs {
  readonly define: (kind: string, run: (job: JobRun) => Promise<Record<string, unknown>>) => void
  readonly start: (
    query: Query,
    job: { kind: string; tenantId: string; userId?: string | null; title: Text; input: Record<string, unknown> },
  ) => Promise<string>
  /** Waits until the job has ended; for the command line and tests. */
  readonly ended: (id: string) => Promise<{ status: number; result: Record<string, unknown> }>
}

export interface JobRun {
  readonly id: string
  readonly tenantId: string
  readonly input: Record<string, unknown>
  readonly progress: (done: number, total: number) => Promise<void>
  readonly platform: Platform
}

/** A job as it is handed to a thread. */
export type ThreadJob = Pick<JobRun, 'id' | 'tenantId' | 'input' | 'progress'>

/** What a module for threads exports as `run`. It loads `@lamplight/server-kit/data`, not the whole kit. */
export type ThreadWork = (job: ThreadJob, data: DataAccess) => Promise<Record<string, unknown>>
