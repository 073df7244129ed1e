import type { Text } from '@lamplight/kit'
import type { Ground, Ring } from './ground.ts'
import type { LngLat, StreetClass } from './layout.ts'
import type { Town } from './town.ts'

export interface MapFeature {
  readonly type: 'Feature'
  readonly properties:
    | { readonly layer: 'street'; readonly id: string; readonly name: Text; readonly class: StreetClass }
    | { readonly layer: 'outline' | 'water' | 'park' }
  readonly geometry:
    | { readonly type: 'LineString'; readonly coordinates: readonly LngLat[] }
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
}
export interface BaseMap {
  readonly type: 'FeatureCollection'
  readonly features: readonly MapFeature[]
}

/** The base map of a town as GeoJSON (RFC 7946, WGS-84), in drawing order: outline, parks, water, streets from branch to arterial. */
export const baseMap = (town: Pick<Town, 'streets'>, ground: Ground): BaseMap => {
  const area =
    (layer: 'outline' | 'water' | 'park') =>
    (line: Ring): MapFeature => ({ type: 'Feature', properties: { layer }, geometry: { type: 'Polygon', coordinates: [line] } })
  const streets = (['branch', 'secondary', 'arterial'] as const).flatMap((wanted) =>
    town.streets
      .filter((street) => street.class === wanted)
      .map(
        ({ id, name, line }): MapFeature => ({
          type: 'Feature',
          properties: { layer: 'street', id, name, class: wanted },
          geometry: { type: 'LineString', coordinates: line },
        }),
      ),
  )
  return {
    type: 'FeatureCollection',
    features: [area('outline')(ground.outline), ...ground.parks.map(area('park')), ...ground.water.map(area('water')), ...streets],
  }
}
