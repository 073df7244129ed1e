import { api, confirm, notify, StateMark, usePermission, useT } from '@lamplight/console-kit'
import { invalidate, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { useId, useMemo } from 'react'
import { differenceOf } from '../model/difference.ts'
import { DifferenceList } from './difference.tsx'
import type { Content } from './draft.ts'
import { V } from './preview.messages.ts'
import { type Strategy, useVersions, type Version } from './use-strategy.ts'

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
  if (!versions.data) return <Waiting query={versions} rows={3} />
  const restore = async ({ version }: Version): Promise<void> => {
    const isSure = await confirm({
      title: t(V.goBackTitle, { n: version }),
      text: t(V.goBackText),
      ok: t(V.goBack),
    })
    if (!isSure) return
    const { version: to } = await api.post<{ version: number }>('blade-strategy/workstrategy/restore', {
      body: { strategyId: strategy.id, version },
    })
    notify.success(t(V.goneBack, { from: version, to }))
    onCompare(null)
    void invalidate('strategies.strategy')
    void invalidate('strategies.version')
  }
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
              <button type="button" className="ll-r-link" onClick={() => void restore(row).catch(() => undefined)}>
                {t(V.goBack)}
              </button>
            )}
          </span>
        ),
    },
  ]
  return <RowTable columns={columns} rows={versions.data} label={t(V.versions)} keyOf={({ id }) => id} />
}
