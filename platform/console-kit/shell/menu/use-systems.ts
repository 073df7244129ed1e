import { useMemo } from 'react'
import { lang } from '../../i18n/lang.ts'
import { useLang } from '../../i18n/use-t.ts'
import { hasPage } from '../../router/known-pages.ts'
import type { Menu } from '../../session/menu.ts'
import { forRoles, withAdditions } from '../../session/menu-additions.ts'
import { rights, useMenus, useUser } from '../../session/menus.ts'
import { user } from '../../session/session.ts'
import { useHiddenPages, withoutPages } from './hidden-pages.ts'
import { type ShellMenu, shellSystems } from './menu-index.ts'

/** Returns the menu of this user: that of the server, plus the entries that the console adds, without the pages that slices hide now. */
export const usePersonMenu = (): readonly Menu[] => {
  const menus = useMenus()
  const who = useUser()
  const lang = useLang()
  const hidden = useHiddenPages()
  return useMemo(() => {
    const all = withAdditions(forRoles(menus, who?.roles ?? []), who, hasPage, lang)
    return hidden === '' ? all : withoutPages(all, hidden.split(','))
  }, [menus, who, lang, hidden])
}

/** The same as `usePersonMenu`, outside React. */
export const personMenu = (): readonly Menu[] => {
  const who = user.get()
  return withAdditions(forRoles(rights.get().menus, who?.roles ?? []), who, hasPage, lang.get())
}

/** Returns the systems of this user, each with its pages. */
export const useSystems = (): readonly ShellMenu[] => {
  const menus = usePersonMenu()
  return useMemo(() => shellSystems(menus), [menus])
}
