import type { WireRow } from '@lamplight/fields/model'
import { A, type Ctx, nest, readRow, wireRow } from '@lamplight/server-kit'
import { BUTTON, menu, PAGE } from '../../model/menu.resource.ts'

/** A menu or button in wire form; `icon`: the name of its icon in this console. */
export type Entry = WireRow<typeof menu> & { readonly icon: string }

/** Returns all menus and buttons in wire form, ordered, with names in the user's language. */
export const readMenus = async (ctx: Ctx): Promise<Entry[]> => {
  const rows = await ctx.query('select * from system_menu where not is_deleted order by sort, id')
  return rows.map((raw) => {
    const wire = wireRow(menu, readRow(menu, raw), ctx)
    return { ...wire, name: ctx.lang === 'en' ? wire.enName || wire.name : wire.name, icon: wire.source }
  })
}

const byId = (entries: readonly Entry[]): Map<string, Entry> => new Map(entries.map((entry) => [entry.id, entry]))

/** Returns `entry` and its ancestors, from itself upwards. */
const lineOf = (entry: Entry, all: ReadonlyMap<string, Entry>): Entry[] => {
  const line: Entry[] = []
  for (let at: Entry | undefined = entry; at && !line.includes(at); at = all.get(at.parentId)) line.push(at)
  return line
}

/** Returns the entries that the user has: all for platform administrators, else the menus and buttons granted to the roles. */
export const held = (ctx: Ctx, entries: readonly Entry[]): Entry[] =>
  ctx.user.administrator ? [...entries] : entries.filter((entry) => ctx.user.permissions.has(entry.code))

/** Returns `chosen` with all ancestors, in the order of `entries`. */
export const withAbove = (chosen: readonly Entry[], entries: readonly Entry[]): Entry[] => {
  const all = byId(entries)
  const ids = new Set(chosen.flatMap((entry) => lineOf(entry, all).map(({ id }) => id)))
  return entries.filter(({ id }) => ids.has(id))
}

/** Returns the descendants of the entry `id`. */
export const below = (id: string, entries: readonly Entry[]): Entry[] => {
  const all = byId(entries)
  return entries.filter((entry) => entry.id !== id && lineOf(entry, all).some((above) => above.id === id))
}

/** The pages that the user may open, with the pages above them. A page with a right to view is opened by that right only: its others, such as to upload files, are used elsewhere. */
export const openPages = (ctx: Ctx, entries: readonly Entry[]): Entry[] => {
  const mine = held(ctx, entries)
  const viewed = (from: readonly Entry[]): Set<string> =>
    new Set(from.filter(({ category, code }) => category === BUTTON && code.endsWith('_view')).map(({ parentId }) => parentId))
  const [views, open] = [viewed(entries), viewed(mine)]
  const isOpen = (id: string): boolean => open.has(id) || !views.has(id)
  return pagesOnly(
    withAbove(
      mine.filter(({ id, parentId, category }) => isOpen(category === BUTTON ? parentId : id)),
      entries,
    ),
  )
}

export const pagesOnly = (entries: readonly Entry[]): Entry[] => entries.filter(({ category }) => category === PAGE)

