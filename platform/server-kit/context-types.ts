import type { Lang } from '@lamplight/kit'
import type { Cells } from './one-transaction.ts'
import type { EventBus, Platform } from './platform-types.ts'
import type { Query } from './query.ts'

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
