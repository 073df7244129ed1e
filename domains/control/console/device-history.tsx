import { Empty, Icon, Segments, saveFile, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { csvBlob, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { viewOf } from '@lamplight/fields/view'
import { useId } from 'react'
import type { Bucket } from './device-series.ts'
import './device.css'
import { D } from './device.messages.ts'
import type { ConsoleKind } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'
import type { Drawn } from './device-series.ts'
import { K } from './kind.messages.ts'
import { LONGEST, PRESETS, type Range, useDeviceHistory } from './use-device-history.ts'
import { useDrawn } from './use-drawn.ts'

const OWN = 0
const DAY_HOURS = 24
const TIME = { kind: 'time', options: { label: D.range } } as const

/** Date inputs for start and end of the range. */
const OwnRange = ({ shown, onChange }: { readonly shown: Range; readonly onChange: (range: Range) => void }) => {
  const format = useFormat()
  const id = useId()
  const { Filter } = viewOf(TIME)
  const params = { at_datege: format.time(shown.from), at_datele: format.time(shown.to) }
  const change = (changed: Readonly<Record<string, string>>): void => {
    const next = { ...params, ...changed }
    const [from, to] = [format.instant(next.at_datege), format.instant(next.at_datele)]
    if (from !== null && to !== null && from < to) onChange({ from, to })
  }
  return (
    <span className="ll-device-span">
      {Filter && <Filter id={id} wire="at" options={TIME.options} params={params} onChange={change} />}
    </span>
  )
}

const Charts = ({ drawn, shown, onRange }: { drawn: readonly Drawn[]; shown: Range; onRange: (range: Range) => void }) => (
  <div className="ll-device-charts">
    {drawn.map(({ name, title, unit, words, fromZero, series }) => (
      <TimeChart
        key={name}
        height={180}
        span={[shown.from, shown.to]}
        onRange={([from, to]) => onRange({ from, to })}
        title={title}
        unit={unit}
        words={words}
        fromZero={fromZero}
        series={series}
      />
    ))}
  </div>
)

/** History of a device: one chart per property with history. */
export const DeviceHistory = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const t = useT()
  const format = useFormat()
  const isKept = Object.values(kind.type.properties).some(({ history, retired }) => history && !retired)
  const { query, shown, preset, setPreset, setRange, zoom, move } = useDeviceHistory(row.id, isKept)
  const { drawn, rows } = useDrawn(kind.type, query.data?.points as readonly Bucket[] | undefined)
  const save = (): void => saveFile({ blob: csvBlob(rows()), name: `${String(row.sn ?? row.id)} ${format.time(shown.from, 'date')}.csv` })
  if (!isKept) return <Empty text={t(D.noKept)} />
  return (
    <section className="ll-device-history" aria-label={t(K.history)}>
      <div className="ll-device-tools">
        <Segments
          label={t(D.range)}
          value={preset ?? OWN}
          onChange={(hours) => (hours === OWN ? setRange(shown) : setPreset(hours))}
          options={[
            ...PRESETS.map((hours) => ({
              value: hours as number,
              label: hours > DAY_HOURS ? t(D.days, { n: hours / DAY_HOURS }) : t(D.hours, { n: hours }),
            })),
            { value: OWN, label: t(D.own) },
          ]}
        />
        {preset === null && <OwnRange shown={shown} onChange={setRange} />}
        <span className="ll-device-moves">
          <button type="button" className="ll-button" title={t(D.earlier)} aria-label={t(D.earlier)} onClick={() => move(-1 / 2)}>
            <Icon name="arrowLeft" size={16} />
          </button>
          <button type="button" className="ll-button" onClick={() => zoom(1 / 2)}>
            {t(D.zoomIn)}
          </button>
          <button type="button" className="ll-button" onClick={() => zoom(2)}>
            {t(D.zoomOut)}
          </button>
          <button type="button" className="ll-button" title={t(D.later)} aria-label={t(D.later)} onClick={() => move(1 / 2)}>
            <Icon name="arrowRight" size={16} />
          </button>
        </span>
        <button type="button" className="ll-button ll-device-save" disabled={drawn.length === 0} onClick={save}>
          <Icon name="download" size={16} />
          {t(D.exportCsv)}
        </button>
      </div>
      {query.isError && !query.data && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={8} cards={false} />}
      {query.data && drawn.length === 0 && (
        <Empty text={t(D.noHistory)}>
          {preset !== LONGEST && (
            <button type="button" className="ll-button" onClick={() => setPreset(LONGEST)}>
              {t(D.showLonger)}
            </button>
          )}
        </Empty>
      )}
      {query.data && query.data.counters.length > 0 && (
        <ul className="ll-device-decided" aria-label={t(D.decided)}>
          {query.data.counters.map(({ code, name, decided }) => (
            <li key={code}>{t(D.decidedOf, { name, decided })}</li>
          ))}
        </ul>
      )}
      {drawn.length > 0 && (
        <>
          <p className="ll-device-hint">{t(D.dragHint)}</p>
          <Charts drawn={drawn} shown={shown} onRange={setRange} />
        </>
      )}
    </section>
  )
}
