import type { Lang } from '@lamplight/kit'
import type { Cells } from './database/one-transaction.ts'
import type { Query } from './database/query.ts'
import type { EventBus, Platform } from './platform-types.ts'

/** The user of a call. Created only by the server. */
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
  /** True for administrators of the platform (tenant 000000). */
  readonly administrator: boolean
  /** Whether granted projects or areas limit the user to a part of the tenant's rows. */
  readonly cut: { readonly projects: boolean; readonly areas: boolean }
  readonly sessionId: string
  /** Data and API scopes of the user's roles; undefined if they limit nothing. */
  readonly scopes?: Scopes
  /** The user who is signed in as this user (grant sale); the audit log names both. */
  readonly actor?: { readonly id: string; readonly account: string; readonly tenantId: string }
}

/** Limits of a user's roles within the user's permissions. */
export interface Scopes {
  /** Tables of which the user sees only rows created by certain users. */
  readonly tables: ReadonlySet<string>
  /**
   * For the database: departments by table, as JSON. The policy `scope` allows rows created by users of these
   * departments or by the user. Empty: no limits.
   */
  readonly claim: string
  /** Returns true if the call is not among the granted calls of its page. */
  readonly refuses: (path: string, permission: string) => boolean
}

/** What a route or a hook may use. The database limits every query to the rows of the tenant. */
export interface Ctx {
  readonly user: User
  readonly lang: Lang
  /** IANA zone of the tenant. */
  readonly zone: string
  readonly ip: string
  readonly userAgent: string
  readonly tenantId: string
  /** Runs one statement in its own transaction, limited to the tenant, in one round trip. */
  readonly query: Query
  /** Runs several reading statements in one round trip and one snapshot. `Rows`: the type of the rows of each statement. */
  readonly queries: <Rows extends readonly object[] = readonly Record<string, unknown>[]>(
    statements: readonly (readonly [sql: string, params?: readonly unknown[]])[],
  ) => Promise<{ -readonly [At in keyof Rows]: Rows[At][] }>
  /** Returns the rows of a statement in the text form of the database, for passing them on unchanged. */
  readonly cells: (sql: string, params?: readonly unknown[]) => Promise<Cells>
  /**
   * Runs work that may be slow on a limited number of connections. `what` names the kind of work; work of the same name should take about the same
   * time. The work must not call `slowly` itself.
   */
  readonly slowly: <T>(what: string, work: () => Promise<T>) => Promise<T>
  /** Runs a transaction limited to the tenant; an error rolls it back. */
  readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  readonly now: () => Date
  /** In a hook of a write and within `inTransaction`, the event is emitted after the commit. */
  readonly emit: EventBus['emit']
  /** Runs work after the commit of the transaction of a hook or of `inTransaction`; at once outside of them. Work of a transaction that is rolled back does not run. */
  readonly afterCommit: (work: () => Promise<void> | void) => Promise<void> | void
  /** Writes an entry of the audit log in the given transaction, or in its own. */
  readonly audit: (entry: AuditEntry, query?: Query) => Promise<void>
  readonly platform: Platform
  /**
   * Returns the context of the same request as another user, with that user's tenant and zone. The
   * caller must have checked the permission for it.
   */
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
