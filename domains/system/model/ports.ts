import { definePort, type Lang, type MenuItem, type Permission, type Text } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'

/** A page declared by a slice, with the permissions that become its buttons. */
export interface DeclaredPage {
  readonly slice: string
  readonly item: MenuItem
  readonly permissions: readonly Permission[]
}
/** The declared pages, without changes by administrators. */
export interface Menus {
  readonly pages: () => readonly DeclaredPage[]
}
export const menusPort = definePort<Menus>('system.menus')

/** Settings by key. A change takes effect at once in this process and within two seconds in others. */
export interface Params {
  /** Returns the value of `key`, or `fallback` if it is missing or empty. */
  readonly text: (key: string, fallback: string) => Promise<string>
  /** Returns true for the values `true` and `1`. */
  readonly flag: (key: string) => Promise<boolean>
  /** Returns all parameters whose key begins with one of `prefixes`. */
  readonly beginning: (prefixes: readonly string[]) => Promise<Record<string, string>>
}
export const paramsPort = definePort<Params>('system.params')

/** An error reported by a console: any of these texts. */
export type ClientEntry = Readonly<Partial<Record<'url' | 'time' | 'type' | 'message' | 'stack' | 'info', string>>>
/** The logs of this process. Lines from the bus are queued up to a limit and written in batches. */
export interface Logs {
  /** Stores the errors of a console; resolves when they are in the database. */
  readonly client: (ctx: Ctx, entries: readonly ClientEntry[]) => Promise<void>
  /** Writes the queued lines. */
  readonly flush: () => Promise<void>
  /** Starts writing every second; returns the function that stops it and writes the rest. */
  readonly start: () => () => Promise<void>
}
export const logsPort = definePort<Logs>('system.logs')

/** An entry of the audit log about one row. */
export interface TrailEntry {
  readonly id: string
  readonly at: Date
  /** Name of the action without the name of the resource: `update`, `activated`. */
  readonly action: string
  /** Empty if an administrator of the platform changed a row of another tenant. */
  readonly account: string
  /** Changed values of this row by field. For an action on several rows: the value of this row, under the name of the action. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}
export interface AuditTrail {
  /** Returns the newest `most` entries about a row, newest first. The caller must have checked that the user may see the row. */
  readonly of: (row: {
    readonly resource: string
    readonly id: string
    readonly tenantId: string
    /** Name of the row in entries about several rows. */
    readonly title: string
    readonly most: number
  }) => Promise<TrailEntry[]>
}
export const auditTrailPort = definePort<AuditTrail>('system.auditTrail')

/** A notice that the platform sends to users of a tenant. `content` is plain text: markup in it is shown as text. */
export interface NoticeOrder {
  readonly tenantId: string
  readonly userIds: readonly string[]
  readonly title: Text
  readonly content: Text
}
/** Writes a notice in the transaction of `query` and pushes it to open consoles. Does nothing without users. */
export interface Notices {
  readonly notify: (query: Query, order: NoticeOrder) => Promise<void>
}
export const noticesPort = definePort<Notices>('system.notices')

export interface SmsOrder {
  readonly tenantId: string
  readonly phones: readonly string[]
  /** Name of the text, or the code of a configuration, which is then used even if it is not active. */
  readonly code: string
  readonly params: Readonly<Record<string, string>>
  readonly userId?: string
  /** Language of the receiver; default Chinese. */
  readonly lang?: Lang
}
/** Sends text messages. Each phone gets a row in the message log, whatever the outcome; throws if a phone or tenant gets too many. */
export interface Sms {
  /** `ok` if the provider accepted all (or they were logged, in the demo without a configuration); `id` is that of the first row. */
  readonly send: (order: SmsOrder) => Promise<{ ok: boolean; id: string }>
  /** Returns true if the tenant has an active configuration, its own or the platform's. */
  readonly ready: (tenantId: string) => Promise<boolean>
}
export const smsPort = definePort<Sms>('system.sms')

/** A data scope or API scope, as a leaf below its menu. */
export interface ScopeLeaf {
  readonly id: string
  readonly menuId: string
  readonly title: string
}
/** Returns the scopes on menus that the user may grant together with the menus. */
export interface GrantableScopes {
  readonly leaves: (ctx: Ctx, kind: 'dataScope' | 'apiScope', menuIds: readonly string[]) => Promise<readonly ScopeLeaf[]>
}
/** Provided by the identity slice. */
export const grantableScopesPort = definePort<GrantableScopes>('system.grantableScopes')

/** Data about users for this slice, which is below the identity slice. */
export interface Directory {
  /** Real names (or account names) by id, for the users that `query` can read. */
  readonly userNames: (query: Query, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Aliases of these roles by the code of the menu that they include. */
  readonly rolesByMenu: (query: Query, roleIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Codes of the menus granted to roles of a tenant, for the roles that `query` can read. */
  readonly menusOfTenant: (query: Query, tenantId: string) => Promise<ReadonlySet<string>>
  /** IANA time zone of a tenant; null if it has none. */
  readonly zoneOf: (query: Query, tenantId: string) => Promise<string | null>
}
/** Provided by the identity slice. */
export const directoryPort = definePort<Directory>('system.directory')
