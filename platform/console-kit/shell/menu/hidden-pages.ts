import type { Menu } from '../../session/menu.ts'

type UseHidden = () => readonly string[]
const hooks: UseHidden[] = []

/**
 * Leaves pages out of the menu, with the pages below them. `useHidden` is a hook that returns their addresses, for example those that the selected
 * project does not use. A slice registers it in its shell entry. The pages still open by their address.
 */
export const registerHiddenPages = (useHidden: UseHidden): void => void hooks.push(useHidden)

/** Returns the addresses of the hidden pages in lower case, joined by commas. A text, unlike a new array, compares as equal when the addresses have not changed. */
export const useHiddenPages = (): string =>
  hooks
    .flatMap((useHidden) => useHidden())
    .join()
    .toLowerCase()

/** The menu without pages at these addresses and below them, and without groups that are empty then. */
export const withoutPages = (menus: readonly Menu[], hidden: readonly string[]): readonly Menu[] =>
  menus.flatMap((menu) => {
    const path = menu.path.toLowerCase()
    if (hidden.some((one) => path === one || path.startsWith(`${one}/`))) return []
    if (!menu.children?.length) return [menu]
    const children = withoutPages(menu.children, hidden)
    return children.length > 0 ? [{ ...menu, children }] : []
  })
