import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'
import type { Map as LeafletMap } from 'leaflet'
import { type DisplayCrs, projectPoints } from '../display-crs.ts'
import { createGridIndex, type GridIndex, NO_SLOT, typicalGap, visitRuns } from '../grid-index.ts'
import type { LampChange, LampStore } from '../lamp-store.ts'
import { pixelsPerUnit, unitsPerMetre, type WorldBox, worldToLat } from '../mercator.ts'
import type { Selection } from '../tools/selection.ts'
import { type CanvasPane, type CanvasView, createCanvasPane } from './canvas-pane.ts'
import { faultDiameter, LOOK, lampDiameter, lookOf, lookOfByte, paintByte, stateOfLook } from './marks.ts'
import { type Deferred, type Frame, paintLamps, type StampSet } from './painter.ts'
import type { MapPalette } from './palette.ts'
import { createPictures, type PictureSet, stampSetOf } from './stamp-set.ts'
import { wallScale } from './wall-scale.ts'

/** Figures of painting: lamps in the last frame, its duration in ms, and the longest duration since the last call. */
export type PaintFigures = { painted: number; ms: number; worst: number }

export type PointLayer = {
  grid: () => GridIndex
  /** Returns true if the lamp of this slot is not hidden. */
  isShown: (slot: number) => boolean
  isFault: (slot: number) => boolean
  /** Calls `visit` with the position (world units) of each visible lamp with a fault in `box`. */
  visitFaults: (box: WorldBox, visit: (x: number, y: number) => void) => void
  /** Current diameter of a fault, CSS px. */
  faultDiameter: () => number
  /** Calls `listener` after each change of lamps or of the hidden states; returns a function that stops the calls. */
  watch: (listener: () => void) => () => void
  /** Present diameter of a lamp, CSS px. */
  diameter: () => number
  /** Call it when the selection of these lamps (store indexes) changed. */
  marksChanged: (indices: ArrayLike<number>) => void
  setHidden: (hidden: ReadonlySet<LampState>) => void
  setPalette: (palette: MapPalette) => void
  figures: () => PaintFigures
  remove: () => void
}

export type PointLayerOptions = {
  map: LeafletMap
  store: LampStore
  selection: Selection
  crs: DisplayCrs
  palette: MapPalette
  hidden: ReadonlySet<LampState>
  /** Called when the store holds other lamps; the selection still refers to the old ones. */
  onReplaced: () => void
  /** Called when the lamps were replaced and the grid is new. */
  onIndexed: (grid: GridIndex) => void
}

const MARGIN = 96
/** Live changes are gathered for this time before a repaint, ms. */
const TRICKLE_MS = 80
/** Zoom level from which lamps glow. */
const HALO_ZOOM = 15

type Buffer = { image: ImageData; frame: Frame }

const bufferFor = (current: Buffer | undefined, width: number, height: number, gutter: number): Buffer => {
  const [w, h] = [width + 2 * gutter, height + 2 * gutter]
  if (current && current.frame.width === w && current.frame.height === h) {
    current.frame.pixels.fill(0)
    return current
  }
  const image = new ImageData(w, h)
  return { image, frame: { pixels: new Uint32Array(image.data.buffer), width: w, height: h, gutter } }
}

