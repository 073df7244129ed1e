import { meets, type Rule } from '@lamplight/kit'
import type { Entry } from './entry.ts'
import type { Query } from './list-state.ts'

/** The selection: single rows, kept over paging, or all rows that match a filter. */
export type Selection =
  | { readonly kind: 'rows'; readonly rows: ReadonlyMap<string, Entry> }
  | { readonly kind: 'filter'; readonly filter: Query; readonly total: number }

export const nothing: Selection = { kind: 'rows', rows: new Map() }

/** Number of rows that an action affects. */
export const selectedCount = (selection: Selection): number => (selection.kind === 'rows' ? selection.rows.size : selection.total)

export const isSelected = (selection: Selection, id: string): boolean => selection.kind === 'filter' || selection.rows.has(id)

/** Selects or deselects `entries`; deselecting some of "all that match" selects the rest of the page instead. */
export const choose = (selection: Selection, entries: readonly Entry[], on: boolean, page: readonly Entry[] = []): Selection => {
  const rows = new Map(selection.kind === 'rows' ? selection.rows : page.map((entry): [string, Entry] => [entry.id, entry]))
  for (const entry of entries)
    if (on) rows.set(entry.id, entry)
    else rows.delete(entry.id)
  return { kind: 'rows', rows }
}

export const toggle = (selection: Selection, entry: Entry, page: readonly Entry[]): Selection =>
  choose(selection, [entry], !isSelected(selection, entry.id), page)

/** State of the checkbox above the page: all, some or none of its rows. */
export const pageMark = (selection: Selection, page: readonly Entry[]): 'all' | 'some' | 'none' => {
  const count = page.filter((entry) => isSelected(selection, entry.id)).length
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some'
}

export const everyMatch = (filter: Query, total: number): Selection => ({ kind: 'filter', filter, total })

/** Updates the values of selected rows; rows that no longer exist stay selected, and the server decides about them. */
export const refreshed = (selection: Selection, entries: readonly Entry[]): Selection => {
  if (selection.kind === 'filter' || !entries.some((entry) => selection.rows.has(entry.id))) return selection
  const rows = new Map(selection.rows)
  for (const entry of entries) if (rows.has(entry.id)) rows.set(entry.id, entry)
  return { kind: 'rows', rows }
}

/** A filter for an action: `all` confirms it even if it matches every row. */
const everything = (filter: Query): Query => ({ ...filter, all: '1' })

/** Target of an action: ids, or the filter of its rows. */
export const target = (selection: Selection): { readonly ids: readonly string[] } | { readonly filter: Query } =>
  selection.kind === 'rows' ? { ids: [...selection.rows.keys()] } : { filter: everything(selection.filter) }

/** Returns true if the rule forbids the action for one of the rows. For a filter the server decides. */
export const forbidden = (rule: Rule | undefined, rows: Iterable<Entry>): boolean => {
  if (!rule) return false
  for (const entry of rows) if (meets(rule, entry.row)) return true
  return false
}
