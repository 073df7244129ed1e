import { api, confirm, notify, StateMark, usePermission, useT } from '@lamplight/console-kit'
import { invalidate, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { type Content, contentOf } from './draft.ts'
import { entryWords } from './entry-words.ts'
import { V } from './preview.messages.ts'
import { type Strategy, useVersions, type Version } from './use-strategy.ts'

/** Switch points that one content has and another has not. */
const pointsOf = (content: Content): readonly string[] => contentOf(content as never).entries.map((entry) => JSON.stringify(entry))

/** Switch points that differ between a version and the present one, in words; the timeline draws both. */
export const Difference = ({ present, other }: { readonly present: Content; readonly other: Content }) => {
  const t = useT()
  const [now, then] = [pointsOf(present), pointsOf(other)]
  const words = (text: string): string => {
    const entry = JSON.parse(text) as Content['entries'][number]
    return `${entryWords(entry, t)} · ${entry.level ?? 0}%`
  }
  const lines = [
    ...now.filter((one) => !then.includes(one)).map((one) => ['added', one] as const),
    ...then.filter((one) => !now.includes(one)).map((one) => ['removed', one] as const),
  ]
  if (lines.length === 0) return <p className="ll-st-hint">{t(V.noChange)}</p>
  return (
    <ul className="ll-st-diff">
      {lines.map(([what, one]) => (
        <li key={`${what} ${one}`}>
          <StateMark tone={what === 'added' ? 'gold' : 'info'} text={t(V[what])} />
          {words(one)}
        </li>
      ))}
    </ul>
  )
}

/** The versions of a strategy: compared with the present one, and restored. */
export const VersionList = ({
  strategy,
  compared,
  onCompare,
}: {
  readonly strategy: Strategy
  /** Id of the compared version. */
  readonly compared: string | null
  readonly onCompare: (id: string | null) => void
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
              aria-pressed={compared === row.id}
              aria-label={`${t(V.version, { n: row.version })} ${t(V.compareWith)}`}
              onClick={() => onCompare(compared === row.id ? null : row.id)}
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
