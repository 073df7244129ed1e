/** Flags of a menu entry and its route (decisions.md A63). */
export interface MenuMeta {
  /** False: reached by links only. */
  readonly menu?: boolean
  /** False: the page gets no tab. */
  readonly isTab?: boolean
  /** True: the page is never dropped while its tab is open. */
  readonly keepAlive?: boolean
  readonly isFullScreen?: boolean
  /** `_blank`: opens a window of its own. */
  readonly target?: string
  /** Aliases of the roles that see the entry; without them everybody whom the server gave it. */
  readonly roles?: readonly string[]
}

/** An entry of the menu (wire-contract.md 4.1, decisions.md A16). */
export interface Menu {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly path: string
  /** Class of the icon in other consoles of the family; the name of an icon where there is no `icon`. */
  readonly source: string
  /** Name of an icon of this console. */
  readonly icon?: string
  readonly sort: number
  /** 2 opens a new window. */
  readonly isOpen: number
  /** The top entry it belongs to. */
  readonly systemId?: string
  readonly group?: string
  /** What its page is opened with. */
  readonly query?: Readonly<Record<string, string>>
  readonly meta?: MenuMeta
  readonly children?: readonly Menu[]
}

interface Button {
  readonly code: string
  readonly children?: readonly Button[]
}

/** The codes of the buttons call: nested nodes are flattened, a leaf's code is granted (rule.perm.flat, rule.perm.flatten). */
export const flattenButtons = (buttons: readonly Button[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const walk = (nodes: readonly Button[]): void => {
    for (const node of nodes) {
      if (node.children) walk(node.children)
      else found.add(node.code)
    }
  }
  walk(buttons)
  return found
}

/** The leaves of the menu in reading order, each with the names above it. */
export const menuLeaves = (menus: readonly Menu[], above: readonly string[] = []): readonly { menu: Menu; above: readonly string[] }[] =>
  menus.flatMap((menu) => (menu.children?.length ? menuLeaves(menu.children, [...above, menu.name]) : [{ menu, above }]))

/** Where a menu leads: a top-level leaf gets `/index`; a foreign or html address opens in the frame page (rule.menu.index-child, rule.menu.iframe). */
export const menuTarget = (menu: Menu, top: boolean): { readonly path: string; readonly query: Readonly<Record<string, string>> } => {
  if (/^https?:/i.test(menu.path) || menu.path.includes('html'))
    return { path: '/myiframe/urlPath', query: { name: menu.name, src: menu.path, ...menu.query } }
  const leaf = top && !menu.children?.length && !/\/index$/i.test(menu.path)
  return { path: leaf ? `${menu.path}/index` : menu.path, query: menu.query ?? {} }
}
