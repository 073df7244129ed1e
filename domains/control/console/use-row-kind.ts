import { api } from '@lamplight/console-kit'
import { TYPED_SEND, typedResource } from '@lamplight/devices/model'
import type { DeviceTypeDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConsoleKind } from './device-kinds.ts'

/** Returns the device kind that a row of `devices.type` describes; undefined while it loads. */
export const useRowKind = (typeId: string) => {
  const query = useQuery({
    queryKey: ['devices.type', 'ofDevices', typeId],
    queryFn: ({ signal }) => api.get<DeviceTypeDefinition>('blade-device/typed/type', { typeId }, { signal, quiet: true }),
    enabled: typeId !== '',
  })
  const type = query.data
  const kind = useMemo((): ConsoleKind | undefined => type && { type, resource: typedResource(type), sentBy: TYPED_SEND }, [type])
  return { kind, error: query.isError ? query.error : null, retry: () => void query.refetch() }
}
