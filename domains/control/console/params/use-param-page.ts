import { api, useTab } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DRIFT_KEY } from './use-drift-count.ts'

const SIZE = 50
const SIZES = [10, 30, 50, 100, 200]
const EVERY_MS = 5000

/** The conditions of a filter that are set, as query parameters. */
export const conditions = (filter: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/**
 * Loads a page of parameters of devices. `list`: its call, undefined for none. `readFilter` reads the filter from the address of the tab, which holds
 * filters and page. The list is reloaded every few seconds, because the answers of devices arrive late.
 */
export const useParamPage = <Row, Filter extends object>(
  list: string | undefined,
  readFilter: (place: Readonly<Record<string, string | undefined>>) => Filter,
) => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = SIZES.includes(Number(place.size)) ? Number(place.size) : SIZE
  const filter = readFilter(place)
  const query = useQuery({
    queryKey: [DRIFT_KEY, 'list', list, filter, current, size],
    enabled: list !== undefined,
    queryFn: ({ signal }) =>
      api.get<{ records: readonly Row[]; total: number }>(list ?? '', { ...conditions(filter), current, size }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  return {
    query,
    filter,
    current,
    size,
    rows: query.data?.records ?? [],
    total: query.data?.total ?? 0,
    isFiltered: Object.keys(conditions(filter)).length > 0,
    setFilter: (changed: Partial<Filter>) => setQuery({ ...changed, current: '' }),
    setPage: (page: { current: number; size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === SIZE ? '' : page.size }),
  }
}
