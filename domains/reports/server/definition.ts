import { FROM, PERIODS, periodsAt, TO } from '@lamplight/kit'
import {
  type Ctx,
  errors,
  exportNames,
  fieldError,
  formatTime,
  type ResourceServer,
  readListQuery,
  registryPort,
  strictFilter,
  wireFields,
} from '@lamplight/server-kit'
import { FORMATS } from '../model/report.resource.ts'

/** Definition of a saved report, as its row stores it. */
export interface Definition {
  /** Name of a resource: `lighting.lamp`. */
  readonly source: string
  /** Filter and order in the form of the list's address: `kind=2&descs=power`. */
  readonly filter?: string | null
  /** Column names, comma-joined; all columns if empty. */
  readonly columns?: string | null
  readonly period?: number | null
  readonly format?: number | null
}
const PARTS = ['source', 'filter', 'columns', 'period', 'format'] as const
/** Parameters of exports that a report does not store: they belong to a page, to selected rows, or to the definition itself. */
const NOT_KEPT = ['current', 'size', 'ids', 'all', 'columns', 'format', 'reportName']

type Filter = Readonly<Record<string, string>>
const filterOf = ({ filter }: Definition): Filter => Object.fromEntries(new URLSearchParams(filter ?? ''))

/** Returns true if a change does not alter the definition; fields missing in the change are unchanged. */
export const isSame = (draft: Partial<Definition>, old: Partial<Definition>): boolean =>
  PARTS.every((part) => draft[part] === undefined || (draft[part] ?? null) === (old[part] ?? null))

/** Returns the list of a report. Throws if it does not exist or the user may not export it. */
const listOf = (ctx: Ctx, { source }: Definition): ResourceServer => {
  const served = ctx.platform.port(registryPort).resources.get(source)
  if (!served?.resource.io?.export) throw fieldError('source', ['没有可导出的列表', 'is not a list that can be exported'], ctx.lang)
  if (!ctx.user.permissions.has(`${served.resource.code}_export`)) throw errors.noRight()
  return served
}

/**
 * Throws a 400 that names the field if the list, a column, filter or order is unknown, or a value has a wrong form. A later version may have
 * removed a column or filter: the report must not silently return more rows.
 */
export const checkDefinition = (ctx: Ctx, definition: Definition): ResourceServer => {
  const served = listOf(ctx, definition)
  const { resource, implementation } = served
  const known = exportNames(resource)
  const missing = (definition.columns ?? '').split(',').find((name) => name !== '' && !known.has(name))
  if (missing !== undefined)
    throw fieldError('columns', [`没有“${missing}”列`, `the list has no column ${JSON.stringify(missing)}`], ctx.lang)
  const filter = filterOf(definition)
  const foreign = NOT_KEPT.find((name) => name in filter)
  if (foreign !== undefined) throw errors.badParameter({ field: foreign }, 'filter')
  readListQuery(resource, implementation, strictFilter(resource, implementation, { ...filter, all: '1' }), ctx.user, ctx)
  const sortable = (name: string): boolean => ['id', 'createTime', 'updateTime'].includes(name) || wireFields(resource).has(name)
  const order = ['ascs', 'descs'].flatMap((key) => (filter[key] ?? '').split(',').filter(Boolean))
  const unsorted = order.find((name) => !sortable(name))
  if (unsorted !== undefined) throw errors.badParameter({ field: unsorted }, 'filter')
  return served
}

const periodOf = (ctx: Ctx, { period }: Definition): Filter => {
  if (!period || !(period in PERIODS)) return {}
  const found = periodsAt(ctx.now().getTime(), (ms) => formatTime(ms, ctx.zone)).find(({ key }) => key === period)
  return found ? { [FROM]: found.from, ...(found.to ? { [TO]: found.to } : {}) } : {}
}

/** The call that returns the file of a report, for the list of jobs: its path below `/api`, its query, and the name of the report. */
export const exportOf = (ctx: Ctx, definition: Definition & { readonly name: string }) => {
  const { resource } = checkDefinition(ctx, definition)
  const { name, columns, format } = definition
  return {
    file: `${resource.api.base}/export`,
    query: {
      ...filterOf(definition),
      ...periodOf(ctx, definition),
      ...(columns ? { columns } : {}),
      format: FORMATS[(format ?? 1) as keyof typeof FORMATS],
      reportName: name,
    },
    name,
  }
}
