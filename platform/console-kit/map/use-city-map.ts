import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { DisplayCrs } from './display-crs.ts'
import type { LampStore } from './lamp-store.ts'
import type { Inset } from './map-camera.ts'
import type { MapEngine } from './map-engine.ts'
import type { BaseMap } from './paint/base-map.ts'
import type { LampsBelow } from './paint/mark-layer.ts'
import type { PaintFigures } from './paint/point-layer.ts'
import { usePalette } from './paint/use-palette.ts'
import type { Tool } from './tools/draw-tool.ts'
import { leaveWheelToPage } from './tools/page-wheel.ts'
import type { Spot } from './tools/pointing.ts'
import { createSelection, type Selection, type SelectMode } from './tools/selection.ts'
import { useMapKeys } from './tools/use-map-keys.ts'
import { useMapEngine } from './use-map-engine.ts'

/** Functions of a ready map for its page. Positions are WGS-84 degrees, ids the digits of a lamp's id. */
export type CityMapHandle = {
  flyTo: (lng: number, lat: number, zoom?: number, inset?: Inset) => void
  /** Shows these lamps, or all, in the part of the map that the page's panels leave free. */
  fit: (ids?: Iterable<string>, inset?: Inset) => void
  /** Highlights a street of the base map and moves to it; undefined removes the highlight. */
  highlight: (streetId: string | undefined) => void
  select: (ids: Iterable<string>, mode?: SelectMode) => void
  clearSelection: () => void
  selectedIds: () => string[]
  /** The lamp that a click at this position (px from the map's corner) would select; -1: none. */
  pickAt: (spot: Spot) => number
  /** Position of a lamp on the screen (px from the map's corner); undefined if it has none. */
  spotOf: (index: number) => Spot | undefined
  /** The Leaflet map, for outlines and handles (ground.ts), with its datum and the lamps; undefined before it is ready. */
  ground: () => { readonly map: LeafletMap; readonly crs: DisplayCrs; readonly lamps: LampsBelow } | undefined
  /** Figures of the last frame; undefined before the map is ready. */
  figures: () => PaintFigures | undefined
}

export type CityMapProps = {
  store: LampStore
  t: (text: Text) => string
  /** Name of the theme; dark ones have dark default colours, and every change repaints. */
  theme: string
  /** Keep the same object: another one is projected again. */
  base?: BaseMap
  /** Raster tiles (`{z}/{x}/{y}`) instead of the base map, in WGS-84 or GCJ-02. */
  tileUrl?: string
  tileCrs?: DisplayCrs
  tileAttribution?: string
  /** Key under which the tab remembers the view. */
  viewKey?: string
  /** Hidden states; if missing, the map keeps them itself. */
  filter?: ReadonlySet<LampState>
  onFilter?: (filter: ReadonlySet<LampState>) => void
  /** Called when the map is ready. Keep the same function: another one is called again. */
  onReady?: () => void
  /** Returns the click action of something that the page draws above the lamps at this position; undefined if there is nothing. */
  above?: (spot: Spot) => (() => void) | undefined
  /** Called when a lamp was clicked; -1: the map itself. */
  onPick?: (index: number) => void
  /** Index of the lamp whose card is open; it gets a ring. */
  focused?: number
  /** Content of the tooltip of a lamp; undefined: no tooltip. */
  tooltip?: (index: number) => ReactNode
  /** `getIds` creates the ids only when it is called. */
  onSelectionChange?: (count: number, getIds: () => string[]) => void
  /** Called with the number of lamps whose selection ended because the legend hides them now. */
  onFilteredOut?: (count: number) => void
  /** Labels of the legend, if the marks do not mean lamp states; null: the page shows no lamps, the legend has only `legendMore`. */
  legend?: Readonly<Record<LampState, Text>> | null
  /** Additional entries of the legend, for layers of the page. */
  legendMore?: ReactNode
  /** True: no selection tools and keys. */
  readOnly?: boolean
  /** True: the map is part of a scrolling page: the wheel scrolls the page, Ctrl with the wheel zooms the map. */
  inPage?: boolean
  /** The page's search (top left), layers (top right) and panels. */
  children?: ReactNode
  ref?: Ref<CityMapHandle>
}

const NOTHING_HIDDEN: ReadonlySet<LampState> = new Set()

const idsOf = (store: LampStore, selection: Selection): string[] => Array.from(selection.indices(), (index) => store.idOf(index))

function* indicesOf(store: LampStore, ids: Iterable<string>): Generator<number> {
  for (const id of ids) yield store.indexOf(id)
}

