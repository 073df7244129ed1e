import type { Text } from '@lamplight/kit'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { DropMenu } from '../../widgets/menu.tsx'
import { FieldCell } from '../cell.tsx'
import type { ResourceConsole } from '../console-resource.ts'
import { sectionsOf } from '../form/draft.ts'
import type { Entry } from '../form/entry.ts'
import { columnsOf, type ListColumn } from '../list/columns.ts'
import { buttonOf, entryOf } from '../list/row-menu.tsx'
import { ReasonButton } from '../parts/reason-button.tsx'
import type { PageAction } from '../use-actions.ts'

/** Number of figures in the header. */
const FIGURES = 4
/** Number of actions shown as buttons; the rest are in the menu. */
const OPEN = 3

const isState = ({ field }: ListColumn): boolean => (field?.kind === 'choice' && 'tones' in field.options) || field?.kind === 'flag'

/** Returns the fields in the header of a row: its state and its numbers, in the form of the list. */
export const headOf = ({ resource, ui }: ResourceConsole): { readonly state: string | null; readonly figures: readonly string[] } => {
  const listed = columnsOf(resource).filter((column) => column.shownFirst && !column.title)
  const figures = listed.filter(({ field }) => field?.kind === 'int' || field?.kind === 'number')
  return { state: ui.state ?? listed.find(isState)?.name ?? null, figures: figures.slice(0, FIGURES).map((column) => column.name) }
}

/** All fields of a row by section. */
export const Overview = ({ console, entry }: { console: ResourceConsole; entry: Entry }) => {
  const t = useT()
  const { resource } = console
  const columns = useMemo(() => columnsOf(resource), [resource])
  const labels = new Map(columns.map((column) => [column.name, column.label]))
  return (
    <div className="ll-r-overview">
      {sectionsOf(resource, [...labels.keys()]).map((section) => (
        <section key={section.names.join()}>
          {section.label && <h2>{t(section.label)}</h2>}
          <dl className="ll-r-facts">
            {section.names.map((name) => (
              <div key={name}>
                <dt>{t(labels.get(name) ?? [name, name])}</dt>
                <dd>
                  <FieldCell console={console} name={name} entry={entry} detail />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** The actions on the row; the first is the primary one. */
export const DetailPageActions = ({
  pageActions: all,
  entry,
  onPageAction,
}: {
  pageActions: readonly PageAction[]
  entry: Entry
  onPageAction: (pageAction: PageAction) => void
}) => {
  const t = useT()
  const pageActions = all.filter((pageAction) => !pageAction.refuses(entry))
  const rest = pageActions.slice(OPEN)
  return (
    <div className="ll-r-detail-actions">
      {pageActions.slice(0, OPEN).map((pageAction, at) => (
        <ReasonButton
          key={pageAction.name}
          className={`ll-button${at === 0 && !pageAction.danger ? ' ll-button--primary' : ''}`}
          {...buttonOf(pageAction, entry, t, () => onPageAction(pageAction))}
        >
          {t(pageAction.label)}
        </ReasonButton>
      ))}
      {rest.length > 0 && (
        <DropMenu
          label={t(['更多操作', 'More actions'])}
          align="end"
          className="ll-button"
          trigger={<Icon name="more" size={16} />}
          entries={rest.map((pageAction) => entryOf(pageAction, entry, t, () => onPageAction(pageAction)))}
        />
      )}
    </div>
  )
}

export interface TabName {
  readonly key: string
  readonly label: Text
  /** Shown beside the label. */
  readonly badge?: ReactNode
}

/** Tabs of a detail page; hidden if there is only one. */
export const DetailTabs = ({ tabs, active, onChange }: { tabs: readonly TabName[]; active: string; onChange: (key: string) => void }) => {
  const t = useT()
  if (tabs.length < 2) return null
  const move = (by: number): void => {
    const at = tabs.findIndex((tab) => tab.key === active)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next) onChange(next.key)
  }
  return (
    <div className="ll-r-detail-tabs" role="tablist">
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          aria-selected={tab.key === active}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onChange(tab.key)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') move(1)
            if (event.key === 'ArrowLeft') move(-1)
          }}
        >
          {t(tab.label)}
          {tab.badge}
        </button>
      ))}
    </div>
  )
}
