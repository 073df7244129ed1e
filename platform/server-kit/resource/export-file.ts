import { Readable } from 'node:stream'
import { BOM, csvLine, pick, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { errors } from '../http/refuse.ts'
import type { RouteInput } from '../http/route-types.ts'
import type { PrintDocument } from '../print/document.ts'
import { PDF_TYPE, printPdf } from '../print/print.ts'
import { formatTime } from '../process/times.ts'
import { SHEET_ROWS, workbook, XLSX_TYPE } from './workbook.ts'

type Values = Record<string, unknown>
export type ExportFormat = 'csv' | 'xlsx'

/** Kind of the rows that exports write to `kit_job`. */
export const EXPORT_JOB = 'kit.export'
/** Number of rows that are read and written in one step: the turns of the event loop of 1000 lamps are longer than 50 ms. */
export const ROWS_AT_ONCE = 500
/** If the client takes longer than this to read a part, the export counts as broken off, s. */
const LEASE_SECONDS = 300
const ROWS: Text = ['{n}条', '{n} row{n:s}']
/** A longer query is not stored; such a file cannot be fetched again from the list of jobs. */
const QUESTION_AT_MOST = 4000

/** Records an export as a job that users of the tenant can watch and stop. An export that ends at once is written only once, at its end. */
const watched = async (
  path: string,
  query: Values,
  { total, name, title }: { readonly total: number; readonly name: string; readonly title: Text },
  { ctx }: Pick<RouteInput, 'ctx'>,
) => {
  const { platform, tenantId } = ctx
  const id = platform.newId()
  // Stores the query without the token that its address may contain.
  const parameters = Object.fromEntries(Object.entries(query).filter(([name]) => name.toLowerCase() !== 'blade-auth'))
  const input = JSON.stringify({ path, query: parameters, name })
  const pushJob = (): void => platform.live.push(tenantId, 'jobs', { id, by: ctx.user.id })
  const add = (status: number, done: number): Promise<unknown> =>
    ctx.query(
      `insert into kit_job (id, tenant_id, user_id, kind, title_zh, title_en, status, done, total, input, lease_until, end_time)
       values ($1, $2, $3, $4, $5, $6, $7::smallint, $8, $9, $10, case when $7 = 1 then now() + make_interval(secs => ${LEASE_SECONDS}) end,
         case when $7 > 1 then now() end)`,
      [id, tenantId, ctx.user.id, EXPORT_JOB, ...title, status, done, total, input.length > QUESTION_AT_MOST ? '{}' : input],
    )
  const short = total <= ROWS_AT_ONCE
  if (!short) {
    await add(1, 0)
    pushJob()
  }
  return {
    /** Renews the lease; resolves with false if somebody stopped the export. */
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
      pushJob()
    },
  }
}

/** The parameter `format`; csv if it is missing. */
export const formatIn = (value: unknown = 'csv'): ExportFormat => {
  const format = value === '' ? 'csv' : value
  if (format !== 'csv' && format !== 'xlsx') throw errors.badParameter({ field: 'format' }, 'format')
  return format
}

/** File name made of words, number of rows and day: `灯具_故障_68条_2026-11-22.xlsx`. */
const fileName = (words: readonly string[], total: number, format: ExportFormat | 'pdf', ctx: Ctx): string => {
  const day = formatTime(ctx.now(), ctx.zone).slice(0, 10)
  const parts = [...words, pick(ROWS, ctx.lang, { n: total }), day]
  return `${parts.join('_').replace(/[\p{Cc}<>:"/\\|?*]+/gu, '-')}.${format}`
}

/**
 * Streams rows as a CSV file or a workbook, with formulas escaped. The export is a job that users of the tenant can watch, stop and fetch again.
 */
export const exportFile = async <R>(
  options: {
    /** Path of the call below `/api/`, and its query; the job stores both to fetch the file again. */
    readonly path: string
    readonly query: Values
    /** ASCII file name for clients that cannot read the other. */
    readonly code: string
    /** Name of the sheet. */
    readonly label: Text
    readonly jobTitle: Text
    /** Words of the file name. */
    readonly words: readonly string[]
    readonly format: ExportFormat
    readonly heads: readonly string[]
    readonly total: number
    /** The rows, or the keys from which `linesOf` reads them, in chunks. */
    readonly chunks: Iterable<readonly R[]>
    readonly linesOf: (chunk: readonly R[]) => Promise<(readonly unknown[])[]>
  },
  { ctx, reply }: Pick<RouteInput, 'ctx' | 'reply'>,
): Promise<Readable> => {
  const { path, query, code, label, jobTitle, words, format, heads, total, chunks, linesOf } = options
  if (format === 'xlsx' && total >= SHEET_ROWS) throw errors.sheetFull({ n: SHEET_ROWS - 1 }, 'format')
  const name = fileName(words, total, format, ctx)
  const job = await watched(path, query, { total, name, title: jobTitle }, { ctx })
  const pieces = async function* (): AsyncGenerator<(readonly unknown[])[]> {
    let done = 0
    let whole = false
    try {
      for (const chunk of chunks) {
        // Aborts the stream: the browser reports a failed download. A stream that ended normally would look complete.
        if (done > 0 && !(await job.goesOn(done))) throw new Error('somebody stopped the export')
        yield await linesOf(chunk)
        done += chunk.length
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
  reply.header('content-disposition', `attachment; filename="${code}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`)
  return format === 'xlsx' ? workbook(pick(label, ctx.lang), heads, pieces()) : Readable.from(csv())
}

/** Draws a document as PDF and sends it; the list of jobs names it like any export. */
export const exportPrint = async (
  options: {
    readonly path: string
    readonly query: Values
    readonly code: string
    readonly jobTitle: Text
    readonly words: readonly string[]
    readonly document: PrintDocument
    /** Number of rows of the list. */
    readonly total: number
  },
  { ctx, reply }: Pick<RouteInput, 'ctx' | 'reply'>,
): Promise<Buffer> => {
  const { path, query, code, jobTitle, words, document, total } = options
  const name = fileName(words, total, 'pdf', ctx)
  const job = await watched(path, query, { total: Math.min(total, ROWS_AT_ONCE), name, title: jobTitle }, { ctx })
  try {
    const file = await printPdf(document)
    await job.end(true)
    reply.header('content-type', PDF_TYPE)
    reply.header('content-disposition', `attachment; filename="${code}.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`)
    return file
  } catch (thrown) {
    await job.end(false)
    throw thrown
  }
}

/** Splits a list into chunks of `ROWS_AT_ONCE`. */
export const chunksOf = function* <R>(rows: readonly R[]): Generator<readonly R[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
