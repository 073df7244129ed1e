import type { Query } from '../router/location.ts'
import { type Menu, menuLeaves, menuTarget } from '../session/menu.ts'

/** A menu entry as the shell shows it: hidden ones are gone, targets are known. */
export interface ShellMenu {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly path: string
  readonly query: Query
  /** Opens a window of its own. */
  readonly outside: string | null
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
  return { id: menu.id, name: menu.name, icon: menu.source, ...target, outside, children }
}

/** A group of one page needs no fold: the page stands in its place, under the icon of the group. */
const lifted = (menu: ShellMenu): ShellMenu => {
  const [only, second] = menu.children
  return only && !second && only.children.length === 0 ? { ...only, icon: menu.icon } : menu
}

/** The menu tree as it is shown. */
export const shellMenus = (menus: readonly Menu[]): readonly ShellMenu[] => menus.flatMap((menu) => toShell(menu, true) ?? []).map(lifted)

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

const PROJECT_PREFIXES = ['city', 'sun', 'visual', 'amap', 'intelligentinstitute', 'roadcabinet']
/** Is the project selector shown here? (rule.top.project.prefixes) */
export const showsProject = (path: string): boolean => PROJECT_PREFIXES.includes(path.toLowerCase().split('/')[1] ?? '')
