import { columnOf, columnsOf } from '@lamplight/fields/column'
import { isId, modelOf, type TextOptions } from '@lamplight/fields/model'
import { type Field, type ResourceDefinition, snake } from '@lamplight/kit'
import type { User } from '../context-types.ts'
import { timeIn } from '../http/call-input.ts'
import { boundedPage } from '../http/page-window.ts'
import { errors } from '../http/refuse.ts'
import { type Language, readValue } from '../http/wire.ts'
import type { ServerImplementation } from '../slice-types.ts'
import { cutsOf, type GrantKind, granted, grantedOne, type PlaceColumns } from './grants.ts'
import { filterValue, indexedColumns, meant, SEARCH_TEXT_AT_MOST, searchText } from './list-filters.ts'
import { escapeLike, keywordLike, likeOf, lineOf } from './list-text.ts'

/** A list request as SQL over the alias `t`. */
export interface ListQuery {
  readonly where: readonly string[]
  readonly params: unknown[]
  readonly order: string
  /** The parts of the order. */
  readonly sorts: readonly Sort[]
  /**
   * Set if no index finds the rows of a condition. The list is then read once, for page and total together. `near`: the page is first looked for among
   * the first rows of the list. A condition that looks up the ids of all its rows has no `near`.
   */
  readonly scan: { readonly near: boolean } | null
  /** `usual`: the order is the default order, which an index serves. `whose`: number of conditions that only say whose rows the user sees. */
  readonly usual: boolean
  readonly whose: number
  readonly current: number
  /** Page size; -1: all rows (rule.paging.all), up to a limit. */
  readonly size: number
  /** True if a condition or the order needs the resource's own join. */
  readonly joined: boolean
  /** The requested project and area, and conditions on the project. Null if the list has another condition; the stored totals then cannot answer. */
  readonly countable: {
    readonly projectId: string | null
    readonly areaId: string | null
    readonly projects?: readonly (readonly [sql: string, value: unknown])[]
  } | null
  /** Requested values of the field with stored totals (`joined.kept`), and the index of their condition in `where`. */
  readonly states: { readonly values: readonly number[]; readonly at: number } | null
  /** Kinds of grants that limit the rows of the user. */
  readonly cut: readonly GrantKind[]
  /** The grant from which the query starts if the request names no place: its condition in `where`, and the parameter with the user's id. */
  readonly lead: { readonly kind: GrantKind; readonly at: number; readonly user: string } | null
}
interface Sort {
  readonly by: string
  readonly direction: string
}
const PAGING = new Set(['current', 'size', 'ascs', 'descs'])
type QueryValues = Readonly<Record<string, unknown>>
/** Kinds with a fixed set or range of values: a filter for any other value is an error, not an empty list. */
const LIMITED = new Set(['choice', 'int', 'number'])
const LONGEST_VALUE = 4000
/** Time columns that every row of a table has. */
const TIMES: Readonly<Record<string, string>> = { createTime: 't.create_time', updateTime: 't.update_time' }
const timesOf = ({ reads }: ResourceDefinition): Readonly<Record<string, string>> => (reads ? {} : TIMES)
const PLACES: Readonly<Record<string, GrantKind>> = { projectId: 'project', areaId: 'area' }
/** A parameter with a suffix, such as `name_like`: its first group is the name. */
export const SUFFIX =
  /^(.+?)_(equal|notequal|like|likeleft|likeright|notlike|ge|le|gt|lt|datege|dategt|dateequal|datele|datelt|null|notnull|ignore)$/
const COMPARE: Readonly<Record<string, string>> = {
  equal: '=',
  notequal: '<>',
  ge: '>=',
  le: '<=',
  gt: '>',
  lt: '<',
  datege: '>=',
  dategt: '>',
  dateequal: '=',
  datele: '<=',
  datelt: '<',
}

