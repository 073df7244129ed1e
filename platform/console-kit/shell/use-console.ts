import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useLang, useT } from '../i18n/use-t.ts'
import { startLive } from '../live/live.ts'
import { useCatchUp, useLive } from '../live/use-live.ts'
import { useLateLabels } from '../router/late-labels.ts'
import { location, navigate } from '../router/location.ts'
import type { RoutedPage } from '../router/page.ts'
import type { Registry } from '../router/registry.ts'
import { useBrand } from '../session/brand.ts'
import type { Menu } from '../session/menu.ts'
import { beginRights, loadRights, rights, takeRights, useUser } from '../session/menus.ts'
import { onSessionEnd, user } from '../session/session.ts'
import { useTag } from '../session/tag.ts'
import { useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { resetTabs, showLocation, tabs as tabsState } from '../tabs/store.ts'
import { HOME, type Tab } from '../tabs/tabs.ts'
import { entriesOf, lineTo, menuNames, metaOf, shellMenus, shellSystems, sideBarOf, systemOf, topMenuOf } from './menu/menu-index.ts'
import { NOTICES } from './menu/system-pages.tsx'
import { personMenu, usePersonMenu } from './menu/use-systems.ts'
import { pageLoaderOf } from './panes.tsx'
import { shellTexts as texts } from './shell.messages.ts'

onSessionEnd(() => {
  queryClient.clear()
  resetTabs()
})

/** Fetches menu and permissions at the start and when the language changes; keeps the live connection open while a user is signed in. */
export const useSignedIn = (): void => {
  const userId = useUser()?.userId
  const lang = useLang()
  const fetched = useRef<string | null>(null)
  useEffect(() => {
    if (!userId || fetched.current === lang) return
    // Labels translated by the server must be fetched again in the new language.
    if (fetched.current !== null) void queryClient.invalidateQueries()
    fetched.current = lang
    void takeRights().catch(() => undefined)
  }, [userId, lang])
  const reload = (): void => void loadRights().catch(() => undefined)
  useCatchUp(reload)
  // When somebody changes roles or menu, the user sees the change without signing in again.
  useLive('rights', reload)
  useEffect(() => (userId ? startLive() : undefined), [userId])
}

export type Shown =
  | { readonly kind: 'tab'; readonly page: RoutedPage; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'notice'; readonly path: string }
  | { readonly kind: 'none' }

const passes = (page: RoutedPage, menus: readonly Menu[], path: string): boolean =>
  page.noTab === true || metaOf(menus, path).isTab === false

/** Starts what the address needs while the shell is still loading: the code of its page, its tab, and the request for the permissions. */
export const beginAtAddress = (registry: Registry): void => {
  const [at, signedIn] = [location.get(), user.get() !== null]
  const path = registry.addressOf(at.path)
  const page = registry.find(path)?.page
  if (page && (page.bare || signedIn)) void pageLoaderOf(page).begin()
  if (!signedIn) return
  beginRights()
  if (page && !page.bare && path === at.path) showLocation(registry, at, passes(page, personMenu(), at.path))
}

/**
 * Returns what to show for the address. Redirects aliases, former addresses of pages and unknown addresses (rule.guard.root,
 * rule.guard.unknown); shows other addresses in their tab.
 */
export const useShown = (registry: Registry, signedIn: boolean): Shown => {
  const at = useStateOf(location)
  const path = registry.addressOf(at.path)
  const notice = path.toLowerCase() in NOTICES
  const menus = usePersonMenu()
  const found = useMemo(() => (notice ? null : registry.find(path)), [notice, registry, path])
  const page = found?.page
  useEffect(() => {
    if (path !== at.path) navigate(path, at.query, { replace: true })
    else if (!page && !notice) navigate('/404', { from: path }, { replace: true })
    else if (page && !page.bare && signedIn) showLocation(registry, at, passes(page, menus, at.path))
  }, [at, path, page, notice, registry, menus, signedIn])
  if (found) return { kind: 'tab', ...found }
  return notice ? { kind: 'notice', path: path.toLowerCase() } : { kind: 'none' }
}

/** Returns the menu parts the shell shows for the page at `path`, and the tab titles. */
export const useShellMenu = (registry: Registry, path: string) => {
  const t = useT()
  const menus = usePersonMenu()
  const tag = useTag()
  const names = useMemo(() => menuNames(menus), [menus])
  const { list } = useStateOf(tabsState)
  const { loaded } = useStateOf(rights)
  const labels = useLateLabels(loaded && list.some(({ key, path, title }) => !title && key !== HOME && !names.has(path.toLowerCase())))
  const systems = useMemo(() => shellSystems(menus), [menus])
  const place = useMemo(
    () => (lineTo(systems, path).length > 0 ? path : (registry.find(path)?.page.under ?? path)),
    [systems, registry, path],
  )
  const system = useMemo(() => systemOf(systems, menus, place), [systems, menus, place])
  const side = useMemo(() => sideBarOf(systems, system), [systems, system])
  const line = useMemo(() => lineTo(systems, place), [systems, place])
  const titleOf = useMemo(
    () =>
      (tab: Tab): string => {
        if (tab.title) return tab.title
        const page = registry.find(tab.path)?.page
        const named = names.get(tab.path.toLowerCase())
        if (named) return named
        if (tab.key === HOME) return t(texts.home)
        if (!page) return tab.path
        const label = page.label ?? labels.pages[page.path]
        return label ? t(label) : ''
      },
    [registry, names, labels, t],
  )
  return {
    menus,
    /** The whole tree, for phones and the search. */
    tree: useMemo(() => shellMenus(systems), [systems]),
    top: useMemo(() => topMenuOf(systems), [systems]),
    side,
    line,
    above: useMemo(() => entriesOf(systems, line), [systems, line]),
    /** Id of the system marked in the header: that of the page, else the one selected last. */
    current: system ? (systems.length > 1 ? system.id : (line[1] ?? system.id)) : (tag?.id ?? null),
    titleOf,
  }
}

/** Sets the document title to the title of the active tab; to the brand if there is no active tab (rule.guard.title, decisions.md A7). */
export const useDocumentTitle = (shown: Shown, titleOf: (tab: Tab) => string): string => {
  const tabs = useStateOf(tabsState)
  const brand = useBrand().title
  const active = shown.kind === 'tab' && !shown.page.bare ? tabs.list.find((tab) => tab.key === tabs.active) : undefined
  const title = active ? titleOf(active) : brand
  useEffect(() => {
    document.title = title
  }, [title])
  return title
}

/** Returns whether the side menu is collapsed to icons, and a function that toggles it. The choice is stored; narrow windows start collapsed. */
export const useRail = (): readonly [boolean, () => void] => {
  const [rail, setRail] = useState(() => storage.read<boolean>('sideRail') ?? window.innerWidth < 1200)
  const toggle = (): void => {
    storage.write('sideRail', !rail)
    setRail(!rail)
  }
  return [rail, toggle]
}

/** Calls `open` on Ctrl K or ⌘ K. The layout effects run before the page is painted, so that the keys work as soon as the search button is visible. */
export const usePaletteKey = (open: () => void): void => {
  const latest = useRef(open)
  useLayoutEffect(() => {
    latest.current = open
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
