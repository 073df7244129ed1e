import { Icon, saveFile, useFormat, useT } from '@lamplight/console-kit'
import { type Interval, type Series, TimeChart } from '@lamplight/console-kit/charts'
import { csvBlob, LoadError } from '@lamplight/console-kit/resource'
import { AffectedNames } from '@lamplight/control/console'
import { useMemo } from 'react'
import { KINDS } from '../../model/strategy.resource.ts'
import './preview.css'
import { V } from './preview.messages.ts'
import { type Preview, useSums } from './use-preview.ts'

/** The call of a preview. `isOld`: the strategy has changed since. */
export interface PreviewQuery {
  readonly data: Preview | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly isOld: boolean
  /** How much of a running call is done, 0 to 1; null if it is not known. */
  readonly share: number | null
  readonly again: () => void
  readonly refetch: () => unknown
}

/** Sign and amount of a difference. */
const signed = (value: number, words: (value: number) => string): string =>
  value === 0 ? words(0) : `${value > 0 ? '+' : '−'}${words(Math.abs(value))}`

/** Summary of what a publication affects. Panel, confirmation and approval show the same. */
export const AffectedSummary = ({
  preview,
}: {
  /** `replaces` is left out if nothing is published. */
  readonly preview: Pick<Preview, 'devices' | 'streets' | 'offline' | 'peakKw' | 'peakKwNow'> & {
    readonly replaces?: Preview['replaces'] | undefined
    readonly firstStreets?: Preview['firstStreets']
    readonly firstOffline?: Preview['firstOffline']
    readonly rivals?: Preview['rivals'] | undefined
  }
}) => {
  const t = useT()
  const format = useFormat()
  const { devices, streets, offline, peakKw, peakKwNow, replaces, rivals = [], firstStreets, firstOffline } = preview
  const power = (kw: number): string => format.power(kw * 1000, Math.max(peakKw, peakKwNow) * 1000)
  return (
    <>
      <dl className="ll-st-figures">
        <div>
          <dt>{t(V.devices)}</dt>
          <dd>{format.number(devices)}</dd>
        </div>
        <div>
          <dt>{t(V.streets)}</dt>
          <dd>{format.number(streets)}</dd>
        </div>
        <div data-tone={offline > 0 ? 'warn' : undefined}>
          <dt>{t(V.offline)}</dt>
          <dd>{format.number(offline)}</dd>
        </div>
        <div>
          <dt>{t(V.peak)}</dt>
          <dd>{`${power(peakKwNow)} → ${power(peakKw)}`}</dd>
        </div>
        {replaces && (
          <div data-wide>
            <dt>{t(V.replaces)}</dt>
            <dd>
              {replaces.length === 0
                ? t(V.replacesNothing)
                : replaces.map(({ name, n }) => t(V.replaced, { name, n: format.number(n) })).join(t(['、', ', ']))}
            </dd>
          </div>
        )}
        {rivals.length > 0 && (
          <div data-wide>
            <dt>{t(V.rivals)}</dt>
            <dd>
              <ul className="ll-st-rivals">
                {rivals.map(({ id, name, priority, wins, n, nights, dates }) => (
                  <li key={id} data-wins={wins || undefined}>
                    {t(wins ? V.rivalWins : V.rivalLoses, { name, priority, n: format.number(n), nights: format.number(nights) })}
                    <small>{dates.join(t(['、', ', ']))}</small>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
      <AffectedNames streets={streets} offline={offline} firstStreets={firstStreets} firstOffline={firstOffline} />
    </>
  )
}

/** What models among the targets cannot hold of the strategy, or get in another form. */
export const ModelNotes = ({ preview }: { readonly preview: Preview }) =>
  preview.findings
    .filter(({ values }) => 'model' in values)
    .map(({ code, severity, text }) => (
      <p key={`${code} ${text}`} className="ll-r-banner" data-tone={severity === 'error' ? 'bad' : 'warn'} data-code={code}>
        {text}
      </p>
    ))

/** Sums of a year before and after, with their differences. */
export const Totals = ({ preview }: { readonly preview: Pick<Preview, 'devices' | 'total' | 'totalNow'> }) => {
  const t = useT()
  const rows = useSums(preview.devices)
  return (
    <div className="ll-st-scroll">
      <table className="ll-st-table">
        <thead>
          <tr>
            <th scope="col">{t(V.figure)}</th>
            <th scope="col">{t(V.now)}</th>
            <th scope="col">{t(V.after)}</th>
            <th scope="col">{t(V.difference)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, sumOf, words]) => {
            const [now, then] = [sumOf(preview.totalNow), sumOf(preview.total)]
            const difference = Math.round(then) - Math.round(now)
            // Energy without cost means that the tenant has no tariff.
            if (key === 'cost' && now === 0 && then === 0 && preview.total.kwh + preview.totalNow.kwh > 0)
              return (
                <tr key={key} data-figure={key}>
                  <th scope="row">{t(V[key])}</th>
                  <td colSpan={3}>{t(V.noTariff)}</td>
                </tr>
              )
            return (
              <tr key={key} data-figure={key}>
                <th scope="row">{t(V[key])}</th>
                <td>{words(now)}</td>
                <td>{words(then)}</td>
                <td>{signed(difference, words)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const NightChart = ({ preview }: { readonly preview: Preview }) => {
  const t = useT()
  const format = useFormat()
  const drawn = useMemo((): { readonly series: readonly Series[]; readonly span?: Interval } => {
    const at = preview.nights.map(({ night }) => format.instant(`${night} 12:00:00`) ?? Date.parse(night))
    const pointsOf = (which: 'next' | 'now') =>
      preview.nights.map((night, n) => [at[n] ?? 0, Math.round(night[which].kwh * 100) / 100] as const)
    const [from, to] = [at[0], at.at(-1)]
    return {
      series: [
        { name: t(V.now), points: pointsOf('now'), hue: 'neutral', step: true },
        { name: t(V.after), points: pointsOf('next'), hue: 'gold', step: true },
      ],
      ...(from !== undefined && to !== undefined && { span: [from, to] as const }),
    }
  }, [preview, t, format])
  return <TimeChart title={t(V.perNight)} unit="kWh" height={190} {...drawn} />
}

/** How far a running preview is. A short one ends before the server tells. */
export const Running = ({ share }: Pick<PreviewQuery, 'share'>) => {
  const t = useT()
  const format = useFormat()
  const words = share === null ? t(V.computing) : t(V.computed, { n: format.number(share * 100, 0) })
  return (
    <div className="ll-st-running">
      <p className="ll-st-hint">{words}</p>
      {share === null ? (
        <div role="progressbar" aria-label={t(V.computing)} className="ll-r-progress" data-unknown />
      ) : (
        <progress aria-label={t(V.computing)} className="ll-r-progress" value={share} max={1} />
      )}
    </div>
  )
}

/** What a strategy would do to its targets: affected devices, sums of a year, and each night. */
export const PreviewPanel = ({ query, name, kind }: { readonly query: PreviewQuery; readonly name: string; readonly kind: number }) => {
  const t = useT()
  const isSpray = kind === KINDS.spray
  const { data, error, isFetching, isOld } = query
  const sums = useSums(data?.devices ?? 0)
  const save = (preview: Preview): void => {
    const heads = sums.flatMap(([key]) => [`${t(V[key])} (${t(V.now)})`, `${t(V[key])} (${t(V.after)})`])
    const rows = preview.nights.map(({ night, now, next }) => [
      night,
      ...sums.flatMap(([, sumOf]) => [sumOf(now), sumOf(next)].map((value) => Math.round(value * 1000) / 1000)),
    ])
    saveFile({ blob: csvBlob([[t(V.nightColumn), ...heads], ...rows]), name: `${name || t(V.preview)} ${preview.from}.csv` })
  }
  if (error && !data) return <LoadError error={error} at={0} onRetry={() => void query.refetch()} />
  if (!data) return isFetching ? <Running share={query.share} /> : <p className="ll-st-hint">{t(V.chooseTarget)}</p>
  if (data.devices === 0)
    return (
      <p className="ll-r-banner" data-tone="warn">
        {t(isSpray ? V.noDevices : V.noLamps)}
      </p>
    )
  return (
    <div className="ll-st-preview" data-stale={isOld || isFetching || undefined}>
      {isFetching && <Running share={query.share} />}
      {isOld && !isFetching && (
        <div className="ll-r-banner" data-tone="warn">
          <p>{t(V.changed)}</p>
          <button type="button" className="ll-button ll-button--small" onClick={query.again}>
            {t(V.again)}
          </button>
        </div>
      )}
      <AffectedSummary preview={data} />
      <ModelNotes preview={data} />
      {!isSpray && (
        <>
          <div className="ll-st-split">
            <Totals preview={data} />
            <NightChart preview={data} />
          </div>
          <div>
            <button type="button" className="ll-button ll-button--small" onClick={() => save(data)}>
              <Icon name="download" size={16} />
              {t(V.exportCsv)}
            </button>
          </div>
        </>
      )}
    </div>
  )
}
