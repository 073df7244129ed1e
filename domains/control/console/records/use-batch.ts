import { api, queryClient, useLive } from '@lamplight/console-kit'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import type { batch } from '../../model/batch.resource.ts'
import { COUNT_NAMES, type Counts, isRunning } from '../../model/progress.ts'

/** A command record on the wire; unknown values are -1 or "". */
export type Batch = WireRow<typeof batch>

/** Returns the counts in a live push; values that are not numbers are left out. */
export const countsIn = (news: Readonly<Record<string, unknown>>): Partial<Pick<Batch, keyof Counts>> =>
  Object.fromEntries(COUNT_NAMES.filter((name) => typeof news[name] === 'number').map((name) => [name, news[name]]))

/** A batch with live progress: loaded once, updated by pushes, and reloaded at intervals in case a push was lost. */
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
    // The end of a batch has times that pushes do not contain, so the record is reloaded.
    if (isRunning(old) && !isRunning(next)) void query.refetch()
  })
  return query
}

/** Records that retry the record `id`, newest first. */
export const useRetries = (id: string, state: number) =>
  useQuery({
    queryKey: ['control.batch', 'retries', id, state],
    queryFn: async ({ signal }) => {
      const query = { againCommandRecordId: id, descs: 'id', size: 10 }
      return (await api.get<{ records: readonly Batch[] }>('blade-city/commandrecord/page', query, { signal, quiet: true })).records
    },
  })
