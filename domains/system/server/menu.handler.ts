import { nest, type Route, route, T } from '@lamplight/server-kit'
import { below, buttonsOf, type Entry, held, pagesOnly, readMenus, routesOf, treeOf, withAbove } from './menu-tree.ts'

const BASE = '/api/blade-system/menu'
const Below = T.Object({ parentId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) })

const routes = route({
  method: 'GET',
  path: `${BASE}/routes`,
  summary: ['当前用户的菜单', 'Menu tree of the asker; nothing without a token'],
  permission: 'public',
  query: T.Object({ topMenuId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  handler: async ({ ctx, query }) => (ctx.user.id ? routesOf(ctx, await readMenus(ctx), query.topMenuId || undefined) : null),
})

const buttons = route({
  method: 'GET',
  path: `${BASE}/buttons`,
  summary: ['当前用户的按钮权限', 'Buttons the asker may use, below their pages'],
  permission: 'signed-in',
  handler: async ({ ctx }) => buttonsOf(ctx, await readMenus(ctx)),
})

/** The systems of the asker: the top entries of the side menu, as rows of the top menu (wire-contract.md 4.3). */
const topMenu = route({
  method: 'GET',
  path: `${BASE}/top-menu`,
  summary: ['顶部菜单', 'Top menu of the asker'],
  permission: 'signed-in',
  handler: async ({ ctx }) =>
    routesOf(ctx, await readMenus(ctx))
      .filter(({ isHidden }) => isHidden !== 1)
      .map(({ id, tenantId, code, name, source, path, sort }) => ({ id, tenantId, code, name, source, path, sort })),
})

const menuList = route({
  method: 'GET',
  path: `${BASE}/menu-list`,
  summary: ['菜单树（不含按钮）', 'Menus without buttons, as a tree'],
  permission: 'menu_view',
  handler: async ({ ctx }) => nest(pagesOnly(await readMenus(ctx))),
})

const lazyMenuList = route({
  method: 'GET',
  path: `${BASE}/lazy-menu-list`,
  summary: ['下级菜单（不含按钮）', 'Menus directly below one, without buttons'],
  permission: 'menu_view',
  query: Below,
  handler: async ({ ctx, query }) => {
    const pages = pagesOnly(await readMenus(ctx))
    const parents = new Set(pages.map(({ parentId }) => parentId))
    return pages
      .filter(({ parentId }) => parentId === (query.parentId || '0'))
      .map((page) => ({ ...page, hasChildren: parents.has(page.id) }))
  },
})

const tree = route({
  method: 'GET',
  path: `${BASE}/tree`,
  summary: ['菜单选择树', 'Menus as tree nodes'],
  permission: 'signed-in',
  handler: async ({ ctx }) => {
    const entries = await readMenus(ctx)
    return treeOf(pagesOnly(withAbove(held(ctx, entries), entries)))
  },
})

/** What the asker may grant to a role: everything held, with what stands above. */
const grantTree = route({
  method: 'GET',
  path: `${BASE}/grant-tree`,
  summary: ['可授权的菜单树', 'Menus and buttons the asker may grant'],
  permission: 'signed-in',
  query: Below,
  handler: async ({ ctx, query }) => {
    const entries = await readMenus(ctx)
    const mine: Entry[] = withAbove(held(ctx, entries), entries)
    const part = query.parentId && query.parentId !== '0' ? below(query.parentId, mine) : mine
    return { menu: treeOf(part), dataScope: [], apiScope: [] }
  },
})

export const menuRoutes: readonly Route[] = [routes, buttons, topMenu, menuList, lazyMenuList, tree, grantTree]
