import { knownResources } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import type { Fields, Text } from '@lamplight/kit'
import { PROJECT_TYPES } from '@lamplight/places/model'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allFamilies } from './family-index.ts'

/** Highest code of a declared device type. Types made at run time have higher codes and share one resource. */
const LAST_DECLARED = 9999

/** Filters of the command records by name: system, device type and parameter family. */
export const useRecordFilters = (): Fields => {
  const { data: families = [] } = useQuery({
    queryKey: ['control.families'],
    queryFn: allFamilies,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => {
    const types = knownResources().flatMap(({ deviceCode, label }) =>
      deviceCode && deviceCode <= LAST_DECLARED ? [[deviceCode, label] as const] : [],
    )
    const named: Readonly<Record<string, Text>> = Object.fromEntries(families.map(({ name, label }) => [name, label]))
    return {
      system: f.choice(PROJECT_TYPES, { label: ['所属系统', 'System'], search: true }),
      deviceType: f.choice(Object.fromEntries(types), { label: ['设备类型', 'Device type'], search: true }),
      family: f.choice(named, { label: ['参数', 'Parameter'], search: true }),
    }
  }, [families])
}
