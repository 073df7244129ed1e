import type { Map as LeafletMap } from 'leaflet'

/** Leaves the wheel to the page that a map is a part of; with Ctrl or ⌘ (a pinch on a touch pad says Ctrl) it zooms the map. Returns how to stop. */
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
