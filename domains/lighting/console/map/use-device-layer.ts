import { type AnswerOf, api, lang, listen, storage, type TabHandle, useCatchUp, useProject, useUser } from '@lamplight/console-kit'
import { type CityMapHandle, createMarkLayer, type MarkLayer, type MarkSet, type Spot, usePalette } from '@lamplight/console-kit/map'
import { liveTopic } from '@lamplight/devices/model'
import type { mapDeviceRoute, mapKindsRoute, mapPointsRoute } from '@lamplight/devices/server'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { insetOf, NEAR } from './use-map-page.ts'
import { NO_PLACE } from './use-map-target.ts'

/** A device type with the number of its devices that have a location. */
export type DeviceLayerKind = AnswerOf<typeof mapKindsRoute>[number]
type Points = AnswerOf<typeof mapPointsRoute>
type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number }

/** Types with more devices are loaded for the view only. */
const WHOLE = 20_000
const DEGREES = 1e7
const OFF = '-'
/** Storage key of the layers that a user shows. Without stored layers the map shows only lamps. */
const keptKey = (userId: string): string => `mapLayers-${userId}`
const keptLayers = (userId: string): string => {
  const kept = storage.read(keptKey(userId))
  return typeof kept === 'string' ? kept : OFF
}

const setOf = ({ type, icon }: DeviceLayerKind, { ids, lng, lat, states }: Points): MarkSet => ({
  key: type,
  icon,
  ids,
  lng: Float64Array.from(lng, (one) => one / DEGREES),
  lat: Float64Array.from(lat, (one) => one / DEGREES),
  states: Uint8Array.from(states),
})

/** The view enlarged by half of its size; undefined while all types are loaded completely. */
const useBox = (map: RefObject<CityMapHandle | null>, engine: number, isWanted: boolean): Box | undefined => {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    const ground = engine > 0 && isWanted ? map.current?.ground() : undefined
    if (!ground) return
    const follow = (): void => {
      const view = ground.map.getBounds()
      const wide = view.pad(0.5)
      setBox((old) => {
        const isInside =
          old && view.getWest() >= old.west && view.getEast() <= old.east && view.getSouth() >= old.south && view.getNorth() <= old.north
        return isInside ? old : { west: wide.getWest(), south: wide.getSouth(), east: wide.getEast(), north: wide.getNorth() }
      })
    }
    follow()
    ground.map.on('moveend', follow)
    return () => void ground.map.off('moveend', follow)
  }, [map, engine, isWanted])
  return box
}

/** Marks of the shown types, with states from the live topic of each type. */
const useSets = (kinds: readonly DeviceLayerKind[], box: Box | undefined, repaint: () => void): readonly MarkSet[] => {
  const { project } = useProject()
  const projectId = project?.id ?? ''
  const answers = useQueries({
    queries: kinds.map((kind) => {
      const within = kind.total > WHOLE ? box : undefined
      return {
        queryKey: ['map-devices', kind.type, projectId, within],
        enabled: kind.total <= WHOLE || within !== undefined,
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.get<typeof mapPointsRoute>('blade-device/map/points', { type: kind.type, projectId, ...within }, { signal, quiet: true }),
        staleTime: Number.POSITIVE_INFINITY,
        structuralSharing: false,
        placeholderData: (old: Points | undefined) => old,
      }
    }),
    combine: (found) => found.map(({ data }) => data),
  })
  const kept = useRef(new WeakMap<Points, MarkSet>())
  const sets = kinds.flatMap((kind, at) => {
    const points = answers[at]
    if (!points) return []
    const set = kept.current.get(points) ?? setOf(kind, points)
    kept.current.set(points, set)
    return [set]
  })
  const applyChanges = useEffectEvent((type: string, changes: readonly (readonly [string, unknown])[]): void => {
    const set = sets.find(({ key }) => key === type)
    if (!set) return
    for (const [id, news] of changes) {
      const [index, { state }] = [set.ids.indexOf(id), news as { readonly state?: number }]
      if (index >= 0 && typeof state === 'number') set.states[index] = state
    }
    repaint()
  })
  const types = kinds.map(({ type }) => type).join()
  useEffect(() => {
    const stops = types
      .split(',')
      // The layers of products (`product.10001`) share one topic.
      .flatMap((type) => (type ? [listen(liveTopic(type.split('.')[0] ?? type), ({ changes = [] }) => applyChanges(type, changes))] : []))
    return () => {
      for (const stop of stops) stop()
    }
  }, [types])
  return sets
}