const whole = (query: QueryValues, name: string, fallback: number): number => {
  const text = query[name]
  if (text === undefined || text === '') return fallback
  const value = typeof text === 'number' || (typeof text === 'string' && /^\s*-?\d+\s*$/.test(text)) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value) || value < -1 || Math.abs(value) > 1_000_000_000) throw errors.badParameter({ field: name }, name)
  return value
}
/** Returns the requested page. */
export const pageIn = (query: QueryValues): { current: number; size: number } => ({
  current: whole(query, 'current', 1),
  size: whole(query, 'size', 10),
})
const byName = new WeakMap<ResourceDefinition, Map<string, [name: string, field: Field]>>()
/** Maps wire names and own names to the fields by which a list can be filtered. Hidden fields are among them only if they declare it (`search`). */
export const wireFields = (resource: ResourceDefinition): ReadonlyMap<string, [name: string, field: Field]> => {
  const known = byName.get(resource)
  if (known) return known
  const map = new Map<string, [string, Field]>()
  byName.set(resource, map)
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind === 'secret' || (field.options.hidden && !field.options.search)) continue
    map.set(name, [name, field])
    const [wire] = modelOf(field).wireNames(name, field.options)
    if (field.kind !== 'geo' && wire) map.set(wire, [name, field])
  }
  return map
}

/** SQL expression of a field over `t`: its column (in the user's language if it has two), what readers see in its place, or the expression of the resource's join. */
export const expressionOf = (name: string, field: Field, implementation: ServerImplementation<ResourceDefinition>): string | undefined => {
  const { from, english } = field.options
  if (!from) {
    const column = implementation.shown?.[name] ?? `t.${columnsOf(name, field)[0]?.name}`
    return english === undefined ? column : `ll_said(${column}, t.${snake(english)})`
  }
  const { fields, absent } = implementation.joined ?? {}
  return absent?.[name] === undefined ? fields?.[name] : `coalesce(${fields?.[name]}, ${absent[name]})`
}
/**
 * Condition of a joined field for some values. If none of them is the value that rows without a joined row have, the condition compares the
 * joined column directly: the planner can then turn the left join into an inner one and start at the index of the joined table. Values of a
 * choice are written into the statement, because a generic plan reads the whole list even if few rows have the value, and because a stored total
 * can then drop the condition without leaving an unused parameter.
 */
const joinedFilter = (
  name: string,
  field: Field,
  { joined }: ServerImplementation<ResourceDefinition>,
  values: readonly unknown[],
  add: (value: unknown) => string,
): string | undefined => {
  const absent = joined?.absent?.[name]
  if (absent === undefined) return undefined
  const isLiteral = field.kind === 'choice' && values.every(Number.isSafeInteger)
  const hasAbsent = values.includes(absent)
  if (hasAbsent && !isLiteral) return undefined
  const wanted = isLiteral ? [...new Set(values)].sort((a, b) => Number(a) - Number(b)) : values.map(add)
  const column = joined?.fields[name]
  return `${hasAbsent ? `coalesce(${column}, ${absent})` : column} ${wanted.length > 1 ? `in (${wanted.join(', ')})` : `= ${wanted[0]}`}`
}

/** The source of a listing limits its rows itself. */
const NOWHERE: PlaceColumns = { project: undefined, area: undefined }
export const placeOf = (resource: ResourceDefinition, { place }: ServerImplementation<ResourceDefinition>): PlaceColumns | 'author' =>
  place ??
  (resource.reads
    ? NOWHERE
    : {
        project: 'projectId' in resource.fields ? 't.project_id' : undefined,
        area: 'areaId' in resource.fields ? 't.area_id' : undefined,
      })
/** Conditions over `t` that limit the user beyond the tenant. */
export const userConditions = (
  resource: ResourceDefinition,
  implementation: ServerImplementation<ResourceDefinition>,
  user: User,
  params: unknown[],
): string[] => {
  if (!user.cut.projects && !user.cut.areas) return []
  const place = placeOf(resource, implementation)
  if (place === 'author') return [`t.create_user = $${params.push(user.id)}`]
  return cutsOf(user, place).map((kind) => granted(kind, place[kind] as string, `$${params.push(user.id)}`))
}

