import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import type { Registry } from '../router/registry.ts'
import { Icon } from '../widgets/icon.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { showsProject } from './menu-index.ts'
import { ProjectPicker } from './project-picker.tsx'
import { shellTexts as texts } from './shell.messages.ts'
import { trayItems } from './tray.ts'
import { LanguageMenu, ThemeMenu, UserMenu } from './user-menu.tsx'

/** What follows one everywhere: connection, project, running jobs, language, theme, user. It stands in the header, or at the end of the tabs where the header is hidden. */
export const StatusCluster = ({ path, registry }: { readonly path: string; readonly registry: Registry }): ReactNode => (
  <div className="ll-bar__cluster">
    <ConnectionMark />
    {showsProject(path) && <ProjectPicker />}
    {trayItems().map(([key, Item]) => (
      <Item key={key} />
    ))}
    <LanguageMenu />
    <ThemeMenu />
    <UserMenu registry={registry} />
  </div>
)

interface Given {
  readonly path: string
  readonly title: string
  readonly registry: Registry
  readonly rail: boolean
  readonly onRail: () => void
  readonly onSearch: () => void
}

/** The header. */
export const TopBar = ({ path, title, registry, rail, onRail, onSearch }: Given): ReactNode => {
  const t = useT()
  const fold = t(rail ? texts.unfold : texts.fold)
  return (
    <header className="ll-bar">
      <button type="button" className="ll-bar__button ll-bar__fold" aria-label={fold} title={fold} aria-expanded={!rail} onClick={onRail}>
        <Icon name={rail ? 'menu' : 'fold'} />
      </button>
      <strong className="ll-bar__title">{title}</strong>
      <button type="button" className="ll-bar__search" onClick={onSearch}>
        <Icon name="search" size={16} />
        <span>{t(texts.search)}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <StatusCluster path={path} registry={registry} />
    </header>
  )
}
