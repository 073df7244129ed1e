import { api } from '@lamplight/console-kit'
import { TYPED_SEND, typedResource } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import { fromWritten } from '@lamplight/protocol'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DeviceKind } from './device-kinds.ts'

interface RowType {
  readonly code: number
  readonly name: string
  readonly label: Text
  readonly descriptor: object
}

/** The kind of device that a row of `devices.type` describes; undefined while it loads. */
export const useRowKind = (typeId: string) => {
  const query = useQuery({
    queryKey: ['devices.type', 'ofDevices', typeId],
    queryFn: ({ signal }) => api.get<RowType>('blade-device/typed/type', { typeId }, { signal, quiet: true }),
    enabled: typeId !== '',
  })
  const kind = useMemo((): DeviceKind | undefined => {
    if (!query.data) return undefined
    const { code, name, label, descriptor } = query.data
    const type = { code, name, label, ...fromWritten(descriptor) }
    return { type, resource: typedResource(type), sentBy: TYPED_SEND }
  }, [query.data])
  return { kind, error: query.isError ? query.error : null, retry: () => void query.refetch() }
}
