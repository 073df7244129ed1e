import { type AnswerOf, api, useCatchUp, useLive, useProject } from '@lamplight/console-kit'
import {
  type BaseMap,
  createLampStore,
  decodeLampPacket,
  type LampPoints,
  type LampStore,
  type LngLat,
  TICK_MS,
} from '@lamplight/console-kit/map'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { mapBase } from '../../server/map/map.handler.ts'

type Feature = NonNullable<AnswerOf<typeof mapBase>['base']>['features'][number]

/** Converts the built-in GeoJSON of streets, water, parks and outline to the map's form. */
export const baseMapOf = (features: readonly Feature[]): BaseMap => {
  const lines = (layer: string) => features.filter((one) => one.properties.layer === layer)
  const ring = (one: Feature): readonly LngLat[] => (one.geometry.coordinates[0] ?? []) as readonly LngLat[]
  const outline = lines('outline')[0]
  return {
    streets: lines('street').map((one) => ({
      id: one.properties.id ?? '',
      name: (one.properties.name ?? ['', '']) as Text,
      class: one.properties.class ?? 'branch',
      line: one.geometry.coordinates as readonly LngLat[],
    })),
    areas: (['park', 'water'] as const).flatMap((kind) => lines(kind).map((one) => ({ kind, ring: ring(one) }))),
    ...(outline ? { outline: ring(outline) } : {}),
  }
}

/** The base map: tiles if a parameter has an address, else the built-in streets. */
export const useBaseMap = () => {
  const { data } = useQuery({
    queryKey: ['map-base'],
    queryFn: () => api.get<typeof mapBase>('blade-city/lamp/map/base'),
    staleTime: 3_600_000,
  })
  return useMemo(() => {
    const features = data?.base?.features ?? []
    return {
      base: features.length > 0 ? baseMapOf(features) : undefined,
      tileUrl: data?.tileUrl || undefined,
      tileCrs: data?.tileCrs ?? 'wgs84',
    }
  }, [data])
}

/** Converts a pushed rung (0 queued … 4 verified, -1 failed, null none) to the map's numbers. */
const runOf = (rung: unknown): number => (typeof rung !== 'number' ? 0 : rung < 0 ? 6 : Math.min(5, rung + 1))

const applyLamps = (store: LampStore, changes: readonly (readonly [string, unknown])[]): void => {
  const indices = new Int32Array(changes.length)
  const state = new Uint8Array(changes.length)
  const dim = new Uint8Array(changes.length)
  changes.forEach(([id, value], at) => {
    const [newState, newDim] = value as readonly [number, number | null]
    indices[at] = store.indexOf(id)
    state[at] = newState
    dim[at] = newDim ?? 0
  })
  store.update(indices, { state, dim })
}

const OVER = 2
/** When the last running command has ended, removes the arcs of lamps without further progress (applied, but not verified); failed ones stay. */
const useRunsEnd = (store: LampStore): void => {
  const running = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive('batches', (news) => {
    for (const [id, batch] of news.changes ?? []) {
      if ((batch as { readonly status: number }).status < OVER) running.current.add(id)
      else running.current.delete(id)
    }
    clearTimeout(timer.current)
    if (running.current.size === 0) timer.current = setTimeout(() => store.clearRuns('underway'), TICK_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

type Changes = readonly (readonly [string, unknown])[]

/** All lamps of the selected project, or of `only`, and of projects of one type if it is given, kept live: states and levels by reports, rungs by command progress; reloaded after a lost connection. */
export const useCity = (only?: string, projectType?: number) => {
  const { project } = useProject()
  const projectId = only || project?.id
  const store = useMemo(() => createLampStore(), [])
  // Changes that arrive while lamps are loading may be newer than the response: they are applied after it.
  const meanwhile = useRef<{ readonly request: object; readonly news: Changes[] }>(undefined)
  const query = useQuery({
    queryKey: ['map-lamps', projectId ?? '', projectType],
    queryFn: async () => {
      const request = {}
      meanwhile.current = { request, news: [] }
      try {
        return { request, points: decodeLampPacket(await api.bytes('/api/blade-city/lamp/map', { projectId, projectType })) }
      } catch (thrown) {
        if (meanwhile.current?.request === request) meanwhile.current = undefined
        throw thrown
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  // Drawings that depend on the store (the ring of the selected lamp) must update after the store has loaded, not after the response.
  const [loaded, setLoaded] = useState<LampPoints | null>(null)
  useEffect(() => {
    if (!query.data) return
    const { request, points } = query.data
    if (store.points() !== points) store.load(points)
    if (meanwhile.current?.request === request) {
      for (const changes of meanwhile.current.news) applyLamps(store, changes)
      meanwhile.current = undefined
    }
    setLoaded(points)
  }, [query.data, store])
  useLive('lamps', (news) => {
    if (!news.changes) return
    meanwhile.current?.news.push(news.changes)
    if (store.points().n > 0) applyLamps(store, news.changes)
  })
  useLive('lamps-run', (news) => {
    const changes = news.changes ?? []
    store.update(
      Int32Array.from(changes, ([id]) => store.indexOf(id)),
      { run: Uint8Array.from(changes, ([, rung]) => runOf(rung)) },
    )
  })
  useRunsEnd(store)
  useCatchUp(() => void query.refetch())
  return {
    store,
    loading: query.isPending || (query.data !== undefined && loaded === null),
    error: query.error,
    count: loaded?.n ?? 0,
    reload: () => void query.refetch(),
  }
}
