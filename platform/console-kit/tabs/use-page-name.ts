import { useMemo } from 'react'
import { menuLeaves } from '../session/menu.ts'
import { useMenus } from '../session/menus.ts'
import { useTab } from './use-tab.ts'

/** Returns the menu name of this tab's page, so that menu entry, tab and heading are the same; `own` if no menu entry has this address. */
export const usePageName = (own: string): string => {
  const path = useTab().path.toLowerCase()
  const menus = useMenus()
  return useMemo(() => menuLeaves(menus).find(({ menu }) => menu.path.toLowerCase() === path)?.menu.name, [menus, path]) ?? own
}
