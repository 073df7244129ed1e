import { useQuery } from '@tanstack/react-query'
import { api } from '../session/session.ts'
import { detailCall } from './calls.ts'
import { type Entry, readEntry, type Wire } from './entry.ts'
import type { ResourceConsole } from './on-console.ts'

/** The row behind `id` from the server; nothing is asked for a new one. */
export const useEntry = ({ resource }: ResourceConsole, id: string | null) => {
  const call = id === null ? null : detailCall(resource, id)
  return useQuery({
    queryKey: [resource.name, 'detail', id],
    queryFn: async ({ signal }): Promise<Entry> =>
      readEntry(resource, await api.get<Wire>(call?.path ?? '', call?.query, { signal, quiet: true })),
    enabled: call !== null,
    placeholderData: undefined,
  })
}
