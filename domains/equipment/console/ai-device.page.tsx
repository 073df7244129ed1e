import { Age, PageHeader, type RecordOf, useFormat, useT } from '@lamplight/console-kit'
import {
  ChoiceFilter,
  FieldsHost,
  PagedTable,
  type RowColumn,
  RowLink,
  resourceOfDevices,
  TextFilter,
} from '@lamplight/console-kit/resource'
import { ALGORITHMS } from '@lamplight/devices/model'
import type { aiDeviceRoute } from '../server/ai-device.handler.ts'
import './equipment.css'
import { M } from './equipment.messages.ts'
import { DeviceState, Nothing } from './parts.tsx'
import { usePaged } from './use-paged.ts'

type AiDevice = RecordOf<typeof aiDeviceRoute>

const AiDevices = () => {
  const t = useT()
  const { number } = useFormat()
  const { query, place, rows, page, isFiltered, setFilter, clear } = usePaged<typeof aiDeviceRoute>('blade-device/ai/device/page', [
    'algorithm',
    'keyword',
  ])
  const columns: readonly RowColumn<AiDevice>[] = [
    {
      key: 'sn',
      label: M.sn,
      width: 170,
      least: 140,
      cell: (row) => (
        <RowLink resource={resourceOfDevices(row.devType)?.name ?? ''} id={row.id}>
          {row.sn}
        </RowLink>
      ),
    },
    { key: 'name', label: M.name, width: 170, least: 104, cell: ({ name }) => name || '—' },
    { key: 'type', label: M.type, width: 110, least: 94, cell: ({ devTypeName }) => devTypeName },
    { key: 'state', label: M.state, width: 104, cell: (row) => <DeviceState state={row.currentControllerStatus} /> },
    { key: 'algorithm', label: M.algorithm, width: 140, least: 130, cell: ({ algorithmName }) => algorithmName || '—' },
    { key: 'events', label: M.eventsToday, width: 110, align: 'right', cell: ({ eventsToday }) => number(eventsToday) },
    { key: 'last', label: M.lastEvent, width: 140, least: 136, cell: ({ lastEventName }) => lastEventName || '—' },
    { key: 'lastTime', label: M.lastEventTime, width: 140, cell: ({ lastEventTime }) => <Age at={lastEventTime || null} /> },
    { key: 'reported', label: M.reported, width: 140, cell: ({ reportedAt }) => <Age at={reportedAt || null} /> },
  ]
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.ai)} about={t(M.aiAbout)} />
      <search className="ll-r-search">
        <ChoiceFilter
          label={M.algorithm}
          value={place.algorithm ?? ''}
          all={M.all}
          options={Object.entries(ALGORITHMS).map(([code, text]) => [code, t(text)])}
          onChange={(algorithm) => setFilter({ algorithm })}
        />
        <TextFilter label={M.find} value={place.keyword ?? ''} onChange={(keyword) => setFilter({ keyword })} />
      </search>
      <PagedTable
        query={query}
        page={page}
        empty={<Nothing isFiltered={isFiltered} first={M.noAi} onClear={clear} />}
        columns={columns}
        rows={rows}
        label={t(M.ai)}
        keyOf={(row) => row.id}
      />
    </div>
  )
}

/** Devices that recognise events in their pictures. */
export const AiDevicePage = () => (
  <FieldsHost>
    <AiDevices />
  </FieldsHost>
)
