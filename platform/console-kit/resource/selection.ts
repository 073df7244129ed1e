import { meets, type Rule } from '@lamplight/kit'
import type { Entry } from './entry.ts'
import type { Query } from './list-state.ts'

/** What is chosen: single rows, kept over paging, or everything that matches a filter. */
export type Selection =
  | { readonly kind: 'rows'; readonly rows: ReadonlyMap<string, Entry> }
  | { readonly kind: 'filter'; readonly filter: Query; readonly total: number }

export const nothing: Selection = { kind: 'rows', rows: new Map() }

/** How many rows an action will reach. */
export const reach = (selection: Selection): number => (selection.kind === 'rows' ? selection.rows.size : selection.total)

export const isSelected = (selection: Selection, id: string): boolean => selection.kind === 'filter' || selection.rows.has(id)

/** `entries` chosen or not; out of "all that match", leaving some goes back to the rows on the page. */
export const choose = (selection: Selection, entries: readonly Entry[], on: boolean, page: readonly Entry[] = []): Selection => {
  const rows = new Map(selection.kind === 'rows' ? selection.rows : page.map((entry): [string, Entry] => [entry.id, entry]))
  for (const entry of entries)
    if (on) rows.set(entry.id, entry)
    else rows.delete(entry.id)
  return { kind: 'rows', rows }
}

export const toggle = (selection: Selection, entry: Entry, page: readonly Entry[]): Selection =>
  choose(selection, [entry], !isSelected(selection, entry.id), page)

/** The box above the page: all, some or none of its rows. */
export const pageMark = (selection: Selection, page: readonly Entry[]): 'all' | 'some' | 'none' => {
  const count = page.filter((entry) => isSelected(selection, entry.id)).length
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some'
}

export const everyMatch = (filter: Query, total: number): Selection => ({ kind: 'filter', filter, total })

/** Newer values of rows that are chosen; rows that are gone stay until they are cleared, for the server decides. */
export const refreshed = (selection: Selection, entries: readonly Entry[]): Selection => {
  if (selection.kind === 'filter' || !entries.some((entry) => selection.rows.has(entry.id))) return selection
  const rows = new Map(selection.rows)
  for (const entry of entries) if (rows.has(entry.id)) rows.set(entry.id, entry)
  return { kind: 'rows', rows }
}

/** A filter as it is sent to act on: `all` says that it is meant even where it leaves nothing out. */
const everything = (filter: Query): Query => ({ ...filter, all: '1' })

/** What an action sends: the ids, or the filter whose rows it means. */
export const target = (selection: Selection): { readonly ids: readonly string[] } | { readonly filter: Query } =>
  selection.kind === 'rows' ? { ids: [...selection.rows.keys()] } : { filter: everything(selection.filter) }

/** Does the rule forbid the action for one of the rows? Rows of a filter are the server's to judge. */
export const forbidden = (rule: Rule | undefined, rows: Iterable<Entry>): boolean => {
  if (!rule) return false
  for (const entry of rows) if (meets(rule, entry.row)) return true
  return false
}
