/** Flags of a menu entry and its route (decisions.md A63). */
export interface MenuMeta {
  /** False: reached only by links. */
  readonly menu?: boolean
  /** False: the page has no tab. */
  readonly isTab?: boolean
  /** True: the page is kept while its tab is open. */
  readonly keepAlive?: boolean
  readonly isFullScreen?: boolean
  /** `_blank`: opens in a new window. */
  readonly target?: string
  /** Aliases of the roles that see the entry; default: everybody who gets it from the server. */
  readonly roles?: readonly string[]
}

/** An entry of the menu (wire-contract.md 4.1, decisions.md A16). */
export interface Menu {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly path: string
  /** Icon class in other consoles of the reference product; the name of an icon if there is no `icon`. */
  readonly source: string
  /** Name of an icon of this console. */
  readonly icon?: string
  readonly sort: number
  /** 2 opens a new window. */
  readonly isOpen: number
  /** Id of its top entry. */
  readonly systemId?: string
  readonly group?: string
  /** Query of its page. */
  readonly query?: Readonly<Record<string, string>>
  readonly meta?: MenuMeta
  readonly children?: readonly Menu[]
}

interface Button {
  readonly code: string
  readonly children?: readonly Button[]
}

/**
 * Permission codes in the answer of the buttons call: flattens nested nodes; the codes of leaves
 * are granted (rule.perm.flat, rule.perm.flatten).
 */
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

/** The leaves of the menu in reading order, each with the names of its ancestors. */
export const menuLeaves = (menus: readonly Menu[], above: readonly string[] = []): readonly { menu: Menu; above: readonly string[] }[] =>
  menus.flatMap((menu) => (menu.children?.length ? menuLeaves(menu.children, [...above, menu.name]) : [{ menu, above }]))

/**
 * Target of a menu: a top-level leaf gets `/index`; an external or html address opens in the frame
 * page (rule.menu.index-child, rule.menu.iframe).
 */
export const menuTarget = (menu: Menu, top: boolean): { readonly path: string; readonly query: Readonly<Record<string, string>> } => {
  if (/^https?:/i.test(menu.path) || menu.path.includes('html'))
    return { path: '/myiframe/urlPath', query: { name: menu.name, src: menu.path, ...menu.query } }
  const leaf = top && !menu.children?.length && !/\/index$/i.test(menu.path)
  return { path: leaf ? `${menu.path}/index` : menu.path, query: menu.query ?? {} }
}
