import { type CityMapHandle, createMarkLayer, type MarkLayer, type Spot, usePalette } from '@lamplight/console-kit/map'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { BANDS, bandOf } from './soc.ts'
import type { SolarPoints } from './use-solar-points.ts'

interface Shown {
  /** Number of times that the map was created; 0 before it is ready. */
  readonly engine: number
  readonly theme: string
  readonly points: SolarPoints | undefined
  readonly version: number
  /** The lamp whose card is open. */
  readonly id: string | null
}
const NONE: ReadonlySet<string> = new Set()
const MARGIN = 0.1

/** Shows all lamps when the map has no earlier view. */
const useFirstView = (map: RefObject<CityMapHandle | null>, engine: number, points: SolarPoints | undefined): void => {
  const done = useRef(0)
  useEffect(() => {
    const ground = engine > 0 ? map.current?.ground() : undefined
    if (!ground || !points || points.ids.length === 0 || done.current === engine) return
    done.current = engine
    const box = (of: Float64Array): [number, number] => [of.reduce((a, b) => Math.min(a, b)), of.reduce((a, b) => Math.max(a, b))]
    const [[west, east], [south, north]] = [box(points.lng), box(points.lat)]
    const pad = Math.max(0.002, (east - west) * MARGIN)
    ground.map.fitBounds([
      [south - pad, west - pad],
      [north + pad, east + pad],
    ])
  }, [map, engine, points])
}

/** Draws the lamps in the colours of their bands; hidden bands are left out. */
export const useSocLayer = (
  map: RefObject<CityMapHandle | null>,
  { engine, theme, points, version, id }: Shown,
  onPick: (id: string) => void,
) => {
  const palette = usePalette(theme)
  const [hidden, setHidden] = useState(NONE)
  const layer = useRef<MarkLayer>(undefined)
  // `version` counts changes inside of the arrays.
  const bands = useMemo(() => points?.ids.map((_, at) => bandOf(points.soc[at]!, points.states[at]!)), [points, version])
  const counts = useMemo(
    () => new Map(BANDS.map(({ key }) => [key as string, (bands ?? []).filter((band) => band.key === key).length])),
    [bands],
  )
  useFirstView(map, engine, points)
  useEffect(() => {
    const ground = engine > 0 ? map.current?.ground() : undefined
    if (!ground) return
    const made = createMarkLayer(ground.map, ground.crs, palette)
    layer.current = made
    return () => {
      layer.current = undefined
      made.remove()
    }
  }, [map, engine, palette])
  useEffect(() => {
    if (!points || !bands || engine === 0) return
    const shown = points.ids.flatMap((_, at) => (hidden.has(bands[at]!.key) ? [] : [at]))
    const pick = <T>(of: ArrayLike<T>): T[] => shown.map((at) => of[at]!)
    layer.current?.show([
      {
        key: 'solar',
        icon: 'sun',
        ids: pick(points.ids),
        lng: Float64Array.from(pick(points.lng)),
        lat: Float64Array.from(pick(points.lat)),
        states: Uint8Array.from(pick(points.states)),
        tones: Uint8Array.from(shown, (at) => bands[at]!.tone),
      },
    ])
  }, [points, bands, hidden, engine, palette])
  useEffect(() => {
    if (engine > 0) layer.current?.focus(id)
  }, [engine, id, bands, hidden])
  return {
    hidden,
    counts,
    toggle: (key: string): void => setHidden((old) => old.symmetricDifference(new Set([key]))),
    above: (spot: Spot): (() => void) | undefined => {
      const mark = layer.current?.at(spot)
      return mark && (() => onPick(mark.id))
    },
  }
}
