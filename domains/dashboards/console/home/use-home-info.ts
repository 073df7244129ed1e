import { api, useLive, useProject } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { HomeInfo } from '../../model/index.ts'

export const EVERY_MS = 15_000

/** Totals of the selected project, reloaded every 15 s and when a command makes progress. */
export const useHomeInfo = (enabled = true) => {
  const { project } = useProject()
  const query = useQuery({
    queryKey: ['home', project?.id ?? ''],
    queryFn: () => api.get<HomeInfo>('/api/blade-report/dashboard/info', { projectId: project?.id }),
    refetchInterval: EVERY_MS,
    enabled,
  })
  useLive(enabled ? 'batches' : null, () => void query.refetch())
  return query
}
