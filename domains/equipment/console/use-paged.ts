import { api, type PathOf, type RecordOf, type TypedCall, useTab } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'

const SIZE = 30
const EVERY_MS = 30_000

/** Reads a page of a call. The page and the filters are in the address of the tab. `filters`: the parameters of the call that filter. */
export const usePaged = <R extends TypedCall<'GET'>>(
  path: PathOf<R>,
  filters: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
) => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = Number(place.size) || SIZE
  const wanted = Object.fromEntries(filters.map((name) => [name, place[name] ?? '']).filter(([, value]) => value !== ''))
  const query = useQuery({
    queryKey: ['equipment', path, wanted, fixed, current, size],
    queryFn: ({ signal }) =>
      api.get<{ records: readonly RecordOf<R>[]; total: number }>(path, { ...wanted, ...fixed, current, size }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    placeholderData: (old) => old,
  })
  return {
    query,
    place,
    setQuery,
    isFiltered: Object.keys(wanted).length > 0,
    rows: query.data?.records ?? [],
    page: { current, size, total: query.data?.total ?? 0, onChange: (page: { current: number; size: number }) => setQuery(page) },
    setFilter: (change: Readonly<Record<string, string>>) => setQuery({ ...change, current: '' }),
    clear: () => setQuery({ ...Object.fromEntries(filters.map((name) => [name, ''])), current: '' }),
  }
}
