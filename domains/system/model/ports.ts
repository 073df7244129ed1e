import { definePort, type Lang, type MenuItem, type Permission, type Text } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'

/** A page that a slice declares, with the permissions that become its buttons. */
export interface DeclaredPage {
  readonly slice: string
  readonly item: MenuItem
  readonly permissions: readonly Permission[]
}
/** What the slices declare, before administrators rearranged it. */
export interface Menus {
  readonly pages: () => readonly DeclaredPage[]
}
export const menusPort = definePort<Menus>('system.menus')

/** Settings by key. A change counts at once in this process and within two seconds in others. */
export interface Params {
  /** The value of `key`, or `fallback` when it is missing or empty. */
  readonly text: (key: string, fallback: string) => Promise<string>
  /** `true` and `1` are yes. */
  readonly flag: (key: string) => Promise<boolean>
  /** Every parameter whose key begins with one of `prefixes`. */
  readonly beginning: (prefixes: readonly string[]) => Promise<Record<string, string>>
}
export const paramsPort = definePort<Params>('system.params')

/** What a console reports of an error: any of these, as texts. */
export type ClientEntry = Readonly<Partial<Record<'url' | 'time' | 'type' | 'message' | 'stack' | 'info', string>>>
/** The logs of this process. What it emits on the bus is queued, bounded, and written in batches. */
export interface Logs {
  /** Keeps the errors of a console; resolves when they are in the database. */
  readonly client: (ctx: Ctx, entries: readonly ClientEntry[]) => Promise<void>
  /** Writes what waits. */
  readonly flush: () => Promise<void>
  /** Writes from now on, each second; what it returns stops it and writes the rest. */
  readonly start: () => () => Promise<void>
}
export const logsPort = definePort<Logs>('system.logs')

/** What the audit log tells of one row. */
export interface TrailEntry {
  readonly id: string
  readonly at: Date
  /** What was done, without the name of the resource: `update`, `activated`. */
  readonly action: string
  /** Empty where it was done by an administrator of the platform in a row of another tenant. */
  readonly account: string
  /** Values of this row that changed. Of an action on several rows, its one value stands under the name of the action. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}
export interface AuditTrail {
  /** Entries about a row, newest first, at most `most`. Whoever calls it has seen that the asker may see the row. */
  readonly of: (row: {
    readonly resource: string
    readonly id: string
    readonly tenantId: string
    /** Name of the row in entries about several. */
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
/** Writes a notice in the transaction of `query` and pushes it to the consoles that are open. Without users nothing happens. */
export interface Notices {
  readonly tell: (query: Query, order: NoticeOrder) => Promise<void>
}
export const noticesPort = definePort<Notices>('system.notices')

export interface SmsOrder {
  readonly tenantId: string
  readonly phones: readonly string[]
  /** Name of the text, or the code of a configuration, which is then tried whether in use or not. */
  readonly code: string
  readonly params: Readonly<Record<string, string>>
  readonly userId?: string
  /** Of the one who gets it; Chinese unless told. */
  readonly lang?: Lang
}
/** Each phone gets a row in the message log, whatever becomes of it; refuses too many for a phone or a tenant. */
export interface Sms {
  /** `ok` when all were taken (or logged, where nothing is configured in the demo); `id` is the first row's. */
  readonly send: (order: SmsOrder) => Promise<{ ok: boolean; id: string }>
  /** Is a configuration in use for the tenant: its own or the platform's? */
  readonly ready: (tenantId: string) => Promise<boolean>
}
export const smsPort = definePort<Sms>('system.sms')

/** A data scope or an API scope, as a leaf below its menu. */
export interface ScopeLeaf {
  readonly id: string
  readonly menuId: string
  readonly title: string
}
/** Scopes on menus that the asker may grant beside the menus. */
export interface GrantableScopes {
  readonly leaves: (ctx: Ctx, kind: 'dataScope' | 'apiScope', menuIds: readonly string[]) => Promise<readonly ScopeLeaf[]>
}
/** Provided by the slice of the roles. */
export const grantableScopesPort = definePort<GrantableScopes>('system.grantableScopes')

/** What a slice below the slice of the people needs to know of them. */
export interface Directory {
  /** Real names of users, or their accounts, by id; of those that `query` may see. */
  readonly userNames: (query: Query, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Aliases of these roles by the code of the menu that they hold. */
  readonly rolesByMenu: (query: Query, roleIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Codes of the menus that roles of a tenant hold; of those that `query` may see. */
  readonly menusOfTenant: (query: Query, tenantId: string) => Promise<ReadonlySet<string>>
  /** IANA zone of a tenant; null where it has none. */
  readonly zoneOf: (query: Query, tenantId: string) => Promise<string | null>
}
/** Provided by the slice of the people. */
export const directoryPort = definePort<Directory>('system.directory')
