import { navigate } from '../router/location.ts'
import { setTag } from '../session/tag.ts'
import { firstPage, type ShellMenu } from './menu/menu-index.ts'

/** Opens the page of a menu entry, in a new window if the entry says so. */
export const openEntry = (menu: ShellMenu): void => {
  if (menu.outside !== null || menu.meta.target === '_blank') window.open(menu.outside ?? menu.path, '_blank', 'noopener')
  else navigate(menu.path, menu.query)
}

/**
 * Opens the first page of a system with its group, meta and query, and makes the system the selected one
 * (rule.layout.topmenu-click, rule.landing.click).
 */
export const openSystem = (system: ShellMenu): void => {
  const page = firstPage(system)
  const { path, group, meta, query } = page
  setTag({ id: system.id, code: system.code, path, group, meta, query })
  openEntry(page)
}
