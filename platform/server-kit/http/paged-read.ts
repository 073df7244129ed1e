import type { Ctx } from '../context-types.ts'
import { pageWindow } from './page-window.ts'
import { page } from './wire.ts'

/** A page of rows that are no list of a resource. */
interface PagedRead extends CountedRead {
  /** Counts from 1. */
  readonly current: number
  /** -1: all, at most `most`. */
  readonly size: number
  readonly most?: number
}
interface CountedRead {
  /** Columns of a row. */
  readonly select: string
  /** The statement from `from` on, without an order: the page and the number of all rows come from it. */
  readonly from: string
  readonly order: string
  readonly params: readonly unknown[]
}

/** Reads a part of the rows and the number of all rows: what a listing by code returns (`onListing`), if its rows are SQL. */
export const countedRows = async <Row extends object>(
  ctx: Pick<Ctx, 'queries'>,
  { select, from, order, params }: CountedRead,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const [rows, [counted]] = await ctx.queries<[Row, { n: number }]>([
    [`select ${select} ${from} order by ${order} limit ${limit} offset ${offset}`, params],
    [`select count(*)::int as n ${from}`, params],
  ])
  return { rows, total: counted?.n ?? 0 }
}

/** Reads a page of rows and the number of all rows, and answers with both. `wire` makes the records of the rows of the page. */
export const pagedRows = async <Row extends object, R>(
  ctx: Pick<Ctx, 'queries'>,
  { select, from, order, params, current, size, most }: PagedRead,
  wire: (rows: readonly Row[]) => readonly R[] | Promise<readonly R[]>,
) => {
  const { rows, total } = await countedRows<Row>(ctx, { select, from, order, params }, pageWindow({ current, size }, most))
  return page(await wire(rows), total, current, size)
}
