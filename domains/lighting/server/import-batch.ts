import type { Text } from '@lamplight/kit'

/** Where an import writes, and within which bounds. */
export interface ImportTarget {
  readonly tenantId: string
  readonly projectId: string
  readonly areaId: string | null
  readonly groupId: string | null
  /** Areas that whoever imports may write to; null: all of the tenant. */
  readonly areaIds: readonly string[] | null
}

/** The columns of a row as it stood before an import changed it, and as the import left it; `update_time` as PostgreSQL writes it. */
export interface Change {
  readonly table: 'lamp' | 'controller'
  readonly id: string
  readonly before: Readonly<Record<string, string | number | boolean | null>>
  readonly after: Readonly<Record<string, string | number | boolean | null>>
}

/** A row that the database cannot take, though the file reads well. */
export interface Unfit {
  readonly row: number
  readonly reason: Text
}

/** What the storing of one batch of rows did: enough to tell it, and to take it back. */
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
