/** Selectable page sizes, and the default of a call or link (rule.const.pagesizes, decisions.md A1). */
export const PAGE_SIZES: readonly number[] = [10, 30, 50, 100, 200]
export const PAGE_SIZE = 10

/** Height of the window around a list, px: header, tabs, search row, toolbar and pager. */
const AROUND_ROWS = 320
/** Initial page size of a user without a choice: the smallest one that fills a window `height` px high with rows of `row` px (adr 0007). */
export const fittedSize = (height: number, row: number, phone: boolean): number =>
  phone ? PAGE_SIZE : (PAGE_SIZES.find((size) => size * row >= height - AROUND_ROWS) ?? PAGE_SIZE)

/** State of a list; the address holds it, so that a link shows the same. */
export interface ListState {
  readonly current: number
  readonly size: number
  /** Wire names, in sort order. */
  readonly ascs: readonly string[]
  readonly descs: readonly string[]
  /** Parameters as sent: `name`, `power_ge`, `kind` = `1,2`. */
  readonly filters: Readonly<Record<string, string>>
  /** Selected columns by field name; null: the default or remembered ones. */
  readonly columns: readonly string[] | null
}
export type Query = Readonly<Record<string, string>>

/** Address keys that are not filters. */
export const RESERVED: ReadonlySet<string> = new Set([
  'current',
  'size',
  'ascs',
  'descs',
  'columns',
  'edit',
  'create',
  'import',
  'id',
  'tab',
  'all',
])

export const emptyState = (size = PAGE_SIZE): ListState => ({ current: 1, size, ascs: [], descs: [], filters: {}, columns: null })

/** Address of a list with a preset that shows all rows. */
export const ALL: Query = { all: '1' }

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/
const names = (value: string | undefined): string[] => [
  ...new Set(
    (value ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => NAME.test(name)),
  ),
]
const pageNumber = (value: string | undefined): number => {
  const page = Number(value ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 1e9 ? page : 1
}

const NO_FILTERS: Query = {}
export const sameFilters = (a: Query, b: Query): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value)

/**
 * Converts an address to a state, without invalid parts. `size`: the remembered page size. `preset`: the filters of an address without filters; `all=1`
 * there means none.
 */
export const fromQuery = (query: Query, size = PAGE_SIZE, preset = NO_FILTERS): ListState => {
  const requestedSize = Number(query.size)
  const ascs = names(query.ascs)
  const filters = Object.entries(query).filter(([key, value]) => !RESERVED.has(key) && NAME.test(key) && value.trim() !== '')
  return {
    current: pageNumber(query.current),
    size: PAGE_SIZES.includes(requestedSize) ? requestedSize : size,
    ascs,
    descs: names(query.descs).filter((name) => !ascs.includes(name)),
    filters:
      filters.length === 0 && query.all === undefined ? { ...preset } : Object.fromEntries(filters.sort(([a], [b]) => (a < b ? -1 : 1))),
    columns: query.columns === undefined ? null : names(query.columns),
  }
}

/** Converts a state to an address, without defaults: `fromQuery(toQuery(s, n, p), n, p)` is `s`. */
export const toQuery = (state: ListState, size = PAGE_SIZE, preset = NO_FILTERS): Query => ({
  ...(sameFilters(state.filters, preset) ? {} : Object.keys(state.filters).length === 0 ? ALL : state.filters),
  ...(state.current > 1 ? { current: String(state.current) } : {}),
  ...(state.size !== size ? { size: String(state.size) } : {}),
  ...(state.ascs.length > 0 ? { ascs: state.ascs.join(',') } : {}),
  ...(state.descs.length > 0 ? { descs: state.descs.join(',') } : {}),
  ...(state.columns ? { columns: state.columns.join(',') } : {}),
})

/** Filters and sorting as parameters of a call. */
export const toFilterParams = (state: ListState): Query => ({
  ...state.filters,
  ...(state.ascs.length > 0 ? { ascs: state.ascs.join(',') } : {}),
  ...(state.descs.length > 0 ? { descs: state.descs.join(',') } : {}),
})

/** Parameters of the list call (wire-contract.md 2.2). */
export const toParams = (state: ListState): Query => ({
  current: String(state.current),
  size: String(state.size),
  ...toFilterParams(state),
})

/** Returns the state with changed filters, at the first page; an empty value removes a filter. */
export const withFilters = (state: ListState, changed: Query): ListState => {
  const kept = Object.entries({ ...state.filters, ...changed }).filter(([, value]) => value.trim() !== '')
  return { ...state, current: 1, filters: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Returns the state after a click on a header: unsorted, ascending, descending, unsorted. Only one column sorts at a time. */
export const cycleSort = (state: ListState, name: string): ListState => {
  const next = state.ascs.includes(name)
    ? { ascs: [], descs: [name] }
    : state.descs.includes(name)
      ? { ascs: [], descs: [] }
      : { ascs: [name], descs: [] }
  return { ...state, ...next, current: 1 }
}
export const sortOf = (state: ListState, name: string): 'ascending' | 'descending' | 'none' =>
  state.ascs.includes(name) ? 'ascending' : state.descs.includes(name) ? 'descending' : 'none'

export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))

/** Page buttons around the current one; null is a gap. */
export const pageButtons = (current: number, pages: number): readonly (number | null)[] => {
  const wanted = [1, pages, current - 1, current, current + 1].filter((page) => page >= 1 && page <= pages)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((page, i) => {
    const before = sorted[i - 1]
    if (before === undefined || page - before === 1) return [page]
    return page - before === 2 ? [page - 1, page] : [null, page]
  })
}