interface HandleParts {
  readonly store: LampStore
  readonly selection: Selection
  readonly engine: MapEngine | undefined
  readonly crs: DisplayCrs
  /** Shows the lamps of all states again. */
  readonly showAll: () => void
}
const handleOf = ({ store, selection, engine, crs, showAll }: HandleParts): CityMapHandle => ({
  flyTo: (lng, lat, zoom, inset) => engine?.flyTo(lng, lat, zoom, inset),
  fit: (ids, inset) => engine?.fit(ids && indicesOf(store, ids), inset),
  highlight: (streetId) => engine?.highlight(streetId),
  select: (ids, mode = 'replace') => {
    const indices = [...indicesOf(store, ids)]
    // The lamps of a place are selected whatever the legend hides, and must be seen before a command reaches them.
    if (mode !== 'subtract' && indices.some((index) => engine?.isHidden(index))) showAll()
    engine?.select(indices, mode)
  },
  clearSelection: () => engine?.clearSelection(),
  selectedIds: () => idsOf(store, selection),
  pickAt: (spot) => engine?.pickAt(spot) ?? -1,
  spotOf: (index) => engine?.spotOf(index),
  ground: () => engine && { map: engine.map, crs, lamps: engine.lamps },
  figures: () => engine?.figures(),
})

/** State of the map besides lamps and base map: tool, drawing, fan, hover; and the actions of its keys and gestures. */
export const useCityMap = (props: CityMapProps) => {
  const { store, t, theme, base, tileUrl, tileCrs = 'wgs84', tileAttribution, viewKey, focused = -1, tooltip, readOnly = false } = props
  const root = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const palette = usePalette(theme)
  const selection = useMemo(() => createSelection(store.points().n), [store])
  const [ownFilter, setOwnFilter] = useState(NOTHING_HIDDEN)
  const filter = props.filter ?? ownFilter
  const [tool, setTool] = useState<Tool>()
  const [selected, setSelected] = useState(0)
  const [draft, setDraft] = useState<readonly number[]>([])
  const [fan, setFan] = useState<readonly number[]>([])
  const [hover, setHover] = useState<{ index: number; spot: Spot }>({ index: -1, spot: { x: 0, y: 0 } })
  const [, setMoves] = useState(0)

  const crs = tileUrl === undefined ? 'wgs84' : tileCrs
  const engine = useMapEngine(host, {
    store,
    selection,
    base,
    tiles: tileUrl === undefined ? undefined : { url: tileUrl },
    crs,
    viewKey,
    palette,
    hidden: filter,
    t,
    events: {
      above: (spot) => props.above?.(spot),
      onPick: (index) => props.onPick?.(index),
      onHover: (index, spot) => tooltip && setHover({ index, spot }),
      onFan: (indices) => setFan((before) => (before.length === 0 && indices.length === 0 ? before : indices)),
      onDraft: setDraft,
      onMove: (ended) => {
        if (ended || fan.length > 0 || focused >= 0) setMoves((moves) => moves + 1)
      },
      onSelection: () => {
        setSelected(selection.count())
        props.onSelectionChange?.(selection.count(), () => idsOf(store, selection))
      },
      onFilteredOut: (count) => props.onFilteredOut?.(count),
    },
  })
  useEffect(() => (engine && props.inPage ? leaveWheelToPage(engine.map) : undefined), [engine, props.inPage])

  useEffect(() => engine?.setTool(tool), [engine, tool])
  useMapKeys(root, {
    onTool: (wanted) => {
      if (!readOnly) setTool(tool === wanted ? undefined : wanted)
    },
    onView: (mode) => {
      if (!readOnly) engine?.selectView(mode)
    },
    onEscape: () => {
      setFan([])
      if (engine?.cancelDrawing()) return
      setTool(undefined)
      engine?.clearSelection()
    },
  })
  const setFilter = props.onFilter ?? setOwnFilter
  const showAll = useEffectEvent(() => setFilter(NOTHING_HIDDEN))
  useImperativeHandle(props.ref, () => handleOf({ store, selection, engine, crs, showAll: () => showAll() }), [
    store,
    selection,
    engine,
    crs,
  ])
  const { onReady } = props
  useEffect(() => {
    if (engine) onReady?.()
  }, [engine, onReady])

  const pickHead = (index: number): void => {
    setFan([])
    props.onPick?.(index)
  }
  const overlay = {
    draft,
    hover: tooltip && !tool && hover.index >= 0 ? hover : undefined,
    fan: fan[0] === undefined ? undefined : engine?.spotOf(fan[0]),
    focus: focused < 0 ? undefined : engine?.spotOf(focused),
  }
  return {
    root,
    host,
    engine,
    filter,
    setFilter,
    tool,
    setTool,
    selected,
    fan,
    pickHead,
    overlay,
    attribution: tileUrl && tileAttribution,
    background: base?.outline && !tileUrl ? palette.outside : palette.land,
  }
}
