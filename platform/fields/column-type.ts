import type { FieldOptions } from '@lamplight/kit'

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
  /** What a filter without suffix means: contains, equals, or no filter at all. */
  readonly match: 'like' | 'equal' | 'none'
}

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A field of one column that holds its value as it is. */
export const plain = (type: string, match: FieldColumn['match']): FieldColumn => ({
  columns: (name) => [{ name: snake(name), type }],
  read: ([value]) => value ?? null,
  write: (value) => [value ?? null],
  match,
})
