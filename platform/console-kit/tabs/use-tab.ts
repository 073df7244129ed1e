import { createContext, useContext, useEffect, useMemo } from 'react'
import { location, navigate, type Query } from '../router/location.ts'
import { useStateOf } from '../state/state.ts'
import { changeTab, closeTab, markUnsaved, tabs } from './store.ts'
import type { Tab } from './tabs.ts'

/** Context of a page: the key of its tab and the parameters in its path. */
export interface TabPlace {
  readonly key: string
  readonly params: Readonly<Record<string, string>>
}
/** Key of a page without shell, whose location is the address itself. */
export const BARE = ''
export const TabContext = createContext<TabPlace | null>(null)

/** Changes of a query; a blank, null or undefined value removes the parameter. */
export type QueryPatch = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Returns the query with the changes of a patch. */
export const patchQuery = (query: Query, patch: QueryPatch): Query => {
  const next: Record<string, string> = { ...query }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === '') delete next[name]
    else next[name] = String(value)
  }
  return next
}

export interface TabHandle {
  readonly key: string
  readonly path: string
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly active: boolean
  /** Changes the tab's own query, and the address while the tab is shown. Replaces the history entry unless `replace: false`. */
  readonly setQuery: (patch: QueryPatch, options?: { readonly replace?: boolean }) => void
  /** Sets the title of the tab, for example the name of the row; null restores its menu name. */
  readonly setTitle: (title: string | null) => void
  readonly close: () => void
}

const current = (key: string): Tab | undefined => tabs.get().list.find((tab) => tab.key === key)

const setQueryOf =
  (key: string) =>
  (patch: QueryPatch, { replace = true }: { readonly replace?: boolean } = {}): void => {
    if (key === BARE) {
      const at = location.get()
      navigate(at.path, patchQuery(at.query, patch), { replace })
      return
    }
    const tab = current(key)
    if (!tab) return
    const query = patchQuery(tab.query, patch)
    if (tabs.get().active === key) navigate(tab.path, query, { replace })
    else changeTab(key, (old) => ({ ...old, query }))
  }

const setTitleOf =
  (key: string) =>
  (title: string | null): void => {
    if ((current(key)?.title ?? null) === title) return
    changeTab(key, ({ title: _, ...tab }) => (title === null ? tab : { ...tab, title }))
  }

/** Returns the tab of this page with its own path, query and title, whichever tab is active. Throws outside a tab. */
export const useTab = (): TabHandle => {
  const place = useContext(TabContext)
  if (!place) throw new Error('useTab outside a tab')
  const all = useStateOf(tabs)
  const at = useStateOf(location)
  const { key, params } = place
  const tab = all.list.find((one) => one.key === key)
  const actions = useMemo(() => ({ setQuery: setQueryOf(key), setTitle: setTitleOf(key), close: () => closeTab(key) }), [key])
  if (key === BARE) return { key, params, ...at, active: true, ...actions }
  return { key, params, path: tab?.path ?? '', query: tab?.query ?? {}, active: all.active === key, ...actions }
}

/** While `changed` is true, closing or refreshing the tab and leaving the browser ask first. Hiding the tab keeps the changes. */
export const useUnsaved = (changed: boolean): void => {
  const key = useContext(TabContext)?.key
  useEffect(() => {
    if (!key) return
    markUnsaved(key, changed)
    // A form that closes removes its mark. React also runs this cleanup when the tab is hidden; then
    // another tab is active already, and the mark stays.
    return () => {
      if (tabs.get().active === key) markUnsaved(key, false)
    }
  }, [key, changed])
}
