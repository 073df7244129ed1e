import { exampleId } from '@lamplight/kit'
import { A, type Ctx, changedEach, errors, idsIn, type Query, type Route, readRow, route, T, wireRow } from '@lamplight/server-kit'
import { topMenu } from '../../model/top-menu.resource.ts'
import { type Entry, iconClass, MenuNodes, openPages, pagesOnly, readMenus, routesOf, treeOf, withAbove } from './menu-tree.ts'

const BASE = '/api/blade-system'

/** Returns the ids of the menus of each top menu in `ids`, or of all if null. */
const entriesOf = async (query: Query, ids: readonly string[] | null): Promise<Map<string, Set<string>>> => {
  const rows = await query<{ top: string; menu: string }>(
    `select e.top_menu_id as top, e.menu_id as menu from system_top_menu_entry e join system_top_menu t on t.id = e.top_menu_id and not t.is_deleted
     where $1::bigint[] is null or e.top_menu_id = any($1)`,
    [ids],
  )
  const found = new Map<string, Set<string>>()
  for (const { top, menu } of rows) found.set(top, (found.get(top) ?? new Set()).add(menu))
  return found
}

/** Returns the entries of a top menu, with their ancestors; null if the top menu does not exist. */
export const withinTop = async (ctx: Ctx, entries: readonly Entry[], topMenuId: string): Promise<Entry[] | null> => {
  const [known] = await ctx.query('select 1 from system_top_menu where id = $1 and not is_deleted', [topMenuId])
  if (!known) return null
  const chosen = (await entriesOf(ctx.query, [topMenuId])).get(topMenuId) ?? new Set()
  const mine = openPages(ctx, entries)
  const inside = new Set(
    withAbove(
      mine.filter(({ id }) => chosen.has(id)),
      mine,
    ).map(({ id }) => id),
  )
  return mine.filter(({ id }) => inside.has(id))
}

/** Top menus with at least one page for the user; without any top menus, the first level of the side menu. */
const top = route({
  method: 'GET',
  path: `${BASE}/menu/top-menu`,
  summary: ['顶部菜单', 'Top menu of the caller'],
  permission: 'signed-in',
  returns: A.list(
    A.oneOf(
      A.row(topMenu, { icon: A.text }),
      A.of({ id: A.id, tenantId: A.text, code: A.text, name: A.text, source: A.text, icon: A.text, path: A.text, sort: A.int }),
    ),
  ),
  handler: async ({ ctx }) => {
    const [rows = [], entries] = [
      await ctx.query('select * from system_top_menu where not is_deleted order by sort, id'),
      await readMenus(ctx),
    ]
    if (rows.length === 0)
      return routesOf(ctx, entries)
        .filter(({ isHidden }) => isHidden !== 1)
        .map(({ id, tenantId, code, name, source, icon, path, sort }) => ({ id, tenantId, code, name, source, icon, path, sort }))
    const inside = await entriesOf(ctx.query, null)
    const mine = new Set(openPages(ctx, entries).map(({ id }) => id))
    return rows
      .filter(({ id }) => [...(inside.get(String(id)) ?? [])].some((menu) => mine.has(menu)))
      .map((raw) => {
        const wire = wireRow(topMenu, readRow(topMenu, raw), ctx)
        return {
          ...wire,
          source: iconClass(wire.source),
          icon: String(wire.source ?? ''),
          name: ctx.lang === 'en' ? wire.enName || wire.name : wire.name,
        }
      })
  },
})

export const grantTopTree = route({
  method: 'GET',
  path: `${BASE}/menu/grant-top-tree`,
  summary: ['顶部菜单可选的菜单树', 'Menus to choose for a top menu'],
  permission: 'topmenu_view',
  returns: A.of({ menu: MenuNodes }),
  handler: async ({ ctx }) => ({ menu: treeOf(pagesOnly(await readMenus(ctx))) }),
})

export const topTreeKeys = route({
  method: 'GET',
  path: `${BASE}/menu/top-tree-keys`,
  summary: ['顶部菜单已有的菜单', 'Ids of the menus in top menus'],
  example: { query: { topMenuIds: exampleId('system.topMenu') } },
  permission: 'topmenu_view',
  query: T.Object({ topMenuIds: T.String({ minLength: 1, maxLength: 4000 }) }),
  returns: A.of({ menu: A.list(A.id) }),
  handler: async ({ ctx, query }) => {
    const inside = await entriesOf(ctx.query, idsIn(query.topMenuIds, 'topMenuIds'))
    return { menu: [...new Set([...inside.values()].flatMap((menus) => [...menus]))] }
  },
})

/** Replaces the menus of top menus (rule.perm.topgrant). */
const grant = route({
  method: 'POST',
  path: `${BASE}/topmenu/grant`,
  summary: ['顶部菜单授权', 'Replace the menus of top menus'],
  example: { body: { topMenuIds: [exampleId('system.topMenu')], menuIds: [exampleId('system.menu')] } },
  permission: 'topmenu_setting',
  body: T.Object({ topMenuIds: T.Unknown(), menuIds: T.Optional(T.Unknown()) }),
  returns: A.done,
  handler: async ({ ctx, body }) => {
    if (!ctx.user.administrator) throw errors.noRight()
    const ids = idsIn(body.topMenuIds, 'topMenuIds')
    const empty = body.menuIds === undefined || body.menuIds === '' || (Array.isArray(body.menuIds) && body.menuIds.length === 0)
    const menuIds = empty ? [] : idsIn(body.menuIds, 'menuIds')
    await ctx.tx(async (query) => {
      const tops = await query<{ id: string; name: string }>(
        'select id, name from system_top_menu where id = any($1) and not is_deleted order by id',
        [ids],
      )
      if (tops.length !== ids.length) throw errors.notFound()
      const menus = await query<{ name: string }>('select name from system_menu where id = any($1) and not is_deleted order by sort, id', [
        menuIds,
      ])
      if (menus.length !== menuIds.length) throw errors.badParameter({ field: 'menuIds' }, 'menuIds')
      const held = Map.groupBy(
        await query<{ id: string; name: string }>(
          `select e.top_menu_id as id, m.name from system_top_menu_entry e join system_menu m on m.id = e.menu_id
           where e.top_menu_id = any($1) order by m.sort, m.id`,
          [ids],
        ),
        ({ id }) => id,
      )
      await query('delete from system_top_menu_entry where top_menu_id = any($1)', [ids])
      await query(
        `insert into system_top_menu_entry (top_menu_id, menu_id, tenant_id)
         select t, m, '000000' from unnest($1::bigint[]) t cross join unnest($2::bigint[]) m`,
        [ids, menuIds],
      )
      const names = (rows: readonly { name: string }[] = []) => rows.map(({ name }) => name)
      const detail = changedEach(tops.map(({ id, name }) => [name, names(held.get(id)), names(menus)]))
      await ctx.audit({ what: 'system.topMenu.grant', target: ids.slice(0, 50).join(','), count: menuIds.length, detail }, query)
    })
  },
})

export const topMenuRoutes: readonly Route[] = [top, grantTopTree, topTreeKeys, grant]
