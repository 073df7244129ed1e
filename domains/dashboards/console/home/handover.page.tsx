import {
  api,
  Failure,
  Icon,
  PageHeader,
  Skeleton,
  storage,
  useFormat,
  useNow,
  usePageName,
  useProject,
  useT,
  useTab,
  useUser,
} from '@lamplight/console-kit'
import { FieldsHost, Link } from '@lamplight/console-kit/resource'
import { BatchLink, ProgressNote } from '@lamplight/control/console'
import type { BatchSummary } from '@lamplight/control/model'
import { viewOf } from '@lamplight/fields/view'
import { periodsAt } from '@lamplight/kit'
import { JOB_STATES } from '@lamplight/system/console'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Handover } from '../../model/index.ts'
import './handover.css'
import { H } from './handover.messages.ts'
import './home.css'
import { AttentionTable } from './home-attention.tsx'

const HOUR_MS = 3_600_000
const HOURS = [8, 12, 24] as const
const EVERY_MS = 60_000

const FIELD = { kind: 'time', options: { label: H.span } } as const

const useHandover = () => {
  const { project } = useProject()
  const { query, setQuery } = useTab()
  const { from = '', to = '' } = query
  const projectId = project?.id ?? ''
  const answer = useQuery({
    queryKey: ['handover', from, to, projectId],
    queryFn: ({ signal }) =>
      api.get<Handover>(
        'blade-report/dashboard/handover',
        { ...(from && { from }), ...(to && { to }), projectId },
        { signal, quiet: true },
      ),
    refetchInterval: EVERY_MS,
    placeholderData: (old) => old,
  })
  return { answer, from, to, setSpan: (span: { readonly from?: string | null; readonly to?: string | null }) => setQuery(span) }
}

const Shift = ({ data, from, to, setSpan }: { readonly data: Handover } & Omit<ReturnType<typeof useHandover>, 'answer'>) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const { Filter } = viewOf(FIELD)
  const [begin, end] = [from || data.from, to || data.to]
  const [lastNight] = periodsAt(now, (ms) => format.time(ms))
  return (
    <fieldset className="ll-handover-shift">
      <legend className="ll-hidden">{t(H.shift)}</legend>
      {HOURS.map((hours) => (
        <button
          key={hours}
          type="button"
          className="ll-button"
          onClick={() => setSpan({ from: format.time(now - hours * HOUR_MS), to: null })}
        >
          {t(H.hours, { n: hours })}
        </button>
      ))}
      {lastNight && (
        <button type="button" className="ll-button" onClick={() => setSpan({ from: lastNight.from, to: lastNight.to })}>
          {t(lastNight.label)}
        </button>
      )}
      {Filter && (
        <div className="ll-r-filter" data-frame data-kind="time" data-wide>
          <label htmlFor="handover-span" className="ll-hidden">
            {t(H.span)}
          </label>
          <Filter
            id="handover-span"
            wire="shift"
            options={FIELD.options}
            params={{ shift_datege: begin, shift_datele: end }}
            onChange={({ shift_datege = begin, shift_datele = end }) => setSpan({ from: shift_datege || null, to: shift_datele || null })}
          />
        </div>
      )}
    </fieldset>
  )
}

const More = ({ total, shown }: { readonly total: number; readonly shown: number }) => {
  const t = useT()
  const { number } = useFormat()
  return total > shown ? <p>{t(H.more, { n: number(total), m: number(shown) })}</p> : null
}

