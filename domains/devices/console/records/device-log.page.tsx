import { api, confirm, Empty, notify, PageHeader, type RecordOf, useFormat, usePermission, useT, useTab } from '@lamplight/console-kit'
import {
  ChoiceFilter,
  DateFilter,
  detailHref,
  FieldsHost,
  knownResource,
  Link,
  PagedTable,
  type RowColumn,
  RowsBar,
  TextFilter,
  useChosenRows,
} from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { logLists } from '../../server/life/device-log.handler.ts'
import '../devices.css'
import { L } from './log.messages.ts'

type LogList = (typeof logLists)[number]
type Entry = RecordOf<LogList>
const SIZE = 30
const KINDS: Readonly<Record<string, Text>> = { 1: L.came, 2: L.went, 3: L.moved, 4: L.commanded, 5: L.changed }
const TONES = { 1: 'good', 2: 'warn', 3: 'neutral', 4: 'neutral', 5: 'neutral' } as const
const FILTERS = ['deviceId', 'kind', 'sn', 'startDate', 'endDate'] as const
const nothing = <span className="ll-f-none">{'—'}</span>

const What = ({ entry }: { readonly entry: Entry }) => {
  const t = useT()
  const { number } = useFormat()
  if (entry.kind === 4) return entry.count > 1 && !entry.deviceId ? t(L.many, { text: entry.text, n: number(entry.count) }) : entry.text
  if (entry.changes.length === 0) return nothing
  return entry.changes.map(({ label, before, after }) => `${label}: ${before || '—'} → ${after || '—'}`).join(t(['；', '; ']))
}

const COLUMNS: readonly RowColumn<Entry>[] = [
  { key: 'at', label: L.at, width: 190, cell: ({ at }) => at },
  {
    key: 'kind',
    label: L.kind,
    width: 130,
    cell: ({ kind, kindName }) => <StateMark tone={TONES[kind as 1] ?? 'neutral'}>{kindName}</StateMark>,
  },
  {
    key: 'sn',
    label: L.sn,
    width: 180,
    least: 150,
    cell: ({ sn, deviceId, resource }) => {
      const href = deviceId ? detailHref(knownResource(resource), deviceId) : null
      return sn === '' ? nothing : href ? <Link to={href}>{sn}</Link> : sn
    },
  },
  { key: 'name', label: L.name, width: 200, least: 150, cell: ({ name }) => name || nothing },
  { key: 'what', label: L.what, width: 360, least: 240, cell: (entry) => <What entry={entry} /> },
  { key: 'by', label: L.by, width: 120, cell: ({ account }) => account || nothing },
]

const useLog = () => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = Number(place.size) || SIZE
  const filter = Object.fromEntries(FILTERS.map((name) => [name, place[name] ?? ''])) as Readonly<Record<(typeof FILTERS)[number], string>>
  const wanted = Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name.endsWith('Date') ? `${value.replace('T', ' ')}${value.length === 16 ? ':00' : ''}` : value]),
  )
  const query = useQuery({
    queryKey: ['devices.log', wanted, current, size],
    queryFn: ({ signal }) => api.get<LogList>('blade-device/device/log/page', { ...wanted, current, size }, { signal, quiet: true }),
    placeholderData: (old) => old,
  })
  return { query, current, size, filter, setQuery, setFilter: (name: string, value: string) => setQuery({ [name]: value, current: '' }) }
}

const Log = () => {
  const t = useT()
  const { number } = useFormat()
  const mayDelete = usePermission('device_log_delete')
  const { query, current, size, filter, setQuery, setFilter } = useLog()
  const rows = query.data?.records ?? []
  const selection = useChosenRows(rows, ({ id }) => id, filter)
  const chosen = selection.rows
  const columns = useMemo(() => COLUMNS, [])
  const n = number(chosen.size)
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t(L.deleteAsk, { n }), text: t(L.deleteText), ok: t(L.deleteN, { n }), danger: true }))) return
    await api.delete('blade-device/device/log', { query: { deviceLogIds: [...chosen.keys()].join() } })
    notify.success(t(L.deleted, { n }))
    selection.clear()
    void query.refetch()
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(L.title)} about={t(L.about)} />
      <search className="ll-r-search">
        <ChoiceFilter label={L.kind} value={filter.kind} all={L.all} options={KINDS} onChange={(kind) => setFilter('kind', kind)} />
        <TextFilter label={L.sn} value={filter.sn} max={64} onChange={(sn) => setFilter('sn', sn)} />
        <DateFilter label={L.from} value={filter.startDate} timed onChange={(from) => setFilter('startDate', from)} />
        <DateFilter label={L.to} value={filter.endDate} timed onChange={(to) => setFilter('endDate', to)} />
      </search>
      <RowsBar selection={selection} nameOf={({ at, sn, kindName }) => [at, sn, kindName].filter(Boolean).join(' ')}>
        {chosen.size > 0 && (
          <button type="button" className="ll-r-link" data-danger onClick={() => void remove().catch(() => undefined)}>
            {t(L.deleteN, { n })}
          </button>
        )}
      </RowsBar>
      <PagedTable
        query={query}
        page={{ current, size, total: query.data?.total ?? 0, onChange: setQuery }}
        empty={<Empty text={t(L.none)} />}
        columns={columns}
        rows={rows}
        label={t(L.title)}
        keyOf={(entry) => entry.id}
        selection={mayDelete ? selection : undefined}
      />
    </div>
  )
}

/** What happened to devices of all types, newest first. */
export const DeviceLogPage = () => (
  <FieldsHost>
    <Log />
  </FieldsHost>
)
