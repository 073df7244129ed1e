import { meets, type ResourceDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useProject } from '../../session/project.ts'
import { api } from '../../session/session.ts'
import { useTab } from '../../tabs/use-tab.ts'
import { tokenPx } from '../../theme/tokens.ts'
import { isTree, listPath } from '../calls.ts'
import type { ResourceConsole } from '../console-resource.ts'
import { useFixedParams } from '../fixed-params.ts'
import { type Entry, readEntry, type Wire } from '../form/entry.ts'
import { usePhone } from '../form/use-media.ts'
import { fittedSize, fromQuery, type ListState, PAGE_SIZES, type Query, RESERVED, toFilterParams, toParams, toQuery } from './list-state.ts'
import { useLiveEntries } from './use-live-entries.ts'

export interface ListData {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** Parses rows and total of an answer: a page object, or an array for a tree. */
export const readList = (console: ResourceConsole, data: unknown): ListData => {
  const page = (typeof data === 'object' && data !== null ? data : {}) as { records?: unknown; total?: unknown }
  const rows = Array.isArray(data) ? data : Array.isArray(page.records) ? page.records : []
  const entries = rows.map((row: Wire) => readEntry(console.resource, row))
  return { entries, total: Array.isArray(data) ? count(entries) : Number(page.total ?? entries.length) }
}
const count = (entries: readonly Entry[]): number => entries.reduce((sum, entry) => sum + 1 + count(entry.children ?? []), 0)

const NO_ENTRIES: readonly Entry[] = []
const BUSY_MS = 2000
/** Returns the time after which a list is read again, ms; false if only the user reads it again. */
export const refreshMs = ({ ui: { refresh } }: Pick<ResourceConsole, 'ui'>, entries: readonly Entry[]): number | false => {
  if (!refresh) return false
  const { seconds, busy } = refresh
  return busy && entries.some(({ row }) => meets(busy, row)) ? BUSY_MS : seconds * 1000
}

/** The id of the last row of each page that was read with one filter and page size (`of`). */
interface Placing {
  readonly of: string
  readonly lastOf: Map<number, string>
}

/** Cache key of a list: begins with the resource, so that a changed row invalidates all its lists. */
export const listKey = (resource: string, params: Query): readonly unknown[] => [resource, 'list', params]

/** True if the list can show the rows of one project. */
const ofProject = ({ fields, filters = {} }: ResourceDefinition): boolean => 'projectId' in fields || 'projectId' in filters

/** Returns the address keys to change so that the address holds `state`; keys of dialogs and fixed parameters stay. */
const patchOf = (old: Query, next: Query, fixed: Query): Query => {
  const LIST = ['current', 'size', 'ascs', 'descs', 'columns', 'all']
  const gone = Object.keys(old).filter((key) => !(key in next) && !(key in fixed) && (LIST.includes(key) || !RESERVED.has(key)))
  return { ...Object.fromEntries(gone.map((key) => [key, ''])), ...next }
}

/** The list of a page: its state in the address, the rows of the server, live changes. */
export const useList = (
  console: ResourceConsole,
  remembered: { readonly size: number | null; readonly columns: readonly string[] | null },
) => {
  const { resource } = console
  const tab = useTab()
  const { project } = useProject()
  const phone = usePhone()
  const [height] = useState(window.innerHeight)
  const sizes = console.ui.sizes ?? PAGE_SIZES
  const fitted = Math.min(fittedSize(height, tokenPx('--ll-row'), phone), sizes.at(-1) ?? 0)
  const size = remembered.size && sizes.includes(remembered.size) ? remembered.size : fitted
  const fixed = useFixedParams()
  // With a chosen project the preset does not apply, because the project may belong to another system.
  const preset = project ? undefined : console.ui.preset
  const state = useMemo(() => {
    const own = Object.entries(tab.query).filter(([key]) => !(key in fixed))
    return fromQuery(Object.fromEntries(own), size, preset)
  }, [tab.query, size, fixed, preset])
  const { setQuery, query } = tab
  // a link must not depend on its reader's window or settings, so the address always contains the size
  const setState = useCallback(
    (next: ListState) => setQuery(patchOf(query, toQuery(next, 0, preset), fixed)),
    [setQuery, query, fixed, preset],
  )

  const { params, filter } = useMemo(() => {
    const own: Query = project && ofProject(resource) && !state.filters.projectId ? { projectId: project.id } : {}
    return { params: { ...own, ...toParams(state), ...fixed }, filter: { ...own, ...toFilterParams(state), ...fixed } }
  }, [state, project, resource, fixed])
  const placing = useRef<Placing>({ of: '', lastOf: new Map() })
  const answer = useQuery({
    queryKey: listKey(resource.name, isTree(resource) ? filter : params),
    queryFn: async ({ signal }) => {
      const of = JSON.stringify([filter, state.size])
      if (placing.current.of !== of) placing.current = { of, lastOf: new Map() }
      const { lastOf } = placing.current
      // `placeOf` continues after the id of a row, so it fits only lists in the order of ids.
      const isSorted = state.ascs.length + state.descs.length > 0
      const place = isSorted ? {} : (console.ui.placeOf?.(state.current, state.size, lastOf) ?? {})
      const asked = isTree(resource) ? filter : { ...params, ...place }
      const list = readList(console, await api.get<unknown>(listPath(resource), asked, { signal, quiet: true }))
      const last = list.entries.at(-1)
      if (console.ui.placeOf && last && list.entries.length === state.size) lastOf.set(state.current, last.id)
      return list
    },
    enabled: tab.active,
    refetchInterval: ({ state: { data } }) => refreshMs(console, data?.entries ?? NO_ENTRIES),
  })

  const entries = useLiveEntries(console, answer.data?.entries ?? NO_ENTRIES, answer.dataUpdatedAt, tab.active)
  return {
    state,
    setState,
    preset,
    filter,
    entries,
    total: answer.data?.total ?? 0,
    loading: answer.isPending,
    /** True while old rows are shown because new ones are loading or failed to load. */
    stale: answer.isPlaceholderData || (answer.isError && answer.data !== undefined),
    fetching: answer.isFetching,
    error: answer.isError ? answer.error : null,
    at: answer.dataUpdatedAt,
    reload: () => void answer.refetch(),
    columns: state.columns ?? remembered.columns,
  }
}
