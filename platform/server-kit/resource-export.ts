import { Readable } from 'node:stream'
import { BOM, csvLine, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import { columnsFor, type Find, follow, type Values } from './export-columns.ts'
import { readListQuery, wireFields } from './list-query.ts'
import { errors } from './refuse.ts'
import type { Store } from './resource-store.ts'
import type { Ctx, ResourceServer, RouteInput } from './types.ts'
import { readRow, wireRow } from './wire.ts'
import { SHEET_ROWS, workbook, XLSX_TYPE } from './workbook.ts'

/** Kind of the rows of `kit_job` that exports leave. */
export const EXPORT_JOB = 'kit.export'
const ROWS_AT_ONCE = 1000
/** A reader may take this long over a part before the export counts as broken off, s. */
const LEASE_SECONDS = 300
/** Longer questions are not kept: the file can then not be fetched again from the list of jobs. */
const QUESTION_AT_MOST = 4000
const ROWS: Text = ['{n}条', '{n} rows']
/** Words of the filter that stand in the name of a file, and characters of each. */
const FILTERS_NAMED = 3
const FILTER_WORD_MOST = 24
/** Longest name of a saved report, characters. */
const REPORT_NAME_MOST = 100

/** What the filter asks for, in words where the definition has them: 故障, 望江. */
const filterWords = (resource: ResourceDefinition, asked: Values, ctx: Ctx): string[] => {
  const fields = wireFields(resource)
  return Object.entries(asked).flatMap(([key, value]) => {
    const field = fields.get(key)?.[1]
    if (!field || typeof value !== 'string' || value === '') return []
    const { values } = field.options as { values?: Readonly<Record<string, Text>> }
    if (field.kind === 'text') return [value]
    if (field.kind !== 'choice' || !values) return []
    return [
      value
        .split(',')
        .map((one) => (values[one] ? pick(values[one], ctx.lang) : one))
        .join('+'),
    ]
  })
}
/** The name of an exported file says what is in it: `灯具_故障_68条_2026-11-22.xlsx`; a saved report has a name of its own: `故障周报_68条_2026-11-22.xlsx`. */
const fileName = (resource: ResourceDefinition, asked: Values, report: string, total: number, format: string, ctx: Ctx): string => {
  const words = report ? [] : filterWords(resource, asked, ctx).slice(0, FILTERS_NAMED)
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.zone }).format(ctx.now())
  const parts = [
    report || pick(resource.label, ctx.lang),
    ...words.map((word) => word.slice(0, FILTER_WORD_MOST)),
    pick(ROWS, ctx.lang).replace('{n}', String(total)),
    day,
  ]
  return `${parts.join('_').replace(/[\p{Cc}<>:"/\\|?*]+/gu, '-')}.${format}`
}

