import type { CityMapHandle, Inset } from '@lamplight/console-kit/map'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { useCity } from './use-city.ts'

const PHONE = '(max-width: 767px)'
const WALL = '(min-width: 3200px)'
/** Zoom level from which single lamps can be distinguished. */
export const NEAR = 17
/** Size in px covered by the side panel (map-page.css) or by the sheet on a phone. */
export const insetOf = (): Inset =>
  matchMedia(PHONE).matches
    ? { right: 0, bottom: Math.round(window.innerHeight * 0.5) }
    : { right: matchMedia(WALL).matches ? 544 : 376, bottom: 0 }

/**
 * Shows the lamp in the address: one that was clicked on the map is moved into view if a panel covers it; one from a link or the search is
 * zoomed to. Returns the function to call when a lamp is clicked on the map.
 */
export const useLampInView = (
  map: RefObject<CityMapHandle | null>,
  frame: RefObject<HTMLElement | null>,
  city: ReturnType<typeof useCity>,
  ready: boolean,
  lampId: string | null,
) => {
  const picked = useRef<string | null>(null)
  const bringIntoView = useEffectEvent((id: string): void => {
    const index = city.store.indexOf(id)
    const spot = index < 0 ? undefined : map.current?.spotOf(index)
    if (!spot || !frame.current) return
    const { lng, lat } = city.store.points()
    const { right, bottom } = insetOf()
    const fly = (zoom?: number): void => map.current?.flyTo(lng[index] as number, lat[index] as number, zoom, { right, bottom })
    if (picked.current !== id) {
      fly(Math.max(NEAR, map.current?.ground()?.map.getZoom() ?? 0))
      return
    }
    const { clientWidth, clientHeight } = frame.current
    const seen = spot.x > 0 && spot.y > 0 && spot.x < clientWidth - right && spot.y < clientHeight - bottom
    if (!seen) fly()
  })
  const loaded = city.count > 0
  useEffect(() => {
    // Waits until the map has its size and its lamps.
    const frames = lampId && loaded && ready ? requestAnimationFrame(() => bringIntoView(lampId)) : 0
    return () => cancelAnimationFrame(frames)
  }, [lampId, loaded, ready])
  return (id: string | null): void => {
    picked.current = id
  }
}

/** Handles a key of the page while it is visible and no field has the focus. */
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
