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

/** Kind of the rows of `kit_job` that exports leave. */
export const EXPORT_JOB = 'kit.export'
const ROWS_AT_ONCE = 1000
/** A reader may take this long over a part before the export counts as broken off, s. */
const LEASE_SECONDS = 300
/** Longer questions are not kept: the file can then not be fetched again from the list of jobs. */
const QUESTION_AT_MOST = 4000
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
  const fields = new Map(Object.entries(resource.fields).filter(([, field]) => field.kind !== 'secret' && !field.options.hidden))
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

/** Keeps an export as a job that its tenant's people can watch and stop; one that is over at once is written down at its end alone. */
const watched = async (resource: ResourceDefinition, query: Values, total: number, { ctx }: Pick<RouteInput, 'ctx'>) => {
  const { platform, tenantId } = ctx
  const id = platform.newId()
  // The question is kept, not the token that may stand in its address.
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => name.toLowerCase() !== 'blade-auth'))
  const input = JSON.stringify({ path: `${resource.api.base}/export`, query: asked, name: `${resource.code}.csv` })
  const tell = (): void => platform.live.push(tenantId, 'jobs', { id, by: ctx.user.id })
  const add = (status: number, done: number): Promise<unknown> =>
    ctx.query(
      `insert into kit_job (id, tenant_id, user_id, kind, title_zh, title_en, status, done, total, input, lease_until, end_time)
       values ($1, $2, $3, $4, $5, $6, $7::smallint, $8, $9, $10, case when $7 = 1 then now() + make_interval(secs => ${LEASE_SECONDS}) end,
         case when $7 > 1 then now() end)`,
      [...[id, tenantId, ctx.user.id, EXPORT_JOB, ...resource.label, status, done, total], input.length > QUESTION_AT_MOST ? '{}' : input],
    )
  const short = total <= ROWS_AT_ONCE
  if (!short) {
    await add(1, 0)
    tell()
  }
  return {
    /** False once somebody stopped it. */
    goesOn: async (done: number): Promise<boolean> => {
      const kept = await ctx.query(
        `update kit_job set done = $2, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}) where id = $1 and status = 1 returning id`,
        [id, done],
      )
      return kept.length > 0
    },
    end: async (whole: boolean): Promise<void> => {
      if (short) {
        await add(whole ? 2 : 4, whole ? total : 0)
        return
      }
      await ctx.query(
        `update kit_job set status = case when $2 then 2 else 4 end, done = case when $2 then total else done end,
           end_time = now(), lease_until = null where id = $1 and status = 1`,
        [id, whole],
      )
      tell()
    },
  }
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
  const total = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.split(',').length : part.length), 0)
  const job = await watched(resource, query, total, { ctx })
  const lines = async function* () {
    let done = 0
    let whole = false
    try {
      yield BOM + csvLine(columns.flatMap(({ heads }) => heads))
      for (const part of parts) {
        const ids = typeof part === 'string' ? part.split(',') : part
        for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
          // A file that breaks off is told by the browser as one that failed; one that ends would pass for whole.
          if (done > 0 && !(await job.goesOn(done))) throw new Error('somebody stopped the export')
          const some = ids.slice(from, from + ROWS_AT_ONCE)
          yield await widen(some)
          done += some.length
        }
      }
      whole = true
    } finally {
      await job.end(whole)
    }
  }
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header(
    'content-disposition',
    `attachment; filename="${resource.code}.csv"; filename*=UTF-8''${encodeURIComponent(`${pick(resource.label, ctx.lang)}.csv`)}`,
  )
  return Readable.from(lines())
}
