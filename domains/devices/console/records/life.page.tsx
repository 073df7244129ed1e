import { type AnswerOf, api, Empty, PageHeader, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, PagedTable, type RowColumn, type RowsCall, RowTable, TextFilter, useRows } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { locus } from '../../server/life/locus.handler.ts'
import { DeviceLife } from './device-life.tsx'
import '../devices.css'
import { REGISTER_COLUMNS } from '../register/register-columns.tsx'
import type { Registered } from '../register/use-register.ts'
import { L } from './log.messages.ts'

const POINT_COLUMNS = (gps: string, hand: string): readonly RowColumn<AnswerOf<typeof locus>[number]>[] => [
  { key: 'at', label: L.at, width: 170, cell: ({ at }) => at },
  { key: 'longitude', label: L.longitude, width: 120, align: 'right', cell: ({ longitude }) => longitude },
  { key: 'latitude', label: L.latitude, width: 120, align: 'right', cell: ({ latitude }) => latitude },
  { key: 'source', label: L.source, width: 120, cell: ({ source }) => (source === 1 ? gps : hand) },
]

const Locus = ({ id }: { readonly id: string }) => {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['devices.locus', id],
    queryFn: ({ signal }) => api.get<typeof locus>('blade-device/device/locus', { id }, { signal, quiet: true }),
  })
  return (
    <section aria-label={t(L.locus)}>
      <h2 className="ll-devices-heading">{t(L.locus)}</h2>
      {data && data.length > 0 ? (
        <RowTable columns={POINT_COLUMNS(t(L.gps), t(L.hand))} rows={data} label={t(L.locus)} keyOf={({ at }) => at} />
      ) : (
        <p className="ll-devices-note">{t(L.noLocus)}</p>
      )}
    </section>
  )
}

const Life = () => {
  const t = useT()
  const { id = '', keyword = '' } = useTab().query
  const { query, rows, page, setQuery, setFilter } = useRows<RowsCall<Registered>, 'keyword'>('blade-device/device/search', {
    of: 'devices.register',
    filters: ['keyword'],
    enabled: id === '' && keyword !== '',
  })
  const [own, ...others] = REGISTER_COLUMNS
  const choose: RowColumn<Registered> = {
    ...(own as RowColumn<Registered>),
    cell: (row) => (
      <button type="button" className="ll-r-link" onClick={() => setQuery({ id: row.id })}>
        {row.sn}
      </button>
    ),
  }
  if (id)
    return (
      <div className="ll-r-page">
        <PageHeader title={t(L.life)} about={t(L.lifeAbout)}>
          <button type="button" className="ll-button" onClick={() => setQuery({ id: '' })}>
            {t(L.other)}
          </button>
        </PageHeader>
        <Locus id={id} />
        <DeviceLife key={id} deviceId={id} />
      </div>
    )
  return (
    <div className="ll-r-page">
      <PageHeader title={t(L.life)} about={t(L.lifeAbout)} />
      <search className="ll-r-search">
        <TextFilter label={L.find} value={keyword} onChange={(text) => setFilter({ keyword: text })} />
      </search>
      {keyword === '' ? (
        <Empty text={t(L.findHint)} />
      ) : (
        <PagedTable
          query={query}
          page={page}
          empty={<Empty text={t(L.noMatch)} />}
          columns={[choose, ...others]}
          rows={rows}
          label={t(L.choose)}
          keyOf={(row) => row.id}
        />
      )}
    </div>
  )
}

/** The life record and the places of a device that the user finds by its serial number or name. */
export const DeviceLifePage = () => (
  <FieldsHost>
    <Life />
  </FieldsHost>
)
