import { type FieldOptions, snake } from '@lamplight/kit'

export interface Column {
  readonly name: string
  readonly type: string
}
/** Database form of a field type. Column types are chosen so that comparisons are leakproof and use indexes under row-level security. */
export interface FieldColumn<O extends FieldOptions = FieldOptions> {
  readonly columns: (name: string, options: O) => readonly Column[]
  /** Returns the value from the columns, in their order. */
  readonly read: (parts: readonly unknown[]) => unknown
  readonly write: (value: unknown) => readonly unknown[]
  /**
   * Returns the first part of the wire form as JSON, directly from the text of the column's cell; undefined if the value must be read and
   * converted. `type`: the database type of the cell (pg_type.oid).
   */
  readonly json?: (text: string | null, type: number, options: O) => string | undefined
  /** Meaning of a filter without suffix: contains the text, equals, has one of the entries (arrays), or no filter. */
  readonly match: 'like' | 'equal' | 'overlap' | 'none'
}

/** Returns the column of a field that is stored unchanged in one column. */
export const plain = (type: string, match: FieldColumn['match'], json?: FieldColumn['json']): FieldColumn => ({
  columns: (name) => [{ name: snake(name), type }],
  read: ([value]) => value ?? null,
  write: (value) => [value ?? null],
  match,
  ...(json ? { json } : {}),
})

/** Type ids of PostgreSQL (pg_type.oid). */
export const PG = { bool: 16, int8: 20, int2: 21, int4: 23, text: 25, float8: 701, timestamptz: 1184 } as const

export const textJson: FieldColumn['json'] = (text, type) => (text === null ? '""' : type === PG.text ? JSON.stringify(text) : undefined)
/** JSON of whole numbers; -1 for null. */
export const wholeJson: FieldColumn['json'] = (text, type) =>
  text === null ? '-1' : type === PG.int2 || type === PG.int4 ? text : undefined
