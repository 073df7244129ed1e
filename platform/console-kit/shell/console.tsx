import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { brandOf } from '../brand.ts'
import { useT } from '../i18n/use-t.ts'
import { useConnection } from '../live/use-live.ts'
import { location, navigate } from '../router/location.ts'
import type { ConsoleSlice, Page } from '../router/page.ts'
import { createRegistry, pagesOf, type Registry } from '../router/registry.ts'
import { useUser } from '../session/menus.ts'
import { setProject } from '../session/project.ts'
import { useStateOf } from '../state/state.ts'
import { unsaved } from '../tabs/store.ts'
import { HOME } from '../tabs/tabs.ts'
import { ConfirmHost } from '../widgets/confirm.tsx'
import { Logo } from '../widgets/logo.tsx'
import { Skeleton } from '../widgets/widgets.tsx'
import { AntdTheme } from './antd.tsx'
import { BottomBar, Drawer } from './bottom-bar.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { showsProject } from './menu-index.ts'
import { Palette } from './palette.tsx'
import { Panes } from './panes.tsx'
import { ProjectPicker } from './project-picker.tsx'
import './shell.css'
import { shellTexts as texts } from './shell.messages.ts'
import { SideMenu } from './side-menu.tsx'
import { NOTICES, systemPages } from './system-pages.tsx'
import { TabStrip } from './tab-strip.tsx'
import { StatusCluster, TopBar } from './top-bar.tsx'
import { useDocumentTitle, usePaletteKey, useRail, useShellMenu, useShown, useSignedIn } from './use-console.ts'
import { LanguageMenu, ThemeMenu, UserMenu } from './user-menu.tsx'

/** The logo leads home and clears the current project (rule.layout.logo-click, decisions.md A73). */
const Brand = (): ReactNode => {
  const t = useT()
  const name = t(brandOf(useUser()?.tenantId))
  return (
    <a
      className="ll-side__brand"
      href={HOME}
      title={name}
      onClick={(event) => {
        event.preventDefault()
        setProject(null)
        navigate(HOME)
      }}
    >
      <Logo size={28} />
      <span>{name}</span>
    </a>
  )
}

/** On a phone a full page has neither header nor tabs: a lost connection is said above the bottom bar. */
const ConnectionFloat = (): ReactNode => {
  const { state } = useConnection()
  if (state !== 'lost' && state !== 'kicked') return null
  return (
    <div className="ll-float">
      <ConnectionMark />
    </div>
  )
}

/** Leaving the browser with changes asks. */
const useLeaveGuard = (): void => {
  const changed = useStateOf(unsaved).size > 0
  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])
}

const Shell = ({ registry }: { readonly registry: Registry }): ReactNode => {
  const t = useT()
  const { path } = useStateOf(location)
  const shown = useShown(registry)
  const { menus, line, titleOf } = useShellMenu(registry, path)
  const title = useDocumentTitle(shown, titleOf)
  const [rail, toggleRail] = useRail()
  const [palette, setPalette] = useState(false)
  const [drawer, setDrawer] = useState(false)
  usePaletteKey(() => setPalette(true))
  useLeaveGuard()
  const page = shown.kind === 'tab' ? shown.page : null
  const full = page?.full === true
  const NoticePage = shown.kind === 'notice' ? NOTICES[shown.path] : undefined
  if (page?.bare) return <BarePage page={page} />
  const folded = rail || full
  return (
    <div className={`ll-shell${folded ? ' ll-shell--rail' : ''}${full ? ' ll-shell--full' : ''}`}>
      <a className="ll-skip" href="#ll-content">
        {t(texts.skip)}
      </a>
      <aside className="ll-side">
        <Brand />
        <SideMenu menus={menus} line={line} rail={folded} />
      </aside>
      <div className="ll-shell__body">
        {!full && (
          <TopBar path={path} title={title} registry={registry} rail={rail} onRail={toggleRail} onSearch={() => setPalette(true)} />
        )}
        <TabStrip titleOf={titleOf} {...(full && { end: <StatusCluster path={path} registry={registry} /> })} />
        <main id="ll-content" className="ll-shell__panes" tabIndex={-1}>
          <Panes registry={registry} covered={NoticePage !== undefined} />
          {NoticePage && <NoticePage />}
        </main>
        {full && <ConnectionFloat />}
      </div>
      <BottomBar menus={menus} path={path} onMore={() => setDrawer(true)} />
      {drawer && (
        <Drawer menus={menus} line={line} onClose={() => setDrawer(false)}>
          {full && showsProject(path) && <ProjectPicker />}
          <LanguageMenu />
          <ThemeMenu />
          <UserMenu registry={registry} />
        </Drawer>
      )}
      {palette && <Palette menus={menus} onClose={() => setPalette(false)} />}
      <ConfirmHost />
    </div>
  )
}

const BarePage = ({ page }: { readonly page: Page }): ReactNode => {
  const [Component] = useState(() => lazy(() => page.load().then((found) => ({ default: found }))))
  return (
    <Suspense fallback={<Skeleton kind="page" />}>
      <Component />
    </Suspense>
  )
}

/** Without a session: the pages that need none, alone on the screen. */
const Outside = ({ registry }: { readonly registry: Registry }): ReactNode => {
  const shown = useShown(registry)
  useDocumentTitle(shown, () => '')
  if (shown.kind === 'tab') return <BarePage page={{ ...shown.page, bare: true }} />
  const NoticePage = shown.kind === 'notice' ? NOTICES[shown.path] : undefined
  return NoticePage ? <NoticePage /> : null
}

/** The console of these slices: the component that `startConsole` loads. */
export const createConsole = (slices: readonly ConsoleSlice[]): ComponentType => {
  const registry = createRegistry([...systemPages, ...pagesOf(slices)])
  const Inside = (): ReactNode => {
    useSignedIn()
    return useUser() ? <Shell registry={registry} /> : <Outside registry={registry} />
  }
  const Console = (): ReactNode => (
    <QueryClientProvider client={queryClient}>
      <AntdTheme>
        <Inside />
      </AntdTheme>
    </QueryClientProvider>
  )
  return Console
}
