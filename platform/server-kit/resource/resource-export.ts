import type { Readable } from 'node:stream'
import { pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { errors } from '../http/refuse.ts'
import type { RouteInput } from '../http/route-types.ts'
import { readRow, wireRow } from '../http/wire.ts'
import type { ResourceServer } from '../slice-types.ts'
import { columnsFor, type Find, follow, type Values } from './export-columns.ts'
import { chunksOf, exportFile, formatIn, ROWS_AT_ONCE } from './export-file.ts'
import { readListQuery, wireFields } from './list-query.ts'
import { pageByCode } from './listing-rows.ts'
import type { Store } from './resource-store.ts'

/** Number of filter words in a file name, and the length of each. */
const FILTERS_NAMED = 3
const FILTER_WORD_MOST = 24
/** Values of `containData`: without the reported values, and all. */
const NO_DATA: ReadonlySet<string> = new Set(['0', 'false'])
const KNOWN_DATA: ReadonlySet<string> = new Set([...NO_DATA, '1', 'true', ''])
/** Longest name of a saved report, characters. */
const REPORT_NAME_MOST = 100

/** Returns the words of the requested filter for the file name, if the definition has words for it: 故障, 望江. */
const filterWords = (resource: ResourceDefinition, filter: Values, ctx: Ctx): string[] => {
  const fields = wireFields(resource)
  return Object.entries(filter).flatMap(([key, value]) => {
    const field = fields.get(key)?.[1]
    if (!field || typeof value !== 'string' || value === '') return []
    const { values, words } = field.options as { values?: Readonly<Record<string, Text>>; words?: Readonly<Record<string, Text>> }
    const known = field.kind === 'choice' ? values : field.kind === 'terms' ? words : undefined
    if (field.kind === 'text') return [value]
    if (!known) return []
    return [
      value
        .split(',')
        .map((one) => (known[one] ? pick(known[one], ctx.lang) : one))
        .join('+'),
    ]
  })
}
/** Returns the name of the saved report that is run; the empty text for the export of a list. */
const reportNameIn = (value: unknown): string => {
  if (value === undefined) return ''
  const fits = typeof value === 'string' && value.length <= REPORT_NAME_MOST && !value.includes('\u0000') && value.isWellFormed()
  if (!fits) throw errors.badParameter({ field: 'reportName' }, 'reportName')
  return value.trim()
}

/** Reads `containData`: false if the values that devices reported are not wanted. */
const withValuesIn = (value: unknown = ''): boolean => {
  const text = typeof value === 'object' ? '?' : String(value)
  if (!KNOWN_DATA.has(text)) throw errors.badParameter({ field: 'containData' }, 'containData')
  return !NO_DATA.has(text)
}

/** Returns the ids of a tree, each row followed by its descendants; siblings keep their order. */
const treeOrder = (rows: readonly { id: string; parentId: string | null }[]): string[] => {
  const known = new Set(rows.map(({ id }) => id))
  const below = Map.groupBy(rows, ({ parentId, id }) => (parentId !== null && parentId !== id && known.has(parentId) ? parentId : ''))
  const ordered: string[] = []
  const stack = [...(below.get('') ?? [])].reverse()
  for (let row = stack.pop(); row; row = stack.pop()) {
    ordered.push(row.id)
    stack.push(...[...(below.get(row.id) ?? [])].reverse())
  }
  return ordered
}

/**
 * Exports a list as CSV or (`format=xlsx`) as a workbook in the user's language, with the same rights, filters and order;
 * formulas are escaped. The ids are read first, in one snapshot, so that no row is missing or repeated while the file is
 * sent, and no connection waits for a slow reader.
 */
export const exportRows = async (
  { resource, implementation }: ResourceServer,
  store: Store,
  { ctx, query, reply }: RouteInput,
  find: Find,
): Promise<Readable> => {
  const { columns: chosen, format: formatName, reportName, containData, ...filter } = query
  const format = formatIn(formatName)
  if (chosen !== undefined && typeof chosen !== 'string') throw errors.badParameter({ field: 'columns' }, 'columns')
  const withValues = withValuesIn(containData)
  const report = reportNameIn(reportName)
  const listed = readListQuery(resource, implementation, filter, ctx.user, ctx)
  const { columns, followed } = await columnsFor(resource, chosen, ctx, find, withValues)
  const [sql, params] = resource.list?.tree ? store.parents(listed) : store.orderedIds(listed)
  const listing = await ctx.slowly(sql, () => ctx.query(sql, params))
  const parts = resource.list?.tree
    ? [treeOrder(listing as { id: string; parentId: string | null }[])]
    : (listing as { ids: string }[]).map(({ ids }) => ids)
  const linesOf = async (ids: readonly string[]): Promise<(readonly unknown[])[]> => {
    const byId = new Map<unknown, Values>()
    for (const raw of await ctx.query<Values>(...store.shownByIds(ids, ctx.user))) byId.set(raw.id, raw)
    const rows = ids.flatMap((id) => {
      const raw = byId.get(id)
      return raw ? [wireRow(resource, readRow(resource, raw), ctx)] : []
    })
    await follow(rows, followed, ctx)
    return rows.map((row) => columns.flatMap(({ cells }) => cells(row)))
  }
  const ids = function* (): Generator<readonly string[]> {
    for (const part of parts) yield* chunksOf(typeof part === 'string' ? part.split(',') : part)
  }
  const words = filterWords(resource, filter, ctx).slice(0, FILTERS_NAMED)
  return exportFile(
    {
      path: `${resource.api.base}/export`,
      query,
      code: resource.code,
      label: resource.label,
      jobTitle: report ? [report, report] : resource.label,
      // The file name contains the filters; that of a saved report contains the report's name.
      words: report ? [report] : [pick(resource.label, ctx.lang), ...words.map((word) => word.slice(0, FILTER_WORD_MOST))],
      format,
      heads: columns.flatMap((column) => column.heads),
      total: parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.split(',').length : part.length), 0),
      chunks: ids(),
      linesOf,
    },
    { ctx, reply },
  )
}

/** Exports a listing whose rows are made by code: its pages one after the other. */
export const exportByCode = async (served: ResourceServer, { ctx, query, reply }: RouteInput, find: Find): Promise<Readable> => {
  const { resource } = served
  const { columns: chosen, format, reportName, containData, ...filter } = query
  if (chosen !== undefined && typeof chosen !== 'string') throw errors.badParameter({ field: 'columns' }, 'columns')
  const report = reportNameIn(reportName)
  const { columns } = await columnsFor(resource, chosen, ctx, find, withValuesIn(containData))
  const read = (current: number) => pageByCode(served, ctx, { ...filter, current, size: ROWS_AT_ONCE })
  const { total } = await read(1)
  return exportFile(
    {
      path: `${resource.api.base}/export`,
      query,
      code: resource.code,
      label: resource.label,
      jobTitle: report ? [report, report] : resource.label,
      words: [report || pick(resource.label, ctx.lang)],
      format: formatIn(format),
      heads: columns.flatMap((column) => column.heads),
      total,
      chunks: chunksOf(Array.from({ length: total }, (_, at) => at)),
      linesOf: async ([first = 0]) =>
        (await read(first / ROWS_AT_ONCE + 1)).records.map((row) => columns.flatMap(({ cells }) => cells(row))),
    },
    { ctx, reply },
  )
}
