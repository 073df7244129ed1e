import { isEmpty } from '@lamplight/fields/model'
import type { Entry } from './entry.ts'
import type { ResourceConsole } from './on-console.ts'
import { rowOf } from './on-console.ts'

/** Changes of one push: key and value (wire-contract.md 9, coalesced by the live hub). */
export type Changes = readonly (readonly [key: string, change: Readonly<Record<string, unknown>>])[]

/** The changes in a pushed payload; none when it carries no such list. */
export const changesIn = (payload: unknown): Changes => {
  const changes = typeof payload === 'object' && payload !== null && 'changes' in payload ? payload.changes : null
  if (!Array.isArray(changes)) return []
  return changes.flatMap(
    (one: unknown): Changes =>
      Array.isArray(one) && typeof one[1] === 'object' && one[1] !== null ? [[String(one[0]), one[1] as Record<string, unknown>]] : [],
  )
}

/** The entries with the changes applied; the same array when none of them is concerned. */
export const patched = (
  entries: readonly Entry[],
  live: NonNullable<ResourceConsole['ui']['live']>,
  changes: Changes,
): readonly Entry[] => {
  if (changes.length === 0) return entries
  const byKey = new Map(changes)
  let touched = false
  const next = entries.map((entry) => {
    const change = byKey.get(live.keyOf?.(rowOf(entry)) ?? entry.id)
    const row = change ? live.apply(rowOf(entry), change) : null
    if (!row || isEmpty(row.id)) return entry
    touched = true
    return { ...entry, row: row as unknown as Entry['row'] }
  })
  return touched ? next : entries
}
