import type { Map as LeafletMap, LeafletMouseEvent } from 'leaflet'
import { latToWorld, lngToWorld, pixelsPerUnit, unitsPerMetre, worldToLat } from '../mercator.ts'
import type { PointLayer } from '../paint/point-layer.ts'
import { modeOf } from './draw-tool.ts'
import { nearestSlot, slotsOnSpot } from './hit-test.ts'
import type { SelectMode } from './selection.ts'

/** A position on the map, CSS px from its top left corner. */
export type Spot = { x: number; y: number }

export type PointingEvents = {
  /** Returns the click action of something above the lamps at this position; undefined if there is nothing. */
  above: (spot: Spot) => (() => void) | undefined
  /** Called when a lamp was clicked; -1: the map itself. */
  onPick: (index: number) => void
  /** Called when the pointer is over a lamp; -1: it has left. */
  onHover: (index: number, spot: Spot) => void
  /** Called when several lamps at one place were clicked; empty: closes the fan. */
  onFan: (indices: readonly number[]) => void
  /** Called when lamps were clicked with Shift or Alt. */
  onSelect: (indices: readonly number[], mode: SelectMode) => void
}

export type Pointing = {
  /** The lamp nearest to a position within 12 px, as for a click; -1 if there is none. */
  pickAt: (spot: Spot) => number
  remove: () => void
}

/** Click radius, px. */
const HIT_PX = 12
/** Zoom level from which a click spreads out the heads of a post. */
const FAN_ZOOM = 16
const FAN_METRES = 1.2
const MOST_HEADS = 12

export const toWorld = (map: LeafletMap, { x, y }: Spot): [x: number, y: number] => {
  const { lng, lat } = map.containerPointToLatLng([x, y])
  return [lngToWorld(lng), latToWorld(lat)]
}

/** Handles the pointer over lamps: hover, click, click with Shift or Alt. */
export const createPointing = (map: LeafletMap, element: HTMLElement, layer: PointLayer, events: PointingEvents): Pointing => {
  const reach = (): number => HIT_PX / pixelsPerUnit(map.getZoom())

  const slotAt = (spot: Spot): number => nearestSlot(layer.grid(), ...toWorld(map, spot), reach(), layer.isShown, layer.isFault)
  const indexOf = (slot: number): number => (slot < 0 ? -1 : layer.grid().order[slot]!)
  const headsAt = (slot: number): number[] => {
    if (slot < 0 || map.getZoom() < FAN_ZOOM) return []
    const grid = layer.grid()
    const metres = FAN_METRES * unitsPerMetre(worldToLat(grid.y[slot]!))
    const heads = slotsOnSpot(grid, slot, Math.min(metres, reach()), layer.isShown)
    return heads.slice(0, MOST_HEADS).map(indexOf)
  }

  const onClick = ({ containerPoint, originalEvent }: LeafletMouseEvent): void => {
    const clicked = events.above(containerPoint)
    if (clicked) {
      events.onFan([])
      clicked()
      return
    }
    const slot = slotAt(containerPoint)
    const heads = headsAt(slot)
    const mode = modeOf(originalEvent)
    if (mode !== 'replace') events.onSelect(heads.length > 0 ? heads : [indexOf(slot)], mode)
    else if (heads.length > 1) events.onFan(heads)
    else {
      events.onFan([])
      events.onPick(indexOf(slot))
    }
  }

  let frame = 0
  let over = -1
  let spot: Spot = { x: 0, y: 0 }
  const lookUnder = (): void => {
    frame = 0
    const isCovered = events.above(spot) !== undefined
    const index = isCovered ? -1 : indexOf(slotAt(spot))
    if (index !== over) events.onHover(index, spot)
    over = index
    element.classList.toggle('ll-map-over-lamp', isCovered || index >= 0)
  }
  const onMouseMove = ({ containerPoint }: LeafletMouseEvent): void => {
    spot = containerPoint
    if (frame === 0) frame = requestAnimationFrame(lookUnder)
  }
  const leave = (): void => {
    cancelAnimationFrame(frame)
    frame = 0
    if (over >= 0) events.onHover(-1, spot)
    over = -1
  }

  const handlers = { click: onClick, mousemove: onMouseMove, mouseout: leave, movestart: leave, zoomstart: () => events.onFan([]) }
  map.on(handlers)

  return {
    pickAt: (place) => indexOf(slotAt(place)),
    remove: () => {
      map.off(handlers)
      cancelAnimationFrame(frame)
    },
  }
}
