import { api, type RecordOf, useTab } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { thingCount, thingInfo, thingTypes } from '../server/thing.handler.ts'

/** A device of a type made at run time, with its latest values. */
export type Thing = RecordOf<typeof thingInfo>

export const BASE = 'blade-device/gc-web/thing'
const SIZE = 30
const REFRESH_MS = 30_000
const FILTERS = ['type', 'deviceState', 'keyword'] as const
type Filter = Readonly<Record<(typeof FILTERS)[number], string>>

/** Reads a page of things with counts and types. The query of the tab's address has the page and the filter. */
export const useThings = () => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = Number(place.size) || SIZE
  const filter = Object.fromEntries(FILTERS.map((name) => [name, place[name] ?? ''])) as Filter
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const query = useQuery({
    queryKey: ['iot.things', 'info', wanted, current, size],
    queryFn: ({ signal }) => api.get<typeof thingInfo>(`${BASE}/info`, { ...wanted, current, size }, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
    placeholderData: (old) => old,
  })
  const { data: types = [] } = useQuery({
    queryKey: ['iot.things', 'type'],
    queryFn: ({ signal }) => api.get<typeof thingTypes>(`${BASE}/type`, {}, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  const { data: counts } = useQuery({
    queryKey: ['iot.things', 'count'],
    queryFn: ({ signal }) => api.get<typeof thingCount>(`${BASE}/count`, {}, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  return {
    query,
    types,
    counts,
    current,
    size,
    filter,
    wanted,
    isFiltered: Object.keys(wanted).length > 0,
    setPage: (page: { current: number; size: number }) => setQuery(page),
    setFilter: (change: Partial<Filter>) => setQuery({ ...change, current: '' }),
  }
}
