import { useFormat, useT } from '@lamplight/console-kit'
import type { Series } from '@lamplight/console-kit/charts'
import { DateFilter, RefFilter } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useMemo } from 'react'
import './reports.css'
import { P } from './page.messages.ts'
import type { Place } from './use-call.ts'

/** Filters by time and place; `children` are those of the page. */
export const PlaceFilters = ({
  place,
  timed = true,
  placed = true,
  children,
}: {
  readonly place: Place
  readonly timed?: boolean
  /** False: there is no filter of areas, because the figures belong to no area. */
  readonly placed?: boolean
  readonly children?: ReactNode
}) => (
  <search className="ll-r-search">
    {timed && (
      <>
        <DateFilter label={P.from} value={place.startDate} onChange={(startDate) => place.set({ startDate })} />
        <DateFilter label={P.to} value={place.endDate} onChange={(endDate) => place.set({ endDate })} />
      </>
    )}
    {placed && (
      <RefFilter
        to="places.area"
        wire="areaId"
        label={P.area}
        value={place.filter.areaId ?? ''}
        onChange={(areaId) => place.set({ areaId })}
      />
    )}
    {children}
  </search>
)

/** Figures of a report. */
export const Tiles = ({ label, tiles }: { readonly label: string; readonly tiles: readonly (readonly [label: Text, value: string])[] }) => {
  const t = useT()
  return (
    <dl className="ll-report-figures" aria-label={label}>
      {tiles.map(([name, value]) => (
        <div key={name[1]}>
          <dt>{t(name)}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface WireSeries {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly values: readonly (number | null)[]
}
export interface WireChart {
  readonly times: readonly string[]
  readonly series: readonly WireSeries[]
}
/** The time at which a month or day begins: `2026-11` becomes `2026-11-01 00:00:00`. */
const beginOf = (time: string): string => time + '0000-01-01 00:00:00'.slice(time.length)
/** Converts an answer into series of a chart; months and days begin at midnight. */
export const useWireSeries = (data: WireChart | undefined, kind: 'line' | 'bar'): readonly Series[] => {
  const { instant } = useFormat()
  return useMemo(
    () =>
      (data?.series ?? []).map(({ name, values }) => ({
        name,
        kind,
        points: (data?.times ?? []).map((time, n) => [instant(beginOf(time)) ?? 0, values[n] ?? null] as const),
      })),
    [data, kind, instant],
  )
}
