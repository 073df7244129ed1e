import type { Map as LeafletMap } from 'leaflet'
import { pathOf } from '../../widgets/icons.ts'
import { type DisplayCrs, projectPoints } from '../display-crs.ts'
import { pixelsPerUnit, type WorldBox } from '../mercator.ts'
import { type Spot, toWorld } from '../tools/pointing.ts'
import { type CanvasView, createCanvasPane } from './canvas-pane.ts'
import type { MapPalette } from './palette.ts'
import { wallScale } from './wall-scale.ts'

/** Devices of one type as columns of equal length: WGS-84 degrees, states of decisions.md B2 (1 normal, 3 fault, 4 offline, 5 not activated). */
export interface MarkSet {
  readonly key: string
  /** Name of an icon of the console. */
  readonly icon: string
  readonly ids: readonly string[]
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly states: Uint8Array
  /** Colours of connected devices by a value instead of their state: 1 good, 2 warning, 3 bad, 0 by state. */
  readonly tones?: Uint8Array
}
interface Mark {
  readonly key: string
  readonly id: string
}
export interface MarkLayer {
  readonly show: (sets: readonly MarkSet[]) => void
  /** Call it after states of shown sets were changed in place. */
  readonly repaint: () => void
  /** Draws a ring around the device whose card is open; null: none. */
  readonly focus: (id: string | null) => void
  readonly setPalette: (palette: MapPalette) => void
  /** Returns the device drawn at this place. */
  readonly at: (spot: Spot) => Mark | undefined
  readonly remove: () => void
}

/** The lamps below the marks, whose faults must stay visible. Positions in world units. */
export interface LampsBelow {
  readonly visitFaults: (box: WorldBox, visit: (x: number, y: number) => void) => void
  /** Current diameter of a fault, CSS px. */
  readonly faultDiameter: () => number
  /** Calls `listener` after each change of lamps; returns a function that stops the calls. */
  readonly watch: (listener: () => void) => () => void
}

interface Placed extends MarkSet {
  readonly x: Uint32Array
  readonly y: Uint32Array
  /** Indexes of the devices with a position. */
  readonly placed: Uint32Array
}

const MARGIN = 96
/** Zoom level from which marks show icons; at lower levels they are dots. */
const ICON_ZOOM = 17
const SIZES = { icon: 22, plain: 5 } as const
const GRID = 24
const OFFLINE = 4
const FAULT = 3
const SILENT = 5
/** Room around a mark for its ring, CSS px. */
const RING = 4
/** Radius of the area that a fault covers, in diameters of the fault. */
const FAULT_REACH = 0.75
const TRICKLE_MS = 80

const hasIcon = (zoom: number): boolean => zoom >= ICON_ZOOM
const sizeAt = (zoom: number): number => Math.round(wallScale() * (hasIcon(zoom) ? SIZES.icon : SIZES.plain))
/** Distance of a mark above its place, CSS px, so that a lamp of the same post can be seen and clicked below it. */
const liftOf = (size: number): number => size + 3

const colourOf = (palette: MapPalette, state: number, tone: number): string => {
  if (state === OFFLINE) return palette.offline
  if (state === SILENT) return palette.inactive
  if (tone > 0) return tone === 1 ? palette.verified : tone === 2 ? palette.onLow : palette.fault
  return state === FAULT ? palette.fault : palette.verified
}

interface Look {
  readonly icon: string
  readonly state: number
  readonly tone: number
  readonly size: number
  /** False: the mark is a dot. */
  readonly hasIcon: boolean
  readonly ratio: number
  readonly isFocused: boolean
}

/**
 * Draws a rounded square, or a dot, in the colour of the state: filled with a light icon if the device is connected,
 * else an outline, dashed if it is not activated.
 */
const drawMark = (palette: MapPalette, { icon, state, tone, size, hasIcon, ratio, isFocused }: Look): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  const whole = size + 2 * RING
  canvas.width = Math.ceil(whole * ratio)
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.scale(ratio, ratio)
  const [colour, isFilled] = [colourOf(palette, state, tone), state !== OFFLINE && state !== SILENT]
  const corner = hasIcon ? size / 4 : size / 2
  pen.beginPath()
  pen.roundRect(RING, RING, size, size, corner)
  pen.fillStyle = isFilled ? colour : palette.land
  pen.fill()
  pen.lineWidth = hasIcon ? 1.5 : 1
  pen.strokeStyle = isFilled ? palette.faultRim : colour
  if (state === SILENT) pen.setLineDash([3, 2])
  pen.stroke()
  pen.setLineDash([])
  if (isFocused) {
    pen.beginPath()
    pen.roundRect(RING - 3, RING - 3, size + 6, size + 6, corner + 3)
    pen.lineWidth = 2
    pen.strokeStyle = palette.selected
    pen.stroke()
  }
  if (!hasIcon) return canvas
  const inner = size - 6
  pen.translate(RING + 3, RING + 3)
  pen.scale(inner / GRID, inner / GRID)
  pen.lineWidth = 2.2
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = isFilled ? palette.tick : colour
  pen.stroke(new Path2D(pathOf(icon)))
  return canvas
}