/** The layer of lamps: painted from typed arrays into one canvas, on the CPU. */
export const createPointLayer = ({ map, store, selection, crs, onReplaced, onIndexed, ...initial }: PointLayerOptions): PointLayer => {
  let { palette, hidden } = initial
  let grid = createGridIndex({ x: new Uint32Array(0), y: new Uint32Array(0), placed: new Uint32Array(0) }, 0)
  let gap = 0
  let paint = new Uint8Array(0)
  let pictures: { key: string; set: PictureSet } | undefined
  let stamps: { key: string; set: StampSet } | undefined
  let buffer: Buffer | undefined
  let figures: PaintFigures = { painted: 0, ms: 0, worst: 0 }
  const listeners = new Set<() => void>()
  const deferred: Deferred = { slots: new Uint32Array(0) }

  const diameterAt = (zoom: number): number => lampDiameter(zoom, gap * pixelsPerUnit(zoom), grid.n, wallScale())
  const faultAt = (zoom: number): number =>
    faultDiameter(diameterAt(zoom), gap * pixelsPerUnit(zoom), grid.n, store.counts()[LAMP_STATE.fault])

  const picturesAt = (view: CanvasView): PictureSet => {
    const lamp = diameterAt(view.zoom)
    const fault = faultAt(view.zoom)
    const sizes = {
      diameter: Math.max(1, Math.round(lamp * view.ratio)),
      fault: Math.round(fault * view.ratio),
      unit: view.ratio,
      halo: view.zoom >= HALO_ZOOM,
    }
    const key = Object.values(sizes).join()
    if (pictures?.key !== key) {
      pictures = { key, set: createPictures(palette, sizes) }
      stamps = undefined
    }
    return pictures.set
  }

  const stampsFor = (set: PictureSet, width: number): StampSet => {
    const key = `${width} ${[...hidden].sort().join()}`
    if (stamps?.key !== key) stamps = { key, set: stampSetOf(set, palette, hidden, width) }
    return stamps.set
  }

  const paintCanvas = (canvas: HTMLCanvasElement, view: CanvasView): void => {
    const started = performance.now()
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) return
    const set = picturesAt(view)
    const gutter = set.reach
    buffer = bufferFor(buffer, canvas.width, canvas.height, gutter)
    const frameView = {
      scale: pixelsPerUnit(view.zoom) * view.ratio,
      originX: view.left * view.ratio - gutter,
      originY: view.top * view.ratio - gutter,
    }
    const painted = paintLamps(buffer.frame, grid, paint, frameView, stampsFor(set, buffer.frame.width), deferred)
    pen.putImageData(buffer.image, -gutter, -gutter)
    const ms = performance.now() - started
    figures = { painted, ms, worst: Math.max(figures.worst, ms) }
  }

  const pane: CanvasPane = createCanvasPane({ map, pane: 'll-lamps', zIndex: 420, margin: MARGIN, liveZoom: true, paint: paintCanvas })

  const refresh = (index: number): void => {
    const slot = grid.slotOf[index]
    if (slot === undefined || slot === NO_SLOT) return
    const { state, dim, run } = store.points()
    paint[slot] = paintByte(lookOf(state[index]!, dim[index]!), selection.has(index), run[index]!)
  }

  const refreshAll = (indices: ArrayLike<number>): void => {
    for (let k = 0; k < indices.length; k++) refresh(indices[k]!)
  }

  const load = (): void => {
    const { n, lng, lat, state, dim, run } = store.points()
    grid = createGridIndex(projectPoints(n, lng, lat, crs), n)
    gap = grid.n === 0 ? 0 : typicalGap(grid, 2 * unitsPerMetre(worldToLat((grid.box.minY + grid.box.maxY) / 2)))
    paint = new Uint8Array(grid.n)
    for (let slot = 0; slot < grid.n; slot++) {
      const i = grid.order[slot]!
      paint[slot] = paintByte(lookOf(state[i]!, dim[i]!), selection.has(i), run[i]!)
    }
    onIndexed(grid)
    pane.repaint()
  }

  const onChange = (change: LampChange): void => {
    if (change.kind === 'load') {
      onReplaced()
      load()
    } else {
      refreshAll(change.indices)
      pane.repaint(TRICKLE_MS)
    }
    for (const listener of listeners) listener()
  }

  load()
  const stop = store.subscribe(onChange)

  return {
    grid: () => grid,
    isShown: (slot) => !hidden.has(stateOfLook(lookOfByte(paint[slot]!))),
    isFault: (slot) => lookOfByte(paint[slot]!) === LOOK.fault,
    visitFaults: (box, visit) => {
      if (hidden.has(LAMP_STATE.fault) || store.counts()[LAMP_STATE.fault] === 0) return
      visitRuns(grid, box, (from, to) => {
        for (let slot = from; slot < to; slot++) if (lookOfByte(paint[slot]!) === LOOK.fault) visit(grid.x[slot]!, grid.y[slot]!)
      })
    },
    faultDiameter: () => faultAt(map.getZoom()),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    diameter: () => diameterAt(map.getZoom()),
    marksChanged: (indices) => {
      refreshAll(indices)
      pane.repaint()
    },
    setHidden: (next) => {
      hidden = next
      pane.repaint()
      for (const listener of listeners) listener()
    },
    setPalette: (next) => {
      palette = next
      pictures = undefined
      pane.repaint()
    },
    figures: () => {
      const now = figures
      figures = { ...figures, worst: 0 }
      return now
    },
    remove: () => {
      stop()
      pane.remove()
    },
  }
}
