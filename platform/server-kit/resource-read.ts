import { createListMarks, MARK_EVERY } from './list-marks.ts'
import { type ListQuery, readListQuery } from './list-query.ts'
import { type Cells, cellAt, objectsOf } from './one-transaction.ts'
import { offsetOf, type Store } from './resource-store.ts'
import type { Ctx, ResourceServer } from './types.ts'
import { readRow, wireRow } from './wire.ts'
import { pageText, recordsText, type WireText } from './wire-text.ts'

type Values = Record<string, unknown>
export interface ReadPage {
  readonly rows: Values[]
  readonly total: number
  readonly current: number
  readonly size: number
}
/** Rows from which on a page is reached by a mark. */
const DEEP = 1000

/** Reads the lists of one resource: pages with their exact total, as rows of the wire to work with or as the text that goes out. */
export const createReader = ({ resource, implementation }: ResourceServer, store: Store) => {
  const marks = createListMarks()
  // Administrators of the platform see more rows than others of their tenant.
  const nameOf = ({ countable }: ListQuery, { tenantId, user }: Ctx): string =>
    [tenantId, user.administrator, countable?.projectId, countable?.areaId].join('/')
  const mark = (list: string, asked: ListQuery, ctx: Ctx): Promise<void> =>
    marks.make(list, async () => {
      const found = await ctx.query<{ id: string; changes$: number }>(...store.marks(asked, ctx.user, MARK_EVERY))
      return { changes: found[0]?.changes$ ?? 0, ids: found.map(({ id }) => id) }
    })

  const fetch = async (asked: ListQuery, ctx: Ctx): Promise<Cells> => {
    if (offsetOf(asked) < DEEP || !store.isMarkable(asked, ctx.user)) return ctx.cells(...store.list(asked, ctx.user))
    const list = nameOf(asked, ctx)
    const near = marks.find(list, offsetOf(asked))
    if (near) {
      const found = await ctx.cells(...store.list(asked, ctx.user, near.place))
      if (cellAt(found, 0, 'changes$') === near.changes) return found
      marks.forget(list)
    }
    const found = await ctx.cells(...store.list(asked, ctx.user))
    mark(list, asked, ctx).catch((thrown: unknown) => ctx.platform.log.warn('list not marked', { list, why: String(thrown) }))
    return found
  }

  const find = async (ctx: Ctx, query: Values): Promise<Omit<ReadPage, 'rows'> & { found: Cells }> => {
    const asked = readListQuery(resource, implementation, query, ctx.user, ctx)
    const found = await fetch(asked, ctx)
    // A page beyond the last has no row to carry the total.
    const beyond = found.rows.length === 0 && asked.current > 1
    const total = cellAt(beyond ? await ctx.cells(...store.total(asked, ctx.user)) : found, 0, 'total$')
    return { found, total: Number(total ?? 0), current: asked.current, size: asked.size }
  }
  return {
    rows: async (ctx: Ctx, query: Values): Promise<ReadPage> => {
      const { found, ...page } = await find(ctx, query)
      return { ...page, rows: objectsOf(found).map((raw) => wireRow(resource, readRow(resource, raw), ctx)) }
    },
    page: async (ctx: Ctx, query: Values): Promise<WireText> => {
      const { found, total, current, size } = await find(ctx, query)
      return pageText(recordsText(resource, found, ctx.zone), total, current, size)
    },
  }
}
