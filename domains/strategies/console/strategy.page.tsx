import { dateOf, figuresOf } from '@lamplight/calendar'
import { api, confirm, Dialog, Empty, hasPage, Link, StateMark, useFormat, usePermission, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, invalidate, LoadError, type RowColumn, RowsSkeleton, RowTable } from '@lamplight/console-kit/resource'
import { recordHref } from '@lamplight/control/console'
import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react'
import { publicationLifecycle } from '../model/publication.lifecycle.ts'
import type { Published } from '../server/publish/publication.ts'
import { type Content, type Draft, everyNight, headsOf, isSpecial, programOf } from './night/draft.ts'
import { NightBar } from './night/night-bar.tsx'
import { boxOf, NightPlot } from './night/night-plot.tsx'
import { PlaceLine, useSite } from './night/place-line.tsx'
import { V } from './publish/preview.messages.ts'
import { PUBLICATIONS, PublishedNote } from './publish/published.tsx'
import { PublicationApproval } from './publish/second-person.tsx'
import { editHref, LISTS, listPathOf } from './routes.ts'
import { S } from './strategies.messages.ts'
import './strategies.css'
import { useNight, useToday } from './night/use-night.ts'
import { useScale } from './night/use-scale.ts'
import { useWidth } from './night/use-width.ts'
import { EVERY_LAMP, type Place } from './publish/use-preview.ts'
import { useSpecialDays } from './use-special-days.ts'
import { type Publication, type Strategy, usePublications, useStrategy, useVersion } from './use-strategy.ts'
import { Comparison, type Pair, VersionList } from './version-list.tsx'
import { YearCard } from './year/year-map.tsx'

const HEIGHT = 260
const DRIFT = '/city/controlCenter/paramDrift/index'

/** Counts of the devices by the state of their calendar. */
const Assignment = ({ strategy }: { readonly strategy: Strategy }) => {
  const t = useT()
  const format = useFormat()
  const figures = [
    ['assigned', strategy.assigned, null],
    ['held', strategy.held, null],
    ['drifted', strategy.drifted, `${DRIFT}?family=calendar`],
    ['failedCount', strategy.failed, `${DRIFT}?family=calendar`],
    ['outdated', strategy.outdated, null],
  ] as const
  return (
    <dl className="ll-st-figures" aria-label={t(V.assignment)}>
      {figures.map(([key, count, to]) => (
        <div key={key} data-figure={key} data-tone={count > 0 && key !== 'assigned' && key !== 'held' ? 'warn' : undefined}>
          <dt>{t(V[key])}</dt>
          <dd>{to && count > 0 && hasPage(DRIFT) ? <Link to={to}>{format.number(count)}</Link> : format.number(count)}</dd>
        </div>
      ))}
      <div>
        <dt>{t(V.publishedAt)}</dt>
        <dd className="ll-st-small">{strategy.publishedAt ? format.time(strategy.publishedAt, 'minute') : t(S.neverPublished)}</dd>
      </div>
    </dl>
  )
}

const TONES = { busy: 'info', good: 'success', bad: 'danger', warn: 'warning', neutral: 'neutral', lit: 'gold' } as const
const Publications = ({ id }: { readonly id: string }) => {
  const t = useT()
  const format = useFormat()
  const { data = [] } = usePublications(id)
  const columns: readonly RowColumn<Publication>[] = [
    {
      key: 'at',
      label: V.at,
      width: 180,
      cell: (row) => <Link to={`${PUBLICATIONS}/details?id=${row.id}`}>{row.createTime.slice(0, 16)}</Link>,
    },
    { key: 'version', label: V.versions, width: 90, cell: ({ version }) => t(V.version, { n: version }) },
    {
      key: 'state',
      label: V.state,
      width: 120,
      cell: ({ state }) => {
        const known = publicationLifecycle.states[state as 0]
        const tone: keyof typeof TONES = 'tone' in known ? known.tone : 'neutral'
        return <StateMark tone={TONES[tone]} text={t(known.text)} />
      },
    },
    { key: 'target', label: V.targetText, width: 180, least: 110, cell: ({ targetText }) => targetText || '—' },
    { key: 'devices', label: V.devices, width: 90, align: 'right', cell: ({ devices }) => format.number(devices) },
    { key: 'reason', label: V.reason, width: 160, least: 100, cell: ({ reason }) => reason || '—' },
    {
      key: 'record',
      label: V.batchId,
      width: 160,
      cell: ({ batchIds }) => {
        const ids = batchIds.split(',').filter(Boolean)
        return ids.length === 0
          ? '—'
          : ids.slice(0, 2).map((batch, at) => (
              <Link key={batch} to={recordHref(batch)} className="ll-r-link">
                {ids.length === 1 ? t(V.batchId) : t(V.recordOf, { n: at + 1 })}
              </Link>
            ))
      },
    },
  ]
  if (data.length === 0) return <p className="ll-st-hint">{t(V.noPublications)}</p>
  return <RowTable columns={columns} rows={data} label={t(V.publications)} keyOf={(row) => row.id} />
}

