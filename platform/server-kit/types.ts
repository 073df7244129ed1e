import type { ActionInput, ActionsOf, Domain, Draft, EventKey, Lang, PortKey, ResourceDefinition, Row, Text } from '@lamplight/kit'
import type { TSchema } from 'typebox'
import type { ActionCall } from './action-call.ts'
import type { Returns } from './answer-schema.ts'
import type { DeviceDriver } from './driver.ts'
import type { CallExample } from './examples.ts'
import type { MqttPort } from './gateway-link.ts'
import type { PlaceColumns } from './grants.ts'
import type { JobSource } from './job-source.ts'
import type { LifeSource } from './life-source.ts'
import type { LifecycleServer } from './lifecycle-types.ts'
import type { LiveTopic } from './live-audience.ts'
import type { Cells } from './one-transaction.ts'
import type { Provided } from './ports.ts'
import type { NumberSetting } from './settings.ts'
import type { SliceData } from './slice-data.ts'

/** Runs one SQL statement with `$1` parameters; 64-bit integers come back as strings, numerics and doubles as numbers, times as Date. */
export type Query = <T extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]) => Promise<T[]>

/** Who asks. Only the server makes one. */
export interface User {
  readonly id: string
  readonly tenantId: string
  readonly account: string
  readonly name: string
  readonly roleIds: readonly string[]
  /** Aliases of the roles: `administrator`, `admin`, `operator`, … (decisions.md B5). */
  readonly roles: readonly string[]
  readonly deptIds: readonly string[]
  readonly permissions: ReadonlySet<string>
  /** An administrator of the platform (tenant 000000). */
  readonly administrator: boolean
  /** Grants that cut the tenant's rows further; null where the user sees them all. */
  readonly cut: { readonly projects: boolean; readonly areas: boolean }
  readonly sessionId: string
  /** What data and API scopes of the roles leave; undefined: they cut nothing. */
  readonly scopes?: Scopes
  /** Who works as this user (grant sale); named in the audit log beside them. */
  readonly actor?: { readonly id: string; readonly account: string; readonly tenantId: string }
}

/** How far the roles of a user reach within their rights. */
export interface Scopes {
  /** Tables of which only rows that certain people made are seen. */
  readonly tables: ReadonlySet<string>
  /** For the database: departments by table, as JSON; the policy `scope` lets through what their people and the asker made. Empty: no table. */
  readonly claim: string
  /** Is this call outside of what was granted of its page? */
  readonly refuses: (path: string, permission: string) => boolean
}

/** What a route or a hook may use. Everything a query returns has been cut to the tenant by the database. */
export interface Ctx {
  readonly user: User
  readonly lang: Lang
  /** IANA zone of the tenant. */
  readonly zone: string
  readonly ip: string
  readonly userAgent: string
  readonly tenantId: string
  /** One statement in a transaction of its own, cut to the tenant, in one round trip. */
  readonly query: Query
  /** Several statements of reading in one round trip and one snapshot. */
  readonly queries: (statements: readonly (readonly [sql: string, params?: readonly unknown[]])[]) => Promise<Record<string, unknown>[][]>
  /** The rows of one statement as the database wrote them, for what passes them on. */
  readonly cells: (sql: string, params?: readonly unknown[]) => Promise<Cells>
  /**
   * Work that may be slow, in its bounded share of the connections. `what` names work that takes about as long each time. The work
   * itself must not call `slowly` again.
   */
  readonly slowly: <T>(what: string, work: () => Promise<T>) => Promise<T>
  /** A transaction cut to the tenant; a throw rolls it back. */
  readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  readonly now: () => Date
  readonly emit: EventBus['emit']
  /** Writes an entry of the audit log in the caller's transaction (or its own). */
  readonly audit: (entry: AuditEntry, query?: Query) => Promise<void>
  readonly platform: Platform
  /** The same request as `user`, in that one's tenant and zone. Whoever calls it has seen to the right to. */
  readonly as: (user: User, zone: string) => Ctx
}

export interface AuditEntry {
  /** `lighting.lamp.update`, `control.batch.dim`, … */
  readonly what: string
  readonly target: string
  readonly detail?: Readonly<Record<string, unknown>>
  readonly count?: number
  readonly result?: string
}

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

