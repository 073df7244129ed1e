import '../resource.css'
import { inSentence, pluralOf } from '@lamplight/kit'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { navigate } from '../../router/location.ts'
import { useTab } from '../../tabs/use-tab.ts'
import { Empty } from '../../widgets/widgets.tsx'
import { FieldCell } from '../cell.tsx'
import { formHref, type ResourceConsole, rowOf } from '../console-resource.ts'
import { detailParts } from '../contribute.ts'
import { type Entry, titleField, titleOf } from '../form/entry.ts'
import { FormPlace } from '../form/form-place.tsx'
import { useLiveEntry } from '../form/use-entry.ts'
import { LoadError, RowsSkeleton } from '../list/list-states.tsx'
import { choose, nothing } from '../list/selection.ts'
import { Link } from '../parts/link.tsx'
import { type PageAction, usePageActions } from '../use-actions.ts'
import { DetailPageActions, DetailTabs, headOf, Overview, type TabName } from './detail-parts.tsx'

const PageActionDialog = lazy(() => import('../page-action-dialog.tsx').then((module) => ({ default: module.PageActionDialog })))
const OVERVIEW = { key: 'overview', label: ['概况', 'Overview'] } as const

const TIMELINE = { key: 'transitions', label: ['流转记录', 'History'] } as const
const Timeline = lazy(() => import('./timeline.tsx').then((module) => ({ default: module.Timeline })))

/** The tabs of a detail page in their order; the last is the history of its lifecycle. */
const tabsOf = ({ resource, ui }: ResourceConsole): [TabName, ...TabName[]] => {
  const own = Object.entries(ui.slots?.detailTabs ?? {}).map(([key, { label, leads }]) => ({ key, label, leads }))
  const last = resource.lifecycle ? [TIMELINE] : []
  return [...own.filter(({ leads }) => leads), OVERVIEW, ...own.filter(({ leads }) => !leads), ...last] as [TabName, ...TabName[]]
}

/** The title of the row, rendered like its column. */
const Title = ({ console, entry }: { console: ResourceConsole; entry: Entry }) => {
  const name = titleField(console.resource)
  return name in (console.ui.columns ?? {}) ? <FieldCell console={console} name={name} entry={entry} /> : titleOf(console.resource, entry)
}

const Head = ({
  console,
  entry,
  onPageAction,
}: {
  console: ResourceConsole
  entry: Entry
  onPageAction: (pageAction: PageAction) => void
}) => {
  const t = useT()
  const { resource, link } = console
  const pageActions = usePageActions(console)
  const { state, figures } = useMemo(() => headOf(console), [console])
  return (
    <header className="ll-r-detail-head">
      <div>
        {link && (
          <Link to={link} className="ll-r-detail-up">
            {t([resource.label[0], pluralOf(resource.label[1])])}
          </Link>
        )}
        <h1>
          <Title console={console} entry={entry} /> {state && <FieldCell console={console} name={state} entry={entry} />}
        </h1>
      </div>
      {figures.length > 0 && (
        <dl className="ll-r-figures">
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
      <DetailPageActions pageActions={pageActions.row} entry={entry} onPageAction={onPageAction} />
    </header>
  )
}

const Loaded = ({ console, entry }: { console: ResourceConsole; entry: Entry }) => {
  const { resource, ui, link } = console
  const tab = useTab()
  const [pending, setPending] = useState<PageAction | null>(null)
  const tabs = useMemo(() => tabsOf(console), [console])
  const [first] = tabs
  const active = (tabs.find((one) => one.key === tab.query.tab) ?? first).key
  const Body = ui.slots?.detailTabs?.[active]?.body
  const Top = ui.slots?.detailTop
  const title = titleOf(resource, entry)
  const { setTitle } = tab
  useEffect(() => setTitle(title), [setTitle, title])
  const onDone = (): void => {
    setPending(null)
    if (pending?.name !== 'remove') return
    tab.close()
    if (link) navigate(link)
  }
  return (
    <>
      <Head
        console={console}
        entry={entry}
        onPageAction={(pageAction) => {
          const page = formHref(console, entry.id)
          if (pageAction.name !== 'edit' || pageAction.action) setPending(pageAction)
          else if (page) navigate(page)
          else tab.setQuery({ edit: entry.id }, { replace: false })
        }}
      />
      {Top && <Top row={rowOf(entry)} />}
      <Suspense>
        {detailParts(resource).map(([key, Part]) => (
          <Part key={key} row={rowOf(entry)} resource={resource} />
        ))}
      </Suspense>
      <DetailTabs
        tabs={tabs.map((one) => {
          const Badge = ui.slots?.detailTabs?.[one.key]?.badge
          return Badge ? { ...one, badge: <Badge row={rowOf(entry)} /> } : one
        })}
        active={active}
        onChange={(key) => tab.setQuery({ tab: key === first.key ? '' : key })}
      />
      <div className="ll-r-detail-body" role={tabs.length > 1 ? 'tabpanel' : undefined}>
        <Suspense fallback={<RowsSkeleton rows={6} cards={false} />}>
          {Body ? (
            <Body row={rowOf(entry)} />
          ) : active === TIMELINE.key ? (
            <Timeline resource={resource} id={entry.id} />
          ) : (
            <Overview console={console} entry={entry} />
          )}
        </Suspense>
      </div>
      <Suspense>
        <FormPlace console={console} />
        {pending && (
          <PageActionDialog
            console={console}
            pageAction={pending}
            on={choose(nothing, [entry], true)}
            onClose={() => setPending(null)}
            onDone={onDone}
          />
        )}
      </Suspense>
    </>
  )
}

/** Shown if the address of a detail page has no `id`. */
const NoRow = ({ console: { resource, link } }: { console: ResourceConsole }) => {
  const t = useT()
  const [zh, en] = resource.label
  return (
    <div className="ll-r-page ll-r-detail">
      <Empty
        title={t([`未指定${zh}`, `No ${inSentence(en)} is selected`])}
        text={t([
          `此地址没有指明要查看的${zh}，请从列表中打开。`,
          `The address does not name a ${inSentence(en)}. Open one from the list.`,
        ])}
      >
        {link && (
          <Link to={link} className="ll-button ll-button--primary">
            {t(['打开列表', 'Open the list'])}
          </Link>
        )}
      </Empty>
    </div>
  )
}

const Generated = ({ console, id }: { console: ResourceConsole; id: string }) => {
  const { entry, error, refetch } = useLiveEntry(console, id)
  return (
    <div className="ll-r-page ll-r-detail">
      {entry ? (
        <Loaded key={id} console={console} entry={entry} />
      ) : error ? (
        <LoadError error={error} at={0} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton rows={8} cards={false} />
      )}
    </div>
  )
}

/** The page of one row, at `?id=&tab=`: title, state, key figures and actions; below them the fields and the slice's own tabs. */
export const ResourceDetail = ({ console }: { console: ResourceConsole }) => {
  const { query } = useTab()
  const id = query.id ?? ''
  const Own = console.ui.pages?.detail
  if (!Own && !id) return <NoRow console={console} />
  return Own ? <Own id={id} /> : <Generated console={console} id={id} />
}
