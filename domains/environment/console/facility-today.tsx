import { Empty, StateMark, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { RowLink, Waiting } from '@lamplight/console-kit/resource'
import type { chart } from '../server/hours.handler.ts'
import type { fullEmpty, presentFaults } from '../server/statistics.handler.ts'
import './environment.css'
import { M } from './environment.messages.ts'
import { type FacilityName, useFacility } from './facility.ts'
import { FacilityHours } from './facility-hours.tsx'

const HEIGHT = 180
/** The axis of a chart begins at zero, except for these values. */
const MEASURED: ReadonlySet<string> = new Set(['temperature', 'battery'])

/** Mark that says whether a bin is full, empty or neither. */
const Filled = ({ id }: { readonly id: string }) => {
  const t = useT()
  const { data } = useFacility<typeof fullEmpty>('trash', 'full-empty', { id })
  if (!data) return null
  if (data.full > 0) return <StateMark tone="warning" text={t(M.full)} />
  if (data.empty > 0) return <StateMark tone="success" text={t(M.empty)} />
  return <StateMark tone="info" text={t(data.partly > 0 ? M.partly : M.noLevel)} />
}

const Faults = ({ name, id }: { readonly name: FacilityName; readonly id: string }) => {
  const t = useT()
  const { data } = useFacility<typeof presentFaults>(name, 'data/fault/now', { id })
  if (!data) return null
  if (data.total === 0) return <StateMark tone="success" text={t(M.noFaults)} />
  return (
    <ul className="ll-env-faults" aria-label={t(M.present)}>
      {data.records.map((fault) => (
        <li key={fault.id}>
          <StateMark
            tone="danger"
            text={
              <RowLink resource="environment.fault" id={fault.id}>
                {fault.label}
              </RowLink>
            }
          />
          <small>{t(M.since, { at: fault.beginTime })}</small>
        </li>
      ))}
    </ul>
  )
}

const Curves = ({ name, id }: { readonly name: FacilityName; readonly id: string }) => {
  const t = useT()
  const { instant } = useFormat()
  const query = useFacility<typeof chart>(name, 'chart', { id })
  if (!query.data) return <Waiting query={query} rows={4} />
  const { categories, series } = query.data
  if (categories.length === 0) return <Empty text={t(M.noReports)} />
  return (
    <div className="ll-env-charts">
      {series.map((one) => (
        <TimeChart
          key={one.name}
          title={one.label}
          unit={one.unit}
          height={HEIGHT}
          fromZero={!MEASURED.has(one.name)}
          series={[{ name: one.label, points: categories.map((time, at) => [instant(time) ?? 0, one.data[at] ?? null] as const) }]}
        />
      ))}
    </div>
  )
}

/** Tab of a bin or a well: its present faults, the curves of the last day and the sums of the last hours. */
export const facilityToday = (name: FacilityName) => {
  const Today = ({ row: { id } }: { readonly row: { readonly id: string } }) => {
    const t = useT()
    return (
      <section className="ll-env-today" aria-label={t(M.today)}>
        <div className="ll-env-line">
          {name === 'trash' && <Filled id={id} />}
          <Faults name={name} id={id} />
        </div>
        <h2>{t(M.lastHours, { n: '24' })}</h2>
        <Curves name={name} id={id} />
        <h2>{t(M.hours)}</h2>
        <FacilityHours name={name} id={id} />
      </section>
    )
  }
  return Today
}
