import type { Field, FieldOptions, Text } from '@lamplight/kit'
import { type FieldModel, isEmpty } from '../type.ts'

/** A WGS-84 position in degrees. */
export interface GeoPoint {
  readonly lng: number
  readonly lat: number
}
export const geo = <const O extends FieldOptions>(options: O): Field<GeoPoint, O, 'geo'> => ({ kind: 'geo', options })

const degrees = (part: unknown, most: number): boolean => {
  const value =
    typeof part === 'number' || (typeof part === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(part))
      ? Number(part)
      : Number.NaN
  return Math.abs(value) <= most
}
/** The range of a position. */
export const WITHIN: Text = ['经度应在±180、纬度应在±90之内', 'must be within ±180 degrees east and ±90 degrees north']

/** `longitude` and `latitude` on the wire, WGS-84 degrees, seven decimals (about a centimetre). */
export const geoModel: FieldModel<GeoPoint> = {
  kind: 'geo',
  schema: () => ({ type: ['number', 'string', 'null'], pattern: '^\\s*([+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)?\\s*$' }),
  example: () => ['112.9388', '28.2282'],
  answer: () => ['longitude', 'latitude'].map((name) => ({ type: 'string', description: `${name}, WGS-84 degrees; empty: none` })),
  wireNames: () => ['longitude', 'latitude'],
  toWire: (value) => (value ? [String(Number(value.lng.toFixed(7))), String(Number(value.lat.toFixed(7)))] : ['', '']),
  fromWire: ([longitude, latitude]) => {
    if (isEmpty(longitude) && isEmpty(latitude)) return null
    return degrees(longitude, Number.MAX_VALUE) && degrees(latitude, Number.MAX_VALUE)
      ? { lng: Number(longitude), lat: Number(latitude) }
      : undefined
  },
  check: ({ lng, lat }) => (Math.abs(lng) > 180 || Math.abs(lat) > 90 ? WITHIN : null),
  faultAt: ([longitude, latitude]) => (degrees(longitude, 180) || (isEmpty(longitude) && !degrees(latitude, 90)) ? 1 : 0),
}
