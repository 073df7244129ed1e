import { type AnswerOf, Empty, Link, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { ChoiceFilter, FieldsHost, PagedTable, type RowColumn, Waiting } from '@lamplight/console-kit/resource'
import type { inventoryRoute } from '../server/inventory.handler.ts'
import { V } from './inventory.messages.ts'
import { P } from './page.messages.ts'
import { PlaceFilters, Tiles } from './parts.tsx'
import { useCall, usePlace } from './use-call.ts'

type Finding = AnswerOf<typeof inventoryRoute>['findings']['records'][number]

const useColumns = (): readonly RowColumn<Finding>[] => {
  const t = useT()
  const { number, unit } = useFormat()
  const pair = (measured: number | null, wanted: number | null): string => `${unit(measured, 'W', 0)} / ${unit(wanted, 'W', 0)}`
  return [
    {
      key: 'box',
      label: V.box,
      width: 180,
      cell: ({ boxId, boxName }) => <Link to={`/city/basisaccessories/switchbox/index/details?id=${boxId}`}>{boxName}</Link>,
    },
    { key: 'area', label: P.area, width: 130, cell: ({ areaName }) => areaName },
    { key: 'cause', label: V.cause, width: 220, cell: ({ causeName }) => causeName },
    {
      key: 'explanation',
      label: V.explanation,
      width: 240,
      cell: ({ explanation, unrated }) =>
        [explanation, unrated > 0 ? t(V.unrated, { n: number(unrated) }) : ''].filter(Boolean).join(' · '),
    },
    { key: 'money', label: V.moneyPerYear, width: 140, align: 'right', cell: ({ moneyPerYear }) => number(moneyPerYear) },
    { key: 'kwh', label: V.perYear, width: 130, align: 'right', cell: ({ kwhPerYear }) => unit(kwhPerYear, 'kWh', 0) },
    { key: 'watts', label: V.watts, width: 100, align: 'right', cell: ({ watts }) => unit(watts, 'W', 0) },
    { key: 'night', label: V.night, width: 190, align: 'right', cell: ({ meterNight, lampsNight }) => pair(meterNight, lampsNight) },
    { key: 'day', label: V.day, width: 170, align: 'right', cell: ({ meterDay, lampsDay }) => pair(meterDay, lampsDay) },
    { key: 'nights', label: V.nights, width: 70, align: 'right', cell: ({ nights }) => number(nights) },
  ]
}

const Inventory = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const place = usePlace(['areaId', 'cause'])
  const columns = useColumns()
  const { startDate, endDate, ...rest } = place.wanted
  const range: Record<string, string> =
    place.query.startDate || place.query.endDate ? { startDate: startDate ?? '', endDate: endDate ?? '' } : {}
  const query = useCall<typeof inventoryRoute>(
    'blade-report/inventory/check',
    { ...rest, ...range, current: place.current, size: place.size },
    place.active,
  )
  const { data } = query
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(V.title)} about={t(V.about)} />
      <PlaceFilters place={{ ...place, startDate: data?.startDate ?? place.startDate, endDate: data?.endDate ?? place.endDate }}>
        <ChoiceFilter
          label={V.cause}
          value={place.filter.cause ?? ''}
          options={[
            ['', t(P.all)],
            ...(data?.causes ?? []).map(({ code, name, count }) => [String(code), `${name} (${number(count)})`] as const),
          ]}
          onChange={(cause) => place.set({ cause })}
        />
      </PlaceFilters>
      <Waiting query={query} rows={6} />
      {data && (
        <>
          <Tiles
            label={t(V.title)}
            tiles={[
              [V.boxes, number(data.boxes)],
              [V.measured, number(data.measured)],
              [V.found, number(data.found)],
              [V.perYear, unit(data.kwhPerYear, 'kWh', 0)],
              [V.moneyPerYear, number(data.moneyPerYear)],
            ]}
          />
          {data.unmeasured.length > 0 && (
            <p className="ll-report-complete">
              {t(V.unmeasured, { names: data.unmeasured.map(({ name }) => name).join(t(['、', ', '])) })}
              {data.boxes - data.measured > data.unmeasured.length && ' …'}
            </p>
          )}
          <PagedTable
            label={t(V.title)}
            columns={columns}
            rows={data.findings.records}
            keyOf={({ boxId, cause }) => `${boxId} ${cause}`}
            query={query}
            page={{ current: place.current, size: place.size, total: data.findings.total, onChange: place.turn }}
            empty={<Empty text={data.measured === 0 ? t(V.nothing) : t(V.none, { n: number(data.measured), all: number(data.boxes) })} />}
          />
        </>
      )}
    </div>
  )
}

/** Meters of switch boxes against the inventory. */
export const InventoryPage = () => (
  <FieldsHost>
    <Inventory />
  </FieldsHost>
)
