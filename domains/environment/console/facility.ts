import { type AnswerOf, api, lang, type TypedCall, useProject } from '@lamplight/console-kit'
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

/** Makes the call of bins and that of wells. */
type OfFacility = (facility: never) => TypedCall<'GET'>
/** Reads a statistic of one bin or well, or of those of the selected project, again every 30 s. */
export const useFacility = <C extends OfFacility>(
  name: FacilityName,
  call: string,
  query: { readonly id?: string; readonly hour?: number } = {},
) => {
  const { project } = useProject()
  const params = { ...query, ...(query.id ? {} : { projectId: project?.id ?? '' }) }
  return useQuery({
    queryKey: [`environment.${name}`, call, params, lang.get()],
    queryFn: ({ signal }) => api.get<AnswerOf<ReturnType<C>>>(`blade-device/${name}/${call}`, params, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
}
