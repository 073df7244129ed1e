import { useRowType } from '@lamplight/devices/console'
import { TYPED_SEND, typedResource } from '@lamplight/devices/model'
import { useMemo } from 'react'
import type { ConsoleKind } from './device-kinds.ts'

/** Returns the device kind that a row of `devices.type` describes; undefined while it loads. */
export const useRowKind = (typeId: string) => {
  const query = useRowType(typeId)
  const type = query.data
  const kind = useMemo((): ConsoleKind | undefined => type && { type, resource: typedResource(type), sentBy: TYPED_SEND }, [type])
  return { kind, error: query.isError ? query.error : null, retry: () => void query.refetch() }
}
