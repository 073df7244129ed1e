/** The fields used of the menu call (`/api/blade-system/menu/routes`). */
export interface Menu {
  readonly name: string
  readonly path: string
  readonly children?: readonly Menu[]
}

export interface MenuPage {
  readonly name: string
  readonly path: string
}

/** Returns the pages of a menu, in its order; a top-level entry without children opens its `/index` (rule.menu.index-child). */
export const pagesOf = (menus: readonly Menu[], top = true): MenuPage[] =>
  menus.flatMap(({ name, path, children }) => {
    if (children?.length) return pagesOf(children, false)
    if (/^https?:/.test(path)) return []
    return [{ name, path: top && !path.endsWith('/index') ? `${path}/index` : path }]
  })

/** Returns the file name for a page with its size, language and theme. */
export const fileName = (path: string, ...dress: readonly (string | number)[]): string =>
  `${[path.replace(/^\/+/, '').replaceAll(/[^A-Za-z0-9-]+/g, '-') || 'root', ...dress].join('.')}.png`
