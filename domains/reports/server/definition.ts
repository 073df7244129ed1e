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
  /** Filter and order as the address of the list has them: `kind=2&descs=power`. */
  readonly filter?: string | null
  /** Names of columns, comma-joined; all of them where it is empty. */
  readonly columns?: string | null
  readonly period?: number | null
  readonly format?: number | null
}
const PARTS = ['source', 'filter', 'columns', 'period', 'format'] as const
/** Parameters of exports that a filter does not keep: they belong to a page, to chosen rows, or to the definition itself. */
const NOT_KEPT = ['current', 'size', 'ids', 'all', 'columns', 'format', 'reportName']

type Filter = Readonly<Record<string, string>>
const filterOf = ({ filter }: Definition): Filter => Object.fromEntries(new URLSearchParams(filter ?? ''))

/** True if a change leaves the definition as it is; fields that are not in the change stay. */
export const isSame = (draft: Partial<Definition>, old: Partial<Definition>): boolean =>
  PARTS.every((part) => draft[part] === undefined || (draft[part] ?? null) === (old[part] ?? null))

/** The list that a report is about. Refuses one that does not exist, and one that the user may not export. */
const listOf = (ctx: Ctx, { source }: Definition): ResourceServer => {
  const served = ctx.platform.port(registryPort).resources.get(source)
  if (!served?.resource.io?.export) throw fieldError('source', ['没有可导出的列表', 'is not a list that can be exported'], ctx.lang)
  if (!ctx.user.permissions.has(`${served.resource.code}_export`)) throw errors.noRight()
  return served
}

/**
 * Throws 400 naming the field where the definition asks for what its list does not have: an unknown list, column, filter or order, or a
 * value of a wrong form. A later version may have taken a column or a filter away: what was asked for must not silently become more rows.
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

/** The call that answers the file of a report, as the list of jobs names files: its path below `/api`, its query, and the name of the report. */
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
