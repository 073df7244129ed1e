import { createListMarks, MARK_EVERY } from './list-marks.ts'
import { type ListQuery, readListQuery } from './list-query.ts'
import { offsetOf, type Store } from './resource-store.ts'
import type { Ctx, ResourceServer } from './types.ts'
import { readRow, wireRow } from './wire.ts'

type Values = Record<string, unknown>
export interface ReadPage {
  readonly rows: Values[]
  readonly total: number
  readonly current: number
  readonly size: number
}
/** Rows from which on a page is reached by a mark. */
const DEEP = 1000

/** Reads the lists of one resource: pages of wire rows with their exact total. */
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

  const fetch = async (asked: ListQuery, ctx: Ctx): Promise<Values[]> => {
    if (offsetOf(asked) < DEEP || !store.isMarkable(asked, ctx.user)) return ctx.query(...store.list(asked, ctx.user))
    const list = nameOf(asked, ctx)
    const near = marks.find(list, offsetOf(asked))
    if (near) {
      const rows = await ctx.query<Values>(...store.list(asked, ctx.user, near.place))
      if (rows[0]?.changes$ === near.changes) return rows
      marks.forget(list)
    }
    const rows = await ctx.query(...store.list(asked, ctx.user))
    mark(list, asked, ctx).catch((thrown: unknown) => ctx.platform.log.warn('list not marked', { list, why: String(thrown) }))
    return rows
  }

  return async (ctx: Ctx, query: Values): Promise<ReadPage> => {
    const asked = readListQuery(resource, implementation, query, ctx.user, ctx)
    const rows = await fetch(asked, ctx)
    // A page beyond the last has no row to carry the total.
    const [counted] = rows.length > 0 || asked.current === 1 ? rows : await ctx.query<Values>(...store.total(asked, ctx.user))
    return {
      rows: rows.map((raw) => wireRow(resource, readRow(resource, raw), ctx)),
      total: Number(counted?.total$ ?? 0),
      current: asked.current,
      size: asked.size,
    }
  }
}
