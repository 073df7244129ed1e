import type { WireRow } from '@lamplight/fields/model'
import { A, type Ctx, errors, type Route, readRow, route, T, wireRow } from '@lamplight/server-kit'
import { CIRCLE_AT_MOST, circleEntry, OUTSIDE } from '../../model/system-menu.resource.ts'
import { openPages, readMenus } from './menu-tree.ts'

const BASE = '/api/blade-system/systemMenu'

/** Entries of the circle with at least one page for the user, ordered, with names in the user's language. */
const circle = async (ctx: Ctx): Promise<WireRow<typeof circleEntry>[]> => {
  const rows = await ctx.query('select * from system_system_menu where not is_deleted and coalesce(enabled, true) order by sort, id')
  const entries = await readMenus(ctx)
  const paths = openPages(ctx, entries).map(({ path }) => String(path).toLowerCase())
  const leads = (path: string): boolean => path === OUTSIDE || paths.some((known) => `${known}/`.startsWith(`${path.toLowerCase()}/`))
  return rows
    .filter(({ path }) => leads(String(path)))
    .slice(0, CIRCLE_AT_MOST)
    .map((raw) => {
      const wire = wireRow(circleEntry, readRow(circleEntry, raw), ctx)
      return { ...wire, name: ctx.lang === 'en' ? wire.enName || wire.name : wire.name }
    })
}

const listSystemMenu = route({
  method: 'GET',
  path: `${BASE}/listSystemMenu`,
  summary: ['系统导航入口', 'Home shortcuts of the caller'],
  permission: 'signed-in',
  returns: A.list(A.row(circleEntry)),
  handler: ({ ctx }) => circle(ctx),
})

const oneSystemMenu = route({
  method: 'GET',
  path: `${BASE}/oneSystemMenu`,
  summary: ['单个系统导航入口', 'One home shortcut: by id, else the first'],
  permission: 'signed-in',
  query: T.Object({ id: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: A.oneOf(A.row(circleEntry), A.done),
  handler: async ({ ctx, query }) => {
    const rows = await circle(ctx)
    const found = query.id ? rows.find(({ id }) => id === query.id) : rows[0]
    if (!found && query.id) throw errors.notFound()
    return found ?? {}
  },
})

export const systemMenuRoutes: readonly Route[] = [listSystemMenu, oneSystemMenu]
