import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useT } from '../i18n/use-t.ts'
import { useConnection } from '../live/use-live.ts'
import { openSlices, type SliceIndex, type SliceLoaders } from '../resource/slices.ts'
import { setKnownPages } from '../router/known-pages.ts'
import { type LateLabels, setLateLabels } from '../router/late-labels.ts'
import { location } from '../router/location.ts'
import type { Page, RoutedPage } from '../router/page.ts'
import { hidesHeader, showsLanguage, showsProject } from '../router/prefixes.ts'
import { createRegistry, type Registry } from '../router/registry.ts'
import { useUser } from '../session/menus.ts'
import { useStateOf } from '../state/state.ts'
import { unsaved } from '../tabs/store.ts'
import { BARE, TabContext } from '../tabs/use-tab.ts'
import { Boundary } from '../widgets/boundary.tsx'
import { ShowLazy } from '../widgets/coming.tsx'
import { ConfirmHost } from '../widgets/confirm.tsx'
import { useOverlaysSoon } from '../widgets/load-overlays.ts'
import { Failure, Skeleton } from '../widgets/widgets.tsx'
import { BottomBar, Drawer } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { Crumbs } from './crumbs.tsx'
import { Kicked } from './kicked.tsx'
import { metaOf } from './menu-index.ts'
import { forgetPage, Panes, pageLoaderOf } from './panes.tsx'
import { ProjectPicker } from './project-picker.tsx'
import './shell.css'
import { Palette } from './load-palette.ts'
import { shellTexts as texts } from './shell.messages.ts'
import { SideMenu } from './side-menu.tsx'
import { NOTICES, systemPages } from './system-pages.tsx'
import { TabStrip } from './tab-strip.tsx'
import { StatusCluster, TopBar } from './top-bar.tsx'
import { overlayItems } from './tray.ts'
import { beginAtAddress, type Shown, useDocumentTitle, usePaletteKey, useRail, useShellMenu, useShown, useSignedIn } from './use-console.ts'
import { LanguageMenu, LockButton, ThemeMenu, UserMenu } from './user-menu.tsx'

/** Shows a lost connection above the bottom bar: on a phone, a full-size page has neither header nor tabs. */
const ConnectionFloat = (): ReactNode => {
  const { state } = useConnection()
  if (state !== 'lost' && state !== 'kicked') return null
  return (
    <div className="ll-float">
      <ConnectionMark />
    </div>
  )
}

