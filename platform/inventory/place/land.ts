import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Ring = readonly (readonly number[])[]
export interface Polygon {
  readonly rings: readonly Ring[]
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

const polygonOf = (rings: readonly Ring[]): Polygon => {
  const outer = rings[0] ?? []
  const [lngs, lats] = [outer.map(([lng = 0]) => lng), outer.map(([, lat = 0]) => lat)]
  const [west, east] = [lngs.reduce((a, b) => Math.min(a, b), 180), lngs.reduce((a, b) => Math.max(a, b), -180)]
  return { rings, west, east, south: lats.reduce((a, b) => Math.min(a, b), 90), north: lats.reduce((a, b) => Math.max(a, b), -90) }
}

/** Returns the polygons of a GeoJSON geometry; none for geometries other than Polygon and MultiPolygon. */
export const polygonsOf = ({ type, coordinates }: { readonly type: string; readonly coordinates?: unknown }): readonly Polygon[] => {
  if (type === 'MultiPolygon') return (coordinates as readonly (readonly Ring[])[]).map(polygonOf)
  return type === 'Polygon' ? [polygonOf(coordinates as readonly Ring[])] : []
}

/** Land areas of the earth at a scale of 1:50 million (Natural Earth, from the package world-atlas). Read at the first use. */
const readLand = (): readonly Polygon[] => {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json')
  const world = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ land: GeometryCollection }>
  return feature(world, world.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry))
}
let land: readonly Polygon[] | null = null

/** Returns true if the point is inside the ring: a ray to the east crosses it an odd number of times. */
const isInside = (ring: Ring, lng: number, lat: number): boolean => {
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [[x = 0, y = 0], [px = 0, py = 0]] = [ring[at]!, ring[before]!]
    if (y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x) inside = !inside
  }
  return inside
}
/** Returns true if a place (WGS-84) is inside one of the polygons. */
export const isWithin = (polygons: readonly Polygon[], lng: number, lat: number): boolean =>
  polygons.some(
    ({ rings, west, east, south, north }) =>
      lng >= west &&
      lng <= east &&
      lat >= south &&
      lat <= north &&
      rings.reduce((inside, ring) => inside !== isInside(ring, lng, lat), false),
  )
const isLand = (lng: number, lat: number): boolean => {
  land ??= readLand()
  return isWithin(land, lng, lat)
}

/** Tolerance in degrees: coasts are drawn coarsely. */
const COAST = 0.15
/** Returns true if a place (WGS-84) is at sea: no land within about 15 km. */
export const isAtSea = (lng: number, lat: number): boolean =>
  [-COAST, 0, COAST].every((dx) => [-COAST, 0, COAST].every((dy) => !isLand(lng + dx, lat + dy)))
