import { api, confirm, Empty, type MarkTone, PageHeader, StateMark, useFormat, useT } from '@lamplight/console-kit'
import { Link, PagedTable, type RowColumn, type RowsCall, useRows } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import './jobs.css'
import { JOB_STATES } from '../model/job-states.ts'
import { jobsEntry } from '../model/pages.ts'
import { KINDS, M } from './jobs.messages.ts'
import { isOpen, JOBS, JOBS_KEY, type JobResult, type JobRow, LOOK_MS, stopJob } from './use-jobs.ts'

const TONES: Readonly<Record<JobRow['status'], MarkTone>> = {
  0: 'neutral',
  1: 'info',
  2: 'success',
  3: 'warning',
  4: 'danger',
  5: 'neutral',
}

const What = ({ job }: { readonly job: JobRow }) => {
  const t = useT()
  return (
    <span className="ll-jobs-what">
      <span title={job.title}>{job.title}</span>
      <small>{[t(KINDS[job.kind]), job.note].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

const Progress = ({ job }: { readonly job: JobRow }) => {
  const t = useT()
  const { number } = useFormat()
  const words = job.unit
    ? `${number(job.done)} ${job.unit}`
    : job.total > 0
      ? `${number(job.done)} / ${number(job.total)}`
      : job.done > 0
        ? number(job.done)
        : ''
  return (
    <span className="ll-jobs-progress">
      <span>
        <StateMark tone={TONES[job.status]} text={t(JOB_STATES[job.status])} /> {words}
      </span>
      {isOpen(job) && (
        <progress
          aria-label={`${t(M.progress)}: ${job.title}`}
          {...(job.total > 0 ? { max: job.total, value: Math.min(job.done, job.total) } : {})}
        />
      )}
    </span>
  )
}

const Result = ({ result }: { readonly result: JobResult }) =>
  'page' in result ? (
    <Link to={result.page}>{result.label}</Link>
  ) : (
    <button
      type="button"
      className="ll-r-link"
      onClick={() => void api.download(result.file, result.query, { name: result.name }).catch(() => undefined)}
    >
      {result.label}
    </button>
  )

const PageActions = ({ job }: { readonly job: JobRow }) => {
  const t = useT()
  const stop = async (): Promise<void> => {
    const question = { title: t(M.stopTitle, { title: job.title }), text: job.stopAbout, ok: t(M.stop), danger: true }
    if (await confirm(question)) await stopJob(job).catch(() => undefined)
  }
  return (
    <span className="ll-jobs-results">
      {job.results.map((result) => (
        <Result key={result.label} result={result} />
      ))}
      {job.stopAbout && (
        <button type="button" className="ll-r-link" onClick={() => void stop()}>
          {t(M.stop)}
        </button>
      )}
    </span>
  )
}

const Who = ({ job }: { readonly job: JobRow }) => {
  const t = useT()
  return <>{job.createUserName || t(M.nobody)}</>
}

const Times = ({ job }: { readonly job: JobRow }) => (
  <span className="ll-jobs-what">
    <time>{job.createTime}</time>
    <small>
      {'→ '}
      <time>{job.endTime || '…'}</time>
    </small>
  </span>
)

const COLUMNS: readonly RowColumn<JobRow>[] = [
  { key: 'what', label: M.what, width: 260, cell: (job) => <What job={job} /> },
  { key: 'progress', label: M.progress, width: 210, cell: (job) => <Progress job={job} /> },
  { key: 'who', label: M.who, width: 100, cell: (job) => <Who job={job} /> },
  { key: 'when', label: M.when, width: 190, cell: (job) => <Times job={job} /> },
  { key: 'result', label: M.result, width: 190, cell: (job) => <PageActions job={job} /> },
]

interface ChoiceProps {
  readonly label: Text
  readonly value: string
  readonly words: Readonly<Record<string, Text>>
  readonly onChange: (value: string) => void
}
/** Select input with an entry for all. */
const Choice = ({ label, value, words, onChange }: ChoiceProps) => {
  const t = useT()
  return (
    <label>
      {t(label)}
      <select className="ll-f-select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t(M.all)}</option>
        {Object.entries(words).map(([key, text]) => (
          <option key={key} value={key}>
            {t(text)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A page of jobs; polled every few seconds while one of them runs. */
const useJobs = () =>
  useRows<RowsCall<JobRow>, 'kind' | 'state' | 'own'>(`${JOBS}/page`, {
    of: JOBS_KEY,
    filters: ['kind', 'state', 'own'],
    every: (rows) => rows.some(isOpen) && LOOK_MS,
  })

/** Page with the long-running work of the tenant: progress, state and results. */
export const JobsPage = () => {
  const t = useT()
  const { query, filter, rows, page, setFilter } = useJobs()
  return (
    <div className="ll-r-page">
      <PageHeader title={t(jobsEntry.label)} about={t(M.about)} />
      <div className="ll-jobs-filter">
        <Choice label={M.state} value={filter.state} words={{ open: M.open, ended: M.ended }} onChange={(state) => setFilter({ state })} />
        <Choice label={M.kind} value={filter.kind} words={KINDS} onChange={(kind) => setFilter({ kind })} />
        <label>
          <input type="checkbox" checked={filter.own === '1'} onChange={(event) => setFilter({ own: event.target.checked ? '1' : '' })} />
          {t(M.onlyOwn)}
        </label>
      </div>
      <PagedTable
        query={query}
        page={page}
        skeleton={6}
        empty={<Empty text={t(M.none)} />}
        columns={COLUMNS}
        rows={rows}
        label={t(jobsEntry.label)}
        keyOf={(job) => `${job.source} ${job.id}`}
      />
    </div>
  )
}