const Unassign = lazy(async () => ({ default: (await import('./publish/unassign.dialog.tsx')).UnassignDialog }))
/** Takes the strategy from devices that have it. */
const UnassignButton = ({ strategy }: { readonly strategy: Strategy }) => {
  const t = useT()
  const may = usePermission('workstrategy_publish')
  const [open, setOpen] = useState(false)
  if (!may || (strategy.assigned === 0 && !open)) return null
  return (
    <>
      <button type="button" className="ll-button" onClick={() => setOpen(true)}>
        {t(V.unassign)}
      </button>
      <Suspense>{open && <Unassign strategy={strategy} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Sends the present version to the devices that have the strategy. */
const PublishPresent = ({ strategy }: { readonly strategy: Strategy }) => {
  const t = useT()
  const format = useFormat()
  const may = usePermission('workstrategy_publish')
  const [published, setPublished] = useState<Published | null>(null)
  const [busy, setBusy] = useState(false)
  const name = strategy.draft.name
  if (!may || strategy.assigned === 0) return null
  const send = async (): Promise<void> => {
    const text = (
      <>
        <p>{t(V.publishPresentText, { n: strategy.version, count: format.number(strategy.assigned) })}</p>
        <PublicationApproval devices={strategy.assigned} />
      </>
    )
    if (!(await confirm({ title: t(V.publishTitle, { name }), text, ok: t(V.publishPresent) }))) return
    setBusy(true)
    try {
      setPublished(await api.post<Published>('blade-strategy/workstrategy/update', { body: { strategyId: strategy.id } }))
      void invalidate('strategies.strategy')
      void invalidate('strategies.publication')
    } catch {
      // The API client has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className={strategy.outdated > 0 ? 'll-button ll-button--primary' : 'll-button'}
        disabled={busy}
        onClick={() => void send()}
      >
        {t(V.publishPresent)}
      </button>
      {published && (
        <Dialog
          title={t(V.publishTitle, { name })}
          className="ll-st-dialog"
          onClose={() => setPublished(null)}
          footer={
            <button type="button" className="ll-button" onClick={() => setPublished(null)}>
              {t(V.close)}
            </button>
          }
        >
          <PublishedNote published={published} />
        </Dialog>
      )}
    </>
  )
}

/** The content of one of two compared versions (null: the present one); undefined without a comparison, and until it is loaded. */
const usePart = (id: string | null | undefined, present: Draft): Content | undefined => {
  const stored = useVersion(id ?? null)
  return id === null ? present : stored
}

const Loaded = ({ strategy, path }: { readonly strategy: Strategy; readonly path: string }) => {
  const t = useT()
  const format = useFormat()
  const idPrefix = useId()
  const scale = useScale()
  const today = useToday()
  const { draft, id } = strategy
  const mayEdit = usePermission('workstrategy_edit')
  const [day, setDay] = useState(today)
  const [head, setHead] = useState(1)
  const [own, setOwn] = useState<Place | null>(null)
  const [compared, setCompared] = useState<Pair | null>(null)
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const around = useMemo(
    () => (strategy.assigned > 0 ? { id } : draft.projectId ? { projectId: draft.projectId } : EVERY_LAMP),
    [strategy.assigned, id, draft.projectId],
  )
  const { site, kind } = useSite(around, own)
  const days = useSpecialDays(draft.dayKind)
  // The page is read again every few seconds; only another version changes what is drawn.
  const key = JSON.stringify(draft)
  const [drawn, setDrawn] = useState({ key, draft })
  if (drawn.key !== key) setDrawn({ key, draft })
  const [from, to] = [usePart(compared?.from, drawn.draft), usePart(compared?.to, drawn.draft)]
  const timeline = useMemo(() => everyNight(to ?? drawn.draft), [to, drawn])
  const program = useMemo(() => programOf(drawn.draft, days), [drawn, days])
  const heads = headsOf(draft)
  const shownHead = heads.length > 0 ? head : undefined
  const { calendar, night } = useNight(timeline, site, day, shownHead)
  const otherTimeline = useMemo(() => (from ? everyNight(from) : null), [from])
  const { night: otherNight } = useNight(otherTimeline ?? timeline, site, day, shownHead)
  const box = boxOf(width, HEIGHT * scale, scale)
  const { lit } = figuresOf(calendar, night)
  return (
    <div className="ll-st-page">
      <header className="ll-st-bar">
        <div>
          <Link to={listPathOf(draft, path)} className="ll-st-up">
            {t(isSpecial(draft) ? S.specials : S.list)}
          </Link>
          <h1>
            {draft.name} <StateMark tone="neutral" text={t(V.version, { n: strategy.version })} />
          </h1>
        </div>
        <UnassignButton strategy={strategy} />
        <PublishPresent strategy={strategy} />
        {mayEdit && (
          <Link to={editHref(id, draft.systemType)} className="ll-button ll-button--primary">
            {t(V.edit)}
          </Link>
        )}
      </header>
      <Assignment strategy={strategy} />
      <div className="ll-st-grid" data-even>
        <section className="ll-st-card ll-st-night" aria-labelledby={`${idPrefix}-night`}>
          <header>
            <h2 id={`${idPrefix}-night`}>{t(S.nightOf, { from: dateOf(day), to: dateOf(day + 1).slice(5) })}</h2>
            <span className="ll-st-hint">{t(S.litHours, { n: format.number(lit / 3600, 1) })}</span>
            <NightBar day={day} today={today} heads={heads} head={shownHead} onDay={setDay} onHead={setHead} />
          </header>
          <div ref={frame}>
            <NightPlot
              box={box}
              calendar={calendar}
              night={night}
              scale={scale}
              compared={from ? otherNight : undefined}
              label={`${draft.name} ${dateOf(day)}`}
            />
          </div>
          <PlaceLine site={site} kind={kind} onChange={setOwn} />
        </section>
        <YearCard idPrefix={idPrefix} program={program} site={site} day={day} from={today} head={shownHead} onDay={setDay} />
      </div>
      <section className="ll-st-card" aria-labelledby={`${idPrefix}-versions`}>
        <header>
          <h2 id={`${idPrefix}-versions`}>{t(V.versions)}</h2>
        </header>
        {compared && <Comparison strategy={strategy} pair={compared} from={from} to={to} onChange={setCompared} />}
        <VersionList strategy={strategy} compared={compared} onCompare={setCompared} />
      </section>
      <section className="ll-st-card" aria-labelledby={`${idPrefix}-publications`}>
        <header>
          <h2 id={`${idPrefix}-publications`}>{t(V.publications)}</h2>
        </header>
        <Publications id={id} />
      </section>
    </div>
  )
}

/** The page of a strategy: a night and the year, its devices, its versions and publications (rt.city.strategyDataDetail, rt.city.specialDayDetail). */
export const StrategyPage = () => {
  const t = useT()
  const { query, path, setTitle } = useTab()
  const { data, error, refetch } = useStrategy(query.id ?? '')
  const name = data?.draft.name ?? null
  useEffect(() => setTitle(name), [setTitle, name])
  if (!query.id)
    return (
      <Empty title={t(['未指定策略', 'No strategy is selected'])} text={t(['请从列表中打开一个策略。', 'Open a strategy from the list.'])}>
        <Link to={LISTS.city} className="ll-button ll-button--primary">
          {t(['打开列表', 'Open the list'])}
        </Link>
      </Empty>
    )
  if (error && !data) return <LoadError error={error} at={0} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={8} cards={false} />
  return (
    <FieldsHost>
      <Loaded key={data.id} strategy={data} path={path} />
    </FieldsHost>
  )
}
