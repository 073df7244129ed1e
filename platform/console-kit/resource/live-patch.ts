import { isEmpty } from '@lamplight/fields/model'
import type { ResourceConsole } from './console-resource.ts'
import { rowOf } from './console-resource.ts'
import type { Entry } from './entry.ts'

type Live = NonNullable<ResourceConsole['ui']['live']>
type Change = Readonly<Record<string, unknown>>
/** Changes of one push: key and value (wire-contract.md 9, coalesced by the live hub). */
export type Changes = readonly (readonly [key: string, change: Change])[]
/** What was heard of the rows on the page since they came, by key, with the time of hearing (epoch ms). */
export type Heard = ReadonlyMap<string, { readonly change: Change; readonly at: number }>

/** News this much older than an answer are in it already, ms. */
export const OVERLAP = 2000

/** The changes in a pushed payload; none when it carries no such list. */
export const changesIn = (payload: unknown): Changes => {
  const changes = typeof payload === 'object' && payload !== null && 'changes' in payload ? payload.changes : null
  if (!Array.isArray(changes)) return []
  return changes.flatMap(
    (one: unknown): Changes =>
      Array.isArray(one) && typeof one[1] === 'object' && one[1] !== null ? [[String(one[0]), one[1] as Change]] : [],
  )
}

const keyOf = (live: Live, entry: Entry): string => live.keyOf?.(rowOf(entry)) ?? entry.id

/** What is now known of the rows; the same map when no change concerns them. What an answer of `since` has in it is forgotten. */
export const hear = (heard: Heard, live: Live, entries: readonly Entry[], changes: Changes, at: number, since: number): Heard => {
  const wanted = new Set(entries.map((entry) => keyOf(live, entry)))
  const news = changes.filter(([key]) => wanted.has(key))
  if (news.length === 0) return heard
  const next = new Map([...heard].filter(([key, one]) => wanted.has(key) && one.at > since - OVERLAP))
  for (const [key, change] of news) {
    const before = next.get(key)
    next.set(key, { change: before && live.merge ? live.merge(before.change, change) : change, at })
  }
  return next
}

/** The entries with what was heard of them since; the same array when that is nothing. */
export const patched = (entries: readonly Entry[], live: Live, heard: Heard, since: number): readonly Entry[] => {
  if (heard.size === 0) return entries
  let touched = false
  const next = entries.map((entry) => {
    const one = heard.get(keyOf(live, entry))
    const row = one && one.at > since - OVERLAP ? live.apply(rowOf(entry), one.change) : null
    if (!row || isEmpty(row.id)) return entry
    touched = true
    return { ...entry, row: row as unknown as Entry['row'] }
  })
  return touched ? next : entries
}
