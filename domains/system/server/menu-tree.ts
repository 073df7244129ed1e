import { A, type Ctx, nest, readRow, wireRow } from '@lamplight/server-kit'
import { BUTTON, menu, PAGE } from '../model/menu.resource.ts'

export type Entry = Record<string, unknown> & {
  id: string
  parentId: string
  code: string
  category: number
  children?: Entry[]
}

/** Every living menu and button, in wire form and in order, named in the asker's language. */
export const readMenus = async (ctx: Ctx): Promise<Entry[]> => {
  const rows = await ctx.query('select * from system_menu where not is_deleted order by sort, id')
  return rows.map((raw) => {
    const wire = wireRow(menu, readRow(menu, raw), ctx)
    return { ...wire, name: ctx.lang === 'en' ? wire.enName || wire.name : wire.name, icon: wire.source } as unknown as Entry
  })
}

const byId = (entries: readonly Entry[]): Map<string, Entry> => new Map(entries.map((entry) => [entry.id, entry]))

/** `entry` and what stands above it, from itself upwards. */
const lineOf = (entry: Entry, all: ReadonlyMap<string, Entry>): Entry[] => {
  const line: Entry[] = []
  for (let at: Entry | undefined = entry; at && !line.includes(at); at = all.get(at.parentId)) line.push(at)
  return line
}

/** What the asker holds: all for an administrator of the platform, else the menus and buttons granted to the roles. */
export const held = (ctx: Ctx, entries: readonly Entry[]): Entry[] =>
  ctx.user.administrator ? [...entries] : entries.filter((entry) => ctx.user.permissions.has(entry.code))

/** `chosen` with everything above them; in the order of `entries`. */
export const withAbove = (chosen: readonly Entry[], entries: readonly Entry[]): Entry[] => {
  const all = byId(entries)
  const ids = new Set(chosen.flatMap((entry) => lineOf(entry, all).map(({ id }) => id)))
  return entries.filter(({ id }) => ids.has(id))
}

/** Only what stands below the entry `id`, itself not included. */
export const below = (id: string, entries: readonly Entry[]): Entry[] => {
  const all = byId(entries)
  return entries.filter((entry) => entry.id !== id && lineOf(entry, all).some((above) => above.id === id))
}

export const pagesOnly = (entries: readonly Entry[]): Entry[] => entries.filter(({ category }) => category === PAGE)

/** Rights of this platform under the codes that pages of other consoles of the family ask for (wire-contract.md 7). */
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
/** Class of the family's icon font for an icon of this console; a class stays as it is. */
export const iconClass = (name: unknown): string => {
  const icon = String(name ?? '')
  return !icon || /[\s-]/.test(icon) ? icon : (ICON_CLASSES[icon] ?? 'iconfont icon-caidan')
}
/** An entry as other consoles show it: `source` is a class of their icon font, `icon` the name of this console's. */
const shownTo = (entry: Entry): Entry => ({ ...entry, source: iconClass(entry.source) })

/** Pages of `entries` as the side menu has them, below each other. */
export const nestRoutes = (chosen: readonly Entry[], entries: readonly Entry[]): Entry[] => {
  const all = byId(entries)
  return nest(
    chosen.map((entry) => ({
      ...shownTo(entry),
      systemId: entry.systemId || lineOf(entry, all).at(-1)?.id,
      meta: { i18n: entry.code, menu: entry.isHidden !== 1 },
    })),
  ) as Entry[]
}

/**
 * The side menu (wire-contract.md 4.1, decisions.md A16): pages held by the asker or above something held, with `meta` and the
 * `systemId` of the top entry they belong to.
 */
export const routesOf = (ctx: Ctx, entries: readonly Entry[], topMenuId?: string): Entry[] => {
  const visible = pagesOnly(withAbove(held(ctx, entries), entries))
  const chosen = topMenuId === undefined ? visible : below(topMenuId, visible)
  return nestRoutes(chosen, entries)
}

/** Pages with the buttons held on them; a button has no `children` at all, for clients take any as a branch (wire-contract.md 4.1). */
export const buttonsOf = (ctx: Ctx, entries: readonly Entry[]): Entry[] => {
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

/** TreeNodes of the wire contract 4.1; rows whose parent is missing stand at the top. */
export const treeOf = (entries: readonly Entry[]): Record<string, unknown>[] =>
  nest(
    entries.map(({ id, parentId, name, code, category, remark }) => ({
      id,
      parentId,
      title: name,
      key: id,
      value: id,
      code,
      category,
      remark: remark || undefined,
      hasChildren: false,
    })),
  )

/** What `treeOf` answers. */
export const MenuNodes = A.nodes('MenuNode', { code: A.text, category: A.int })
/** What `nestRoutes` answers. */
export const MenuRoutes = A.tree(menu, { icon: A.text, meta: A.of({ i18n: A.text, menu: A.yes }) }, 'MenuRoute')
/** What `buttonsOf` answers. */
export const MenuButtons = A.list(
  A.row(menu, { icon: A.text, hasChildren: A.maybe(A.yes), children: A.maybe(A.list(A.row(menu, { icon: A.text }))) }),
)
