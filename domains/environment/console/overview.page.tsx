import { type AnswerOf, Empty, Link, PageHeader, Segments, useFormat, usePermission, useT, useTab } from '@lamplight/console-kit'
import { Waiting } from '@lamplight/console-kit/resource'
import type { ReactNode } from 'react'
import type { chart } from '../server/hours.handler.ts'
import type { fullEmpty, presentFaults, statusRate } from '../server/statistics.handler.ts'
import './environment.css'
import { trashOverview } from '../model/pages.ts'
import { M } from './environment.messages.ts'
import { FACILITIES, type FacilityName, facilityIn, useFacility } from './facility.ts'
import { FacilityHours } from './facility-hours.tsx'

type Rates = AnswerOf<ReturnType<typeof statusRate>>

const Tile = ({ label, value, note }: { readonly label: string; readonly value: ReactNode; readonly note?: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
)

const FullTiles = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const { data } = useFacility<typeof fullEmpty>('trash', 'full-empty')
  if (!data) return null
  return (
    <>
      <Tile label={t(M.full)} value={number(data.full)} note={unit(data.fullRate, '%', 1)} />
      <Tile label={t(M.partly)} value={number(data.partly)} />
      <Tile label={t(M.empty)} value={number(data.empty)} />
    </>
  )
}

const Tiles = ({ name, rates }: { readonly name: FacilityName; readonly rates: Rates }) => {
  const t = useT()
  const { number, unit } = useFormat()
  return (
    <dl className="ll-env-tiles">
      <Tile label={t(M.total)} value={number(rates.total)} />
      <Tile label={t(M.online)} value={unit(rates.onlineRate, '%', 1)} note={number(rates.online)} />
      <Tile label={t(M.offline)} value={number(rates.offline)} />
      <Tile label={t(M.faulty)} value={unit(rates.faultRate, '%', 1)} note={number(rates.fault)} />
      {name === 'trash' && <FullTiles />}
    </dl>
  )
}

interface BarsProps {
  readonly title: string
  readonly rows: readonly { readonly key: string; readonly label: string; readonly value: number; readonly tone?: 'warning' | 'danger' }[]
  readonly children?: ReactNode
}
/** Horizontal bars with labels and numbers. */
const Bars = ({ title, rows, children }: BarsProps) => {
  const { number } = useFormat()
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <section className="ll-env-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
      <dl className="ll-env-bars">
        {rows.map(({ key, label, value, tone }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <i data-tone={tone} style={{ width: `${(100 * value) / most}%` }} />
              <span>{number(value)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const FULL_BAND = 8

const Levels = ({ name }: { readonly name: FacilityName }) => {
  const t = useT()
  const { data } = useFacility<typeof chart>(name, 'chart')
  const counts = data?.series[0]?.data ?? []
  return (
    <Bars
      title={t(name === 'trash' ? M.levels : M.waterLevels)}
      rows={(data?.categories ?? []).map((label, at) => ({
        key: label,
        label,
        value: counts[at] ?? 0,
        ...(at >= FULL_BAND && { tone: 'warning' as const }),
      }))}
    />
  )
}

const Faults = ({ name }: { readonly name: FacilityName }) => {
  const t = useT()
  const { number } = useFormat()
  const mayCheck = usePermission('facility_fault_view')
  const { data } = useFacility<typeof presentFaults>(name, 'data/fault/now')
  return (
    <Bars
      title={t(M.present)}
      rows={(data?.kinds ?? []).map(({ kind, label, count }) => ({ key: String(kind), label, value: count, tone: 'danger' }))}
    >
      <p className="ll-env-line">
        {data && (data.total === 0 ? t(M.noFaults) : t(M.unchecked, { n: number(data.unchecked) }))}
        {mayCheck && (data?.total ?? 0) > 0 && <Link to="/trash/fault/index">{t(M.toFaults)}</Link>}
      </p>
    </Bars>
  )
}

const Statistics = ({ name }: { readonly name: FacilityName }) => {
  const t = useT()
  const query = useFacility<typeof statusRate>(name, 'status/rate')
  if (!query.data) return <Waiting query={query} rows={6} />
  if (query.data.total === 0)
    return (
      <Empty text={t(M.none)}>
        <p>{t(M.noneWhy)}</p>
        <Link to={FACILITIES[name].list} className="ll-button">
          {t(M.toList)}
        </Link>
      </Empty>
    )
  return (
    <>
      <Tiles name={name} rates={query.data} />
      <div className="ll-env-cards">
        <Levels name={name} />
        <Faults name={name} />
      </div>
      <FacilityHours name={name} />
    </>
  )
}

/** Kinds of facilities that the user may list. */
const useKinds = (): readonly FacilityName[] => {
  const bins = usePermission('trash_view')
  const wells = usePermission('well_view')
  return [...(bins ? ['trash' as const] : []), ...(wells ? ['well' as const] : [])]
}

/** The kind that the address of the tab names, and the function that changes it. */
export const useChosenKind = () => {
  const t = useT()
  const { query, setQuery } = useTab()
  const kinds = useKinds()
  const wanted = facilityIn(query.kind)
  const name = kinds.includes(wanted) ? wanted : (kinds[0] ?? 'trash')
  const choice = kinds.length > 1 && (
    <Segments
      label={t(M.kind)}
      value={name}
      options={kinds.map((value) => ({ value, label: t(FACILITIES[value].label) }))}
      onChange={(kind) => setQuery({ kind: kind === 'trash' ? '' : kind })}
    />
  )
  return { name, choice }
}

/** Statistics of bins and wells (screen trash.overview). */
export const OverviewPage = () => {
  const t = useT()
  const { name, choice } = useChosenKind()
  return (
    <div className="ll-r-page ll-env-page">
      <PageHeader title={t(trashOverview.label)} about={t(M.overviewAbout)}>
        {choice}
      </PageHeader>
      <Statistics key={name} name={name} />
    </div>
  )
}
