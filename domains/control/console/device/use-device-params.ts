import { api, type RecordOf, usePermission } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { paramListRoute } from '../../server/params/param-list.handler.ts'

/** A parameter family of a device in the answer of `blade-city/param/list`. */
export type DeviceParam = RecordOf<typeof paramListRoute>

const EVERY_MS = 4000

/** Parameters of a device by family. With `isLive` they are reloaded every few seconds, because the devices' answers arrive late. */
export const useDeviceParams = (deviceId: string, isLive = true) =>
  useQuery({
    queryKey: ['control.param', deviceId],
    enabled: usePermission('commandrecord_view'),
    queryFn: async ({ signal }) => {
      const page = await api.get<typeof paramListRoute>('blade-city/param/list', { deviceId, size: 100 }, { signal, quiet: true })
      return new Map(page.records.map((row) => [row.family, row]))
    },
    refetchInterval: isLive && EVERY_MS,
  })
