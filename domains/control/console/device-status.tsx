import type { ConsoleKind } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'
import { staleAfter } from './device-values.ts'
import { DeviceStatusLine } from './status-line.tsx'
import { useDeviceState } from './use-device-state.ts'

/** Line above the tabs of a device's page: age of its last report, and its faults. */
export const DeviceStatus = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const { faults, since } = useDeviceState(kind, row)
  const name = typeof row.name === 'string' ? row.name : ''
  if (!row.reportedAt && !name) return null
  return (
    <DeviceStatusLine name={name} reportedAt={row.reportedAt ?? null} staleMs={staleAfter(kind.type, row)} faults={faults} since={since} />
  )
}