/** Makes the browser ask before it leaves the console while changes are not saved. */
const useLeaveGuard = (): void => {
  const changed = useStateOf(unsaved).size > 0
  useEffect(() => {
    if (!changed) return
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [changed])
}

const Shell = ({ registry, shown }: { readonly registry: Registry; readonly shown: Shown }): ReactNode => {
  const t = useT()
  const { path } = useStateOf(location)
  const { menus, tree, top, side, line, above, current, titleOf } = useShellMenu(registry, path)
  const title = useDocumentTitle(shown, titleOf)
  const [rail, toggleRail] = useRail()
  const [palette, setPalette] = useState(false)
  const [drawer, setDrawer] = useState(false)
  usePaletteKey(() => setPalette(true))
  useLeaveGuard()
  useOverlaysSoon()
  const page = shown.kind === 'tab' ? shown.page : null
  const full = page?.full === true || (page !== null && (hidesHeader(path) || metaOf(menus, path).isFullScreen === true))
  const NoticePage = shown.kind === 'notice' ? NOTICES[shown.path] : undefined
  // Where the header is hidden, only the side bar lets the user go to other pages.
  const entries = side ?? (full ? top : null)
  const folded = rail || full
  const look = `${entries ? (folded ? ' ll-shell--rail' : '') : ' ll-shell--bare'}${full ? ' ll-shell--full' : ''}`
  return (
    <div className={`ll-shell${look}`}>
      <a className="ll-skip" href="#ll-content">
        {t(texts.skip)}
      </a>
      {entries && (
        <aside className="ll-side">
          <Brand />
          <SideMenu menus={entries} line={line} rail={folded} />
        </aside>
      )}
      <div className="ll-shell__body">
        {!full && (
          <TopBar
            path={path}
            title={title}
            registry={registry}
            systems={top}
            system={current}
            side={entries ? (rail ? 'rail' : 'wide') : 'none'}
            onRail={toggleRail}
            onSearch={() => setPalette(true)}
          />
        )}
        <TabStrip
          titleOf={titleOf}
          onSearch={() => setPalette(true)}
          {...(full && { end: <StatusCluster path={path} registry={registry} /> })}
        />
        {!full && page && <Crumbs above={above} title={title} />}
        <main id="ll-content" className="ll-shell__panes" tabIndex={-1}>
          <Panes registry={registry} menus={menus} covered={NoticePage !== undefined} />
          {NoticePage && <NoticePage />}
        </main>
        {full && <ConnectionFloat />}
      </div>
      <BottomBar menus={tree} path={path} onMore={() => setDrawer(true)} />
      {drawer && (
        <Drawer menus={tree} line={line} onClose={() => setDrawer(false)}>
          {full && showsProject(path) && <ProjectPicker />}
          {showsLanguage(path) && <LanguageMenu />}
          <ThemeMenu />
          <LockButton />
          <UserMenu registry={registry} />
        </Drawer>
      )}
      {palette && (
        <Suspense fallback={null}>
          <Palette menus={tree} onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  )
}

const LazyPage = ({ page }: { readonly page: RoutedPage }): ReactNode => (
  <ShowLazy coming={pageLoaderOf(page)} placeholder={<Skeleton kind="page" />} />
)

/** A page without shell. It has no tab: its parameters and query come from the address. */
const BarePage = ({ page, params }: { readonly page: RoutedPage; readonly params: Readonly<Record<string, string>> }): ReactNode => {
  const place = useMemo(() => ({ key: BARE, params }), [params])
  return (
    <TabContext value={place}>
      <Boundary
        fallback={(error, retry) => (
          <Failure
            error={error}
            onRetry={() => {
              forgetPage(page)
              retry()
            }}
          />
        )}
      >
        <Suspense fallback={<Skeleton kind="page" />}>
          <LazyPage page={page} />
        </Suspense>
      </Boundary>
    </TabContext>
  )
}

const Bare = ({ shown }: { readonly shown: Shown }): ReactNode => {
  useDocumentTitle(shown, () => '')
  if (shown.kind === 'tab') return <BarePage key={shown.page.path} page={shown.page} params={shown.params} />
  const NoticePage = shown.kind === 'notice' ? NOTICES[shown.path] : undefined
  return NoticePage ? <NoticePage /> : null
}

/** Signed in: shows the shell, or in its place a page without shell. Not signed in: shows only pages without shell. */
const Inside = ({ registry }: { readonly registry: Registry }): ReactNode => {
  useSignedIn()
  const signedIn = useUser() !== null
  const shown = useShown(registry, signedIn)
  const bare = shown.kind === 'tab' && shown.page.bare === true
  if (!signedIn) return <Bare shown={shown} />
  return (
    <>
      {bare && <Bare shown={shown} />}
      <Activity mode={bare ? 'hidden' : 'visible'}>
        <Shell registry={registry} shown={shown} />
      </Activity>
      {overlayItems().map(([key, Item]) => (
        <Item key={key} />
      ))}
      <Kicked />
    </>
  )
}

interface ConsoleParts {
  readonly slices: SliceLoaders
  /** Addresses of each slice; the code of a slice is loaded with its first page. */
  readonly index: Readonly<Record<string, SliceIndex>>
  readonly loadLabels: () => Promise<LateLabels>
  /** Pages that follow from other definitions. */
  readonly more: readonly Page[]
}
/** Creates the console from its slices: the component that `startConsole` loads. */
export const createConsole = ({ slices, index, loadLabels, more }: ConsoleParts): ComponentType => {
  setLateLabels(loadLabels)
  const registry = createRegistry([...systemPages, ...more, ...openSlices(slices, index)])
  setKnownPages(registry)
  beginAtAddress(registry)
  const Console = (): ReactNode => (
    <QueryClientProvider client={queryClient}>
      <Inside registry={registry} />
      <ConfirmHost />
    </QueryClientProvider>
  )
  return Console
}
