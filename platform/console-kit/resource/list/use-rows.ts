import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PathOf, RecordOf, TypedCall } from '../../api/client.ts'
import { api } from '../../session/session.ts'
import { useTab } from '../../tabs/use-tab.ts'
import { useFixedParams } from '../fixed-params.ts'
import { fromQuery } from './list-state.ts'

/** Default number of rows of a page that is made by hand. */
const SIZE = 30
const NO_ROWS: readonly never[] = []

/**
 * Page and filters of rows that are no list of a resource. They are in the address of the tab, so that a link shows the same. `names`: the parameters
 * that filter. `size`: default number of rows of a page.
 */
export const useRowsPlace = (names: readonly string[], size = SIZE) => {
  const { query: place, setQuery, active } = useTab()
  const given = Object.fromEntries(Object.entries(place).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const state = fromQuery(given, size)
  const wanted = Object.fromEntries(names.flatMap((name) => (place[name] ? [[name, place[name]]] : [])))
  return {
    active,
    place,
    setQuery,
    current: state.current,
    size: state.size,
    /** The filters that are set. */
    wanted,
    isFiltered: Object.keys(wanted).length > 0,
    setFilter: (changed: Readonly<Record<string, string>>) => setQuery({ ...changed, current: '' }),
    clear: () => setQuery({ ...Object.fromEntries(names.map((name) => [name, ''])), current: '' }),
    turn: (page: { readonly current: number; readonly size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === size ? '' : page.size }),
  }
}

interface RowsOf {
  /** First part of the cache key: changes of this resource reload the rows. */
  readonly of: string
  readonly filters?: readonly string[]
  /** Further parameters of the call. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Interval in which the rows are read again, ms. */
  readonly every?: number
  readonly size?: number
  readonly enabled?: boolean
}
/** The rows of a paged call, for a page that is made by hand (`PagedTable`). The old page stays while a new one loads. */
export const useRows = <R extends TypedCall<'GET'>>(path: PathOf<R>, { of, filters = [], fixed, every, size, enabled = true }: RowsOf) => {
  const at = useRowsPlace(filters, size)
  const parameters = { ...at.wanted, ...useFixedParams(), ...fixed, current: at.current, size: at.size }
  const query = useQuery({
    queryKey: [of, path, parameters],
    queryFn: ({ signal }) => api.get<{ records: readonly RecordOf<R>[]; total: number }>(path, parameters, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
    enabled: enabled && at.active,
  })
  const total = query.data?.total ?? 0
  return {
    ...at,
    query,
    rows: query.data?.records ?? (NO_ROWS as readonly RecordOf<R>[]),
    total,
    page: { current: at.current, size: at.size, total, onChange: at.turn },
  }
}
