import { api, lang, useProject } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { M } from './environment.messages.ts'

/** Name of bins or manhole covers in the paths of the calls. */
export type FacilityName = 'trash' | 'well'
/** `type`: code of the device type (decisions.md B1). */
export const FACILITIES = {
  trash: { label: M.bins, resource: 'environment.trash', list: '/equipmentMana/trash', permission: 'trash', type: 19 },
  well: { label: M.wells, resource: 'environment.well', list: '/equipmentMana/trapdoor', permission: 'well', type: 20 },
} as const satisfies Record<
  FacilityName,
  { readonly label: Text; readonly resource: string; readonly list: string; readonly permission: string; readonly type: number }
>
export const facilityIn = (name: string | undefined): FacilityName => (name === 'well' ? 'well' : 'trash')

const EVERY_MS = 30_000

/** Reads a statistic of one bin or well, or of those of the selected project, again every 30 s. */
export const useFacility = <A>(name: FacilityName, call: string, query: { readonly id?: string; readonly hour?: number } = {}) => {
  const { project } = useProject()
  const params = { ...query, ...(query.id ? {} : { projectId: project?.id ?? '' }) }
  return useQuery({
    queryKey: [`environment.${name}`, call, params, lang.get()],
    queryFn: ({ signal }) => api.get<A>(`blade-device/${name}/${call}`, params, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

export interface PresentFaults {
  readonly total: number
  readonly unchecked: number
  readonly kinds: readonly { readonly kind: number; readonly label: string; readonly count: number }[]
  readonly records: readonly { readonly id: string; readonly label: string; readonly beginTime: string; readonly status: number }[]
}
export interface Hours {
  readonly hour: number
  readonly records: readonly {
    readonly time: string
    readonly reporting: number
    readonly level: number | null
    readonly highest: number | null
    readonly openings: number | null
    readonly faults: number
  }[]
}
export interface ChartData {
  readonly categories: readonly string[]
  readonly series: readonly {
    readonly name: string
    readonly label: string
    readonly unit: string
    readonly data: readonly (number | null)[]
  }[]
}
