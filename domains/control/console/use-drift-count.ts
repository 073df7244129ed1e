import { api, usePermission } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'

interface DriftCount {
  readonly total: number
  readonly families: readonly {
    readonly family: string
    readonly familyName: string
    readonly code: string
    readonly isRisky: number
    readonly total: number
  }[]
  readonly types: readonly { readonly deviceType: number; readonly typeName: string; readonly total: number }[]
}

export const DRIFT_PATH = '/city/controlCenter/paramDrift/index'
export const DRIFT_KEY = 'control.drift'
const EVERY_MS = 60_000

/** Number of drifted parameters, by family and by type. */
export const useDriftCount = (): DriftCount | undefined => {
  const may = usePermission('paramdrift_view')
  return useQuery({
    queryKey: [DRIFT_KEY, 'count'],
    enabled: may,
    queryFn: ({ signal }) => api.get<DriftCount>('blade-city/param/drift/count', {}, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  }).data
}
