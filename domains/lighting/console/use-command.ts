import { api, useLive } from '@lamplight/console-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'

export interface Selector {
  readonly controllerIds?: readonly string[]
  readonly lampIds?: readonly string[]
  readonly groupId?: string
  readonly areaId?: string
  readonly projectId?: string
}
export interface Order {
  readonly command: 'dim' | 'on' | 'off' | 'release'
  readonly level?: number
  /** Seconds. Neither this nor `until`: it stays until changed. */
  readonly duration?: number
  /** `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
  readonly until?: string
  readonly selector: Selector
}
export interface Preview {
  readonly lamps: number
  readonly gateways: number
  readonly offlineGateways: number
  readonly offlineLamps: number
  readonly expectedKwBefore: number | null
  readonly expectedKwAfter: number | null
}
export interface Batch {
  readonly id: string
  readonly status: number
  readonly command: number
  readonly level: number
  readonly total: number
  readonly queued: number
  readonly sent: number
  readonly received: number
  readonly applied: number
  readonly verified: number
  readonly failed: number
  readonly timedOut: number
  readonly returned: number
  readonly until: string
  readonly targetText: string
}

/** What a command would touch: how many lamps and cabinets, which of them cannot be reached now, the step in power. */
export const previewOf = (order: Order): Promise<Preview> =>
  api.post<Preview>('/api/blade-city/controller/batch/command/preview', { body: order })

/** Writes the command to the ledger; the key makes a repeated press the same command. */
export const sendCommand = (order: Order, key: string): Promise<{ batchId: string; total: number }> =>
  api.post('/api/blade-city/controller/batch/command', { body: order, headers: { 'Idempotency-Key': key } })

/** A batch as it climbs: loaded once, then told by the socket. */
export const useBatch = (id: string | null) => {
  const client = useQueryClient()
  const key = ['control.batch', 'one', id]
  const query = useQuery({
    queryKey: key,
    enabled: id !== null,
    queryFn: () => api.get<Batch>('/api/blade-city/commandrecord/detail', { id: id ?? '' }),
    refetchInterval: ({ state }) => ((state.data?.status ?? 0) < 2 ? 3000 : false),
  })
  useLive(id === null ? null : `batch:${id}`, (news) => {
    client.setQueryData<Batch>(key, (old) => (old ? { ...old, ...(news as Partial<Batch>), id: old.id } : old))
  })
  return query.data
}
