import {
  divIcon,
  type LatLngExpression,
  type LayerGroup,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  layerGroup,
  type Marker,
  marker,
  polygon,
  polyline,
} from 'leaflet'
import { type DisplayCrs, fromDisplay, toDisplay } from '../display-crs.ts'

type LngLat = readonly [lng: number, lat: number]
/** An outline on the map, WGS-84: rings as in GeoJSON. */
export interface Outline {
  readonly name: string
  readonly rings: readonly (readonly LngLat[])[]
}
const atOf = ([lng, lat]: LngLat, crs: DisplayCrs): LatLngExpression => {
  const [x, y] = toDisplay(lng, lat, crs)
  return [y, x]
}

/** Draws outlines below the lamps, each with its name; returns the function that removes them. */
export const drawOutlines = (map: LeafletMap, outlines: readonly Outline[], crs: DisplayCrs): (() => void) => {
  const group = layerGroup().addTo(map)
  for (const { name, rings } of outlines)
    polygon(
      rings.map((ring) => ring.map((at) => atOf(at, crs))),
      { className: 'll-map-boundary', interactive: false },
    )
      .bindTooltip(name, { permanent: true, direction: 'center', className: 'll-map-boundary-name' })
      .addTo(group)
  return () => group.remove()
}

/** Draws a route as a line through places; returns the function that removes it. */
export const drawRoute = (map: LeafletMap, places: readonly LngLat[], crs: DisplayCrs): (() => void) => {
  const line = polyline(
    places.map((at) => atOf(at, crs)),
    { className: 'll-map-route', interactive: false },
  ).addTo(map)
  return () => {
    line.remove()
  }
}

/** Marks a place with its name; returns the function that removes the mark. */
export const markPlace = (map: LeafletMap, at: LngLat, crs: DisplayCrs, name: string): (() => void) => {
  const mark = marker(atOf(at, crs), {
    icon: divIcon({ className: 'll-map-spot', iconSize: [26, 26] }),
    interactive: false,
    keyboard: false,
    alt: name,
  })
    .bindTooltip(name, { permanent: true, direction: 'top', offset: [0, -14], className: 'll-map-boundary-name' })
    .addTo(map)
  return () => {
    mark.remove()
  }
}

