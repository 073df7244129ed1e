import { useT } from '@lamplight/console-kit'
import { Pager, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { Answered, ChosenPage } from './chosen-page.tsx'
import { M } from './sales.messages.ts'
import { type Page, usePaging, useSales } from './use-sales.ts'

interface DeviceRow {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly areaName: string
}
interface FaultRow extends DeviceRow {
  readonly faults: readonly string[] | null
  readonly reportedAt: string
}
const DEVICES: readonly RowColumn<DeviceRow>[] = [
  { key: 'sn', label: M.sn, width: 200, cell: (row) => row.sn },
  { key: 'name', label: M.deviceName, width: 220, cell: (row) => row.name || '—' },
  { key: 'area', label: M.area, width: 240, cell: (row) => row.areaName || '—' },
]
const FAULTS_SHOWN = 50

const Devices = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const { current, size, setPage } = usePaging()
  const faults = useSales<Page<FaultRow>>('deviceFault/list', { tenantId, current: 1, size: FAULTS_SHOWN })
  const devices = useSales<Page<DeviceRow>>('device/list', { tenantId, current, size })
  const word = (type: string): string => (isEventType(type) ? t(EVENT_TYPES[type]) : type)
  const columns: readonly RowColumn<FaultRow>[] = [
    ...(DEVICES as readonly RowColumn<FaultRow>[]),
    { key: 'fault', label: M.fault, width: 220, cell: (row) => (row.faults ?? []).map(word).join(t(['、', ', '])) },
    { key: 'at', label: M.reported, width: 170, cell: (row) => row.reportedAt || '—' },
  ]
  return (
    <>
      <h2 className="ll-sales-part">{t(M.faults)}</h2>
      <Answered query={faults} isEmpty={() => false}>
        {(data) =>
          data.total === 0 ? (
            <p>{t(M.noFaults)}</p>
          ) : (
            <RowTable columns={columns} rows={data.records} label={t(M.faults)} keyOf={(row) => row.id} />
          )
        }
      </Answered>
      <h2 className="ll-sales-part">{t(M.online)}</h2>
      <Answered query={devices} isEmpty={({ total }) => total === 0}>
        {(data) => (
          <>
            <RowTable columns={DEVICES} rows={data.records} label={t(M.devices)} keyOf={(row) => row.id} />
            <Pager current={current} size={size} total={data.total} onChange={setPage} />
          </>
        )}
      </Answered>
    </>
  )
}

/** Devices of a chosen tenant, those with a fault first. */
export const SalesDevicePage = () => (
  <ChosenPage title={M.devices} about={M.devicesAbout}>
    {(tenantId) => <Devices tenantId={tenantId} />}
  </ChosenPage>
)
