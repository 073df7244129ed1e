import { api, useFormat, useT } from '@lamplight/console-kit'
import type { deviceStateRoute } from '@lamplight/devices/server'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleKind } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'

/** State of a device that its row does not contain: faults, lists and times. Reloaded after each report. */
export const useDeviceState = ({ type }: ConsoleKind, { id, deviceState, reportedAt }: DeviceRow) => {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['devices.state', id, deviceState, reportedAt],
    enabled: Boolean(reportedAt),
    queryFn: ({ signal }) => api.get<typeof deviceStateRoute>('blade-device/state', { deviceId: id }, { signal, quiet: true }),
    retry: false,
  })
  const words = type.properties.faults?.words
  return {
    values: data?.values ?? {},
    faults: (data?.faults ?? []).map((fault) => {
      const known = words?.[fault.type]
      return known ? t(known) : fault.label
    }),
    since: data?.faultSince ? format.instant(data.faultSince) : null,
  }
}
