import { useMemo } from 'react'
import { useLang } from '../i18n/use-t.ts'
import { hasPage } from '../router/known-pages.ts'
import type { Menu } from '../session/menu.ts'
import { forRoles, withAdditions } from '../session/menu-additions.ts'
import { useMenus, useUser } from '../session/menus.ts'
import { type ShellMenu, shellSystems } from './menu-index.ts'

/** The menu of this person: the server's, with what the console adds. */
export const usePersonMenu = (): readonly Menu[] => {
  const menus = useMenus()
  const who = useUser()
  const lang = useLang()
  return useMemo(() => withAdditions(forRoles(menus, who?.roles ?? []), who, hasPage, lang), [menus, who, lang])
}

/** The systems of this person, each with its pages. */
export const useSystems = (): readonly ShellMenu[] => {
  const menus = usePersonMenu()
  return useMemo(() => shellSystems(menus), [menus])
}
