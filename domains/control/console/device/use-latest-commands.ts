import { api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { RecentCommand } from '../../server/calls/recent-commands.ts'

/** A command to one device, with the device's state. */
export type LatestCommand = RecentCommand
const EVERY_MS = 5000

/** The latest commands to a device, newest first. */
export const useLatestCommands = (deviceId: string, { enabled = true, size = 5 }: { enabled?: boolean; size?: number } = {}) =>
  useQuery({
    queryKey: ['control.batch', 'ofDevice', deviceId, size],
    enabled,
    queryFn: ({ signal }) =>
      api.get<readonly LatestCommand[]>('blade-city/commandrecord/ofDevice', { deviceId, size }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
