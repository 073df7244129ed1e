import { Empty, Segments, useFormat, useNow, useT } from '@lamplight/console-kit'
import { LoadError, Pager, type RowColumn, RowsSkeleton, RowTable } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { useMemo } from 'react'
import './record.css'
import { R } from './record.messages.ts'
import { type DeviceFault, FAULTS_SIZE, useDeviceFaults } from './use-device-records.ts'

/** Duration of a fault, until now if it is still present. An event without duration shows none. */
const Lasted = ({ fault }: { readonly fault: DeviceFault }) => {
  const format = useFormat()
  const now = useNow()
  const [from, to] = [format.instant(fault.beginTime), fault.present ? now : format.instant(fault.endTime)]
  if (!fault.isFault || from === null || to === null) return <span className="ll-f-none">{'—'}</span>
  return format.duration(Math.max(0, to - from) / 1000)
}

/** The faults and events that a device reported, each with its begin and end. */
export const DeviceFaults = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const { data, error, refetch, current, setCurrent, present, setPresent } = useDeviceFaults(deviceId)
  const columns = useMemo(
    (): readonly RowColumn<DeviceFault>[] => [
      { key: 'label', label: R.fault, width: 220, cell: (row) => row.label },
      { key: 'begin', label: R.begin, width: 184, cell: (row) => <time className="ll-f-number">{row.beginTime}</time> },
      {
        key: 'end',
        label: R.end,
        width: 184,
        cell: (row) =>
          row.present ? <StateMark tone="bad">{t(R.present)}</StateMark> : <time className="ll-f-number">{row.endTime}</time>,
      },
      { key: 'lasted', label: R.lasted, width: 130, cell: (row) => <Lasted fault={row} /> },
    ],
    [t],
  )
  return (
    <section className="ll-record" aria-label={t(R.faults)}>
      <Segments
        label={t(R.filter)}
        value={present}
        onChange={setPresent}
        options={[
          { value: -1, label: t(R.all) },
          { value: 1, label: t(R.present) },
          { value: 0, label: t(R.ended) },
        ]}
      />
      {error && !data ? (
        <LoadError error={error} at={0} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={4} cards={false} />
      ) : data.total === 0 ? (
        <Empty text={t(present === 1 ? R.noPresent : R.noFaults)} />
      ) : (
        <>
          <RowTable columns={columns} rows={data.records} label={t(R.faults)} keyOf={(row) => row.id} />
          {data.total > FAULTS_SIZE && (
            <Pager current={current} size={FAULTS_SIZE} total={data.total} onChange={(page) => setCurrent(page.current)} />
          )}
        </>
      )}
    </section>
  )
}
