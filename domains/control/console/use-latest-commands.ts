import { api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { Item } from './use-items.ts'

/** A command to one device, and how it stands there. */
export interface LatestCommand extends Item {
  readonly batchId: string
  /** The command in words. */
  readonly text: string
  /** Wire time of the order. */
  readonly at: string
  readonly account: string
  /** Status and reason in words. */
  readonly result: string
}
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
