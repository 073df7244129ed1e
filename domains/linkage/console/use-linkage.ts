import { type AnswerOf, api } from '@lamplight/console-kit'
import type { Field, Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { boxInterfaces } from '../server/box.handler.ts'
import type { named } from '../server/options.handler.ts'

const LINKAGE = 'blade-strategy/linkage'
const quiet = (signal: AbortSignal) => ({ signal, quiet: true }) as const

export interface CommandChoice {
  readonly cmd: string
  readonly label: Text
  readonly allowed: number
  readonly input: readonly { readonly name: string; readonly kind: string; readonly options: Field['options'] }[]
}
export const useCommands = (devType: number | null | undefined): readonly CommandChoice[] =>
  useQuery({
    queryKey: ['linkage', 'commands', devType],
    enabled: Boolean(devType),
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get<readonly CommandChoice[]>(`${LINKAGE}/commands`, { devType: String(devType) }, quiet(signal)),
  }).data ?? []

export interface TemplateChoice {
  readonly toggleDevType: number
  readonly devType: number
  readonly actions: readonly { readonly devType: number }[]
}
export const useTemplate = (templateId: string | null | undefined): TemplateChoice | undefined =>
  useQuery({
    queryKey: ['linkage.template', 'of', templateId],
    enabled: Boolean(templateId),
    queryFn: ({ signal }) => api.get<TemplateChoice>(`${LINKAGE}/template/by/id`, { id: String(templateId) }, quiet(signal)),
  }).data

export type DeviceChoice = Pick<AnswerOf<typeof named>[number], 'id' | 'sn' | 'name'>
const LISTS = { toggleDevType: `${LINKAGE}/ToggleDev`, devType: `${LINKAGE}/instance/dev/list` } as const
/** Devices of some types by a part of their number or name, and the chosen ones by id. */
export const useDevices = (by: keyof typeof LISTS, types: readonly number[], keyword: string, ids: readonly string[]) => {
  const found = useQuery({
    queryKey: ['linkage', 'devices', by, types, keyword],
    enabled: types.length > 0,
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          types.map((type) =>
            api.get<readonly DeviceChoice[]>(LISTS[by], { [by]: String(type), ...(keyword && { keyword }) }, quiet(signal)),
          ),
        )
      ).flat(),
  })
  const chosen = useQuery({
    queryKey: ['linkage', 'names', types, ids],
    enabled: types.length > 0 && ids.length > 0,
    queryFn: ({ signal }) =>
      api.get<typeof named>(`${LINKAGE}/instance/dev/names`, { devTypes: types.join(','), ids: ids.join(',') }, quiet(signal)),
  })
  return { found: found.data ?? [], isLoading: found.isPending, chosen: chosen.data ?? [] }
}

export type InterfaceChoice = AnswerOf<typeof boxInterfaces>[number]
export const useInterfaces = (boxTemplateId: string | null | undefined): readonly InterfaceChoice[] =>
  useQuery({
    queryKey: ['linkage', 'interfaces', boxTemplateId],
    enabled: Boolean(boxTemplateId),
    queryFn: ({ signal }) =>
      api.get<typeof boxInterfaces>(
        'blade-strategy/boxtemplateinterface/getByBoxTemplateId',
        { boxTemplateId: String(boxTemplateId) },
        quiet(signal),
      ),
  }).data ?? []
