import { api, queryClient, useLive } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isRunning } from '../../model/progress.ts'
import { type Batch, countsIn } from './use-batch.ts'

interface Running {
  readonly records: readonly Batch[]
  readonly total: number
}
const KEY = ['control.batch', 'running']
const SHOWN = 10
/** How long an ended command stays visible, ms. */
const STAYS = 4000

/** The running commands, live; an ended one stays for a moment, so that users see its end. */
export const useRunning = (may: boolean) => {
  const query = useQuery({
    queryKey: KEY,
    enabled: may,
    queryFn: ({ signal }) => {
      const parameters = { state: '0,1', descs: 'id', current: 1, size: SHOWN }
      return api.get<Running>('blade-city/commandrecord/page', parameters, { signal, quiet: true })
    },
    refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? 15_000 : 120_000),
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const again = (ms: number): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void query.refetch()
    }, ms)
  }
  useLive(may ? 'batches' : null, ({ changes = [] }) => {
    const old = queryClient.getQueryData<Running>(KEY)
    if (!old) return
    const news = new Map(changes.map(([id, counts]) => [id, countsIn(counts as Record<string, unknown>)]))
    const records = old.records.map((one) => ({ ...one, ...news.get(one.id) }))
    queryClient.setQueryData<Running>(KEY, { ...old, records })
    if ([...news.keys()].some((id) => !old.records.some((one) => one.id === id))) again(300)
    if (records.some((one) => !isRunning(one))) again(STAYS)
  })
  return { batches: query.data?.records ?? [], total: query.data?.total ?? 0 }
}
