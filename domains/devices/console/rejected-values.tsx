import { useFormat, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { useMemo } from 'react'
import { DeviceFaults } from './device-faults.tsx'
import './record.css'
import { R } from './record.messages.ts'
import { type RejectedValue, useRejectedValues } from './use-device-records.ts'

/** The values and events that a device sent and its type does not allow. Shows nothing if there are none. */
export const RejectedValues = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const format = useFormat()
  const { data } = useRejectedValues(deviceId)
  const columns = useMemo(
    (): readonly RowColumn<RejectedValue>[] => [
      { key: 'label', label: R.property, width: 160, cell: (row) => row.label },
      {
        key: 'value',
        label: R.value,
        width: 160,
        cell: (row) => (row.kind === 'event' ? t(R.event) : <code title={row.value}>{row.value}</code>),
      },
      { key: 'limit', label: R.limit, width: 240, cell: (row) => row.limit },
      { key: 'count', label: R.count, width: 90, cell: (row) => <span className="ll-f-number">{format.number(row.count)}</span> },
      { key: 'last', label: R.last, width: 184, cell: (row) => <time className="ll-f-number">{row.lastTime}</time> },
      { key: 'first', label: R.first, width: 184, cell: (row) => <time className="ll-f-number">{row.firstTime}</time> },
    ],
    [t, format],
  )
  if (!data || data.length === 0) return null
  return (
    <section className="ll-record ll-record-rejected" aria-label={t(R.rejected)}>
      <h2>{t(R.rejected)}</h2>
      <p>{t(R.rejectedAbout)}</p>
      <RowTable columns={columns} rows={data} label={t(R.rejected)} keyOf={(row) => `${row.kind} ${row.property}`} />
    </section>
  )
}

/** Body of the faults tab on pages without live values. */
export const DeviceFaultsAndRejectedValues = ({ deviceId }: { readonly deviceId: string }) => (
  <>
    <DeviceFaults deviceId={deviceId} />
    <RejectedValues deviceId={deviceId} />
  </>
)
