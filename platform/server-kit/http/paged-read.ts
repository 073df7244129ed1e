import type { Ctx } from '../context-types.ts'
import { pageWindow } from './page-window.ts'
import { page } from './wire.ts'

/** A page of rows that are no list of a resource. */
interface PagedRead {
  /** Columns of a row. */
  readonly select: string
  /** The statement from `from` on, without an order: the page and the number of all rows come from it. */
  readonly from: string
  readonly order: string
  readonly params: readonly unknown[]
  /** Counts from 1. */
  readonly current: number
  /** -1: all, at most `most`. */
  readonly size: number
  readonly most?: number
}

/** Reads a page of rows and the number of all rows, and answers with both. `wire` makes the records of the rows of the page. */
export const pagedRows = async <Row extends object, R>(
  ctx: Pick<Ctx, 'queries'>,
  { select, from, order, params, current, size, most }: PagedRead,
  wire: (rows: readonly Row[]) => readonly R[] | Promise<readonly R[]>,
) => {
  const { limit, offset } = pageWindow({ current, size }, most)
  const [rows, [counted]] = await ctx.queries<[Row, { n: number }]>([
    [`select ${select} ${from} order by ${order} limit ${limit} offset ${offset}`, params],
    [`select count(*)::int as n ${from}`, params],
  ])
  return page(await wire(rows), counted?.n ?? 0, current, size)
}
