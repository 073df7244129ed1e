import { useMemo } from 'react'
import { menuLeaves } from '../session/menu.ts'
import { useMenus } from '../session/menus.ts'
import { useTab } from './use-tab.ts'

/** What the menu calls the page of this tab, so that entry, tab and heading are one name; `own` where no entry stands for it. */
export const usePageName = (own: string): string => {
  const path = useTab().path.toLowerCase()
  const menus = useMenus()
  return useMemo(() => menuLeaves(menus).find(({ menu }) => menu.path.toLowerCase() === path)?.menu.name, [menus, path]) ?? own
}
