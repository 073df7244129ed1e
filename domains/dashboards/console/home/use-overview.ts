import { api, useCatchUp, useLive, useProject } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OverviewName } from '../../model/overviews.ts'
import type { WidgetData } from '../../model/widgets.ts'
import { EVERY_MS } from './use-home-info.ts'

/** Values of an overview for the selected project, read again every 15 s and when a command makes progress. */
export const useOverview = (name: OverviewName) => {
  const { project } = useProject()
  const projectId = project?.id ?? ''
  const query = useQuery({
    queryKey: ['overview', name, projectId],
    queryFn: ({ signal }) =>
      api.get<{ values: readonly WidgetData[] }>('blade-report/dashboard/overview', { name, projectId }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  useLive('batches', () => void query.refetch())
  useCatchUp(() => void query.refetch())
  const values = useMemo(() => new Map(query.data?.values.map((value) => [value.id, value])), [query.data])
  return { query, values, projectId }
}
