import { Activity, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef } from 'react'
import { t } from '../i18n/use-t.ts'
import type { RoutedPage } from '../router/page.ts'
import { isKeptAlive } from '../router/prefixes.ts'
import type { Registry } from '../router/registry.ts'
import type { Menu } from '../session/menu.ts'
import { rights } from '../session/menus.ts'
import { useStateOf } from '../state/state.ts'
import { refreshTab, tabs as tabsState, unsaved as unsavedState } from '../tabs/store.ts'
import { keptKeys, type Tab } from '../tabs/tabs.ts'
import { TabContext } from '../tabs/use-tab.ts'
import { Boundary } from '../widgets/boundary.tsx'
import { createLazy, type LazyComponent, ShowLazy } from '../widgets/coming.tsx'
import { Failure, Skeleton } from '../widgets/widgets.tsx'
import { loadInTime } from './load-page.ts'
import { metaOf } from './menu/menu-index.ts'
import { Forbidden } from './menu/system-pages.tsx'
import { shellTexts as texts } from './shell.messages.ts'

const made = new WeakMap<RoutedPage, LazyComponent>()
/** Returns the loader of a page's component. A failed load is kept until the user retries; otherwise each render would load again. */
export const pageLoaderOf = (page: RoutedPage): LazyComponent => {
  const kept = made.get(page)
  if (kept) return kept
  const coming = createLazy(() => loadInTime(page, t(texts.chunk)))
  made.set(page, coming)
  return coming
}

/** Forgets a failed load of a page: the next render loads it again. */
export const forgetPage = (page: RoutedPage): void => void made.delete(page)

const PageOf = ({ page }: { page: RoutedPage }): ReactNode => {
  const { loaded, permissions } = useStateOf(rights)
  if (page.permission && !permissions.has(page.permission)) return loaded ? <Forbidden /> : <Skeleton kind="page" />
  return <ShowLazy coming={pageLoaderOf(page)} placeholder={<Skeleton kind="page" />} />
}

const Pane = ({ tab, active, registry }: { tab: Tab; active: boolean; registry: Registry }): ReactNode => {
  const found = useMemo(() => registry.find(tab.path), [registry, tab.path])
  const element = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  useLayoutEffect(() => {
    if (active && element.current) element.current.scrollTop = scrolled.current
  }, [active])
  const place = useMemo(() => ({ key: tab.key, params: found?.params ?? {} }), [tab.key, found])
  if (!found) return null
  return (
    <div
      ref={element}
      id={`pane-${tab.key}`}
      role="tabpanel"
      aria-labelledby={`tab-${tab.key}`}
      className={`ll-pane${found.page.full ? ' ll-pane--full' : ''}`}
      hidden={!active}
      onScroll={(event) => {
        if (active) scrolled.current = event.currentTarget.scrollTop
      }}
    >
      <Activity mode={active ? 'visible' : 'hidden'}>
        <TabContext value={place}>
          <Boundary
            fallback={(error, retry) => (
              <Failure
                error={error}
                onRetry={() => {
                  forgetPage(found.page)
                  refreshTab(tab.key)
                  retry()
                }}
              />
            )}
          >
            <Suspense fallback={<Skeleton kind="page" />}>
              <PageOf page={found.page} />
            </Suspense>
          </Boundary>
        </TabContext>
      </Activity>
    </div>
  )
}

interface Props {
  readonly registry: Registry
  readonly menus: readonly Menu[]
  readonly covered: boolean
}

/**
 * The pages of all tabs; hidden ones keep their state and scroll position (rule.menu.keepalive, rule.guard.scroll).
 * Pages with unsaved changes are never unmounted.
 */
export const Panes = ({ registry, menus, covered }: Props): ReactNode => {
  const tabs = useStateOf(tabsState)
  const unsaved = useStateOf(unsavedState)
  const stays = ({ key, path }: Tab): boolean =>
    unsaved.has(key) || isKeptAlive(path) || registry.find(path)?.page.keepAlive === true || metaOf(menus, path).keepAlive === true
  const kept = keptKeys(tabs, stays)
  return tabs.list
    .filter((tab) => kept.has(tab.key))
    .map((tab) => <Pane key={`${tab.key} ${tab.round}`} tab={tab} active={!covered && tab.key === tabs.active} registry={registry} />)
}
