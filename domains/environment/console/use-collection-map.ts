import {
  type CityMapHandle,
  createMarkLayer,
  drawRoute,
  markPlace,
  type Outline,
  showOutlines,
  usePalette,
} from '@lamplight/console-kit/map'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Collection } from './use-collection.ts'

const NORMAL = 1
/** Tones of the marks (`MarkSet.tones`): `bad` for bins from QUITE_FULL on, `warning` for the others. */
const TONES = { warning: 2, bad: 3 } as const
const QUITE_FULL = 95

/** Draws bins, start and route, and fits the map to them when the route changes. Passes clicks on the map to `onPlace`, in WGS-84. */
export const useCollectionMap = (
  map: RefObject<CityMapHandle | null>,
  { engine, theme, route, startName }: { engine: number; theme: string; route: Collection | undefined; startName: string },
  onPlace: (at: { readonly lng: number; readonly lat: number }) => void,
): void => {
  const palette = usePalette(theme)
  const pick = useEffectEvent(onPlace)
  useEffect(() => {
    const ground = engine > 0 ? map.current?.ground() : undefined
    if (!ground || !route) return
    const { records, start } = route
    const layer = createMarkLayer(ground.map, ground.crs, palette)
    layer.show([
      {
        key: 'trash',
        icon: 'trash',
        ids: records.map(({ id }) => id),
        lng: Float64Array.from(records, ({ lng }) => lng),
        lat: Float64Array.from(records, ({ lat }) => lat),
        states: new Uint8Array(records.length).fill(NORMAL),
        tones: Uint8Array.from(records, ({ fillLevel }) => (fillLevel >= QUITE_FULL ? TONES.bad : TONES.warning)),
      },
    ])
    const places = [...(start ? [start] : []), ...records].map(({ lng, lat }) => [lng, lat] as const)
    const removeLine = drawRoute(ground.map, places, ground.crs)
    const removeStart = start ? markPlace(ground.map, [start.lng, start.lat], ground.crs, startName) : undefined
    if (places.length > 0) showOutlines(ground.map, [{ name: '', rings: [places] } satisfies Outline], ground.crs)
    return () => {
      layer.remove()
      removeLine()
      removeStart?.()
    }
  }, [map, engine, palette, route, startName])
  useEffect(() => {
    const ground = engine > 0 ? map.current?.ground() : undefined
    if (!ground) return
    const onClick = ({ latlng }: { readonly latlng: { readonly lng: number; readonly lat: number } }): void => pick(latlng)
    ground.map.on('click', onClick)
    return () => {
      ground.map.off('click', onClick)
    }
  }, [map, engine])
}
