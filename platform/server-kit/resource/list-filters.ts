import { columnsOf } from '@lamplight/fields/column'
import { isId } from '@lamplight/fields/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { errors } from '../http/refuse.ts'
import type { ServerImplementation } from '../slice-types.ts'

/** Longest search text for a filter that a slice defines; fields have their own limits. */
export const SEARCH_TEXT_AT_MOST = 500

/** Returns the search text; throws if no column could contain it. */
export const searchText = (key: string, raw: unknown, most: number): string => {
  const text = String(raw)
  if (text.length > most || text.includes('\u0000') || !text.isWellFormed()) throw errors.badParameter({ field: key }, key)
  return text
}

/** Returns the value of a filter that is no field. */
export const filterValue = (key: string, type: 'id' | 'ids' | 'int' | 'text', raw: unknown): unknown => {
  if (type === 'text') return searchText(key, raw, SEARCH_TEXT_AT_MOST)
  const text = String(raw)
  if (type === 'int') {
    const value = /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(value)) throw errors.badParameter({ field: key }, key)
    return value
  }
  const ids = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (ids.length === 0 || !ids.every(isId) || (type === 'id' && ids.length > 1)) throw errors.badParameter({ field: key }, key)
  return type === 'id' ? ids[0] : ids
}

/** The parameters of a request; those that stand for filters by fields (`means`) are replaced by these. */
export const meant = (
  { filters = {}, joined }: ServerImplementation<ResourceDefinition>,
  query: Readonly<Record<string, unknown>>,
): (readonly [key: string, raw: unknown])[] =>
  Object.entries(query).flatMap(([key, raw]) => {
    const flag = joined?.means && typeof raw !== 'object' && Object.hasOwn(joined.means, key) ? joined.means[key]?.[String(raw)] : undefined
    if (flag) return Object.entries(flag)
    const own = Object.hasOwn(filters, key) ? filters[key] : undefined
    if (!own || 'sql' in own || raw === undefined || raw === null || raw === '') return [[key, raw] as const]
    const fields = typeof raw === 'object' ? undefined : own.means[String(filterValue(key, own.type, raw))]
    if (!fields) throw errors.badParameter({ field: key }, key)
    return Object.entries(fields)
  })

/** Columns of `t` that are the first column of an index, or the first after the tenant. */
export const indexedColumns = (resource: ResourceDefinition): ReadonlySet<string> =>
  new Set([
    't.id',
    ...(resource.indexes ?? []).flatMap(([name = '']) => {
      const field = resource.fields[name]
      return field ? [`t.${columnsOf(name, field)[0]?.name}`] : []
    }),
  ])
