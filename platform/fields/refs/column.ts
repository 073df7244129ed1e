import { snake } from '@lamplight/kit'
import type { FieldColumn } from '../column-type.ts'

export const refsColumn: FieldColumn = {
  columns: (name) => [{ name: snake(name), type: 'bigint[]' }],
  read: ([value]) => (Array.isArray(value) ? value.map(String) : null),
  write: (value) => [value ?? null],
  match: 'overlap',
}