const Batches = ({ title, total, rows }: { readonly title: string; readonly total: number; readonly rows: readonly BatchSummary[] }) => {
  const t = useT()
  return rows.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {rows.map((batch) => (
          <li key={batch.id}>
            <time>{batch.createTime.slice(0, 16)}</time>
            <BatchLink batch={batch} />
            <ProgressNote counts={batch} />
            {batch.reason && <small>{t(H.reason, { reason: batch.reason })}</small>}
          </li>
        ))}
      </ul>
      <More total={total} shown={rows.length} />
    </>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="ll-handover-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Mine = ({ data: { mine, handled, jobs } }: { readonly data: Handover }) => {
  const t = useT()
  if (mine.rows.length === 0 && handled.rows.length === 0 && jobs.rows.length === 0) return <p>{t(H.mineNone)}</p>
  return (
    <>
      <Batches title={t(H.commands)} {...mine} />
      {handled.rows.length > 0 && (
        <>
          <h3>{t(H.handled)}</h3>
          <ul>
            {handled.rows.map(({ id, at, what, act, place, href }) => (
              <li key={href + id + act}>
                <time>{at.slice(0, 16)}</time>
                <Link to={href}>{what}</Link>
                <span>{place}</span>
                <span>{act}</span>
              </li>
            ))}
          </ul>
          <More total={handled.total} shown={handled.rows.length} />
        </>
      )}
      {jobs.rows.length > 0 && (
        <>
          <h3>{t(H.jobs)}</h3>
          <ul>
            {jobs.rows.map(({ id, source, title, status, note, createTime }) => (
              <li key={source + id}>
                <time>{createTime.slice(0, 16)}</time>
                <span>{title}</span>
                <span>{t(JOB_STATES[status])}</span>
                {note && <span>{note}</span>}
              </li>
            ))}
          </ul>
          <More total={jobs.total} shown={jobs.rows.length} />
        </>
      )}
    </>
  )
}

const Running = ({ data: { running, overrides } }: { readonly data: Handover }) => {
  const t = useT()
  const { number } = useFormat()
  // Users limited to places see only their own commands.
  const isLimited = useUser()?.limited === true
  if (running.rows.length === 0 && overrides.rows.length === 0) return <p>{t(isLimited ? H.runningNoneOwn : H.runningNone)}</p>
  return (
    <>
      <Batches title={t(isLimited ? H.runningOwn : H.runningCommands)} {...running} />
      {overrides.rows.length > 0 && (
        <>
          <h3>{t(H.overrides)}</h3>
          <ul>
            {overrides.rows.map(({ until, lamps }) => (
              <li key={until}>
                <time>{t(H.until, { time: until.slice(0, 16) })}</time>
                <span>{t(H.lamps, { n: number(lamps) })}</span>
              </li>
            ))}
          </ul>
          <More total={overrides.total} shown={overrides.rows.length} />
        </>
      )}
    </>
  )
}

/**
 * Notes of the shift; this browser keeps them until the user clears them. The print shows them as a paragraph, because a text area would be
 * cut off.
 */
const Notes = () => {
  const t = useT()
  const key = `handoverNotes-${useUser()?.userId ?? ''}`
  const [text, setText] = useState(() => storage.read<string>(key) ?? '')
  return (
    <>
      <textarea
        rows={3}
        maxLength={2000}
        aria-label={t(H.notes)}
        placeholder={t(H.notesHint)}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          storage.write(key, target.value)
        }}
      />
      <small>{t(H.notesKept)}</small>
      <p className="ll-handover-printed">{text}</p>
    </>
  )
}

/** The hand-over of a shift on one page that can be printed: open findings, what the user did, running commands, and notes. */
export const HandoverPage = () => {
  const t = useT()
  const name = usePageName(t(H.title))
  const { answer, ...span } = useHandover()
  const { data } = answer
  if (!data)
    return answer.error ? <Failure error={answer.error} onRetry={() => void answer.refetch()} /> : <Skeleton kind="page" rows={10} />
  return (
    <article className="ll-handover">
      <PageHeader title={name} about={t(H.about)}>
        <button type="button" className="ll-button ll-button--primary" onClick={() => window.print()}>
          <Icon name="print" size={16} /> {t(H.print)}
        </button>
      </PageHeader>
      {answer.error ? <Failure error={answer.error} onRetry={() => void answer.refetch()} /> : null}
      <FieldsHost>
        <Shift data={data} {...span} />
      </FieldsHost>
      <p className="ll-handover-span">
        {data.from.slice(0, 16)} – {data.to.slice(0, 16)} · {t(H.by, { name: data.by })}
      </p>
      <Part title={t(H.open)}>
        <AttentionTable attention={data.open} />
      </Part>
      <Part title={t(H.mine)}>
        <Mine data={data} />
      </Part>
      <Part title={t(H.running)}>
        <Running data={data} />
      </Part>
      <Part title={t(H.notes)}>
        <Notes />
      </Part>
      <p className="ll-handover-sign">
        <span>{t(H.taker)}</span>
        <span>{t(H.signed)}</span>
      </p>
    </article>
  )
}
