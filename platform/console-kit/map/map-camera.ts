import { map as createLeaflet, type LatLngBounds, type Map as LeafletMap, latLngBounds } from 'leaflet'
import { type DisplayCrs, fromDisplay, toDisplay } from './display-crs.ts'
import { type WorldBox, worldToLat, worldToLng } from './mercator.ts'
import { recallView, rememberView } from './view-memory.ts'

/** Part of the map covered by the page's panels, px. */
export type Inset = { readonly right: number; readonly bottom: number }

export type MapCamera = {
  readonly map: LeafletMap
  /** Moves to a WGS-84 position. */
  flyTo: (lng: number, lat: number, zoom?: number, inset?: Inset) => void
  fitBox: (box: WorldBox, maxZoom?: number, inset?: Inset) => void
  contains: (box: WorldBox) => boolean
  /** Shows `box` first, unless this tab remembers a view or the user has moved the map. */
  offer: (box: WorldBox | undefined) => void
  remove: () => void
}

export type MapCameraOptions = { element: HTMLElement; crs: DisplayCrs; viewKey: string | undefined; wholeZooms: boolean }

const CHINA = { lat: 35, lng: 105, zoom: 4 }
const PADDING = 48
const NO_INSET: Inset = { right: 0, bottom: 0 }

const boundsOf = (box: WorldBox): LatLngBounds =>
  latLngBounds([worldToLat(box.maxY), worldToLng(box.minX)], [worldToLat(box.minY), worldToLng(box.maxX)])

/** The Leaflet map with its controls by mouse, touch, keys and code; remembers its view in this tab. */
export const createMapCamera = ({ element, crs, viewKey, wholeZooms }: MapCameraOptions): MapCamera => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createLeaflet(element, {
    zoomControl: false,
    attributionControl: false,
    boxZoom: false,
    doubleClickZoom: true,
    minZoom: 3,
    maxZoom: 20,
    zoomSnap: wholeZooms ? 1 : 0.5,
    keyboardPanDelta: 120,
    wheelPxPerZoomLevel: 90,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    inertia: !calm,
  })
  const remembered = viewKey === undefined ? undefined : recallView(viewKey)
  let settled = remembered !== undefined
  let pending: WorldBox | undefined
  /** True while code moves the map. */
  let byCode = false

  const go = (move: () => void): void => {
    byCode = true
    move()
    byCode = false
  }
  const [lng, lat] = remembered ? toDisplay(remembered.lng, remembered.lat, crs) : [CHINA.lng, CHINA.lat]
  go(() => map.setView([lat, lng], remembered?.zoom ?? CHINA.zoom, { animate: false }))

  const hasSize = (): boolean => element.clientWidth > 0 && element.clientHeight > 0
  const fitBox = (box: WorldBox, maxZoom = 18, { right, bottom }: Inset = NO_INSET): void => {
    const size = map.getSize()
    // If the panels leave too little room, the whole map is used.
    const covered: [number, number] = [right < size.x / 2 ? right : 0, bottom < (2 * size.y) / 3 ? bottom : 0]
    map.fitBounds(boundsOf(box), {
      paddingTopLeft: [PADDING, PADDING],
      paddingBottomRight: [PADDING + covered[0], PADDING + covered[1]],
      maxZoom,
      animate: false,
    })
  }
  const offer = (box: WorldBox | undefined): void => {
    if (settled || !box) return
    pending = box
    if (!hasSize()) return
    go(() => fitBox(box, 17))
  }

  map.on('movestart zoomstart', () => {
    if (!byCode) settled = true
  })
  map.on('moveend', () => {
    if (viewKey === undefined || !settled || !hasSize()) return
    const center = map.getCenter()
    const [atLng, atLat] = fromDisplay(center.lng, center.lat, crs)
    rememberView(viewKey, { lng: atLng, lat: atLat, zoom: map.getZoom() })
  })

  let unseen = !hasSize()
  const sizes = new ResizeObserver(() => {
    if (!hasSize()) {
      unseen = true
      return
    }
    go(() => map.invalidateSize({ animate: false, pan: false }))
    // Changes in a hidden tab were not painted.
    if (unseen) map.fire('viewreset')
    unseen = false
    if (!settled) offer(pending)
  })
  sizes.observe(element)

  return {
    map,
    flyTo: (toLng, toLat, zoom = Math.max(17, map.getZoom()), { right, bottom } = NO_INSET) => {
      const [x, y] = toDisplay(toLng, toLat, crs)
      const centre = map.unproject(map.project([y, x], zoom).add([right / 2, bottom / 2]), zoom)
      settled = true
      if (calm) map.setView(centre, zoom, { animate: false })
      else map.flyTo(centre, zoom, { duration: 0.6 })
    },
    fitBox: (box, maxZoom, inset) => {
      settled = true
      fitBox(box, maxZoom, inset)
    },
    contains: (box) => map.getBounds().contains(boundsOf(box)),
    offer,
    remove: () => {
      sizes.disconnect()
      map.remove()
    },
  }
}