/**
 * Reads the parameters of a list (wire-contract.md 2.4): paging, order, and a filter per field with or without suffix. Blank values and unknown
 * names are ignored; a value of a wrong form is refused with an error that names the parameter.
 */
export const readListQuery = (
  resource: ResourceDefinition,
  implementation: ServerImplementation<ResourceDefinition>,
  query: QueryValues,
  user: User,
  language: Language,
): ListQuery => {
  const params: unknown[] = [...(implementation.rows?.params ?? [])]
  const add = (value: unknown): string => `$${params.push(value)}`
  const fields = wireFields(resource)
  const times = timesOf(resource)
  const indexed = indexedColumns(resource)
  const where: string[] = [resource.reads ? 'true' : 'not t.is_deleted']
  // The policy of these rows admits platform administrators by an `or`, which prevents the use of an index; this condition restores it.
  if (resource.scope === 'platform' && !user.administrator) where.push(`t.tenant_id = ${add(user.tenantId)}`)
  const whose = where.length
  let joined = false
  let searched = false
  let isIndexed = false
  let looksUp = false
  const places: { project: string | null; area: string | null } = { project: null, area: null }
  const projects: [sql: string, value: unknown][] = []
  let others = 0
  let states: ListQuery['states'] = null

  const seen = user.cut.projects || user.cut.areas ? implementation.seen : undefined
  const condition = (key: string, name: string, field: Field, suffix: string | undefined, raw: unknown): string | null => {
    const expression = seen?.[name]?.(user, params) ?? expressionOf(name, field, implementation)
    if (!expression) return null
    if (field.options.from) joined = true
    const column = columnOf(field)
    if (suffix === 'null') return `${expression} is null`
    if (suffix === 'notnull') return `${expression} is not null`
    if (suffix?.includes('like') || (!suffix && column.match === 'like' && field.options.search !== 'in')) {
      const text = escapeLike(
        searchText(key, raw, field.kind === 'text' ? ((field.options as TextOptions).max ?? SEARCH_TEXT_AT_MOST) : SEARCH_TEXT_AT_MOST),
      )
      searched = true
      const pattern = suffix === 'likeleft' ? `%${text}` : suffix === 'likeright' ? `${text}%` : `%${text}%`
      const line = suffix === 'notlike' ? undefined : lineOf(resource, name, pattern, add)
      if (line) return line
      return likeOf(`${expression}::text`, suffix === 'notlike' ? 'not like' : 'like', pattern, add)
    }
    if (column.match === 'overlap') {
      if (suffix && suffix !== 'equal' && suffix !== 'notequal') throw errors.badParameter({ field: key }, key)
      const model = modelOf(field)
      const values = model.fromWire([String(raw)], field.options)
      if (values === undefined || values === null || model.check(values, field.options)) throw errors.badParameter({ field: key }, key)
      const held = `${expression} && ${add(values)}::${column.columns(name, field.options)[0]?.type}`
      if (suffix === 'notequal') return `not coalesce(${held}, false)`
      const filled = implementation.joined?.filled?.[name]
      return filled ? `${held} and ${filled}` : held
    }
    if (column.match === 'none') return null
    if (suffix !== 'notequal' && indexed.has(expression)) isIndexed = true
    const values = String(raw)
      .split(',')
      .map((part) => {
        const value = readValue(field, [part], language.zone)
        const limited = !suffix || suffix === 'equal' || suffix === 'notequal'
        const outside =
          limited && LIMITED.has(field.kind) && value !== undefined && value !== null && modelOf(field).check(value, field.options)
        if (value === undefined || value === null || outside) throw errors.badParameter({ field: key }, key)
        return typeof value === 'string' ? searchText(key, value, LONGEST_VALUE) : value
      })
    if (!suffix || (suffix === 'equal' && values.length === 1)) {
      const inner = joinedFilter(name, field, implementation, values, add)
      if (inner) return inner
    }
    if (!suffix && values.length > 1) return `${expression} in (${values.map(add).join(', ')})`
    return `${expression} ${COMPARE[suffix ?? 'equal']} ${add(values[0])}`
  }

  for (const [key, raw] of meant(implementation, query)) {
    // A declared filter of a listing is a condition of its source, also if a field has its name.
    if (raw === undefined || raw === null || raw === '' || (key !== 'keyword' && Object.hasOwn(resource.filters ?? {}, key))) continue
    const list = PAGING.has(key) || key === 'ids' || (key === 'keyword' && resource.keyword !== undefined)
    const match = SUFFIX.exec(key)
    const found = fields.get(key) ?? (match ? fields.get(match[1] as string) : undefined)
    const own = Object.hasOwn(implementation.filters ?? {}, key) ? implementation.filters?.[key] : undefined
    const time = match && Object.hasOwn(times, match[1] as string) ? times[match[1] as string] : undefined
    if (typeof raw === 'object') {
      if (list || found || own || time) throw errors.badParameter({ field: key }, key)
      continue
    }
    if (key === 'ids') {
      where.push(`t.id = any(${add(filterValue(key, 'ids', raw))})`)
      isIndexed = true
      others += 1
      continue
    }
    if (key === 'keyword' && resource.keyword) {
      searched = true
      where.push(keywordLike(resource, searchText(key, raw, SEARCH_TEXT_AT_MOST), add))
      others += 1
      continue
    }
    if (own && 'sql' in own) {
      const value = filterValue(key, own.type, raw)
      where.push(own.sql.replaceAll('$', add(value)))
      if (own.sql.startsWith('t.id = any(array(')) looksUp = true
      else if (indexed.has(own.sql.slice(0, own.sql.indexOf(' ')))) isIndexed = true
      if (own.join) joined = true
      if (own.ofProject && !resource.fields.projectId?.options.from) projects.push([own.sql, value])
      else others += 1
      continue
    }
    if (!found && time && match?.[2]?.startsWith('date')) {
      const at = timeIn(raw, key, language.zone)
      where.push(`${time} ${COMPARE[match[2]]} ${add(at)}`)
      others += 1
      continue
    }
    if (!found) continue
    const suffix = fields.has(key) ? undefined : match?.[2]
    if (suffix === 'ignore') continue
    const place = suffix || !isId(raw) ? undefined : PLACES[found[0]]
    const isKept = found[0] === implementation.joined?.kept?.field && (!suffix || suffix === 'equal') && !states
    if (place && !found[1].options.from) places[place] = String(raw)
    else if (!isKept) others += 1
    const sql = condition(key, found[0], found[1], suffix, raw)
    if (sql && isKept) states = { values: [...new Set(String(raw).split(',').map(Number))], at: where.length }
    if (sql) where.push(sql)
    const present = suffix === 'null' ? undefined : implementation.joined?.present?.[found[0]]
    if (sql && present) where.push(`${present} is not null`)
  }

  const sorts: Sort[] = []
  const orderBy = (names: unknown, direction: 'asc' | 'desc'): void => {
    for (const name of String(names ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)) {
      const own = name === 'id' ? 't.id' : Object.hasOwn(times, name) ? times[name] : undefined
      if (own) sorts.push({ by: own, direction })
      const found = fields.get(name)
      const expression = found && expressionOf(found[0], found[1], implementation)
      // Lists are not ordered by a figure that users limited to places see in part: the order would reveal the whole figure.
      if (!found || !expression || seen?.[found[0]]) continue
      const { from, required, emptyWhen, when } = found[1].options
      if (from) joined = true
      // A backward index scan begins with nulls. A required field has none, so `nulls last` is left out and the index serves the order.
      const isFilled = required && !emptyWhen && !when
      sorts.push({ by: expression, direction: direction === 'desc' && isFilled ? 'desc' : `${direction} nulls last` })
    }
  }
  orderBy(query.ascs, 'asc')
  orderBy(query.descs, 'desc')
  const usual = sorts.length === 0
  if (usual && resource.list?.sort) {
    for (const sort of resource.list.sort.split(',')) orderBy(sort.replace(/^-/, ''), sort.startsWith('-') ? 'desc' : 'asc')
  }
  // Rows with equal values are ordered by id in the same direction, so that one index on (column, id) serves the order.
  if (!sorts.some(({ by }) => by === 't.id'))
    sorts.push({ by: 't.id', direction: !usual && sorts.at(-1)?.direction.startsWith('asc') ? 'asc' : 'desc' })

  const place = placeOf(resource, implementation)
  const cut = place === 'author' ? [] : cutsOf(user, place)
  if (place === 'author') where.push(...userConditions(resource, implementation, user, params))
  // The grant of a requested place is looked up once, not per row.
  let lead: ListQuery['lead'] = null
  for (const kind of cut) {
    const column = (place as PlaceColumns)[kind] as string
    const named = places[kind] === null ? null : `${add(places[kind])}::bigint`
    const userParam = add(user.id)
    if (!lead && !implementation.place && !places.project && !places.area) lead = { kind, at: where.length, user: userParam }
    where.push(named ? grantedOne(kind, named, userParam) : granted(kind, column, userParam))
  }
  const uncut = !user.cut.projects && !user.cut.areas
  // Stored totals are kept per project and area, so they answer only for resources that are limited by places and by nothing else.
  const kept = others === 0 && (uncut || resource.scope === 'project') && (!('areaId' in resource.fields) || 'projectId' in resource.fields)
  return {
    where,
    params,
    joined,
    order: sorts.map(({ by, direction }) => `${by} ${direction}`).join(', '),
    sorts,
    scan:
      resource.reads || searched || looksUp || (others > 0 && !isIndexed && cut.length === 0)
        ? { near: !looksUp && !resource.reads }
        : null,
    usual: usual && sorts.every(({ by }) => by.startsWith('t.')),
    whose,
    ...boundedPage(pageIn(query)),
    countable:
      kept && !resource.reads && !implementation.uncounted
        ? { projectId: places.project, areaId: places.area, ...(projects.length > 0 && { projects }) }
        : null,
    states,
    cut,
    lead,
  }
}

