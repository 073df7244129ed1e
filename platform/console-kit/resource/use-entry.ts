import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { useLive } from '../live/use-live.ts'
import { api } from '../session/session.ts'
import { detailCall } from './calls.ts'
import { type Entry, readEntry, type Wire } from './entry.ts'
import { changesIn, patched } from './live-patch.ts'
import type { ResourceConsole } from './on-console.ts'

/** The row behind `id` from the server, kept up by live news; nothing is asked for a new one. */
export const useEntry = ({ resource, ui }: ResourceConsole, id: string | null) => {
  const { live } = ui
  useLive(live && id !== null ? live.topic : null, (news) => {
    if (!live) return
    queryClient.setQueryData<Entry>([resource.name, 'detail', id], (old) => old && (patched([old], live, changesIn(news))[0] ?? old))
  })
  const call = id === null ? null : detailCall(resource, id)
  return useQuery({
    queryKey: [resource.name, 'detail', id],
    queryFn: async ({ signal }): Promise<Entry> =>
      readEntry(resource, await api.get<Wire>(call?.path ?? '', call?.query, { signal, quiet: true })),
    enabled: call !== null,
    placeholderData: undefined,
  })
}