/** Attaches behaviour to a resource; leaving an action out does not compile. */
export type ServerImplementation<D extends ResourceDefinition> = {
  /** Three hooks, and only three. They run inside the writing transaction. */
  beforeWrite?: (given: {
    ctx: Ctx
    query: Query
    draft: Draft<D> & Record<string, unknown>
    old: Row<D> | null
  }) => Promise<Draft<D> & Record<string, unknown>> | (Draft<D> & Record<string, unknown>)
  afterWrite?: (given: { ctx: Ctx; query: Query; row: Row<D>; old: Row<D> | null }) => Promise<void>
  beforeRemove?: (given: { ctx: Ctx; query: Query; rows: Row<D>[] }) => Promise<void>
  /** Fields whose value in this write is a secret that a hook puts away: the audit log tells that it changed, and no more. */
  conceals?: (given: { draft: Readonly<Record<string, unknown>>; old: Row<D> | null }) => readonly string[]
  /** Where fields with `from` come from: a join on the table alias `t` and one expression per field. */
  joined?: {
    readonly sql: string
    readonly fields: Readonly<Record<string, string>>
    /** The values of fields where the join, a left one, finds no row; else they are null. */
    readonly absent?: Readonly<Record<string, number | boolean>>
    /** By field: a column that is null only if the left join finds no row. The list adds `is not null` to conditions on the field, so that the planner filters before it joins. */
    readonly present?: Readonly<Record<string, string>>
    /**
     * A field, a choice, by whose values totals are kept in `kit_counter` (resource `{table}:{value}`). Changes that are not in them yet are rows of
     * `changes`, under the alias `f` with `was` and `state`, each for the rows that `on` finds over `t`.
     */
    readonly kept?: { readonly field: string; readonly changes: string; readonly on: string }
  }
  /**
   * Where a row stands, for people whom grants cut to projects or areas: SQL over `t`, its own `projectId` and `areaId` unless told;
   * `author`: they see only rows they made.
   */
  place?: PlaceColumns | 'author'
  lifecycle?: LifecycleServer<D>
  /** Totals of its lists are counted, not kept. */
  uncounted?: true
  /** Wire parameters of lists that are no fields: each gives a condition over alias `t`; `$` stands for the value. */
  filters?: Readonly<Record<string, { readonly sql: string; readonly type: 'id' | 'ids' | 'int' | 'text'; readonly join?: boolean }>>
} & (keyof ActionsOf<D> extends never
  ? { actions?: undefined; returns?: undefined }
  : {
      /** What actions answer, where it is not how many rows they changed. */
      returns?: { readonly [A in keyof ActionsOf<D>]?: Returns | TSchema }
      actions: {
        [A in keyof ActionsOf<D>]: (given: ActionCall<ActionInput<ActionsOf<D>[A]>>) => Promise<unknown>
      }
    })

export interface ResourceServer {
  readonly resource: ResourceDefinition
  readonly implementation: ServerImplementation<ResourceDefinition>
}

/** A background part of a slice. `start` resolves when it works; what it returns stops it. */
export interface Task {
  readonly name: string
  /** Role of the process that runs it; of those with `schedule` only one at a time does. */
  readonly role: Role
  readonly start: (platform: Platform) => Promise<() => Promise<void>>
}

export interface ServerSlice extends SliceData {
  readonly domain: Domain
  readonly resources?: readonly ResourceServer[]
  readonly routes?: readonly Route[]
  readonly drivers?: readonly DeviceDriver[]
  readonly tasks?: readonly Task[]
  /** Topics of the live socket and who may hear them, by name; a name that ends with a colon is followed by an id. */
  readonly live?: Readonly<Record<string, LiveTopic>>
  /** Ports that this slice provides to others: `provide(nightsPort, createNights)`. */
  readonly ports?: readonly Provided[]
  /** Ports of other slices that this one calls, and own ones that a higher slice provides. Without a provider the server does not start. */
  readonly needs?: readonly PortKey<object>[]
  /** Long work of this slice, for the list of jobs. */
  readonly jobs?: readonly JobSource[]
  /** What this slice knows of the lives of devices. */
  readonly life?: readonly LifeSource[]
  /** Fills an empty database; order by level. */
  readonly seed?: (platform: Platform) => Promise<void>
}

/** A call written by hand. Schemas are JSON Schema (TypeBox); what the handler returns becomes `data` of the envelope. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whole path from `/api`; parameters as `{id}`. */
  readonly path: string
  readonly summary: Text
  /** A permission code, `public`, or `signed-in`. */
  readonly permission: string
  /** Permissions that open the call as well: the handler, or the page that calls it, tells them apart. */
  readonly orPermissions?: readonly string[]
  readonly query?: object
  readonly body?: object
  readonly params?: object
  /** `multipart`: the handler reads `files`. */
  readonly consumes?: 'json' | 'multipart' | 'form'
  /** `raw`: the handler's answer is sent as it is (binary, flat token answer). */
  readonly answers?: 'envelope' | 'raw'
  /** What is sent when all is well: a schema of `data`, or what stands in its place (`A`). The contract tests hold every answer against it. */
  readonly returns: Returns | TSchema
  /** A call that is done, for the API document; every call with a body or a required parameter has one. */
  readonly example?: CallExample
  readonly handler: (given: RouteInput) => Promise<unknown>
  /** The schemas are published only: the handler checks by the fields of its resource. */
  readonly checksItself?: boolean
  /** Largest body in bytes; 2 MiB unless told. */
  readonly bodyLimit?: number
}
export interface RouteInput {
  readonly ctx: Ctx
  /** Validated and coerced values. */
  readonly query: Record<string, unknown>
  readonly body: unknown
  readonly params: Record<string, string>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Scheme and host of this server as people reach it: `PUBLIC_URL`, else those of the request. No slash at the end. */
  readonly origin: string
  /** Multipart: each file in turn; reading stops at the limit with 413. */
  readonly files: () => AsyncIterable<{ name: string; field: string; stream: AsyncIterable<Uint8Array> }>
  readonly fields: () => Record<string, string>
  /** For `raw` answers. */
  readonly reply: { status: (code: number) => void; header: (name: string, value: string) => void }
}
