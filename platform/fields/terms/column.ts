import { snake } from '@lamplight/kit'
import type { FieldColumn } from '../column-type.ts'

export const termsColumn: FieldColumn = {
  columns: (name) => [{ name: snake(name), type: 'text[]' }],
  read: ([value]) => (Array.isArray(value) ? value : null),
  write: (value) => [value ?? null],
  match: 'overlap',
}