/** Layers of devices other than lamps: a switchable layer per type, the click on a device, and the device in the address. */
export const useDeviceLayer = (map: RefObject<CityMapHandle | null>, engine: number, tab: TabHandle, theme: string) => {
  const ready = engine > 0
  const { project } = useProject()
  const projectId = project?.id ?? ''
  const palette = usePalette(theme)
  const { data: known, refetch } = useQuery({
    queryKey: ['map-devices', 'kinds', projectId, lang.get()],
    queryFn: ({ signal }) => api.get<typeof mapKindsRoute>('blade-device/map/kinds', { projectId }, { signal, quiet: true }),
  })
  useCatchUp(() => void refetch())
  const kinds = useMemo(() => (known ?? []).filter(({ total }) => total > 0), [known])
  const id = tab.query.device ?? null
  const { data: named } = useQuery({
    queryKey: ['map-devices', 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) => api.get<typeof mapDeviceRoute>('blade-device/map/device', { id: id ?? '' }, { signal, quiet: true }),
    retry: false,
    placeholderData: undefined,
  })
  const userId = useUser()?.userId ?? ''
  const layerText = tab.query.layers ?? keptLayers(userId)
  const shown = useMemo(
    () => kinds.filter(({ type }) => layerText.split(',').includes(type) || named?.type === type),
    [kinds, layerText, named],
  )
  const layer = useRef<MarkLayer>(undefined)
  const box = useBox(
    map,
    engine,
    shown.some(({ total }) => total > WHOLE),
  )
  const sets = useSets(shown, box, () => layer.current?.repaint())
  useEffect(() => {
    const ground = engine > 0 ? map.current?.ground() : undefined
    if (!ground) return
    const made = createMarkLayer(ground.map, ground.crs, palette, ground.lamps)
    layer.current = made
    return () => {
      layer.current = undefined
      made.remove()
    }
  }, [map, engine, palette])
  useEffect(() => {
    if (ready) layer.current?.show(sets)
  })
  useEffect(() => {
    if (engine > 0) layer.current?.focus(id)
  }, [engine, id])
  const clicked = useRef<string>(undefined)
  const place = named?.lng !== undefined && named.lng !== null && named.lat !== null && named.id !== clicked.current ? named : undefined
  useEffect(() => {
    if (ready && place) map.current?.flyTo(place.lng as number, place.lat as number, NEAR, insetOf())
  }, [map, ready, place])
  const isShown = (type: string): boolean => shown.some((one) => one.type === type)
  const show = (types: Iterable<string>): void => {
    const layers = [...types].join() || OFF
    storage.write(keptKey(userId), layers)
    tab.setQuery({ layers, ...(named && !layers.split(',').includes(named.type) && { device: null }) })
  }
  return {
    kinds,
    shown,
    isShown,
    toggle: (type: string): void => show(new Set(shown.map((one) => one.type)).symmetricDifference(new Set([type]))),
    hideAll: (): void => show([]),
    /** The device whose card is open. */
    device: id !== null && named ? named : undefined,
    id,
    close: () => tab.setQuery({ device: null }),
    above: (spot: Spot): (() => void) | undefined => {
      const mark = layer.current?.at(spot)
      return (
        mark &&
        (() => {
          clicked.current = mark.id
          tab.setQuery({ ...NO_PLACE, device: mark.id })
        })
      )
    },
  }
}
