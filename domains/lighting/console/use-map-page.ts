import { api } from '@lamplight/console-kit'
import type { CityMapHandle, Inset } from '@lamplight/console-kit/map'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Hit } from './map-search.tsx'
import type { useCity } from './use-city.ts'

const PHONE = '(max-width: 767px)'
const WALL = '(min-width: 3200px)'
/** px that the side panel (map-page.css), or the sheet of a phone, covers. */
const insetOf = (): Inset =>
  matchMedia(PHONE).matches
    ? { right: 0, bottom: Math.round(window.innerHeight * 0.5) }
    : { right: matchMedia(WALL).matches ? 544 : 376, bottom: 0 }

/** What moves the map: the lamp in the address, hits of the search, areas and groups. */
export const useMapMoves = (
  map: RefObject<CityMapHandle | null>,
  frame: RefObject<HTMLElement | null>,
  city: ReturnType<typeof useCity>,
  lampId: string | null,
  openLamp: (id: string | null) => void,
) => {
  const bringIntoView = useEffectEvent((id: string): void => {
    const index = city.store.indexOf(id)
    const spot = index < 0 ? undefined : map.current?.spotOf(index)
    if (!spot || !frame.current) return
    const { right, bottom } = insetOf()
    const { clientWidth, clientHeight } = frame.current
    const seen = spot.x > 0 && spot.y > 0 && spot.x < clientWidth - right && spot.y < clientHeight - bottom
    const { lng, lat } = city.store.points()
    if (!seen) map.current?.flyTo(lng[index] as number, lat[index] as number, undefined, { right, bottom })
  })
  useEffect(() => {
    // The map takes its size and its lamps first.
    const frames = lampId && city.count > 0 ? requestAnimationFrame(() => bringIntoView(lampId)) : 0
    return () => cancelAnimationFrame(frames)
  }, [lampId, city.count])

  const selectIds = async (query: { areaId?: string; groupId?: string }): Promise<void> => {
    const ids = await api.get<string[]>('/api/blade-city/lamp/ids', query)
    map.current?.select(ids)
    if (ids.length > 0) map.current?.fit(ids, insetOf())
  }
  const choose = (hit: Hit): void => {
    if (hit.kind === 'area') void selectIds({ areaId: hit.id })
    else if (hit.kind === 'group') void selectIds({ groupId: hit.id })
    else if (hit.lng !== null && hit.lat !== null) {
      map.current?.flyTo(hit.lng, hit.lat, 18, insetOf())
      if (hit.kind === 'lamp') openLamp(hit.deviceId || hit.id)
    }
  }
  return { selectIds, choose }
}

/** A key of the page, pressed while no field has the focus and the page is seen. */
export const usePageKey = (key: string, frame: RefObject<HTMLElement | null>, run: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target
    const typing = target instanceof HTMLElement && target.closest('input:not([type=radio]), textarea, select, [contenteditable]')
    if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (typing || !frame.current?.offsetParent) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
