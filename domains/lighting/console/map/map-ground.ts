import { api, useCatchUp } from '@lamplight/console-kit'
import { type CityMapHandle, drawOutlines, editPlace, type Outline } from '@lamplight/console-kit/map'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export interface BoundaryRow {
  readonly areaId: string
  readonly areaName: string
  readonly boundary: { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
}
export const outlineOf = ({ areaName, boundary }: Pick<BoundaryRow, 'areaName' | 'boundary'>): Outline => ({
  name: areaName,
  rings: boundary.coordinates,
})
/** Boundaries that the user may see. */
export const useBoundaries = (wanted: boolean) =>
  useQuery({
    queryKey: ['places.area', 'boundaries'],
    queryFn: ({ signal }) => api.get<readonly BoundaryRow[]>('blade-system/area/boundaries', {}, { signal, quiet: true }),
    enabled: wanted,
  })

/** Draws outlines on a ready map while they are wanted. */
export const useOutlines = (map: RefObject<CityMapHandle | null>, ready: boolean, outlines: readonly Outline[]): void => {
  useEffect(() => {
    const ground = ready ? map.current?.ground() : undefined
    return ground && outlines.length > 0 ? drawOutlines(ground.map, outlines, ground.crs) : undefined
  }, [map, ready, outlines])
}

/** Shows a handle at the lamp's position while `lampId` is moved; reports the new position. */
export const usePlaceHandle = (
  map: RefObject<CityMapHandle | null>,
  options: {
    readonly lampId: string | null
    readonly at: readonly [number, number] | null
    readonly words: string
    readonly onMoved: (at: readonly [lng: number, lat: number]) => void
  },
): void => {
  const { lampId, at, words } = options
  const onMoved = useEffectEvent(options.onMoved)
  const [lng, lat] = at ?? [0, 0]
  useEffect(() => {
    const ground = lampId && (lng !== 0 || lat !== 0) ? map.current?.ground() : undefined
    return ground && editPlace(ground.map, { at: [lng, lat], crs: ground.crs, words, onMoved: (moved) => onMoved(moved) })
  }, [map, lampId, lng, lat, words])
}

export interface JumpArea {
  readonly id: string
  readonly areaId: string
  readonly areaName: string
  readonly longitude: string
  readonly latitude: string
  readonly zoom: number
}
/** Map jump areas, one page of 500, as the catalogue's call. */
export const useJumpAreas = (may: boolean) => {
  const [requestCount, setRequestCount] = useState(0)
  useCatchUp(() => setRequestCount((n) => n + 1))
  return useQuery({
    queryKey: ['places.mapJumpArea', 'map', requestCount],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ readonly records: readonly JumpArea[] }>(
          'blade-system/mapJumpArea/page',
          { current: 1, size: 500 },
          { signal, quiet: true },
        )
      ).records,
    enabled: may,
  })
}
