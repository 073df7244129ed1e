import type { Text } from '@lamplight/kit'

/** Longitude and latitude, WGS-84 degrees. */
export type Position = readonly [lng: number, lat: number]
/** The territory of an area: GeoJSON (RFC 7946), the outer ring first, then holes; each ring ends at its start point. */
export interface Boundary {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly Position[])[]
}
const POINTS_AT_MOST = 2000
const RING_AT_LEAST = 4

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((part) => typeof part === 'number' && Number.isFinite(part))
const onEarth = ([lng, lat]: Position): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** Returns `value` as a boundary with seven decimals (a centimetre), or why it is not valid. */
export const boundaryOf = (value: unknown): Boundary | { readonly wrong: Text } => {
  const { type, coordinates } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Boundary, unknown>>
  if (type !== 'Polygon' || !Array.isArray(coordinates) || coordinates.length === 0)
    return { wrong: ['应为 GeoJSON 多边形', 'it must be a GeoJSON polygon'] }
  let points = 0
  const rings: Position[][] = []
  for (const ring of coordinates as readonly unknown[]) {
    if (!Array.isArray(ring)) return { wrong: ['应为 GeoJSON 多边形', 'it must be a GeoJSON polygon'] }
    points += ring.length
    if (points > POINTS_AT_MOST) return { wrong: [`最多${POINTS_AT_MOST}个点`, `it may have at most ${POINTS_AT_MOST} points`] }
    if (!ring.every(isPosition)) return { wrong: ['每个点应为经度和纬度', 'each point must be a longitude and a latitude'] }
    if (!ring.every(onEarth))
      return { wrong: ['经度应在±180、纬度应在±90之内', 'points must lie within ±180 degrees east and ±90 degrees north'] }
    const [first, last] = [ring[0], ring.at(-1)]
    if (ring.length < RING_AT_LEAST || !first || !last || first[0] !== last[0] || first[1] !== last[1])
      return { wrong: ['多边形应闭合且至少有三个角', 'each ring must be closed and have at least three corners'] }
    rings.push(ring.map(([lng, lat]): Position => [Number(lng.toFixed(7)), Number(lat.toFixed(7))]))
  }
  return { type: 'Polygon', coordinates: rings }
}
