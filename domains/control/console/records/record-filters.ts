import { useLateLabels } from '@lamplight/console-kit'
import { FIRST_ROW_TYPE } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import type { Fields, Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { batch } from '../../model/batch.resource.ts'
import { allFamilies } from '../params/families.ts'

type Words = Readonly<Record<string, Text>>
const NONE: Words = {}
const load = async (): Promise<{ readonly systems: Words; readonly families: Words }> => {
  const [{ PROJECT_TYPES: systems }, families] = await Promise.all([import('@lamplight/places/model'), allFamilies()])
  return { systems, families: Object.fromEntries(families.map(({ name, label }) => [name, label])) }
}

/** Filters of the command records by name: system, device type and parameter family. Their choices are loaded after the list. */
export const useRecordFilters = (): Fields => {
  const { data: { systems, families } = { systems: NONE, families: NONE } } = useQuery({
    queryKey: ['control.recordFilters'],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { deviceTypes } = useLateLabels()
  return useMemo(() => {
    // Types made at run time share one resource and code.
    const { [FIRST_ROW_TYPE]: _made, ...types } = deviceTypes
    return {
      system: f.choice(systems, { label: ['所属系统', 'System'], search: true }),
      deviceType: f.choice(types, { label: batch.fields.deviceType.options.label, search: true }),
      family: f.choice(families, { label: ['参数', 'Parameter'], search: true }),
    }
  }, [systems, families, deviceTypes])
}