/**
 * Draws devices other than lamps above the lamps, in a separate canvas. Cuts holes into it where `lamps` have faults, so that no mark hides
 * a fault.
 */
export const createMarkLayer = (map: LeafletMap, crs: DisplayCrs, first: MapPalette, lamps?: LampsBelow): MarkLayer => {
  let palette = first
  let sets: readonly Placed[] = []
  let focused: string | null = null
  const pictures = new Map<string, HTMLCanvasElement>()

  const pictureOf = (look: Look): HTMLCanvasElement => {
    const key = Object.values(look).join()
    const picture = pictures.get(key) ?? drawMark(palette, look)
    pictures.set(key, picture)
    return picture
  }

  const paint = (canvas: HTMLCanvasElement, view: CanvasView): void => {
    const pen = canvas.getContext('2d')
    if (!pen) return
    pen.clearRect(0, 0, canvas.width, canvas.height)
    const [scale, size] = [pixelsPerUnit(view.zoom), sizeAt(view.zoom)]
    const half = (size / 2 + RING) * view.ratio
    for (const { icon, ids, x, y, placed, states, tones } of sets)
      for (let k = 0; k < placed.length; k++) {
        const left = (x[k]! * scale - view.left) * view.ratio
        const top = (y[k]! * scale - view.top - liftOf(size)) * view.ratio
        if (left < -half || top < -half || left > canvas.width + half || top > canvas.height + half) continue
        const index = placed[k]!
        const look = {
          icon,
          state: states[index]!,
          tone: tones?.[index] ?? 0,
          size,
          hasIcon: hasIcon(view.zoom),
          ratio: view.ratio,
          isFocused: ids[index] === focused,
        }
        pen.drawImage(pictureOf(look), Math.round(left - half), Math.round(top - half))
      }
    if (lamps && sets.length > 0) cutFaults(pen, view, scale, lamps)
  }
  const cutFaults = (pen: CanvasRenderingContext2D, view: CanvasView, scale: number, below: LampsBelow): void => {
    const box = {
      minX: view.left / scale,
      minY: view.top / scale,
      maxX: (view.left + view.width) / scale,
      maxY: (view.top + view.height) / scale,
    }
    const radius = (below.faultDiameter() * FAULT_REACH + 1) * view.ratio
    pen.globalCompositeOperation = 'destination-out'
    pen.beginPath()
    below.visitFaults(box, (x, y) => {
      const [left, top] = [(x * scale - view.left) * view.ratio, (y * scale - view.top) * view.ratio]
      pen.moveTo(left + radius, top)
      pen.arc(left, top, radius, 0, 2 * Math.PI)
    })
    pen.fill()
    pen.globalCompositeOperation = 'source-over'
  }
  const pane = createCanvasPane({ map, pane: 'll-devices', zIndex: 430, margin: MARGIN, liveZoom: true, paint })
  // A change of tiles replaces the map before the page replaces this layer.
  let isGone = false
  map.once('unload', () => {
    isGone = true
  })
  const repaint = (trickle?: number): void => {
    if (!isGone) pane.repaint(trickle)
  }

  /** Returns true if a fault of a lamp is drawn at this place. A click then opens the lamp. */
  const hitsFault = (spot: Spot): boolean => {
    if (!lamps) return false
    const [x, y] = toWorld(map, spot)
    const reach = (lamps.faultDiameter() * FAULT_REACH + 1) / pixelsPerUnit(map.getZoom())
    let hit = false
    lamps.visitFaults({ minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach }, (fx, fy) => {
      hit ||= Math.hypot(fx - x, fy - y) <= reach
    })
    return hit
  }

  const unwatch = lamps?.watch(() => sets.length > 0 && repaint(TRICKLE_MS))

  const at = (spot: Spot): Mark | undefined => {
    if (isGone || hitsFault(spot)) return undefined
    const [size, scale] = [sizeAt(map.getZoom()), pixelsPerUnit(map.getZoom())]
    const [wx, wy] = toWorld(map, { x: spot.x, y: spot.y + liftOf(size) })
    const reach = (size / 2 + 3) / scale
    let best: { readonly mark: Mark; readonly distance: number } | undefined
    for (const { key, ids, x, y, placed } of sets)
      for (let k = 0; k < placed.length; k++) {
        const distance = Math.max(Math.abs(x[k]! - wx), Math.abs(y[k]! - wy))
        if (distance <= reach && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
          best = { mark: { key, id: ids[placed[k]!]! }, distance }
      }
    return best?.mark
  }

  return {
    show: (next) => {
      sets = next.map((set) => ({ ...set, ...projectPoints(set.ids.length, set.lng, set.lat, crs) }))
      repaint()
    },
    repaint: () => repaint(TRICKLE_MS),
    focus: (id) => {
      focused = id
      repaint()
    },
    setPalette: (next) => {
      palette = next
      pictures.clear()
      repaint()
    },
    at,
    remove: () => {
      unwatch?.()
      pane.remove()
    },
  }
}
