import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import type { Map as LeafletMap } from 'leaflet'
import { type DisplayCrs, toDisplay } from './display-crs.ts'
import { coreBox, NO_SLOT } from './grid-index.ts'
import type { LampStore } from './lamp-store.ts'
import { createMapCamera, type Inset } from './map-camera.ts'
import type { WorldBox } from './mercator.ts'
import { createBaseLayer, type Tiles } from './paint/base-layer.ts'
import type { BaseMap } from './paint/base-map.ts'
import type { LampsBelow } from './paint/mark-layer.ts'
import type { MapPalette } from './paint/palette.ts'
import { createPointLayer, type PaintFigures, type PointLayer } from './paint/point-layer.ts'
import { createDrawTool, rectanglePath, type Tool } from './tools/draw-tool.ts'
import { boxOfRing, thinned, visitInRing } from './tools/lasso.ts'
import { mostBox } from './tools/most-box.ts'
import { createPointing, type Pointing, type PointingEvents, type Spot, toWorld } from './tools/pointing.ts'
import type { Selection, SelectMode } from './tools/selection.ts'

export type EngineEvents = Omit<PointingEvents, 'onSelect'> & {
  /** Called when the selection changed, or its lamps were replaced. */
  onSelection: () => void
  /** Called with the number of lamps whose selection ended because the legend hides them now. */
  onFilteredOut: (count: number) => void
  /** Called with the rectangle or lasso while it is drawn, [x0, y0, …]; empty when it ended. */
  onDraft: (path: readonly number[]) => void
  /** Called while the view moves or zooms; `ended` is true at the end. */
  onMove: (ended: boolean) => void
}

export type EngineOptions = {
  element: HTMLElement
  store: LampStore
  /** Held by the caller, so that it survives a change of tiles. */
  selection: Selection
  crs: DisplayCrs
  tiles: Tiles | undefined
  viewKey: string | undefined
  palette: MapPalette
  hidden: ReadonlySet<LampState>
  t: (text: Text) => string
  events: EngineEvents
}

export type MapEngine = Pick<Pointing, 'pickAt'> & {
  readonly lamps: LampsBelow
  readonly map: LeafletMap
  setBase: (base: BaseMap | undefined) => void
  setPalette: (palette: MapPalette) => void
  setWords: (t: (text: Text) => string) => void
  /** Hides the lamps of these states and ends their selection: a command must not reach lamps that the user has filtered out. */
  setHidden: (hidden: ReadonlySet<LampState>) => void
  /** Returns true if the lamp has a position and the legend hides its state. */
  isHidden: (index: number) => boolean
  setTool: (tool: Tool | undefined) => void
  cancelDrawing: () => boolean
  select: (indices: Iterable<number>, mode: SelectMode) => void
  /** Selects every visible lamp: the keyboard alternative to the rectangle. */
  selectView: (mode: SelectMode) => void
  clearSelection: () => void
  flyTo: (lng: number, lat: number, zoom?: number, inset?: Inset) => void
  /** Shows these lamps; without an argument all. */
  fit: (indices?: Iterable<number>, inset?: Inset) => void
  /** Highlights a street and moves to it; undefined removes the highlight. */
  highlight: (streetId: string | undefined) => void
  /** Position of a lamp on the map; undefined if it has no position. */
  spotOf: (index: number) => Spot | undefined
  /** Present diameter of a lamp, CSS px. */
  diameter: () => number
  figures: () => PaintFigures
  remove: () => void
}

/** Returns the visible lamps inside a path drawn on the map (px). */
const lampsInside = (map: LeafletMap, layer: PointLayer, path: readonly number[]): number[] => {
  const outline = thinned(path, 1.5)
  const ring: number[] = []
  for (let i = 0; i < outline.length; i += 2) ring.push(...toWorld(map, { x: outline[i]!, y: outline[i + 1]! }))
  const grid = layer.grid()
  const inside: number[] = []
  visitInRing(grid, ring, (slot) => {
    if (layer.isShown(slot)) inside.push(grid.order[slot]!)
  })
  return inside
}

