import type { Map as LeafletMap } from 'leaflet'

/**
 * Makes the wheel scroll the page around a map; with Ctrl or ⌘ (a pinch on a touch pad counts as Ctrl) it zooms
 * the map. Returns the function that undoes it.
 */
export const leaveWheelToPage = (map: LeafletMap): (() => void) => {
  const element = map.getContainer()
  const choose = (event: WheelEvent): void => {
    if (event.ctrlKey || event.metaKey) map.scrollWheelZoom.enable()
    else map.scrollWheelZoom.disable()
  }
  map.scrollWheelZoom.disable()
  element.addEventListener('wheel', choose, { capture: true, passive: true })
  return () => element.removeEventListener('wheel', choose, { capture: true })
}
