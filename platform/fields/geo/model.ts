import type { Field, FieldOptions } from '@lamplight/kit'
import { type FieldModel, isEmpty } from '../type.ts'

/** A place on the earth in WGS-84 degrees. */
export interface Place {
  readonly lng: number
  readonly lat: number
}
export const geo = <const O extends FieldOptions>(options: O): Field<Place, O> => ({ kind: 'geo', options })

/** `longitude` and `latitude` on the wire, WGS-84 degrees, seven decimals (about a centimetre). */
export const geoModel: FieldModel<Place> = {
  kind: 'geo',
  schema: () => ({ type: ['number', 'string', 'null'] }),
  wireNames: () => ['longitude', 'latitude'],
  toWire: (value) => (value ? [String(Number(value.lng.toFixed(7))), String(Number(value.lat.toFixed(7)))] : ['', '']),
  fromWire: ([longitude, latitude]) => {
    if (isEmpty(longitude) && isEmpty(latitude)) return null
    if (isEmpty(longitude) || isEmpty(latitude)) return undefined
    const [lng, lat] = [Number(longitude), Number(latitude)]
    return Number.isFinite(lng) && Number.isFinite(lat) ? { lng, lat } : undefined
  },
  check: ({ lng, lat }) =>
    Math.abs(lng) > 180 || Math.abs(lat) > 90
      ? ['经度应在±180、纬度应在±90之内', 'must be within ±180 degrees east and ±90 degrees north']
      : null,
}
