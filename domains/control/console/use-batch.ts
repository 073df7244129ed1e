import { api, queryClient, useLive } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { STATUS } from '../model/index.ts'

/** Counts of a batch, as records and news carry them. */
export interface Counts {
  readonly status: number
  readonly total: number
  readonly queued: number
  readonly sent: number
  readonly received: number
  readonly applied: number
  readonly verified: number
  readonly failed: number
  readonly timedOut: number
  readonly returned: number
  readonly ended: number
}
/** A command record on the wire: what is unknown is -1 or "". */
export interface Batch extends Counts {
  readonly id: string
  readonly command: number
  readonly level: number
  readonly targetKind: number
  readonly targetText: string
  readonly duration: number
  readonly until: string
  readonly expireAt: string
  readonly againCommandRecordId: string
  readonly account: string
  readonly ip: string
  readonly cancelled: number
  readonly startedAt: string
  readonly endedAt: string
  readonly createTime: string
}

const COUNTS = ['status', 'total', 'queued', 'sent', 'received', 'applied', 'verified', 'failed', 'timedOut', 'returned', 'ended'] as const

/** The counts in a piece of news; what is no number is left out. */
export const countsIn = (news: Readonly<Record<string, unknown>>): Partial<Counts> =>
  Object.fromEntries(COUNTS.filter((name) => typeof news[name] === 'number').map((name) => [name, news[name]]))

export const isRunning = ({ status }: Pick<Counts, 'status'>): boolean => status < STATUS.success

/** A batch as it climbs: loaded once, then told by the socket; asked again now and then, should news be lost. */
export const useBatch = (id: string | null) => {
  const key = ['control.batch', 'one', id]
  const query = useQuery({
    queryKey: key,
    enabled: id !== null,
    queryFn: ({ signal }) => api.get<Batch>('blade-city/commandrecord/detail', { id: id ?? '' }, { signal, quiet: true }),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? 5000 : false),
  })
  useLive(id === null ? null : `batch:${id}`, (news) => {
    const old = queryClient.getQueryData<Batch>(key)
    if (!old) return
    const next = { ...old, ...countsIn(news) }
    queryClient.setQueryData<Batch>(key, next)
    // The end comes with times that news do not carry.
    if (isRunning(old) && !isRunning(next)) void query.refetch()
  })
  return query
}

/** Records that retry `id`, the newest first. */
export const useRetries = (id: string, status: number) =>
  useQuery({
    queryKey: ['control.batch', 'retries', id, status],
    queryFn: async ({ signal }) => {
      const query = { againCommandRecordId: id, descs: 'id', size: 10 }
      return (await api.get<{ records: readonly Batch[] }>('blade-city/commandrecord/page', query, { signal, quiet: true })).records
    },
  })