/** Moves the map to show the outlines. */
export const showOutlines = (map: LeafletMap, outlines: readonly Outline[], crs: DisplayCrs): void => {
  const points = outlines.flatMap(({ rings }) => rings.flat()).map((at) => atOf(at, crs))
  if (points.length > 0) map.fitBounds(polyline(points).getBounds().pad(0.1), { animate: false })
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Movement of a handle by an arrow key, px; with Shift 1 px. */
const STEP = 10
/** Moves the focused handle for an arrow key; returns false for other keys. */
const nudge = (map: LeafletMap, handle: Marker, event: KeyboardEvent): boolean => {
  const way = ARROWS[event.key]
  if (!way) return false
  event.preventDefault()
  event.stopPropagation()
  const step = event.shiftKey ? 1 : STEP
  handle.setLatLng(map.containerPointToLatLng(map.latLngToContainerPoint(handle.getLatLng()).add([way[0] * step, way[1] * step])))
  return true
}
const keyOf = (event: unknown): KeyboardEvent => (event as { originalEvent: KeyboardEvent }).originalEvent

const dot = (kind: 'corner' | 'between') =>
  divIcon({ className: kind === 'corner' ? 'll-map-corner-dot' : 'll-map-between', iconSize: [14, 14] })

/**
 * Draws and edits a ring: a click on the map adds a corner, dragging moves it, a click on the dot between two corners inserts one, a double
 * click removes one. By keys: Enter adds a corner in the middle of the map, arrow keys move the focused one, Delete removes it.
 */
export const editRing = (
  map: LeafletMap,
  options: {
    readonly ring: readonly LngLat[]
    readonly crs: DisplayCrs
    readonly words: { readonly corner: string; readonly between: string }
    readonly onChange: (ring: readonly LngLat[]) => void
  },
): { readonly set: (ring: readonly LngLat[]) => void; readonly remove: () => void } => {
  let corners: LngLat[] = [...options.ring]
  const group: LayerGroup = layerGroup().addTo(map)
  const placeOf = (at: { lat: number; lng: number }): LngLat => fromDisplay(at.lng, at.lat, options.crs)
  const change = (next: readonly LngLat[]): void => {
    corners = [...next]
    draw()
    options.onChange(corners)
  }
  let handles: Marker[] = []
  const draw = (): void => {
    group.clearLayers()
    handles = []
    const shape = polygon(
      corners.map((at) => atOf(at, options.crs)),
      { className: 'll-map-boundary', interactive: false },
    ).addTo(group)
    corners.forEach((corner, at) => {
      const handle = marker(atOf(corner, options.crs), {
        icon: dot('corner'),
        draggable: true,
        keyboard: true,
        alt: `${options.words.corner} ${at + 1}`,
      }).addTo(group)
      handle.on('drag', () => {
        shape.setLatLngs(corners.map((one, k) => (k === at ? handle.getLatLng() : atOf(one, options.crs))))
      })
      handle.on('dragend', () => change(corners.map((one, k) => (k === at ? placeOf(handle.getLatLng()) : one))))
      handle.on('dblclick contextmenu', () => change(corners.filter((_, k) => k !== at)))
      handle.on('keydown', (event) => {
        const pressed = keyOf(event)
        const bent = nudge(map, handle, pressed)
        if (bent) change(corners.map((one, k) => (k === at ? placeOf(handle.getLatLng()) : one)))
        else if (pressed.key === 'Delete' || pressed.key === 'Backspace') change(corners.filter((_, k) => k !== at))
        else return
        const next = handles[Math.min(at, handles.length - 1)]
        ;(next?.getElement() ?? map.getContainer()).focus()
      })
      handles.push(handle)
      const next = corners[(at + 1) % corners.length]
      if (corners.length < 2 || !next) return
      const middle: LngLat = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]
      const insert = (): void => change([...corners.slice(0, at + 1), middle, ...corners.slice(at + 1)])
      marker(atOf(middle, options.crs), { icon: dot('between'), alt: options.words.between })
        .addTo(group)
        .on('click', insert)
        .on('keydown', (event) => {
          if (keyOf(event).key !== 'Enter') return
          insert()
          handles[at + 1]?.getElement()?.focus()
        })
    })
  }
  const onClick = (event: LeafletMouseEvent): void => change([...corners, placeOf(event.latlng)])
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target === map.getContainer()) change([...corners, placeOf(map.getCenter())])
  }
  map.doubleClickZoom.disable()
  map.on('click', onClick)
  map.getContainer().addEventListener('keydown', onEnter)
  draw()
  return {
    set: (ring) => {
      corners = [...ring]
      draw()
    },
    remove: () => {
      map.off('click', onClick)
      map.getContainer().removeEventListener('keydown', onEnter)
      map.doubleClickZoom.enable()
      group.remove()
    },
  }
}

/** Shows a handle over a lamp that can be dragged, or moved by arrow keys and confirmed by Enter. */
export const editPlace = (
  map: LeafletMap,
  options: { readonly at: LngLat; readonly crs: DisplayCrs; readonly words: string; readonly onMoved: (at: LngLat) => void },
): (() => void) => {
  const handle = marker(atOf(options.at, options.crs), {
    icon: divIcon({ className: 'll-map-place', iconSize: [34, 34] }),
    draggable: true,
    alt: options.words,
    title: options.words,
    autoPan: true,
  }).addTo(map)
  const put = (): void => {
    const { lng, lat } = handle.getLatLng()
    options.onMoved(fromDisplay(lng, lat, options.crs))
  }
  handle.on('dragend', put)
  handle.on('keydown', (event) => {
    const pressed = keyOf(event)
    if (!nudge(map, handle, pressed) && pressed.key === 'Enter') put()
  })
  return () => {
    handle.remove()
  }
}
