import type { Query } from '../router/location.ts'
import { type Menu, type MenuMeta, menuLeaves, menuTarget } from '../session/menu.ts'

/** A menu entry as the shell shows it: hidden ones are gone, targets are known. */
export interface ShellMenu {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly icon: string
  readonly path: string
  readonly query: Query
  /** Opens a window of its own. */
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

/** A group of one page needs no fold: the page stands in its place, under the icon of the group. */
const lifted = (menu: ShellMenu): ShellMenu => {
  const [only, second] = menu.children
  return only && !second && only.children.length === 0 ? { ...only, icon: menu.icon } : menu
}

/** The systems: top entries with at least one page. */
export const shellSystems = (menus: readonly Menu[]): readonly ShellMenu[] => menus.flatMap((menu) => toShell(menu, true) ?? [])

/** The whole tree as phones show it. */
export const shellMenus = (systems: readonly ShellMenu[]): readonly ShellMenu[] => systems.map(lifted)

/** The first page of an entry: where a click on a top entry leads, with its group, meta and query (rule.layout.topmenu-click). */
export const firstPage = (menu: ShellMenu): ShellMenu => (menu.children[0] ? firstPage(menu.children[0]) : menu)

/** The system an address belongs to: by the entry that stands for it, hidden ones too; null where it has none. */
export const systemOf = (systems: readonly ShellMenu[], menus: readonly Menu[], path: string): ShellMenu | null => {
  const wanted = path.toLowerCase()
  const own = menuLeaves(menus).find(({ menu }) => menu.path.toLowerCase() === wanted)?.menu.systemId
  const id = own ?? lineTo(systems, path)[0]
  return systems.find((system) => system.id === id) ?? null
}

/** The side bar shows when there is more than one system and the address belongs to one (rule.menu.sidebar): its entries, or null. */
export const sideBarOf = (systems: readonly ShellMenu[], current: ShellMenu | null): readonly ShellMenu[] | null =>
  systems.length > 1 && current ? (current.children.length > 0 ? current.children : [current]) : null

/** The top menu: the systems; where there is only one, what is below it. */
export const topMenuOf = (systems: readonly ShellMenu[]): readonly ShellMenu[] => {
  const [only, second] = systems
  return only && !second ? (only.children.length > 0 ? only.children : [only]) : systems
}

/** Entries from the top to the one of these ids. */
export const entriesOf = (menus: readonly ShellMenu[], line: readonly string[]): readonly ShellMenu[] => {
  const found = menus.find((menu) => menu.id === line[0])
  return found ? [found, ...entriesOf(found.children, line.slice(1))] : []
}

/** What the menu says of the page at an address (decisions.md A63). */
export const metaOf = (menus: readonly Menu[], path: string): MenuMeta =>
  menuLeaves(menus).find(({ menu }) => menu.path.toLowerCase() === path.toLowerCase())?.menu.meta ?? {}

export interface ShellLeaf {
  readonly menu: ShellMenu
  readonly above: readonly string[]
}
/** Pages of the tree in reading order, with the names above them. */
export const shellLeaves = (menus: readonly ShellMenu[], above: readonly string[] = []): readonly ShellLeaf[] =>
  menus.flatMap((menu) => (menu.children.length > 0 ? shellLeaves(menu.children, [...above, menu.name]) : [{ menu, above }]))

/** What the menu calls each address, hidden entries too; keys are lower case. */
export const menuNames = (menus: readonly Menu[]): ReadonlyMap<string, string> => {
  const tops = new Set(menus)
  return new Map(menuLeaves(menus).map(({ menu }) => [menuTarget(menu, tops.has(menu)).path.toLowerCase(), menu.name]))
}

/** Ids of the entry that stands for `path` and of those above it: the entry itself, else the longest one the path lies below. */
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

/** Leaves whose name, path or place holds every word of the search, names that begin with it first. */
export const searchMenus = (leaves: readonly ShellLeaf[], search: string): readonly ShellLeaf[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = leaves.filter(({ menu, above }) => {
    const text = [menu.name, menu.path, ...above].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const rank = ({ menu }: ShellLeaf): number =>
    menu.name.toLowerCase().startsWith(words[0] ?? '') ? 0 : menu.name.toLowerCase().includes(words[0] ?? '') ? 1 : 2
  return found.toSorted((a, b) => rank(a) - rank(b))
}
