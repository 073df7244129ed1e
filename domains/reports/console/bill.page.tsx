import { type AnswerOf, Empty, Link, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { ChoiceFilter, FieldsHost, PagedTable, type RowColumn, Waiting } from '@lamplight/console-kit/resource'
import type { billCheck } from '../server/bills.handler.ts'
import { B } from './bill.messages.ts'
import { P } from './page.messages.ts'
import { Tiles } from './parts.tsx'
import { useCall, usePlace } from './use-call.ts'

const BILLS = '/report/bill'

const BillCheck = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const place = usePlace(['cause'])
  const { startDate: _start, endDate: _end, ...wanted } = place.wanted
  const query = useCall<typeof billCheck>('blade-report/bill/check', { ...wanted, current: place.current, size: place.size }, place.active)
  const { data } = query
  const columns: readonly RowColumn<AnswerOf<typeof billCheck>['marks']['records'][number]>[] = [
    {
      key: 'bill',
      label: B.bill,
      width: 150,
      cell: ({ id, billNo }) => <Link to={`${BILLS}/details?id=${id}`}>{billNo}</Link>,
    },
    { key: 'supply', label: B.supply, width: 190, cell: ({ supply, supplyName }) => [supply, supplyName].filter(Boolean).join(' ') },
    { key: 'period', label: B.period, width: 200, cell: ({ startDay, endDay }) => `${startDay} – ${endDay}` },
    { key: 'kwh', label: B.kwh, width: 120, align: 'right', cell: ({ kwh }) => unit(kwh, 'kWh', 0) },
    { key: 'money', label: B.amount, width: 120, align: 'right', cell: ({ money }) => unit(money, '', 2) },
    { key: 'perDay', label: B.perDay, width: 120, align: 'right', cell: ({ perDay }) => unit(perDay, 'kWh', 2) },
    { key: 'night', label: B.night, width: 100, align: 'right', cell: ({ nightHours }) => unit(nightHours, 'h', 1) },
    { key: 'cause', label: B.cause, width: 300, cell: ({ causeName }) => causeName },
    { key: 'ask', label: B.ask, width: 420, cell: ({ ask }) => ask },
  ]
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(B.title)} about={t(B.about)}>
        <Link className="ll-button" to={BILLS}>
          {t(B.toBills)}
        </Link>
      </PageHeader>
      <Waiting query={query} rows={6} />
      {data && data.bills === 0 && (
        <Empty text={t(B.noBills)}>
          <Link to={BILLS}>{t(B.toBills)}</Link>
        </Empty>
      )}
      {data && data.bills > 0 && (
        <>
          <search className="ll-r-search">
            <ChoiceFilter
              label={B.cause}
              value={place.filter.cause ?? ''}
              options={[
                ['', t(P.all)],
                ...data.causes.map(({ code, name, count }) => [String(code), `${name} (${number(count)})`] as const),
              ]}
              onChange={(cause) => place.set({ cause })}
            />
          </search>
          <Tiles
            label={t(B.title)}
            tiles={[
              [B.bills, number(data.bills)],
              [B.supplies, number(data.supplies)],
              [B.estimated, number(data.estimated)],
              [B.energy, unit(data.estimatedKwh, 'kWh', 0)],
              [B.money, unit(data.estimatedMoney, '', 2)],
            ]}
          />
          <PagedTable
            label={t(B.title)}
            columns={columns}
            rows={data.marks.records}
            keyOf={({ id }) => id}
            query={query}
            page={{ current: place.current, size: place.size, total: data.marks.total, onChange: place.turn }}
            empty={<Empty text={t(B.none)} />}
          />
        </>
      )}
    </div>
  )
}

/** Bills that the supplier estimated, and what to ask of the supplier. */
export const BillCheckPage = () => (
  <FieldsHost>
    <BillCheck />
  </FieldsHost>
)