/** Name of the saved report that is run; empty for the export of a list. */
const reportNameIn = (given: unknown): string => {
  if (given === undefined) return ''
  const fits = typeof given === 'string' && given.length <= REPORT_NAME_MOST && !given.includes('\u0000') && given.isWellFormed()
  if (!fits) throw errors.badParameter({ field: 'reportName' }, 'reportName')
  return given.trim()
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
const watched = async (
  resource: ResourceDefinition,
  query: Values,
  { total, name, title }: { readonly total: number; readonly name: string; readonly title: Text },
  { ctx }: Pick<RouteInput, 'ctx'>,
) => {
  const { platform, tenantId } = ctx
  const id = platform.newId()
  // The question is kept, not the token that may stand in its address.
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => name.toLowerCase() !== 'blade-auth'))
  const input = JSON.stringify({ path: `${resource.api.base}/export`, query: asked, name })
  const tell = (): void => platform.live.push(tenantId, 'jobs', { id, by: ctx.user.id })
  const add = (status: number, done: number): Promise<unknown> =>
    ctx.query(
      `insert into kit_job (id, tenant_id, user_id, kind, title_zh, title_en, status, done, total, input, lease_until, end_time)
       values ($1, $2, $3, $4, $5, $6, $7::smallint, $8, $9, $10, case when $7 = 1 then now() + make_interval(secs => ${LEASE_SECONDS}) end,
         case when $7 > 1 then now() end)`,
      [...[id, tenantId, ctx.user.id, EXPORT_JOB, ...title, status, done, total], input.length > QUESTION_AT_MOST ? '{}' : input],
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
 * What the list shows, as CSV or (`format=xlsx`) a workbook in the asker's language: same rights, filters and order, formulas defused. The ids are read
 * first, in one snapshot, so that no row is missed or doubled while the file is on its way, and no connection waits for a slow reader.
 */
export const exportRows = async (
  { resource, implementation }: ResourceServer,
  store: Store,
  { ctx, query, reply }: RouteInput,
  find: Find,
): Promise<Readable> => {
  const { columns: chosen, format: given = 'csv', reportName, ...asked } = query
  const format = given === '' ? 'csv' : given
  if (format !== 'csv' && format !== 'xlsx') throw errors.badParameter({ field: 'format' }, 'format')
  if (chosen !== undefined && typeof chosen !== 'string') throw errors.badParameter({ field: 'columns' }, 'columns')
  const report = reportNameIn(reportName)
  const listed = readListQuery(resource, implementation, asked, ctx.user, ctx)
  const { columns, followed } = await columnsFor(resource, chosen, ctx, find)
  const [sql, params] = resource.list?.tree ? store.parents(listed) : store.orderedIds(listed)
  const listing = await ctx.slowly(sql, () => ctx.query(sql, params))
  const parts = resource.list?.tree
    ? [treeOrder(listing as { id: string; parentId: string | null }[])]
    : (listing as { ids: string }[]).map(({ ids }) => ids)
  const linesOf = async (ids: readonly string[]): Promise<(readonly unknown[])[]> => {
    const byId = new Map<unknown, Values>()
    for (const raw of await ctx.query<Values>(...store.byIds(ids, ctx.user))) byId.set(raw.id, raw)
    const rows = ids.flatMap((id) => {
      const raw = byId.get(id)
      return raw ? [wireRow(resource, readRow(resource, raw), ctx)] : []
    })
    await follow(rows, followed, ctx)
    return rows.map((row) => columns.flatMap(({ cells }) => cells(row)))
  }
  const total = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.split(',').length : part.length), 0)
  if (format === 'xlsx' && total >= SHEET_ROWS) throw errors.sheetFull({ n: SHEET_ROWS - 1 }, 'format')
  const name = fileName(resource, asked, report, total, format, ctx)
  const job = await watched(resource, query, { total, name, title: report ? [report, report] : resource.label }, { ctx })
  const heads = columns.flatMap((column) => column.heads)
  const pieces = async function* (): AsyncGenerator<(readonly unknown[])[]> {
    let done = 0
    let whole = false
    try {
      for (const part of parts) {
        const ids = typeof part === 'string' ? part.split(',') : part
        for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
          // A file that breaks off is told by the browser as one that failed; one that ends would pass for whole.
          if (done > 0 && !(await job.goesOn(done))) throw new Error('somebody stopped the export')
          const some = ids.slice(from, from + ROWS_AT_ONCE)
          yield await linesOf(some)
          done += some.length
        }
      }
      whole = true
    } finally {
      await job.end(whole)
    }
  }
  const csv = async function* (): AsyncGenerator<string> {
    yield BOM + csvLine(heads)
    for await (const lines of pieces()) yield lines.map(csvLine).join('')
  }
  reply.header('content-type', format === 'xlsx' ? XLSX_TYPE : 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${resource.code}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`)
  return format === 'xlsx' ? workbook(pick(resource.label, ctx.lang), heads, pieces()) : Readable.from(csv())
}
