import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { BaseMap } from './base-map.ts'
import type { DisplayCrs } from './display-crs.ts'
import type { Tool } from './draw-tool.ts'
import type { LampStore } from './lamp-store.ts'
import type { Inset } from './map-camera.ts'
import type { MapEngine } from './map-engine.ts'
import { leaveWheelToPage } from './page-wheel.ts'
import type { PaintFigures } from './point-layer.ts'
import type { Spot } from './pointing.ts'
import { createSelection, type Selection, type SelectMode } from './selection.ts'
import { useMapEngine } from './use-map-engine.ts'
import { useMapKeys } from './use-map-keys.ts'
import { usePalette } from './use-palette.ts'

/** What a page may ask of a map that stands. Positions are WGS-84 degrees, ids the digits of a lamp's id. */
export type CityMapHandle = {
  flyTo: (lng: number, lat: number, zoom?: number, inset?: Inset) => void
  /** Brings these lamps into view, or all of them, into what the page's panels leave of the map. */
  fit: (ids?: Iterable<string>, inset?: Inset) => void
  /** Marks a street of the base map and brings it into view; undefined unmarks. */
  highlight: (streetId: string | undefined) => void
  select: (ids: Iterable<string>, mode?: SelectMode) => void
  clearSelection: () => void
  selectedIds: () => string[]
  /** The lamp that a click at this place (px from the map's corner) would pick; -1: none. */
  pickAt: (spot: Spot) => number
  /** Where a lamp stands on the screen (px from the map's corner); undefined for one without a position. */
  spotOf: (index: number) => Spot | undefined
  /** The map beneath, for outlines and handles (ground.ts), with the datum it is drawn in; undefined before it stands. */
  ground: () => { readonly map: LeafletMap; readonly crs: DisplayCrs } | undefined
  /** How the last frame was painted; undefined before the map stands. */
  figures: () => PaintFigures | undefined
}

export type CityMapProps = {
  store: LampStore
  t: (text: Text) => string
  /** The theme's name; dark ones get dark fallbacks, and every change repaints. */
  theme: string
  /** Keep the object: another one is projected anew. */
  base?: BaseMap
  /** Raster tiles (`{z}/{x}/{y}`) instead of the base map, in WGS-84 or GCJ-02. */
  tileUrl?: string
  tileCrs?: DisplayCrs
  tileAttribution?: string
  /** The tab remembers the view under this key. */
  viewKey?: string
  /** The states filtered away; the map keeps them itself when left out. */
  filter?: ReadonlySet<LampState>
  onFilter?: (filter: ReadonlySet<LampState>) => void
  /** The map stands: its handle answers. Keep the function: another one is told again. */
  onReady?: () => void
  /** What a click at this place does to something that the page draws above the lamps; undefined where nothing lies there. */
  above?: (spot: Spot) => (() => void) | undefined
  /** A lamp was clicked, -1: bare ground. */
  onPick?: (index: number) => void
  /** The lamp whose card is open wears a ring. */
  focused?: number
  /** What hovers over a lamp; nothing when left out. */
  tooltip?: (index: number) => ReactNode
  /** The ids are made only when asked for. */
  onSelectionChange?: (count: number, getIds: () => string[]) => void
  /** Words of the legend, where the marks stand for something else than the state of lamps. */
  legend?: Readonly<Record<LampState, Text>>
  /** More entries of the legend: layers of the page. */
  legendMore?: ReactNode
  /** Without selection tools and keys, for people who may only look. */
  readOnly?: boolean
  /** The map is a part of a page that scrolls: the wheel scrolls the page, Ctrl and the wheel zoom the map. */
  inPage?: boolean
  /** The page's own search (top left), layers (top right) and panels. */
  children?: ReactNode
  ref?: Ref<CityMapHandle>
}

const NOTHING_HIDDEN: ReadonlySet<LampState> = new Set()

const idsOf = (store: LampStore, selection: Selection): string[] => Array.from(selection.indices(), (index) => store.idOf(index))

function* indicesOf(store: LampStore, ids: Iterable<string>): Generator<number> {
  for (const id of ids) yield store.indexOf(id)
}

const handleOf = (store: LampStore, selection: Selection, engine: MapEngine | undefined, crs: DisplayCrs): CityMapHandle => ({
  flyTo: (lng, lat, zoom, inset) => engine?.flyTo(lng, lat, zoom, inset),
  fit: (ids, inset) => engine?.fit(ids && indicesOf(store, ids), inset),
  highlight: (streetId) => engine?.highlight(streetId),
  select: (ids, mode = 'replace') => engine?.select(indicesOf(store, ids), mode),
  clearSelection: () => engine?.clearSelection(),
  selectedIds: () => idsOf(store, selection),
  pickAt: (spot) => engine?.pickAt(spot) ?? -1,
  spotOf: (index) => engine?.spotOf(index),
  ground: () => engine && { map: engine.map, crs },
  figures: () => engine?.figures(),
})

/** What the map shows beside lamps and base: tool, drawing, fan, hover; and what its keys and gestures do. */
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
  useImperativeHandle(props.ref, () => handleOf(store, selection, engine, crs), [store, selection, engine, crs])
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
    setFilter: props.onFilter ?? setOwnFilter,
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
