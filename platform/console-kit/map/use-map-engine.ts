import type { Text } from '@lamplight/kit'
import type { LampState } from '@lamplight/lamp-packet'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Tiles } from './base-layer.ts'
import type { BaseMap } from './base-map.ts'
import type { DisplayCrs } from './display-crs.ts'
import type { LampStore } from './lamp-store.ts'
import { createMapEngine, type EngineEvents, type MapEngine } from './map-engine.ts'
import type { MapPalette } from './palette.ts'
import type { Selection } from './selection.ts'

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

/** Holds a map engine in `host` as long as it stands; store, tiles and view key make a new one, all else is changed in place. */
export const useMapEngine = (host: RefObject<HTMLElement | null>, options: MapEngineOptions): MapEngine | undefined => {
  const { store, selection, base, tiles, crs, viewKey, palette, hidden, t, events } = options
  const [engine, setEngine] = useState<MapEngine>()
  const onPick = useEffectEvent(events.onPick)
  const onHover = useEffectEvent(events.onHover)
  const onFan = useEffectEvent(events.onFan)
  const onSelection = useEffectEvent(events.onSelection)
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
        onPick: (index) => onPick(index),
        onHover: (index, spot) => onHover(index, spot),
        onFan: (indices) => onFan(indices),
        onSelection: () => onSelection(),
        onDraft: (path) => onDraft(path),
        onMove: (ended) => onMove(ended),
      },
    }),
  )

  const url = tiles?.url
  // These, read by `create`, are what an engine cannot change in place.
  useEffect(() => {
    if (!host.current) return
    const made = create(host.current)
    setEngine(made)
    return () => {
      setEngine(undefined)
      made.remove()
    }
  }, [host, store, crs, url, viewKey])

  useEffect(() => engine?.setBase(base), [engine, base])
  useEffect(() => engine?.setPalette(palette), [engine, palette])
  useEffect(() => engine?.setWords(t), [engine, t])
  useEffect(() => engine?.setHidden(hidden), [engine, hidden])
  return engine
}
