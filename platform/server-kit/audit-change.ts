import { type ResourceDefinition, SECRET_MASK } from '@lamplight/kit'

type Values = Readonly<Record<string, unknown>>
/** Both sides of a change in an entry of the audit log: the fields that differ, with their old and new values. */
export type Change = { readonly before?: Values; readonly after?: Values }
const LONGEST = 1000
const MAX_VALUES = 50

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
/** Shortens a value for the log: cuts a long text; replaces a long list by `{count, some}`, where `some` are elements that the other side lacks. */
const shown = (value: unknown, other?: unknown): unknown => {
  if (typeof value === 'string' && value.length > LONGEST) return `${value.slice(0, LONGEST)}…`
  if (!Array.isArray(value) || value.length <= MAX_VALUES) return value ?? null
  const there = new Set(Array.isArray(other) ? other.map((one) => JSON.stringify(one)) : [])
  return { count: value.length, some: value.filter((one) => !there.has(JSON.stringify(one))).slice(0, MAX_VALUES) }
}

/**
 * Returns the fields that differ between `old` (null: the row did not exist) and `now` (null: the row is gone). A secret is
 * `SECRET_MASK` on both sides and always counts as changed.
 */
export const changed = (old: Values | null, now: Values | null): Change => {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    const [was, is] = [old?.[name], now?.[name]]
    if (was !== SECRET_MASK && same(was, is)) continue
    if (old) before[name] = shown(was, is)
    if (now) after[name] = shown(is, was)
  }
  return { ...(old && { before }), ...(now && { after }) }
}

/**
 * Returns the changes of several rows by row name, at most the first 50 that changed. The `count` of
 * the entry holds the number of all changed rows.
 */
export const changedEach = (rows: Iterable<readonly [name: string, old: unknown, now: unknown]>): Change => {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  let at = 0
  for (const [name, was, is] of rows) {
    if (was !== SECRET_MASK && same(was, is)) continue
    at += 1
    if (at > MAX_VALUES) break
    const key = name in after ? `${name} (${at})` : name
    before[key] = shown(was, is)
    after[key] = shown(is, was)
  }
  return { before, after }
}

/**
 * Returns the change of a row of a resource: the fields that changed, or all given fields of a new row. Fields that hold
 * secrets, and the fields in `secrets`, are masked.
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

/** Returns the names of removed rows for an entry of the audit log. */
export const removedOf = (resource: ResourceDefinition, rows: readonly Values[]): { before: Values } => {
  const title = resource.title ?? 'name'
  return { before: { [title]: rows.slice(0, MAX_VALUES).map((row) => shown(row[title] ?? row.id)) } }
}
