import { api } from '@lamplight/console-kit'
import { f } from '@lamplight/fields/model'
import type { ConditionChoice, Fields, Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { typeList } from '../server/register/register-list.handler.ts'

/** Types with registered devices that the user sees, also types made at run time. */
export const useTypes = () =>
  useQuery({
    queryKey: ['devices', 'typeChoices'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.get<typeof typeList>('blade-device/device/type/list', {}, { signal, quiet: true })).filter(
        ({ registered }) => registered === 1,
      ),
  })

/** Query of the properties of a device type that conditions can compare. */
export const useConditionQuery = (devType: number | null | undefined) =>
  useQuery({
    queryKey: ['devices', 'conditions', devType],
    enabled: Boolean(devType),
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (
        await api.get<{ properties: readonly ConditionChoice[] }>(
          'blade-device/device/conditions',
          { devType: String(devType) },
          { signal, quiet: true },
        )
      ).properties,
  })
const NO_CONDITIONS: readonly ConditionChoice[] = []
/** Properties of a device type that conditions can compare. */
export const useConditions = (devType: number | null | undefined): readonly ConditionChoice[] =>
  useConditionQuery(devType).data ?? NO_CONDITIONS

/** Makes a hook for `useFilters` of a list. Its filters show the names of device types, also of types made at run time. `fields`: label of each filter, by parameter. */
export const typeFilters = (fields: Readonly<Record<string, Text>>) => (): Fields => {
  const types = useTypes().data
  return useMemo(() => {
    const values = Object.fromEntries((types ?? []).map(({ code, name }) => [code, [name, name] as const]))
    return Object.fromEntries(Object.entries(fields).map(([name, label]) => [name, f.choice(values, { label, search: true })]))
  }, [types])
}
