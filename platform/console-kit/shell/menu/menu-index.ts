import type { Query } from '../../router/location.ts'
import { type Menu, type MenuMeta, menuLeaves, menuTarget } from '../../session/menu.ts'
import { sameWords } from '../palette/search-words.ts'

/** A menu entry as the shell shows it: without hidden entries, and with the address it opens. */
export interface ShellMenu {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly icon: string
  readonly path: string
  readonly query: Query
  /** Address to open in a new browser window; null if the entry opens a page of the console. */
  readonly outside: string | null
  readonly group: string
  readonly meta: MenuMeta
  readonly children: readonly ShellMenu[]
}

const OWN_WINDOW = 2

const shown = (menu: Menu): boolean => menu.meta?.menu !== false

const toShell = (menu: Menu, top: boolean): ShellMenu | null => {
  if (!shown(menu)) return null
  const children = (menu.children ?? []).flatMap((child) => toShell(child, false) ?? [])
  if (menu.children?.length && children.length === 0) return null
  const target = menuTarget(menu, top)
  const outside = menu.isOpen === OWN_WINDOW && /^https?:/i.test(menu.path) ? menu.path : null
  const { id, code, name, source, icon = source, group = '', meta = {} } = menu
  return { id, code, name, icon, ...target, outside, group, meta, children }
}

/** A group with one page is replaced by this page, with the icon of the group: it needs no collapsing. */
const lifted = (menu: ShellMenu): ShellMenu => {
  const [only, second] = menu.children
  return only && !second && only.children.length === 0 ? { ...only, icon: menu.icon } : menu
}

/** Returns the systems: top entries with at least one page. */
export const shellSystems = (menus: readonly Menu[]): readonly ShellMenu[] => menus.flatMap((menu) => toShell(menu, true) ?? [])

/** Returns the whole tree for phones: groups with one page are replaced by the page. */
export const shellMenus = (systems: readonly ShellMenu[]): readonly ShellMenu[] => systems.map(lifted)

/** Returns the first page of an entry: a click on a top entry opens it with its group, meta and query (rule.layout.topmenu-click). */
export const firstPage = (menu: ShellMenu): ShellMenu => (menu.children[0] ? firstPage(menu.children[0]) : menu)

/** Returns the system of an address, also if its menu entry is hidden; null if it belongs to none. */
export const systemOf = (systems: readonly ShellMenu[], menus: readonly Menu[], path: string): ShellMenu | null => {
  const wanted = path.toLowerCase()
  const own = menuLeaves(menus).find(({ menu }) => menu.path.toLowerCase() === wanted)?.menu.systemId
  const id = own ?? lineTo(systems, path)[0]
  return systems.find((system) => system.id === id) ?? null
}

/**
 * Returns the entries of the side bar; null if it is not shown. It is shown if there are several systems and
 * the address belongs to one (rule.menu.sidebar).
 */
export const sideBarOf = (systems: readonly ShellMenu[], current: ShellMenu | null): readonly ShellMenu[] | null =>
  systems.length > 1 && current ? (current.children.length > 0 ? current.children : [current]) : null

/** Returns the entries of the top menu: the systems; if there is only one, the entries below it. */
export const topMenuOf = (systems: readonly ShellMenu[]): readonly ShellMenu[] => {
  const [only, second] = systems
  return only && !second ? (only.children.length > 0 ? only.children : [only]) : systems
}

/** Returns the entries with these ids, from the top entry down. */
export const entriesOf = (menus: readonly ShellMenu[], line: readonly string[]): readonly ShellMenu[] => {
  const found = menus.find((menu) => menu.id === line[0])
  return found ? [found, ...entriesOf(found.children, line.slice(1))] : []
}

/** Returns the meta of the menu entry with this address, also of a hidden one (decisions.md A63). */
export const metaOf = (menus: readonly Menu[], path: string): MenuMeta =>
  menuLeaves(menus).find(({ menu }) => menu.path.toLowerCase() === path.toLowerCase())?.menu.meta ?? {}

export interface ShellLeaf {
  readonly menu: ShellMenu
  readonly above: readonly string[]
}
/** Returns the pages of the tree in reading order, with the names of the entries above them. */
export const shellLeaves = (menus: readonly ShellMenu[], above: readonly string[] = []): readonly ShellLeaf[] =>
  menus.flatMap((menu) => (menu.children.length > 0 ? shellLeaves(menu.children, [...above, menu.name]) : [{ menu, above }]))

/** Returns the menu name of each address, also of hidden entries; keys are lower case. */
export const menuNames = (menus: readonly Menu[]): ReadonlyMap<string, string> => {
  const tops = new Set(menus)
  return new Map(menuLeaves(menus).map(({ menu }) => [menuTarget(menu, tops.has(menu)).path.toLowerCase(), menu.name]))
}

/**
 * Returns the ids of the entry for `path` and of the entries above it, from the top. Without an exact match, the entry with the
 * longest path that `path` begins with is used.
 */
export const lineTo = (menus: readonly ShellMenu[], path: string): readonly string[] => {
  const wanted = path.toLowerCase()
  const fits = (menu: ShellMenu): number => {
    const own = menu.path.toLowerCase()
    const stem = own.replace(/\/index$/, '')
    if (menu.outside !== null || own.startsWith('/myiframe')) return 0
    return own === wanted ? own.length + 1 : wanted.startsWith(`${stem}/`) && stem !== '' ? stem.length : 0
  }
  let best: { length: number; line: readonly string[] } = { length: 0, line: [] }
  const walk = (list: readonly ShellMenu[], line: readonly string[]): void => {
    for (const menu of list) {
      const here = [...line, menu.id]
      if (menu.children.length > 0) walk(menu.children, here)
      else if (fits(menu) > best.length) best = { length: fits(menu), line: here }
    }
  }
  walk(menus, [])
  return best.line
}

/**
 * Returns the pages whose name, path or parent names contain every word of the search or a synonym of it; names that begin with the search
 * come first.
 */
export const searchMenus = (leaves: readonly ShellLeaf[], search: string): readonly ShellLeaf[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = leaves.filter(({ menu, above }) => {
    const text = [menu.name, menu.path, ...above].join(' ').toLowerCase()
    return words.every((word) => sameWords(word).some((one) => text.includes(one)))
  })
  const rank = ({ menu }: ShellLeaf): number =>
    menu.name.toLowerCase().startsWith(words[0] ?? '') ? 0 : menu.name.toLowerCase().includes(words[0] ?? '') ? 1 : 2
  return found.toSorted((a, b) => rank(a) - rank(b))
}
