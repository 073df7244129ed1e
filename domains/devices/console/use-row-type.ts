import { api } from '@lamplight/console-kit'
import type { DeviceTypeDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'

/** The device type that a row of `devices.type` describes. Its query key begins with the resource name, so a changed product is read again. */
export const useRowType = (typeId: string) =>
  useQuery({
    queryKey: ['devices.type', 'ofDevices', typeId],
    queryFn: ({ signal }) => api.get<DeviceTypeDefinition>('blade-device/typed/type', { typeId }, { signal, quiet: true }),
    enabled: typeId !== '',
  })
