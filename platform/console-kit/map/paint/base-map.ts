import type { Text } from '@lamplight/kit'
import { type DisplayCrs, toDisplay } from '../display-crs.ts'
import { latToWorld, lngToWorld, type WorldBox } from '../mercator.ts'
import { boxOfRing } from '../tools/lasso.ts'

/** WGS-84 degrees. */
export type LngLat = readonly [lng: number, lat: number]

/** A street of the built-in base map; `class` is OpenStreetMap's `highway` value (primary, residential, …). */
export type Street = { readonly id: string; readonly name: Text; readonly class: string; readonly line: readonly LngLat[] }

/** A lake, river or park. */
export type BaseArea = { readonly kind: 'water' | 'park'; readonly name?: Text; readonly ring: readonly LngLat[] }

/** The base map if there is no tile service. */
export type BaseMap = { readonly streets: readonly Street[]; readonly areas?: readonly BaseArea[]; readonly outline?: readonly LngLat[] }

/** 0 thoroughfare, 1 collector, 2 local street, 3 lane or path. */
export type StreetRank = 0 | 1 | 2 | 3

/** World units, [x0, y0, x1, y1, …]. */
export type WorldLine = { readonly points: Float64Array; readonly box: WorldBox }
export type WorldStreet = WorldLine & { readonly street: Street; readonly rank: StreetRank }
export type WorldBase = {
  readonly streets: readonly WorldStreet[]
  readonly areas: readonly (WorldLine & { readonly area: BaseArea })[]
  readonly outline: WorldLine | undefined
}

const RANKS: Readonly<Record<string, StreetRank>> = {
  motorway: 0,
  trunk: 0,
  primary: 0,
  main: 0,
  avenue: 0,
  arterial: 0,
  ring: 0,
  secondary: 1,
  tertiary: 1,
  collector: 1,
  service: 3,
  lane: 3,
  alley: 3,
  path: 3,
  footway: 3,
  track: 3,
}

/** Returns the rank of a street class; unknown classes are local streets. */
export const rankOf = (streetClass: string): StreetRank => RANKS[streetClass.replace(/_link$/, '')] ?? 2

const toWorldLine = (line: readonly LngLat[], crs: DisplayCrs): WorldLine => {
  const points = new Float64Array(line.length * 2)
  for (const [i, [lng, lat]] of line.entries()) {
    const [x, y] = toDisplay(lng, lat, crs)
    points[2 * i] = lngToWorld(x)
    points[2 * i + 1] = latToWorld(y)
  }
  return { points, box: boxOfRing(points) }
}

/** Projects the base map once; streets are sorted by ascending rank, the order of painting. */
export const projectBase = (base: BaseMap, crs: DisplayCrs): WorldBase => ({
  streets: base.streets
    .filter((street) => street.line.length > 1)
    .map((street) => ({ ...toWorldLine(street.line, crs), street, rank: rankOf(street.class) }))
    .sort((a, b) => b.rank - a.rank),
  areas: (base.areas ?? []).map((area) => ({ ...toWorldLine(area.ring, crs), area })),
  outline: base.outline && base.outline.length > 2 ? toWorldLine(base.outline, crs) : undefined,
})

export const overlaps = (a: WorldBox, b: WorldBox): boolean => a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY

/** Returns the box of the base map; undefined if it is empty. */
export const boxOfBase = ({ streets, outline }: WorldBase): WorldBox | undefined => {
  const boxes = outline ? [outline.box] : streets.map((street) => street.box)
  const [first, ...rest] = boxes
  return (
    first &&
    rest.reduce(
      (sum, box) => ({
        minX: Math.min(sum.minX, box.minX),
        minY: Math.min(sum.minY, box.minY),
        maxX: Math.max(sum.maxX, box.maxX),
        maxY: Math.max(sum.maxY, box.maxY),
      }),
      first,
    )
  )
}

const METRES: Readonly<Record<StreetRank, number>> = { 0: 22, 1: 14, 2: 8, 3: 4 }
const LEAST: Readonly<Record<StreetRank, number>> = { 0: 2.4, 1: 1.8, 2: 1.2, 3: 1 }
const FROM_ZOOM: Readonly<Record<StreetRank, number>> = { 0: 5, 1: 9, 2: 11.5, 3: 14 }
const NAME_ZOOM: Readonly<Record<StreetRank, number>> = { 0: 13, 1: 14, 2: 15.5, 3: 17 }

/** Width of a street in CSS px at `zoom`, where a metre is `metre` px; 0 if it is not drawn at this zoom. */
export const streetWidth = (rank: StreetRank, zoom: number, metre: number): number =>
  zoom < FROM_ZOOM[rank] ? 0 : Math.max(LEAST[rank] * Math.max(0.5, Math.min(1, (zoom - 8) / 4)), METRES[rank] * metre)

/** Returns true if names of streets of this rank are shown at `zoom`. */
export const isNamed = (rank: StreetRank, zoom: number): boolean => zoom >= NAME_ZOOM[rank]
