import {
  Age,
  api,
  Empty,
  navigate,
  notify,
  PageHeader,
  type RecordOf,
  type Translate,
  useFormat,
  useLive,
  usePermission,
  useT,
} from '@lamplight/console-kit'
import {
  FieldsHost,
  invalidate,
  PagedTable,
  type RowColumn,
  RowsBar,
  RowTable,
  useChosenRows,
  useRows,
} from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { addresses } from '../../server/gateways/broker-addresses.handler.ts'
import type { refusedUnknown, waiting } from '../../server/gateways/sign-in.handler.ts'
import { AssignDialog } from './assign.dialog.tsx'
import '../devices.css'
import { unregisteredDevices } from '../../model/pages.ts'
import { M } from '../devices.messages.ts'
import { refusedColumns, refusedKey } from '../records/sign-ins.tsx'

type Waiting = RecordOf<typeof waiting>

const columnsOf = (t: Translate): readonly RowColumn<Waiting>[] => [
  { key: 'sn', label: M.sn, width: 170, cell: (row) => row.sn },
  {
    key: 'online',
    label: M.online,
    width: 120,
    cell: (row) =>
      row.conflict === 1 ? (
        <StateMark tone="bad">{t(M.conflict)}</StateMark>
      ) : (
        <StateMark tone={row.online === 1 ? 'good' : 'neutral'}>{t(row.online === 1 ? M.online : M.offline)}</StateMark>
      ),
  },
  { key: 'version', label: M.version, width: 100, cell: (row) => row.version || '—' },
  { key: 'children', label: M.reports, width: 130, align: 'right', cell: (row) => Math.max(0, row.childCount) },
  { key: 'firstIp', label: M.firstAddress, width: 130, cell: (row) => row.firstIp || '—' },
  { key: 'lastIp', label: M.presentAddress, width: 130, cell: (row) => row.lastIp || '—' },
  { key: 'refused', label: M.refusals, width: 110, align: 'right', cell: (row) => row.refusedCount },
  { key: 'seen', label: M.lastSeen, width: 110, cell: (row) => <Age at={row.lastSeen || null} /> },
  { key: 'first', label: M.firstSeen, width: 110, cell: (row) => <Age at={row.firstAt || null} /> },
]

/** Shows the configured addresses of the broker; renders nothing until they are loaded. */
const Addresses = () => {
  const t = useT()
  const { data = [] } = useQuery({
    queryKey: ['devices.gateway', 'address'],
    queryFn: ({ signal }) => api.get<typeof addresses>('blade-device/gateway/unregistered/address', {}, { signal, quiet: true }),
    staleTime: 300_000,
  })
  if (data.length === 0) return null
  const urls = data.map(({ url, local }) => `${url}${local ? t(M.onlyHere) : ''}`).join(t(['、', ', ']))
  return <p className="ll-devices-note">{t(M.connectAt, { urls })}</p>
}

const useWaiting = () => {
  const list = useRows<typeof waiting>('blade-device/gateway/unregistered/page', { of: 'devices.gateway', every: 15_000 })
  useLive('gateways', () => void list.query.refetch())
  return list
}

/** Refused sign-ins of all gateways. An operator looks here first if a gateway does not appear. */
const RefusedSignIns = () => {
  const t = useT()
  const columns = useMemo(() => refusedColumns(t, true), [t])
  const query = useQuery({
    queryKey: ['devices.gateway', 'refused'],
    queryFn: ({ signal }) => api.get<typeof refusedUnknown>('blade-device/gateway/unregistered/refused', {}, { signal, quiet: true }),
    refetchInterval: 15_000,
  })
  if (!query.data || query.data.length === 0) return null
  return (
    <section className="ll-devices-tab" aria-label={t(M.refusals)}>
      <h2 className="ll-devices-heading">{t(M.refusals)}</h2>
      <p className="ll-devices-note">{t(M.refusalsAbout)}</p>
      <RowTable columns={columns} rows={query.data} label={t(M.refusals)} keyOf={refusedKey} />
    </section>
  )
}

const Waitings = () => {
  const t = useT()
  const { number } = useFormat()
  const canAssign = usePermission('gateway_assign')
  const { query, rows, page } = useWaiting()
  const [asking, setAsking] = useState(false)
  const columns = useMemo(() => columnsOf(t), [t])
  const selection = useChosenRows(rows, ({ id }) => id, null)
  const chosen = selection.rows
  const assign = async (input: { tenantId: string; claimCode?: string }): Promise<unknown> => {
    const answer = await api.post('blade-device/gateway/unregistered/assign', { body: { ids: [...chosen.keys()], ...input }, quiet: true })
    selection.clear()
    void invalidate('devices.gateway')
    return answer
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(unregisteredDevices.label)} about={t(M.unregisteredAbout)}>
        {canAssign && rows.length > 0 && (
          <button
            type="button"
            className="ll-button ll-button--primary"
            onClick={() => (chosen.size === 0 ? notify.warning(M.pickOne) : setAsking(true))}
          >
            {chosen.size > 0 ? t(M.assignN, { n: number(chosen.size) }) : t(M.assign)}
          </button>
        )}
      </PageHeader>
      <PagedTable
        query={query}
        page={page}
        skeleton={8}
        empty={
          <Empty text={t(M.how)}>
            <Addresses />
            <button type="button" className="ll-button" onClick={() => navigate('/visual/equipmentMana/gateway/index')}>
              {t(M.toGateways)}
            </button>
          </Empty>
        }
        above={
          <>
            <Addresses />
            <RowsBar selection={selection} nameOf={({ sn }) => sn} />
          </>
        }
        columns={columns}
        rows={rows}
        label={t(unregisteredDevices.label)}
        keyOf={(row) => row.id}
        selection={canAssign ? selection : undefined}
      />
      <RefusedSignIns />
      {asking && <AssignDialog rows={[...chosen.values()]} submit={assign} close={() => setAsking(false)} />}
    </div>
  )
}

/** Gateways that have connected but are not assigned to a tenant yet; administrators assign them to a tenant here. */
export const UnregisteredPage = () => (
  <FieldsHost>
    <Waitings />
  </FieldsHost>
)
