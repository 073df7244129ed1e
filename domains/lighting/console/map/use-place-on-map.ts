import type { CityMapHandle } from '@lamplight/console-kit/map'
import { markPlace } from '@lamplight/console-kit/map'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { PlaceDetails } from './place-card.tsx'
import { insetOf } from './use-map-page.ts'

const NEAR = 17

/** Marks the gateway or post whose card is open, and moves it into view once. */
export const usePlaceOnMap = (map: RefObject<CityMapHandle | null>, ready: boolean, place: PlaceDetails | undefined): void => {
  const [id, lng, lat, title] = [place?.id, place?.lng ?? null, place?.lat ?? null, place?.title ?? '']
  const fly = useEffectEvent((toLng: number, toLat: number): void => {
    const zoom = map.current?.ground()?.map.getZoom() ?? 0
    map.current?.flyTo(toLng, toLat, Math.max(NEAR, zoom), insetOf())
  })
  useEffect(() => {
    const ground = ready && id && lng !== null && lat !== null ? map.current?.ground() : undefined
    if (!ground || lng === null || lat === null) return
    fly(lng, lat)
    return markPlace(ground.map, [lng, lat], ground.crs, title)
  }, [map, ready, id, lng, lat, title])
}
