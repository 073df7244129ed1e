import { type AnswerOf, api, usePermission } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { driftCountRoute } from '../../server/params/drift.handler.ts'

export const DRIFT_KEY = 'control.drift'
const EVERY_MS = 60_000
/** Interval in which lists of parameters are read again: the answers of devices arrive late. */
export const PARAMS_EVERY_MS = 5000

/** Number of drifted parameters, by family and by type. */
export const useDriftCount = (): AnswerOf<typeof driftCountRoute> | undefined => {
  const may = usePermission('paramdrift_view')
  return useQuery({
    queryKey: [DRIFT_KEY, 'count'],
    enabled: may,
    queryFn: ({ signal }) => api.get<typeof driftCountRoute>('blade-city/param/drift/count', {}, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  }).data
}