const boxOfLamps = (layer: PointLayer, indices: Iterable<number>): WorldBox | undefined => {
  const { x, y, slotOf } = layer.grid()
  const places: number[] = []
  for (const i of indices) {
    const slot = slotOf[i] ?? NO_SLOT
    if (slot !== NO_SLOT) places.push(x[slot]!, y[slot]!)
  }
  return places.length > 0 ? boxOfRing(places) : undefined
}

/** Keeps the selection by id when the store loads newer data. */
const createCarryOver = (store: LampStore, selection: Selection): (() => boolean) => {
  let { ids } = store.points()
  return () => {
    const kept = Array.from(selection.indices(), (i) => store.indexOf(ids[i]!))
    ids = store.points().ids
    selection.resize(store.points().n)
    selection.apply(kept, 'add')
    return kept.length > 0
  }
}

/** Everything of the map that is not React: camera, base map, lamps, pointer, selection. */
export const createMapEngine = ({
  element,
  store,
  selection,
  crs,
  tiles,
  viewKey,
  palette,
  hidden,
  t,
  events,
}: EngineOptions): MapEngine => {
  const camera = createMapCamera({ element, crs, viewKey, wholeZooms: tiles !== undefined })
  const { map } = camera
  const base = createBaseLayer(map, crs, tiles, { palette, t })
  const carryOver = createCarryOver(store, selection)
  const layer = createPointLayer({
    map,
    store,
    selection,
    crs,
    palette,
    hidden,
    onReplaced: () => carryOver() && events.onSelection(),
    onIndexed: (grid) => camera.offer(grid.n > 0 ? mostBox(grid) : base.box()),
  })

  const select = (indices: Iterable<number>, mode: SelectMode): void => {
    const changed = selection.apply(indices, mode)
    if (changed.length === 0) return
    layer.marksChanged(changed)
    events.onSelection()
  }
  const isHidden = (index: number): boolean => {
    const slot = layer.grid().slotOf[index] ?? NO_SLOT
    return slot !== NO_SLOT && !layer.isShown(slot)
  }
  const pointing = createPointing(map, element, layer, { ...events, onSelect: select })
  const drawTool = createDrawTool({
    element,
    onDraft: events.onDraft,
    onDone: (path, mode) => select(lampsInside(map, layer, path), mode),
  })
  map.on('move zoom', () => events.onMove(false))
  map.on('moveend resize', () => events.onMove(true))

  return {
    map,
    pickAt: pointing.pickAt,
    lamps: layer,
    setBase: (next) => {
      base.setBase(next)
      if (layer.grid().n === 0) camera.offer(base.box())
    },
    setPalette: (next) => {
      base.setPalette(next)
      layer.setPalette(next)
    },
    setWords: base.setWords,
    isHidden,
    setHidden: (next) => {
      layer.setHidden(next)
      const gone = Array.from(selection.indices()).filter(isHidden)
      if (gone.length === 0) return
      select(gone, 'subtract')
      events.onFilteredOut(gone.length)
    },
    setTool: (tool) => {
      drawTool.setTool(tool)
      if (tool) map.dragging.disable()
      else map.dragging.enable()
    },
    cancelDrawing: drawTool.cancel,
    select,
    selectView: (mode) => {
      const { x, y } = map.getSize()
      select(lampsInside(map, layer, rectanglePath(0, 0, x, y)), mode)
    },
    clearSelection: () => select([], 'replace'),
    flyTo: camera.flyTo,
    fit: (indices, inset) => {
      const all = layer.grid().n > 0 ? coreBox(layer.grid()) : base.box()
      const box = indices ? boxOfLamps(layer, indices) : all
      if (box) camera.fitBox(box, undefined, inset)
    },
    highlight: (streetId) => {
      const box = base.highlight(streetId)
      if (box && !camera.contains(box)) camera.fitBox(box, 17)
    },
    spotOf: (index) => {
      if (!boxOfLamps(layer, [index])) return undefined
      const { lng, lat } = store.points()
      const [x, y] = toDisplay(lng[index]!, lat[index]!, crs)
      return map.latLngToContainerPoint([y, x])
    },
    diameter: layer.diameter,
    figures: layer.figures,
    remove: () => {
      pointing.remove()
      drawTool.remove()
      layer.remove()
      base.remove()
      camera.remove()
    },
  }
}
