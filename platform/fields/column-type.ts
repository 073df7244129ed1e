import { type FieldOptions, snake } from '@lamplight/kit'

export interface Column {
  readonly name: string
  readonly type: string
}
/** How a field type stands in the database. Column types are chosen so that comparisons are leakproof and keep their indexes under row-level security. */
export interface FieldColumn<O extends FieldOptions = FieldOptions> {
  readonly columns: (name: string, options: O) => readonly Column[]
  /** The value behind the columns, in their order. */
  readonly read: (parts: readonly unknown[]) => unknown
  readonly write: (value: unknown) => readonly unknown[]
  /**
   * The first part of the wire as JSON, straight from the text of the column's cell, where that is all there is to do; undefined: read and write the value.
   * `type`: what the database says the cell is (pg_type.oid).
   */
  readonly json?: (text: string | null, type: number, options: O) => string | undefined
  /** What a filter without suffix means: contains, equals, or no filter at all. */
  readonly match: 'like' | 'equal' | 'none'
}

/** A field of one column that holds its value as it is. */
export const plain = (type: string, match: FieldColumn['match'], json?: FieldColumn['json']): FieldColumn => ({
  columns: (name) => [{ name: snake(name), type }],
  read: ([value]) => value ?? null,
  write: (value) => [value ?? null],
  match,
  ...(json ? { json } : {}),
})

/** Types of PostgreSQL as it names them in its answers (pg_type.oid). */
export const PG = { bool: 16, int8: 20, int2: 21, int4: 23, text: 25, float8: 701, timestamptz: 1184 } as const

export const textJson: FieldColumn['json'] = (text, type) => (text === null ? '""' : type === PG.text ? JSON.stringify(text) : undefined)
/** Whole numbers as the database writes them; -1 for none. */
export const wholeJson: FieldColumn['json'] = (text, type) =>
  text === null ? '-1' : type === PG.int2 || type === PG.int4 ? text : undefined