/** Permissions of this platform by the codes that consoles of the reference product use (wire-contract.md 7). */
const FAMILY_CODES: Readonly<Record<string, string>> = { data_scope_setting: 'datascope_edit', api_scope_setting: 'apiscope_edit' }
const ICON_CLASSES: Readonly<Record<string, string>> = {
  alarm: 'iconfont iconicon_notice',
  apartment: 'iconfont iconicon_community_line',
  book: 'iconfont iconicon_doc',
  chart: 'iconfont iconicon_statistics',
  control: 'iconfont iconicon_setting',
  dashboard: 'iconfont iconicon_airplay',
  globe: 'iconfont iconicon_discovery',
  hdd: 'iconfont iconicon_savememo',
  history: 'iconfont iconicon_time',
  home: 'iconfont iconicon_airplay',
  lock: 'iconfont iconicon_safetycheck',
  map: 'iconfont iconicon_dispatch',
  menu: 'iconfont icon-caidan',
  safety: 'iconfont iconicon_safetycheck',
  setting: 'iconfont iconicon_setting',
  team: 'iconfont iconicon_group',
  tool: 'iconfont iconicon_setting',
  user: 'iconfont iconicon_principal',
}
/** Returns the class in the reference product's icon font for an icon of this console; a class is returned unchanged. */
export const iconClass = (name: unknown): string => {
  const icon = String(name ?? '')
  return !icon || /[\s-]/.test(icon) ? icon : (ICON_CLASSES[icon] ?? 'iconfont icon-caidan')
}
/** Returns an entry for other consoles: `source` is a class of their icon font, `icon` the name in this console. */
const shownTo = (entry: Entry): Entry => ({ ...entry, source: iconClass(entry.source) })

/** Returns the pages of `entries` as the nested side menu. */
export const nestRoutes = (chosen: readonly Entry[], entries: readonly Entry[]) => {
  const all = byId(entries)
  return nest(
    chosen.map((entry) => ({
      ...shownTo(entry),
      systemId: entry.systemId || lineOf(entry, all).at(-1)?.id,
      meta: { i18n: entry.code, menu: entry.isHidden !== 1 },
    })),
  )
}

/**
 * The side menu (wire-contract.md 4.1, decisions.md A16): pages that the user has, and their ancestors, with
 * `meta` and the `systemId` of their top entry.
 */
export const routesOf = (ctx: Ctx, entries: readonly Entry[], topMenuId?: string) => {
  const visible = openPages(ctx, entries)
  const chosen = topMenuId === undefined ? visible : below(topMenuId, visible)
  return nestRoutes(chosen, entries)
}

/** Pages with the user's buttons on them; a button has no `children` key, because clients treat any as a branch (wire-contract.md 4.1). */
export const buttonsOf = (ctx: Ctx, entries: readonly Entry[]) => {
  const all = byId(entries)
  const groups = new Map<Entry, Entry[]>()
  const loose: Entry[] = []
  const mine = held(ctx, entries).filter(({ category }) => category === BUTTON)
  const renamed = Object.entries(FAMILY_CODES).flatMap(([code, own]) =>
    mine.filter((button) => button.code === own).map((button) => ({ ...button, code, alias: 'setting' })),
  )
  for (const button of [...mine, ...renamed]) {
    const page = all.get(button.parentId)
    if (page) groups.set(page, [...(groups.get(page) ?? []), button])
    else loose.push(button)
  }
  return [...[...groups].map(([page, children]) => ({ ...shownTo(page), hasChildren: true, children })), ...loose]
}

/** TreeNodes of wire contract 4.1; rows without their parent are roots. */
export const treeOf = (
  entries: readonly (Pick<Entry, 'id' | 'parentId' | 'name' | 'code'> & { readonly category: number; readonly remark?: unknown })[],
) =>
  nest(
    entries.map(({ id, parentId, name, code, category, remark }) => ({
      id,
      parentId,
      title: name,
      key: id,
      value: id,
      code,
      category,
      remark: remark ? String(remark) : undefined,
      hasChildren: false,
    })),
  )

/** Schema of the answer of `treeOf`. */
export const MenuNodes = A.nodes('MenuNode', {
  code: A.text,
  category: A.int,
  /** Description of a right in Chinese and English: `zh / en`. */
  remark: A.maybe(A.text),
})
/** Schema of the answer of `nestRoutes`. */
export const MenuRoutes = A.tree(menu, { icon: A.text, meta: A.of({ i18n: A.text, menu: A.yes }) }, 'MenuRoute')
/** Schema of the answer of `buttonsOf`. */
export const MenuButtons = A.list(
  A.row(menu, { icon: A.text, hasChildren: A.maybe(A.yes), children: A.maybe(A.list(A.row(menu, { icon: A.text }))) }),
)
