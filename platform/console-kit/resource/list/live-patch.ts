import { isEmpty } from '@lamplight/fields/model'
import type { ResourceConsole } from '../console-resource.ts'
import { rowOf } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'

type Live = NonNullable<ResourceConsole['ui']['live']>
type Change = Readonly<Record<string, unknown>>
/** Changes in one push: key and value (wire-contract.md 9, merged by the live hub). */
export type Changes = readonly (readonly [key: string, change: Change])[]
/** Pushes for the rows of the page since they were loaded, by key, with the time of receipt (epoch ms). */
export type ReceivedChanges = ReadonlyMap<string, { readonly change: Change; readonly at: number }>

/** A push older than an answer by this time is already included in it, ms. */
export const OVERLAP = 2000

/** Returns the changes in a pushed payload; empty if it has no such list. */
export const changesIn = (payload: unknown): Changes => {
  const changes = typeof payload === 'object' && payload !== null && 'changes' in payload ? payload.changes : null
  if (!Array.isArray(changes)) return []
  return changes.flatMap(
    (one: unknown): Changes =>
      Array.isArray(one) && typeof one[1] === 'object' && one[1] !== null ? [[String(one[0]), one[1] as Change]] : [],
  )
}

const keyOf = (live: Live, entry: Entry): string => live.keyOf?.(rowOf(entry)) ?? entry.id

/** Adds pushes for the rows; returns the same map if no change concerns them. Forgets pushes that an answer of `since` includes. */
export const receiveChanges = (
  received: ReceivedChanges,
  live: Live,
  entries: readonly Entry[],
  changes: Changes,
  at: number,
  since: number,
): ReceivedChanges => {
  const wanted = new Set(entries.map((entry) => keyOf(live, entry)))
  const news = changes.filter(([key]) => wanted.has(key))
  if (news.length === 0) return received
  const next = new Map([...received].filter(([key, one]) => wanted.has(key) && one.at > since - OVERLAP))
  for (const [key, change] of news) {
    const before = next.get(key)
    next.set(key, { change: before && live.merge ? live.merge(before.change, change) : change, at })
  }
  return next
}

/** Applies pushes to the entries; returns the same array if there are none. */
export const patched = (entries: readonly Entry[], live: Live, received: ReceivedChanges, since: number): readonly Entry[] => {
  if (received.size === 0) return entries
  let touched = false
  const next = entries.map((entry) => {
    const one = received.get(keyOf(live, entry))
    const row = one && one.at > since - OVERLAP ? live.apply(rowOf(entry), one.change) : null
    if (!row || isEmpty(row.id)) return entry
    touched = true
    return { ...entry, row: row as unknown as Entry['row'] }
  })
  return touched ? next : entries
}
