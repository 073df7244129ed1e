import { type AnswerOf, type RecordOf, useT } from '@lamplight/console-kit'
import { LoadError, type RowColumn, RowTable, useFixedParams } from '@lamplight/console-kit/resource'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import type { salesFaults } from '../server/calls.handler.ts'
import { M } from './sales.messages.ts'
import { useSales } from './use-sales.ts'

type FaultRow = RecordOf<typeof salesFaults>
const SHOWN = 50

/** Devices of the selected tenant that report a fault, newest report first. */
export const Faults = () => {
  const t = useT()
  const { data, error, refetch } = useSales<AnswerOf<typeof salesFaults>>('deviceFault/list', {
    ...useFixedParams(),
    current: 1,
    size: SHOWN,
  })
  const word = (type: string): string => (isEventType(type) ? t(EVENT_TYPES[type]) : type)
  const columns: readonly RowColumn<FaultRow>[] = [
    { key: 'sn', label: M.sn, width: 200, cell: (row) => row.sn },
    { key: 'name', label: M.nodeName, width: 220, cell: (row) => row.name || '—' },
    { key: 'area', label: M.area, width: 240, cell: (row) => row.areaName || '—' },
    { key: 'fault', label: M.fault, width: 220, cell: (row) => (row.faults ?? []).map(word).join(t(['、', ', '])) },
    { key: 'at', label: M.reported, width: 170, cell: (row) => row.reportedAt || '—' },
  ]
  return (
    <section className="ll-sales-faults">
      <h2>{t(M.faults)}</h2>
      {error && <LoadError error={error} at={0} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p>{t(M.noFaults)}</p>}
      {data && data.total > 0 && <RowTable columns={columns} rows={data.records} label={t(M.faults)} keyOf={(row) => row.id} />}
    </section>
  )
}
