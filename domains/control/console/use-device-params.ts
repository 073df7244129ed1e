import { api, usePermission } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { ParamValues } from './param-words.ts'

/** A parameter family of a device in the answer of `blade-city/param/list`. */
export interface DeviceParam {
  readonly deviceId: string
  readonly family: string
  readonly wanted: ParamValues | null
  readonly reported: ParamValues | null
  readonly wantedAt: string
  readonly reportedAt: string
  readonly status: number
  readonly statusName: string
  readonly reason: string
  readonly drift: number
}

const EVERY_MS = 4000

/** Parameters of a device by family. With `isLive` they are reloaded every few seconds, because the devices' answers arrive late. */
export const useDeviceParams = (deviceId: string, isLive = true) =>
  useQuery({
    queryKey: ['control.param', deviceId],
    enabled: usePermission('commandrecord_view'),
    queryFn: async ({ signal }) => {
      const page = await api.get<{ readonly records: readonly DeviceParam[] }>(
        'blade-city/param/list',
        { deviceId, size: 100 },
        { signal, quiet: true },
      )
      return new Map(page.records.map((row) => [row.family, row]))
    },
    refetchInterval: isLive && EVERY_MS,
  })
