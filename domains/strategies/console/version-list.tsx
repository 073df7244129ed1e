import { StateMark, usePermission, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { differenceOf } from '../model/difference.ts'
import { DifferenceList } from './night/difference.tsx'
import type { Content } from './night/draft.ts'
import { V } from './publish/preview.messages.ts'
import { type Strategy, useVersions, type Version } from './use-strategy.ts'

const RestoreDialog = lazy(async () => ({ default: (await import('./publish/restore.dialog.tsx')).RestoreDialog }))

/** Two versions of a strategy by their ids; null is the present one. */
export interface Pair {
  readonly from: string | null
  readonly to: string | null
}

/** Two versions and their difference in words; the timeline draws both. */
export const Comparison = ({
  strategy,
  pair,
  from,
  to,
  onChange,
}: {
  readonly strategy: Strategy
  readonly pair: Pair
  /** Contents of the two; undefined until they are loaded. */
  readonly from: Content | undefined
  readonly to: Content | undefined
  readonly onChange: (pair: Pair | null) => void
}) => {
  const t = useT()
  const id = useId()
  const { data: versions = [] } = useVersions(strategy.id, strategy.version)
  const difference = useMemo(() => from && to && differenceOf(from, to), [from, to])
  const isPresent = ({ version }: Version): boolean => version === strategy.version
  const choice = (end: 'from' | 'to') => (
    <span>
      <label htmlFor={`${id}-${end}`}>{t(end === 'from' ? V.compareFrom : V.compareTo)}</label>
      <select
        id={`${id}-${end}`}
        className="ll-f-input"
        value={pair[end] ?? ''}
        onChange={({ target }) => onChange({ ...pair, [end]: target.value || null })}
      >
        {versions.map((one) => (
          <option key={one.id} value={isPresent(one) ? '' : one.id}>
            {`${t(V.version, { n: one.version })}${isPresent(one) ? ` · ${t(V.present)}` : ''} · ${one.createTime.slice(0, 16)}`}
          </option>
        ))}
      </select>
    </span>
  )
  return (
    <section className="ll-st-compare" aria-label={t(V.compare)}>
      <div>
        {choice('from')}
        {choice('to')}
        <button type="button" className="ll-button ll-button--small" onClick={() => onChange(null)}>
          {t(V.endCompare)}
        </button>
      </div>
      <p className="ll-st-hint">{t(V.compareHint)}</p>
      {difference ? <DifferenceList difference={difference} /> : <p className="ll-st-hint">{t(V.loading)}</p>}
    </section>
  )
}

/** The versions of a strategy: compared with the present one, and restored. */
export const VersionList = ({
  strategy,
  compared,
  onCompare,
}: {
  readonly strategy: Strategy
  /** The compared versions. */
  readonly compared: Pair | null
  readonly onCompare: (pair: Pair | null) => void
}) => {
  const t = useT()
  const mayEdit = usePermission('workstrategy_edit')
  const versions = useVersions(strategy.id, strategy.version)
  const [restored, setRestored] = useState<Version | null>(null)
  if (!versions.data) return <Waiting query={versions} rows={3} />
  const columns: readonly RowColumn<Version>[] = [
    {
      key: 'version',
      label: V.versions,
      width: 200,
      cell: ({ version }) => (
        <>
          {t(V.version, { n: version })} {version === strategy.version && <StateMark tone="success" text={t(V.present)} />}
        </>
      ),
    },
    { key: 'at', label: V.at, width: 170, cell: ({ createTime }) => <time className="ll-f-number">{createTime}</time> },
    { key: 'by', label: V.by, width: 110, cell: ({ account }) => account || '—' },
    { key: 'reason', label: V.reason, width: 200, least: 110, cell: ({ reason }) => reason || '—' },
    {
      key: 'actions',
      label: ['操作', 'Actions'],
      width: 240,
      isPinned: true,
      cell: (row) =>
        row.version !== strategy.version && (
          <span className="ll-r-row-actions">
            <button
              type="button"
              className="ll-r-link"
              aria-pressed={compared?.from === row.id}
              aria-label={`${t(V.version, { n: row.version })} ${t(V.compareWith)}`}
              onClick={() => onCompare(compared?.from === row.id ? null : { from: row.id, to: null })}
            >
              {t(V.compare)}
            </button>
            {mayEdit && (
              <button type="button" className="ll-r-link" onClick={() => setRestored(row)}>
                {t(V.goBack)}
              </button>
            )}
          </span>
        ),
    },
  ]
  return (
    <>
      <RowTable columns={columns} rows={versions.data} label={t(V.versions)} keyOf={({ id }) => id} />
      <Suspense>
        {restored && (
          <RestoreDialog strategy={strategy} version={restored} onDone={() => onCompare(null)} onClose={() => setRestored(null)} />
        )}
      </Suspense>
    </>
  )
}
