import type { Text } from '@lamplight/kit'

/** Target of an import, and its limits. */
export interface ImportTarget {
  readonly tenantId: string
  readonly projectId: string
  readonly areaId: string | null
  readonly groupId: string | null
  /** Areas to which the user may write; null: all of the tenant. */
  readonly areaIds: readonly string[] | null
}

/** Columns of a row before and after a change by the import; `update_time` as printed by PostgreSQL. */
export interface Change {
  readonly table: 'lamp' | 'controller'
  readonly id: string
  readonly before: Readonly<Record<string, string | number | boolean | null>>
  readonly after: Readonly<Record<string, string | number | boolean | null>>
}

/** A row that cannot be stored although the file is readable. */
export interface Unfit {
  readonly row: number
  readonly reason: Text
}

/** Result of storing one batch of rows: what reporting and undoing it need. */
export interface StoredBatch {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly lamps: readonly string[]
  readonly controllers: readonly string[]
  readonly posts: readonly string[]
  readonly cabinets: readonly string[]
  readonly areas: readonly string[]
  readonly changes: readonly Change[]
  readonly unfit: readonly Unfit[]
}
