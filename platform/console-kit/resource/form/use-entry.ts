import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../session/session.ts'
import { detailCall } from '../calls.ts'
import type { ResourceConsole } from '../console-resource.ts'
import { useFixedParams } from '../fixed-params.ts'
import { useLiveEntries } from '../list/use-live-entries.ts'
import { type Entry, readEntry, type Wire } from './entry.ts'

/** Loads the row `id`; loads nothing for a new row. */
export const useEntry = ({ resource }: ResourceConsole, id: string | null) => {
  const call = id === null ? null : detailCall(resource, id)
  const fixed = useFixedParams()
  return useQuery({
    queryKey: [resource.name, 'detail', id, fixed],
    queryFn: async ({ signal }): Promise<Entry> =>
      readEntry(resource, await api.get<Wire>(call?.path ?? '', { ...call?.query, ...fixed }, { signal, quiet: true })),
    enabled: call !== null,
    placeholderData: undefined,
  })
}

/** The same, with live pushes applied. */
export const useLiveEntry = (console: ResourceConsole, id: string) => {
  const { data, dataUpdatedAt, error, refetch } = useEntry(console, id)
  const rows = useMemo(() => (data ? [data] : []), [data])
  return { entry: useLiveEntries(console, rows, dataUpdatedAt, true)[0], error, refetch }
}
