import { snake } from '@lamplight/kit'
import type { FieldColumn } from '../column-type.ts'

export const timeColumn: FieldColumn = {
  columns: (name) => [{ name: snake(name), type: 'timestamptz' }],
  read: ([value]) => (value instanceof Date ? value.toISOString() : null),
  write: (value) => [value ?? null],
  match: 'equal',
}
