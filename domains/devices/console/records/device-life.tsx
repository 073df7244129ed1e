import { Empty, usePermission, useT, useTab } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, LoadError, Pager, RowsSkeleton } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Tone } from '@lamplight/kit'
import { useId } from 'react'
import { LIFE_KINDS } from '../../model/life.ts'
import { type Metered, MeterReplaced } from '../register/meter-replaced.tsx'
import './record.css'
import { R } from './record.messages.ts'
import { LIFE_SIZE, type LifeEntry, useDeviceLife } from './use-device-records.ts'

/** Link to the source of an entry: a page that the user may open, or another tab of this page. */
const Source = ({ entry }: { readonly entry: LifeEntry }) => {
  const t = useT()
  const tab = useTab()
  const known = knownResource(entry.sourceResource)
  const may = usePermission(known ? `${known.code}_view` : '')
  const href = may ? detailHref(known, entry.sourceId) : null
  const to = href ?? (entry.sourceTab ? `${tab.path}?id=${tab.query.id ?? ''}&tab=${entry.sourceTab}` : null)
  return to && <Link to={to}>{t(R.open)}</Link>
}

const Changes = ({ changes }: Pick<LifeEntry, 'changes'>) => {
  const t = useT()
  if (changes.length === 0) return null
  return (
    <dl className="ll-r-step-input">
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{`${before || t(R.none)} → ${after || t(R.none)}`}</dd>
        </div>
      ))}
    </dl>
  )
}

const OneEntry = ({ entry }: { readonly entry: LifeEntry }) => {
  const t = useT()
  return (
    <li className="ll-r-step" data-kind={entry.kind}>
      <p>
        <strong>{entry.title}</strong>
        {entry.present && <StateMark tone="bad">{t(R.present)}</StateMark>}
        {entry.result && <StateMark tone={(entry.tone || 'neutral') as Tone}>{entry.result}</StateMark>}
        <Source entry={entry} />
      </p>
      <p className="ll-r-step-who">
        {entry.kindName !== entry.title && <span>{entry.kindName}</span>}
        <time>{entry.at}</time>
        {entry.endTime && entry.endTime !== entry.at && <span>{t(R.until, { at: entry.endTime })}</span>}
        {entry.by && <span>{entry.by}</span>}
      </p>
      <Changes changes={entry.changes} />
    </li>
  )
}

/** The life record of a device, newest first, with a filter by kind. If `meter` is set, it has a button that records a replaced meter. */
export const DeviceLife = ({
  deviceId,
  meter,
  typeId = '',
}: {
  readonly deviceId: string
  readonly meter?: Metered
  readonly typeId?: string
}) => {
  const t = useT()
  const id = useId()
  const { data, error, refetch, current, setCurrent, kind, setKind } = useDeviceLife(deviceId)
  return (
    <section className="ll-record" aria-label={t(R.life)}>
      <div className="ll-record-tools">
        <label className="ll-record-filter" htmlFor={id}>
          {t(R.filter)}
          <select id={id} className="ll-f-input" value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">{t(R.all)}</option>
            {Object.entries(LIFE_KINDS).map(([key, words]) => (
              <option key={key} value={key}>
                {t(words)}
              </option>
            ))}
          </select>
        </label>
        {meter && <MeterReplaced deviceId={deviceId} meter={meter} typeId={typeId} />}
      </div>
      {error && !data ? (
        <LoadError error={error} at={0} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={6} cards={false} />
      ) : data.total === 0 ? (
        <Empty text={t(R.noLife)} />
      ) : (
        <>
          <ol className="ll-r-steps">
            {data.records.map((entry) => (
              <OneEntry key={entry.id} entry={entry} />
            ))}
          </ol>
          {data.total > LIFE_SIZE && (
            <Pager current={current} size={LIFE_SIZE} total={data.total} onChange={(page) => setCurrent(page.current)} />
          )}
        </>
      )}
    </section>
  )
}
