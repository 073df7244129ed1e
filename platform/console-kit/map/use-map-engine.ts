import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DisplayCrs } from './display-crs.ts'
import type { LampStore } from './lamp-store.ts'
import { createMapEngine, type EngineEvents, type MapEngine } from './map-engine.ts'
import type { Tiles } from './paint/base-layer.ts'
import type { BaseMap } from './paint/base-map.ts'
import type { MapPalette } from './paint/palette.ts'
import type { Selection } from './tools/selection.ts'

export type MapEngineOptions = {
  store: LampStore
  selection: Selection
  base: BaseMap | undefined
  tiles: Tiles | undefined
  crs: DisplayCrs
  viewKey: string | undefined
  palette: MapPalette
  hidden: ReadonlySet<LampState>
  t: (text: Text) => string
  events: EngineEvents
}

/** Creates a map engine in `host`; a change of store, tiles or view key recreates it, all other changes are applied in place. */
export const useMapEngine = (host: RefObject<HTMLElement | null>, options: MapEngineOptions): MapEngine | undefined => {
  const { store, selection, base, tiles, crs, viewKey, palette, hidden, t, events } = options
  const [made, setMade] = useState<MapEngine>()
  const live = useRef<MapEngine>(undefined)
  const above = useEffectEvent(events.above)
  const onPick = useEffectEvent(events.onPick)
  const onHover = useEffectEvent(events.onHover)
  const onFan = useEffectEvent(events.onFan)
  const onSelection = useEffectEvent(events.onSelection)
  const onFilteredOut = useEffectEvent(events.onFilteredOut)
  const onDraft = useEffectEvent(events.onDraft)
  const onMove = useEffectEvent(events.onMove)
  const create = useEffectEvent((element: HTMLElement) =>
    createMapEngine({
      element,
      store,
      selection,
      crs,
      tiles,
      viewKey,
      palette,
      hidden,
      t,
      events: {
        above: (spot) => above(spot),
        onPick: (index) => onPick(index),
        onHover: (index, spot) => onHover(index, spot),
        onFan: (indices) => onFan(indices),
        onSelection: () => onSelection(),
        onFilteredOut: (count) => onFilteredOut(count),
        onDraft: (path) => onDraft(path),
        onMove: (ended) => onMove(ended),
      },
    }),
  )

  const url = tiles?.url
  // `create` reads the options that an engine cannot change in place.
  useEffect(() => {
    if (!host.current) return
    const engine = create(host.current)
    live.current = engine
    setMade(engine)
    return () => {
      live.current = undefined
      setMade(undefined)
      engine.remove()
    }
  }, [host, store, crs, url, viewKey])

  // A change together with new tiles must not reach the old engine, which has been removed.
  const onLive = useEffectEvent((change: (engine: MapEngine) => void) => {
    if (made && live.current === made) change(made)
  })
  useEffect(() => onLive((engine) => engine.setBase(base)), [made, base])
  useEffect(() => onLive((engine) => engine.setPalette(palette)), [made, palette])
  useEffect(() => onLive((engine) => engine.setWords(t)), [made, t])
  useEffect(() => onLive((engine) => engine.setHidden(hidden)), [made, hidden])
  return made
}
