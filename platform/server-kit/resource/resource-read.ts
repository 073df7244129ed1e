import { setImmediate as turn } from 'node:timers/promises'
import type { Ctx } from '../context-types.ts'
import type { Statement } from '../database/db.ts'
import { type Cells, cellAt, objectsOf } from '../database/one-transaction.ts'
import { pageWindow } from '../http/page-window.ts'
import { readRow, wireRow } from '../http/wire.ts'
import { pageParts, pageText, recordsText, type WireParts, type Written } from '../http/wire-text.ts'
import type { ResourceServer } from '../slice-types.ts'
import { createListMarks, MARK_EVERY } from './list-marks.ts'
import { type ListQuery, readListQuery } from './list-query.ts'
import type { Store } from './resource-store.ts'

type Values = Record<string, unknown>
export interface ReadPage {
  readonly rows: Values[]
  readonly total: number
  readonly current: number
  readonly size: number
}
/** From this offset on, pages start at a mark (list-marks.ts). */
const DEEP = 1000
/** Number of rows that are read and sent in one step. */
const ROWS_AT_ONCE = 500

/** Reads the lists of one resource: pages with their exact total, as objects or as the JSON text of the answer. */
export const createReader = ({ resource, implementation }: ResourceServer, store: Store) => {
  const marks = createListMarks()
  // Platform administrators see more rows than other users of their tenant.
  const nameOf = ({ countable }: ListQuery, { tenantId, user }: Ctx): string =>
    [tenantId, user.administrator, countable?.projectId, countable?.areaId].join('/')
  const mark = (list: string, listQuery: ListQuery, ctx: Ctx): Promise<void> =>
    marks.make(list, async () => {
      const found = await ctx.query<{ id: string; changes$: number }>(...store.marks(listQuery, ctx.user, MARK_EVERY))
      return { changes: found[0]?.changes$ ?? 0, ids: found.map(({ id }) => id) }
    })
  const slowly = (ctx: Ctx, [sql, params]: Statement): Promise<Cells> => ctx.slowly(sql, () => ctx.cells(sql, params))

  const fetch = async (listQuery: ListQuery, ctx: Ctx): Promise<Cells> => {
    const whole = store.list(listQuery, ctx.user)
    const { offset } = pageWindow(listQuery)
    if (offset < DEEP && store.isShort(listQuery, ctx.user)) return ctx.cells(...whole)
    if (offset < DEEP || !store.isMarkable(listQuery, ctx.user)) return slowly(ctx, whole)
    const list = nameOf(listQuery, ctx)
    const near = marks.find(list, offset)
    if (near) {
      const found = await ctx.cells(...store.list(listQuery, ctx.user, near.place))
      if (cellAt(found, 0, 'changes$') === near.changes) return found
      marks.forget(list)
    }
    const found = await slowly(ctx, whole)
    mark(list, listQuery, ctx).catch((thrown: unknown) => ctx.platform.log.warn('list not marked', { list, why: String(thrown) }))
    return found
  }

  const find = async (listQuery: ListQuery, ctx: Ctx): Promise<Omit<ReadPage, 'rows'> & { found: Cells }> => {
    const found = await fetch(listQuery, ctx)
    // An empty page beyond the last has no row that carries the total.
    const beyond = found.rows.length === 0 && listQuery.current > 1
    const total = cellAt(beyond ? await slowly(ctx, store.total(listQuery, ctx.user)) : found, 0, 'total$')
    return { found, total: Number(total ?? 0), current: listQuery.current, size: listQuery.size }
  }
  const asking = (ctx: Ctx, query: Values): ListQuery => readListQuery(resource, implementation, query, ctx.user, ctx)

  /** Reads rows by id, in the order of the ids, as JSON text. */
  const recordsOf = async (ids: readonly string[], ctx: Ctx): Promise<string> => {
    const { columns, rows } = await ctx.cells(...store.shownByIds(ids, ctx.user))
    const at = columns.findIndex(({ name }) => name === 'id')
    const byId = new Map(rows.map((row) => [row[at], row]))
    const ordered = ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
    return recordsText(resource, { columns, rows: ordered }, ctx.zone)
  }
  /**
   * Sends a long page in parts: total and ids are read in one snapshot, the rows some hundreds at a time as the client reads. So neither the
   * event loop nor a connection is blocked, and the page is never in memory as a whole. A row that is removed meanwhile is missing.
   */
  const longPage = async (listQuery: ListQuery, ctx: Ctx): Promise<WireParts> => {
    const found = await slowly(ctx, store.pageIds(listQuery, ctx.user))
    const ids = String(cellAt(found, 0, 'ids') ?? '')
      .split(',')
      .filter(Boolean)
    // Reads the first rows before the answer begins, so that an early failure becomes an error answer and not a truncated one.
    const first = await recordsOf(ids.slice(0, ROWS_AT_ONCE), ctx)
    const records = async function* (): AsyncGenerator<string> {
      yield first
      for (let from = ROWS_AT_ONCE; from < ids.length; from += ROWS_AT_ONCE)
        yield await recordsOf(ids.slice(from, from + ROWS_AT_ONCE), ctx)
    }
    return pageParts(records(), Number(cellAt(found, 0, 'total$') ?? 0), listQuery.current, listQuery.size)
  }

  return {
    rows: async (ctx: Ctx, query: Values): Promise<ReadPage> => {
      const { found, ...page } = await find(asking(ctx, query), ctx)
      const rows: Values[] = []
      for (let from = 0; from < found.rows.length; from += ROWS_AT_ONCE) {
        if (from > 0) await turn()
        const some = objectsOf({ ...found, rows: found.rows.slice(from, from + ROWS_AT_ONCE) })
        rows.push(...some.map((raw) => wireRow(resource, readRow(resource, raw), ctx)))
      }
      return { ...page, rows }
    },
    page: async (ctx: Ctx, query: Values): Promise<Written> => {
      const listQuery = asking(ctx, query)
      if (listQuery.size < 0 || listQuery.size > ROWS_AT_ONCE) return longPage(listQuery, ctx)
      const { found, total, current, size } = await find(listQuery, ctx)
      return pageText(recordsText(resource, found, ctx.zone), total, current, size)
    },
  }
}
