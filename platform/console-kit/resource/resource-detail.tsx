import './resource.css'
import type { Text } from '@lamplight/kit'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import { useTab } from '../tabs/use-tab.ts'
import { FieldCell } from './cell.tsx'
import { columnsOf } from './columns.ts'
import { sectionsOf } from './draft.ts'
import { type Entry, titleField, titleOf } from './entry.ts'
import { useEntry } from './form-drawer.tsx'
import { LoadError, Skeleton } from './list-states.tsx'
import { type ResourceConsole, rowOf } from './on-console.ts'
import { Icon } from './parts/icon.tsx'
import { Link } from './parts/link.tsx'
import { Menu } from './parts/menu.tsx'
import { choose, forbidden, nothing } from './selection.ts'
import { type Deed, useDeeds } from './use-actions.ts'

const FormDrawer = lazy(() => import('./form-drawer.tsx').then((module) => ({ default: module.FormDrawer })))
const DeedDialog = lazy(() => import('./deed-dialog.tsx').then((module) => ({ default: module.DeedDialog })))
const OVERVIEW = 'overview'
/** Figures that stand in the header. */
const FIGURES = 4

/** Which fields head a row: its state, and its numbers with a unit; both as the list shows them. */
const headOf = ({ resource }: ResourceConsole): { state: string | null; figures: readonly string[] } => {
  const listed = columnsOf(resource).filter((column) => column.shownFirst && !column.title)
  const state =
    listed.find((column) => column.field?.kind === 'choice' && 'tones' in column.field.options) ??
    listed.find((column) => column.field?.kind === 'flag')
  const figures = listed.filter((column) => column.field?.kind === 'int' || column.field?.kind === 'number')
  return { state: state?.name ?? null, figures: figures.slice(0, FIGURES).map((column) => column.name) }
}

const Overview = ({ console, entry }: { console: ResourceConsole; entry: Entry }) => {
  const t = useT()
  const { resource } = console
  const columns = useMemo(() => columnsOf(resource), [resource])
  const names = columns.map((column) => column.name)
  return (
    <div className="ll-overview">
      {sectionsOf(resource, names).map((section, at) => (
        <section key={section.names[0] ?? at}>
          {section.label && <h2>{t(section.label)}</h2>}
          <dl className="ll-facts">
            {section.names.map((name) => (
              <div key={name}>
                <dt>{t(columns.find((column) => column.name === name)?.label ?? [name, name])}</dt>
                <dd>
                  <FieldCell console={console} name={name} entry={entry} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

const Deeds = ({ deeds, entry, onDeed }: { deeds: readonly Deed[]; entry: Entry; onDeed: (deed: Deed) => void }) => {
  const t = useT()
  const off = (deed: Deed): boolean => forbidden(deed.action?.disabledWhen, [entry])
  const open = deeds.slice(0, 3)
  const rest = deeds.slice(3)
  return (
    <div className="ll-detail-deeds">
      {open.map((deed, at) => (
        <button
          key={deed.name}
          type="button"
          className="ll-button"
          data-look={at === 0 && !deed.danger ? 'primary' : undefined}
          data-danger={deed.danger || undefined}
          disabled={off(deed)}
          onClick={() => onDeed(deed)}
        >
          {t(deed.label)}
        </button>
      ))}
      {rest.length > 0 && (
        <Menu label={t(['更多操作', 'More actions'])} button={<Icon name="more" />}>
          {(close) =>
            rest.map((deed) => (
              <button
                key={deed.name}
                type="button"
                className="ll-menu-item"
                data-danger={deed.danger || undefined}
                disabled={off(deed)}
                onClick={() => {
                  close()
                  onDeed(deed)
                }}
              >
                {t(deed.label)}
              </button>
            ))
          }
        </Menu>
      )}
    </div>
  )
}

const Tabs = ({
  tabs,
  active,
  onChange,
}: {
  tabs: readonly { key: string; label: Text }[]
  active: string
  onChange: (key: string) => void
}): ReactNode => {
  const t = useT()
  if (tabs.length < 2) return null
  const move = (by: number): void => {
    const at = tabs.findIndex((tab) => tab.key === active)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next) onChange(next.key)
  }
  return (
    <div className="ll-detail-tabs" role="tablist">
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
        </button>
      ))}
    </div>
  )
}

const Loaded = ({ console, entry }: { console: ResourceConsole; entry: Entry }) => {
  const t = useT()
  const { resource, ui } = console
  const tab = useTab()
  const deeds = useDeeds(console)
  const [asked, setAsked] = useState<Deed | null>(null)
  const { state, figures } = useMemo(() => headOf(console), [console])
  const title = titleOf(resource, entry)
  const more = ui.slots?.detailTabs ?? {}
  const tabs = [
    { key: OVERVIEW, label: ['概况', 'Overview'] as const },
    ...Object.entries(more).map(([key, { label }]) => ({ key, label })),
  ]
  const active = tabs.some((one) => one.key === tab.query.tab) ? String(tab.query.tab) : OVERVIEW
  const Body = more[active]?.body
  const Top = ui.slots?.detailTop
  const { setTitle } = tab
  useEffect(() => setTitle(title), [setTitle, title])
  const onDeed = (deed: Deed): void =>
    deed.name === 'edit' && !deed.action ? tab.setQuery({ edit: entry.id }, { replace: false }) : setAsked(deed)
  return (
    <>
      <header className="ll-page-head ll-detail-head">
        <div>
          {ui.link && (
            <Link to={ui.link} className="ll-detail-up">
              {t(resource.label)}
            </Link>
          )}
          <h1>
            {title} {state && <FieldCell console={console} name={state} entry={entry} />}
          </h1>
        </div>
        {figures.length > 0 && (
          <dl className="ll-figures">
            {figures.map((name) => (
              <div key={name}>
                <dt>{resource.fields[name] && t(resource.fields[name].options.label)}</dt>
                <dd>
                  <FieldCell console={console} name={name} entry={entry} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <Deeds deeds={deeds.row} entry={entry} onDeed={onDeed} />
      </header>
      {Top && <Top row={rowOf(entry)} />}
      <Tabs tabs={tabs} active={active} onChange={(key) => tab.setQuery({ tab: key === OVERVIEW ? '' : key })} />
      <div className="ll-detail-body" role={tabs.length > 1 ? 'tabpanel' : undefined}>
        {Body ? <Body row={rowOf(entry)} /> : <Overview console={console} entry={entry} />}
      </div>
      <Suspense>
        {tab.query.edit && <FormDrawer console={console} id={tab.query.edit} onClose={() => tab.setQuery({ edit: '' })} />}
        {asked && (
          <DeedDialog
            console={console}
            deed={asked}
            on={choose(nothing, [entry], true)}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
              if (asked.name !== 'remove') return
              tab.close()
              if (ui.link) navigate(ui.link)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** The page of one row, at `?id=&tab=`: name, state, key figures and what may be done; below it the fields and the slice's own tabs. */
export const ResourceDetail = ({ console }: { console: ResourceConsole }) => {
  const { query } = useTab()
  const entry = useEntry(console, query.id ?? null)
  const id = query.id ?? ''
  const Own = console.ui.pages?.detail
  if (Own) return <Own id={id} />
  return (
    <div className="ll-page ll-detail" data-title={titleField(console.resource)}>
      {entry.data ? (
        <Loaded key={id} console={console} entry={entry.data} />
      ) : entry.isError ? (
        <LoadError error={entry.error} at={0} onRetry={() => void entry.refetch()} />
      ) : (
        <Skeleton rows={8} cards={false} />
      )}
    </div>
  )
}
