import { type ResourceDefinition, SECRET_MASK } from '@lamplight/kit'

type Values = Readonly<Record<string, unknown>>
/** Sides of a change as an entry of the audit log holds them: the fields that differ, as they were and as they are. */
export type Change = { readonly before?: Values; readonly after?: Values }
const LONGEST = 1000
const MOST = 50

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
/** Long texts are cut; of a long list its length and what it has and the other side has not: `{count, some}`. */
const told = (value: unknown, other?: unknown): unknown => {
  if (typeof value === 'string' && value.length > LONGEST) return `${value.slice(0, LONGEST)}…`
  if (!Array.isArray(value) || value.length <= MOST) return value ?? null
  const there = new Set(Array.isArray(other) ? other.map((one) => JSON.stringify(one)) : [])
  return { count: value.length, some: value.filter((one) => !there.has(JSON.stringify(one))).slice(0, MOST) }
}

/**
 * A change as whoever made it knows it: what was (null: nothing) and what is (null: it is gone), of which the same is left out. A secret stands as
 * `SECRET_MASK` on both sides and is told as changed.
 */
export const changed = (old: Values | null, now: Values | null): Change => {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    const [was, is] = [old?.[name], now?.[name]]
    if (was !== SECRET_MASK && same(was, is)) continue
    if (old) before[name] = told(was, is)
    if (now) after[name] = told(is, was)
  }
  return { ...(old && { before }), ...(now && { after }) }
}

/** What changed of several rows, by the name of each; the first 50 that changed. An entry's `count` tells how many there were. */
export const changedEach = (rows: Iterable<readonly [name: string, old: unknown, now: unknown]>): Change => {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  let at = 0
  for (const [name, was, is] of rows) {
    if (was !== SECRET_MASK && same(was, is)) continue
    at += 1
    if (at > MOST) break
    const key = name in after ? `${name} (${at})` : name
    before[key] = told(was, is)
    after[key] = told(is, was)
  }
  return { before, after }
}

/**
 * The change of a row of a resource: the fields that changed; of a new row all that it was given. Fields that hold secrets, and those named by
 * `secrets`, are masked.
 */
export const changeOf = (resource: ResourceDefinition, draft: Values, old: Values | null, secrets: readonly string[] = []): Change => {
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = draft[name]
    if (value === undefined || (!old && value === null)) continue
    const secret = field.kind === 'secret' || secrets.includes(name)
    if (old && !secret && same(value, old[name])) continue
    is[name] = secret ? SECRET_MASK : value
    if (old) was[name] = secret ? SECRET_MASK : old[name]
  }
  return changed(old ? was : null, is)
}

/** What an entry holds of removed rows: their names. */
export const removedOf = (resource: ResourceDefinition, rows: readonly Values[]): { before: Values } => {
  const title = resource.title ?? 'name'
  return { before: { [title]: rows.slice(0, MOST).map((row) => told(row[title] ?? row.id)) } }
}
