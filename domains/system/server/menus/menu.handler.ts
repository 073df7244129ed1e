import { exampleId } from '@lamplight/kit'
import { A, type Ctx, changedEach, errors, idsIn, nest, type Route, route, T, treeCte } from '@lamplight/server-kit'
import { menu, PAGE } from '../../model/menu.resource.ts'
import type { ScopeLeaf } from '../../model/ports.ts'
import { directoryPort, grantableScopesPort } from '../../model/ports.ts'
import { systemErrors } from '../../model/system.errors.ts'
import {
  below,
  buttonsOf,
  type Entry,
  held,
  MenuButtons,
  MenuNodes,
  MenuRoutes,
  nestRoutes,
  pagesOnly,
  readMenus,
  routesOf,
  treeOf,
  withAbove,
} from './menu-tree.ts'
import { withinTop } from './top-menu.handler.ts'

const SCOPES = ['dataScope', 'apiScope'] as const
const PARTS: readonly string[] = ['menu', ...SCOPES]
/** Category of scope leaves, which are neither pages nor buttons. */
const SCOPE = 3

const BASE = '/api/blade-system/menu'
const Below = T.Object({ parentId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) })

const routes = route({
  method: 'GET',
  path: `${BASE}/routes`,
  summary: ['当前用户的菜单', 'Menu tree of the caller; empty without a token'],
  example: { query: { topMenuId: exampleId('system.topMenu') } },
  permission: 'public',
  query: T.Object({ topMenuId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: A.oneOf(MenuRoutes, A.done),
  handler: async ({ ctx, query }) => {
    if (!ctx.user.id) return null
    const entries = await readMenus(ctx)
    const within = query.topMenuId ? await withinTop(ctx, entries, query.topMenuId) : null
    return within ? nestRoutes(within, entries) : routesOf(ctx, entries, query.topMenuId || undefined)
  },
})

const buttons = route({
  method: 'GET',
  path: `${BASE}/buttons`,
  summary: ['当前用户的按钮权限', 'Buttons of the caller, by page'],
  permission: 'signed-in',
  returns: MenuButtons,
  handler: async ({ ctx }) => buttonsOf(ctx, await readMenus(ctx)),
})

const authRoutes = route({
  method: 'GET',
  path: `${BASE}/auth-routes`,
  summary: ['路由权限', 'Pages of the caller by path, with the roles that open them'],
  permission: 'public',
  returns: A.list(A.map(A.of({ authority: A.list(A.text) }))),
  handler: async ({ ctx }) => {
    if (!ctx.user.id) return []
    const [entries, aliases] = [await readMenus(ctx), await ctx.platform.port(directoryPort).rolesByMenu(ctx.query, ctx.user.roleIds)]
    const roles = ({ code }: Entry) => (ctx.user.administrator ? [...ctx.user.roles] : (aliases.get(code) ?? []))
    return pagesOnly(held(ctx, entries)).map((entry) => ({ [String(entry.path)]: { authority: roles(entry) } }))
  },
})

const menuList = route({
  method: 'GET',
  path: `${BASE}/menu-list`,
  summary: ['菜单树（不含按钮）', 'Menus without buttons, as a tree'],
  permission: 'menu_view',
  returns: A.tree(menu, { icon: A.text }, 'MenuPage'),
  handler: async ({ ctx }) => nest(pagesOnly(await readMenus(ctx))),
})

const lazyMenuList = route({
  method: 'GET',
  path: `${BASE}/lazy-menu-list`,
  summary: ['下级菜单（不含按钮）', 'Menus directly below one, without buttons'],
  example: { query: { parentId: exampleId('system.menu') } },
  permission: 'menu_view',
  query: Below,
  returns: A.list(A.row(menu, { icon: A.text, hasChildren: A.yes })),
  handler: async ({ ctx, query }) => {
    const pages = pagesOnly(await readMenus(ctx))
    const parents = new Set(pages.map(({ parentId }) => parentId))
    return pages
      .filter(({ parentId }) => parentId === (query.parentId || '0'))
      .map((page) => ({ ...page, hasChildren: parents.has(page.id) }))
  },
})

/** Returns those of `entries` that roles of a tenant have; only roles that the user may see count. */
const heldIn = async (ctx: Ctx, entries: readonly Entry[], tenantId: string): Promise<Entry[]> => {
  const codes = await ctx.platform.port(directoryPort).menusOfTenant(ctx.query, tenantId)
  return entries.filter(({ code }) => codes.has(code))
}

export const menuTree = route({
  method: 'GET',
  path: `${BASE}/tree`,
  summary: ['菜单选择树', 'Menus as tree nodes'],
  permission: 'signed-in',
  query: T.Object({ tenantId: T.Optional(T.String({ pattern: '^\\d{0,12}$', description: 'menus that roles of the tenant hold' })) }),
  returns: MenuNodes,
  handler: async ({ ctx, query }) => {
    const entries = await readMenus(ctx)
    const mine = held(ctx, entries)
    const chosen = query.tenantId ? await heldIn(ctx, mine, query.tenantId) : mine
    return treeOf(pagesOnly(withAbove(chosen, entries)))
  },
})

/** Tree of scopes below their menus, with the menus' ancestors. */
const scopeTree = (leaves: readonly ScopeLeaf[], entries: readonly Entry[]) => {
  const menus = new Set(leaves.map(({ menuId }) => menuId))
  const above = withAbove(
    entries.filter(({ id }) => menus.has(id)),
    entries,
  )
  return treeOf([...above, ...leaves.map(({ id, menuId, title }) => ({ id, parentId: menuId, name: title, code: '', category: SCOPE }))])
}

/** Returns what the user may grant to a role: all own entries with their ancestors; optionally only below one menu, or only some of the trees. */
export const grantTree = route({
  method: 'GET',
  path: `${BASE}/grant-tree`,
  summary: ['可授权的菜单树', 'Menus and buttons that the caller may grant'],
  example: { query: { parentId: exampleId('system.menu') } },
  permission: 'signed-in',
  query: T.Object({
    ...Below.properties,
    parts: T.Optional(
      T.String({
        maxLength: 50,
        description: 'menu, dataScope, apiScope, comma-joined: only these trees, the others empty; left out: all',
      }),
    ),
  }),
  returns: A.of({ menu: MenuNodes, dataScope: MenuNodes, apiScope: MenuNodes }),
  handler: async ({ ctx, query }) => {
    const parts = query.parts ? query.parts.split(',') : PARTS
    if (!parts.every((part) => PARTS.includes(part))) throw errors.badParameter({ field: 'parts' }, 'parts')
    const entries = await readMenus(ctx)
    const mine: Entry[] = withAbove(held(ctx, entries), entries)
    const top = query.parentId && query.parentId !== '0' ? query.parentId : null
    const part = top ? below(top, mine) : mine
    const menuIds = [...(top && mine.some(({ id }) => id === top) ? [top] : []), ...part.map(({ id }) => id)]
    const { leaves } = ctx.platform.port(grantableScopesPort)
    const [dataScope = [], apiScope = []] = await Promise.all(
      SCOPES.map(async (kind) => (parts.includes(kind) ? scopeTree(await leaves(ctx, kind, menuIds), entries) : [])),
    )
    return { menu: parts.includes('menu') ? treeOf(part) : [], dataScope, apiScope }
  },
})

/** Sets the order of menus below a parent; children that are not listed follow after them. */
const arrange = route({
  method: 'POST',
  path: `${BASE}/arrange`,
  summary: ['菜单排序与移动', 'Order menus below a parent'],
  example: { body: { parentId: '0', ids: [exampleId('system.menu')] } },
  permission: 'menu_edit',
  body: T.Object({ parentId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })), ids: T.Unknown() }),
  returns: A.done,
  handler: async ({ ctx, body }) => {
    if (!ctx.user.administrator) throw errors.noRight()
    const ids = idsIn(body.ids)
    const parentId = body.parentId && body.parentId !== '0' ? body.parentId : null
    await ctx.tx(async (query) => {
      const found = await query('select 1 from system_menu where id = any($1) and not is_deleted', [ids])
      if (found.length !== ids.length) throw errors.notFound()
      const above = await query<{ id: string; category: number }>(
        `with recursive ${treeCte({ table: 'system_menu', from: { id: '$1' }, up: true, columns: ['category'] })} select id, category from above`,
        [parentId],
      )
      if (parentId && above[0]?.category !== PAGE) throw systemErrors.menuAbove({}, 'parentId')
      if (above.some(({ id }) => ids.includes(id))) throw systemErrors.menuBelowItself({}, 'parentId')
      const was = await query<{ id: string; name: string; above: string | null; sort: number | null }>(
        `select m.id, m.name, (select p.name from system_menu p where p.id = m.parent_id) as above, m.sort from system_menu m
         where (m.id = any($1) or m.parent_id is not distinct from $2) and not m.is_deleted order by m.sort, m.id for update`,
        [ids, parentId],
      )
      const moved = await query<{ id: string; above: string | null; sort: number | null }>(
        `with others as (select id, row_number() over (order by sort, id) + cardinality($1::bigint[]) as at from system_menu
             where parent_id is not distinct from $2 and not is_deleted and not id = any($1)),
           placed as (select id, at from unnest($1::bigint[]) with ordinality given (id, at) union all select id, at from others)
         update system_menu m set parent_id = $2, sort = placed.at, update_user = $3, update_time = now() from placed
         where m.id = placed.id and (m.sort is distinct from placed.at or m.parent_id is distinct from $2)
         returning m.id, (select p.name from system_menu p where p.id = m.parent_id) as above, m.sort`,
        [ids, parentId, ctx.user.id],
      )
      const now = new Map(moved.map((row) => [row.id, row]))
      const place = ({ above, sort }: { above: string | null; sort: number | null }) => `${above ?? ''}/${sort ?? 0}`
      const detail = changedEach(was.map((row) => [row.name, place(row), place(now.get(row.id) ?? row)]))
      await ctx.audit({ what: 'system.menu.arrange', target: parentId ?? '0', count: ids.length, detail }, query)
    })
  },
})

export const menuRoutes: readonly Route[] = [routes, buttons, authRoutes, menuList, lazyMenuList, menuTree, grantTree, arrange]
