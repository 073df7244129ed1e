import { api } from '@lamplight/console-kit'
import type { ResourceDefinition } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** A dictionary or an entry on the wire. */
export interface DictRow {
  readonly id: string
  readonly code: string
  readonly dictKey: string
  readonly dictValue: string
  readonly dictEnValue: string
  readonly sort: number
  readonly isSealed: number
  readonly children?: readonly DictRow[]
}
interface Page {
  readonly records: readonly DictRow[]
  readonly total: number
}

/** A page of the dictionaries whose code contains `code`. */
export const useGroups = ({ name, api: { base } }: ResourceDefinition, code: string, current: number, size: number) =>
  useQuery({
    queryKey: [name, 'groups', code, current, size],
    queryFn: ({ signal }) => api.get<Page>(`${base}/parent-list`, { current, size, ...(code ? { code } : {}) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Entries of a dictionary, as a tree. */
export const useEntries = ({ name, api: { base } }: ResourceDefinition, parentId: string | undefined) =>
  useQuery({
    queryKey: [name, 'entries', parentId],
    queryFn: ({ signal }) => api.get<readonly DictRow[]>(`${base}/child-list`, { parentId: parentId ?? '0' }, { signal, quiet: true }),
    enabled: parentId !== undefined,
  })

/** The dictionary in the address, for a reloaded page. */
export const useChosen = ({ name, api: { base } }: ResourceDefinition, id: string | undefined) =>
  useQuery({
    queryKey: [name, 'chosen', id],
    queryFn: ({ signal }) => api.get<DictRow>(`${base}/detail`, { id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined,
  })

/** Flattens a tree of rows, with their depth. */
export const flat = (rows: readonly DictRow[], depth = 0): { readonly row: DictRow; readonly depth: number }[] =>
  rows.flatMap((row) => [{ row, depth }, ...flat(row.children ?? [], depth + 1)])
