import { snake } from '@lamplight/kit'
import type { FieldColumn } from '../column-type.ts'

export const itemsColumn: FieldColumn = {
  columns: (name) => [{ name: snake(name), type: 'jsonb' }],
  read: ([value]) => (Array.isArray(value) ? value : null),
  write: (value) => [value === null || value === undefined ? null : JSON.stringify(value)],
  match: 'none',
}
