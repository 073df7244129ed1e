import { RejectedValues } from '@lamplight/devices/console'
import { Suspense } from 'react'
import type { ConsoleKind } from './device-kinds.ts'
import { DeviceLive } from './device-live.tsx'
import type { DeviceRow } from './device-row.ts'

/** The latest values of a device, and below them what it reported outside the limits of its type. */
export const DeviceLiveTab = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => (
  <>
    <DeviceLive kind={kind} row={row} />
    <Suspense>
      <RejectedValues deviceId={row.id} />
    </Suspense>
  </>
)
