import type { FieldColumn } from '../column-type.ts'
import type { GeoPoint } from './model.ts'

/** Two plain columns: a box is then two ranges, which use an index under row-level security. */
export const geoColumn: FieldColumn = {
  columns: () => [
    { name: 'lng', type: 'double precision' },
    { name: 'lat', type: 'double precision' },
  ],
  read: ([lng, lat]) => (typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null),
  write: (value) => {
    const place = value as GeoPoint | null | undefined
    return [place?.lng ?? null, place?.lat ?? null]
  },
  match: 'none',
}
