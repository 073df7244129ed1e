import { Readable } from 'node:stream'
import { modelOf, titleName } from '@lamplight/fields/model'
import { BOM, csvLine, type Field, type Lang, pick, type ResourceDefinition, ROW_TIMES, type Text } from '@lamplight/kit'
import { readListQuery } from './list-query.ts'
import type { Store } from './resource-store.ts'
import { titleField } from './tables.ts'
import type { Ctx, ResourceServer, RouteInput } from './types.ts'
import { readRow, wireRow } from './wire.ts'

type Values = Record<string, unknown>
type Words = ReadonlyMap<string, ReadonlyMap<string, string>>
/** Port `system.dictionaries` as exports use it: the word of each key, by code of the dictionary. */
interface Dictionaries {
  readonly words: (codes: readonly string[], lang: Lang) => Promise<Words>
}
interface ExportColumn {
  readonly heads: readonly string[]
  readonly cells: (row: Values) => readonly unknown[]
}

const ROWS_AT_ONCE = 1000
const YES_NO: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]

/** How a field stands in the file: as the list shows it, in words. */
const columnOf = (name: string, field: Field, lang: Lang, words: Words): ExportColumn => {
  const label = pick(field.options.label, lang)
  const names = modelOf(field).wireNames(name, field.options)
  const value = (row: Values): unknown => row[names[0] as string]
  const single = (cell: (row: Values) => unknown): ExportColumn => ({ heads: [label], cells: (row) => [cell(row)] })
  switch (field.kind) {
    case 'geo':
      return { heads: [`${label} lng`, `${label} lat`], cells: (row) => names.map((wire) => row[wire]) }
    case 'ref':
    case 'refs':
      return single((row) => row[titleName(name, field.options)])
    case 'choice': {
      const { values } = field.options as unknown as { values: Record<string, Text> }
      return single((row) => {
        const word = values[String(value(row))]
        return word ? pick(word, lang) : ''
      })
    }
    case 'flag': {
      const said = (field.options as { words?: readonly [Text, Text] }).words ?? YES_NO
      return single((row) => pick(said[value(row) === 1 ? 1 : 0], lang))
    }
    case 'dict': {
      const known = words.get((field.options as unknown as { code: string }).code)
      return single((row) => known?.get(String(value(row))) ?? value(row))
    }
    default:
      // -1 is the wire's word for an integer that is not there (wire-contract.md 2.3).
      return single((row) => (value(row) === -1 ? '' : value(row)))
  }
}

/** The columns asked for, in their order; all of them where none is named. A tree always has its parents, a secret is never there. */
const columnsFor = async (resource: ResourceDefinition, asked: unknown, ctx: Ctx): Promise<ExportColumn[]> => {
  const fields = new Map(Object.entries(resource.fields).filter(([, field]) => field.kind !== 'secret'))
  const known = (name: string): boolean => fields.has(name) || name in ROW_TIMES
  const wanted = [...new Set(String(asked ?? '').split(','))].filter(known)
  const names = wanted.length > 0 ? wanted : [...fields.keys()]
  const parent = resource.list?.tree
  if (parent && !names.includes(parent)) names.splice(names.indexOf(titleField(resource)) + 1 || names.length, 0, parent)
  const codes = names.flatMap((name) => (fields.get(name)?.options as { code?: string } | undefined)?.code ?? [])
  const words: Words = codes.length > 0 ? await ctx.platform.port<Dictionaries>('system.dictionaries').words(codes, ctx.lang) : new Map()
  return names.map((name) => {
    const field = fields.get(name)
    if (field) return columnOf(name, field, ctx.lang, words)
    return { heads: [pick(ROW_TIMES[name as keyof typeof ROW_TIMES], ctx.lang)], cells: (row) => [row[name]] }
  })
}

/** Ids of a tree, each row followed by what stands below it; the order among siblings stays. */
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
 * What the list shows, as CSV in the asker's language: same rights, filters and order, formulas defused. The ids are read first, in one
 * snapshot, so that no row is missed or doubled while the file is on its way, and no connection waits for a slow reader.
 */
export const exportRows = async (
  { resource, implementation }: ResourceServer,
  store: Store,
  { ctx, query, reply }: RouteInput,
): Promise<Readable> => {
  const { columns: chosen, ...asked } = query
  const listed = readListQuery(resource, implementation, asked, ctx.user, ctx)
  const columns = await columnsFor(resource, chosen, ctx)
  const [sql, params] = resource.list?.tree ? store.parents(listed) : store.orderedIds(listed)
  const listing = await ctx.query(sql, params)
  const parts = resource.list?.tree
    ? [treeOrder(listing as { id: string; parentId: string | null }[])]
    : (listing as { ids: string }[]).map(({ ids }) => ids)
  const widen = async (ids: readonly string[]): Promise<string> => {
    const byId = new Map<unknown, Values>()
    for (const raw of await ctx.query<Values>(...store.byIds(ids, ctx.user))) byId.set(raw.id, raw)
    const line = (raw: Values): string => {
      const row = wireRow(resource, readRow(resource, raw), ctx)
      return csvLine(columns.flatMap(({ cells }) => cells(row)))
    }
    return ids.map((id) => byId.get(id)).reduce((text, raw) => (raw ? text + line(raw) : text), '')
  }
  const lines = async function* () {
    yield BOM + csvLine(columns.flatMap(({ heads }) => heads))
    for (const part of parts) {
      const ids = typeof part === 'string' ? part.split(',') : part
      for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) yield await widen(ids.slice(from, from + ROWS_AT_ONCE))
    }
  }
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header(
    'content-disposition',
    `attachment; filename="${resource.code}.csv"; filename*=UTF-8''${encodeURIComponent(`${pick(resource.label, ctx.lang)}.csv`)}`,
  )
  return Readable.from(lines())
}
