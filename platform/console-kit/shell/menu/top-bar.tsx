import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { showsLanguage, showsProject } from '../../router/prefixes.ts'
import type { Registry } from '../../router/registry.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Brand } from '../brand.tsx'
import { ConnectionMark } from '../connection-mark.tsx'
import { DataScreenButton } from '../data-screen.tsx'
import { ProjectPicker } from '../project-picker.tsx'
import { shellTexts as texts } from '../shell.messages.ts'
import { trayItems } from '../tray.ts'
import type { ShellMenu } from './menu-index.ts'
import { TopMenu } from './top-menu.tsx'
import { LanguageMenu, LockButton, ThemeMenu, UserMenu } from './user-menu.tsx'

/**
 * Controls shown on every page: connection, project, running jobs, language, theme, lock, user. They are in the header, or at the
 * end of the tab strip if the header is hidden.
 */
export const StatusCluster = ({ path, registry }: { readonly path: string; readonly registry: Registry }): ReactNode => (
  <div className="ll-bar__cluster">
    <ConnectionMark />
    {showsProject(path) && <ProjectPicker />}
    {trayItems().map(([key, Item]) => (
      <Item key={key} />
    ))}
    <DataScreenButton />
    {showsLanguage(path) && <LanguageMenu />}
    <ThemeMenu />
    <LockButton />
    <UserMenu registry={registry} />
  </div>
)

interface Props {
  readonly path: string
  readonly title: string
  readonly registry: Registry
  readonly systems: readonly ShellMenu[]
  /** Id of the system of the shown page. */
  readonly system: string | null
  /** Whether there is a side bar, wide or as icons. Without a side bar the header shows the brand. */
  readonly side: 'none' | 'wide' | 'rail'
  readonly onRail: () => void
  readonly onSearch: () => void
}

export const TopBar = ({ path, title, registry, systems, system, side, onRail, onSearch }: Props): ReactNode => {
  const t = useT()
  const fold = t(side === 'rail' ? texts.unfold : texts.fold)
  return (
    <header className="ll-bar">
      {side === 'none' ? (
        <Brand />
      ) : (
        <button
          type="button"
          className="ll-bar__button ll-bar__fold"
          aria-label={fold}
          title={fold}
          aria-expanded={side === 'wide'}
          onClick={onRail}
        >
          <Icon name={side === 'rail' ? 'menu' : 'fold'} />
        </button>
      )}
      <strong className="ll-bar__title">{title}</strong>
      <TopMenu entries={systems} current={system} />
      <button type="button" className="ll-bar__search" title={t(texts.searchHint)} onClick={onSearch}>
        <Icon name="search" size={16} />
        <span>{t(texts.search)}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <StatusCluster path={path} registry={registry} />
    </header>
  )
}
