import type { CallTypes } from '@lamplight/kit'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PathOf, RecordOf, TypedCall } from '../../api/client.ts'
import { api } from '../../session/session.ts'
import { useTab } from '../../tabs/use-tab.ts'
import { useFixedParams } from '../fixed-params.ts'
import { fromQuery, PAGE_SIZES } from './list-state.ts'

/** Default number of rows of a page that is made by hand. */
const SIZE = 30
const NO_ROWS: readonly never[] = []

/**
 * Page and filters of rows that are no list of a resource. They are in the address of the tab, so that a link shows the same. `names`: the parameters
 * that filter. `size`: default number of rows of a page. `sizes`: those that the page offers.
 */
export const useRowsPlace = <const N extends string>(names: readonly N[], size = SIZE, sizes: readonly number[] = PAGE_SIZES) => {
  const { query: place, setQuery, active } = useTab()
  const given = Object.fromEntries(Object.entries(place).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const state = fromQuery(given, size)
  const wanted = Object.fromEntries(names.flatMap((name) => (place[name] ? [[name, place[name]]] : [])))
  return {
    active,
    place,
    setQuery,
    current: state.current,
    size: sizes.find((one) => one === Number(place.size)) ?? size,
    filter: Object.fromEntries(names.map((name) => [name, place[name] ?? ''])) as Readonly<Record<N, string>>,
    /** The filters that are set. */
    wanted,
    isFiltered: Object.keys(wanted).length > 0,
    setFilter: (changed: Readonly<Partial<Record<N, string>>>) => setQuery({ ...changed, current: '' }),
    clear: () => setQuery({ ...Object.fromEntries(names.map((name) => [name, ''])), current: '' }),
    turn: (page: { readonly current: number; readonly size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === size ? '' : page.size }),
  }
}

/** A paged call whose address is known only at run time, for `useRows`. */
export interface RowsCall<Row> {
  readonly types: CallTypes<'GET', string, object, undefined, { readonly records: readonly Row[] }>
}
interface Found<Row> {
  readonly records: readonly Row[]
  readonly total: number
}
interface RowsOf<N extends string, Row> {
  /** First part of the cache key: changes of this resource reload the rows. */
  readonly of: string
  readonly filters?: readonly N[]
  /** Further parameters of the call. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Interval in which the rows are read again, ms; it may depend on the shown rows. */
  readonly every?: number | ((rows: readonly Row[]) => number | false)
  readonly size?: number
  readonly enabled?: boolean
}
/** The rows of a paged call, for a page that is made by hand (`PagedTable`). The old page stays while a new one loads. */
export const useRows = <R extends TypedCall<'GET'>, N extends string = string>(
  path: PathOf<R>,
  { of, filters = [], fixed, every, size, enabled = true }: RowsOf<N, RecordOf<R>>,
) => {
  const at = useRowsPlace(filters, size)
  const parameters = { ...at.wanted, ...useFixedParams(), ...fixed, current: at.current, size: at.size }
  const client = useQueryClient()
  const queryKey = [of, path, parameters]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Found<RecordOf<R>>>(path, parameters, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (typeof every === 'function' ? every(data?.records ?? NO_ROWS) : (every ?? false)),
    enabled: enabled && at.active,
  })
  const total = query.data?.total ?? 0
  return {
    ...at,
    query,
    rows: query.data?.records ?? (NO_ROWS as readonly RecordOf<R>[]),
    total,
    /** Changes the shown rows, when a live message has newer values. */
    patch: (change: (rows: readonly RecordOf<R>[]) => readonly RecordOf<R>[]) =>
      client.setQueryData<Found<RecordOf<R>>>(queryKey, (old) => old && { ...old, records: change(old.records) }),
    page: { current: at.current, size: at.size, total, onChange: at.turn },
  }
}

/** All rows that match, for a file: page after page of `size` rows. */
export const allRows = async <R extends TypedCall<'GET'>>(
  path: PathOf<R>,
  parameters: Readonly<Record<string, string>>,
  size: number,
): Promise<readonly RecordOf<R>[]> => {
  const found: RecordOf<R>[] = []
  for (let current = 1; ; current += 1) {
    const page = await api.get<Found<RecordOf<R>>>(path, { ...parameters, current, size }, { quiet: true })
    found.push(...page.records)
    if (page.records.length === 0 || found.length >= page.total) return found
  }
}
