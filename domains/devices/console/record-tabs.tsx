import { Empty, useT } from '@lamplight/console-kit'
import type { DetailTab } from '@lamplight/console-kit/resource'
import type { ResourceDefinition, Text } from '@lamplight/kit'
import { type ComponentType, lazy } from 'react'

const DeviceFaults = lazy(async () => ({ default: (await import('./device-faults.tsx')).DeviceFaults }))
const DeviceLife = lazy(async () => ({ default: (await import('./device-life.tsx')).DeviceLife }))

const ownId = (row: object): string => (row as { readonly id: string }).id

/**
 * Tabs of a device page with its faults and its life record. `idOf` returns the device id of a row. By default that is the id of the row; for a lamp
 * it is the id of its controller.
 */
export const recordTabs = <D extends ResourceDefinition>(
  idOf: (row: object) => string | null | undefined = ownId,
): Readonly<Record<'faults' | 'life', DetailTab<D>>> => {
  const None = () => <Empty text={useT()(['没有安装单灯控制器', 'It has no controller'])} />
  const tab = (label: Text, Body: ComponentType<{ readonly deviceId: string }>): DetailTab<D> => ({
    label,
    body: ({ row }: { readonly row: object }) => {
      const id = idOf(row)
      return id ? <Body key={id} deviceId={id} /> : <None />
    },
  })
  return { faults: tab(['故障', 'Faults'], DeviceFaults), life: tab(['履历', 'Life record'], DeviceLife) }
}
