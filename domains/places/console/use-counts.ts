import { type AnswerOf, api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { areaCounts } from '../server/map.handler.ts'

export type AreaCount = AnswerOf<typeof areaCounts>[number]

/** Number of rows in each area by kind; one call for all rows of a list. */
export const useCounts = (): ReadonlyMap<string, readonly AreaCount[]> => {
  const { data } = useQuery({
    queryKey: ['places.area', 'counts'],
    queryFn: ({ signal }) => api.get<typeof areaCounts>('blade-system/area/counts', {}, { signal, quiet: true }),
    select: (rows) => Map.groupBy(rows, ({ areaId }) => areaId),
    staleTime: 30_000,
  })
  return data ?? new Map()
}