const ALWAYS = new Set([...PAGING, 'columns', 'ids', 'all'])

/**
 * Checks a filter for a call that changes rows: an object of known names, with at least one condition or the word `all`, because a misspelt name
 * must not select every row. Throws an error that names the fault.
 */
export const strictFilter = (
  resource: ResourceDefinition,
  implementation: ServerImplementation<ResourceDefinition>,
  query: unknown,
): Record<string, string> => {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) throw errors.badParameter({ field: 'filter' }, 'filter')
  const fields = wireFields(resource)
  const filter: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw errors.badParameter({ field: name }, name)
    const known =
      ALWAYS.has(name) ||
      (name === 'keyword' && resource.keyword !== undefined) ||
      fields.has(name) ||
      Object.hasOwn(implementation.filters ?? {}, name) ||
      fields.has(SUFFIX.exec(name)?.[1] ?? '') ||
      Object.hasOwn(timesOf(resource), SUFFIX.exec(name)?.[1] ?? '')
    if (!known) throw errors.badParameter({ field: name }, name)
    filter[name] = String(value)
  }
  if (!Object.keys(filter).some((name) => !ALWAYS.has(name) || name === 'ids') && filter.all !== '1')
    throw errors.missingParameter({ field: 'filter' }, 'filter')
  return filter
}
