import { Empty, useT } from '@lamplight/console-kit'
import type { DetailTab } from '@lamplight/console-kit/resource'
import type { ResourceDefinition } from '@lamplight/kit'
import { lazy } from 'react'

const DeviceFaults = lazy(async () => ({ default: (await import('./device-faults.tsx')).DeviceFaults }))
const DeviceLife = lazy(async () => ({ default: (await import('./device-life.tsx')).DeviceLife }))

type Given = { readonly row: object }
const ownId = (row: object): string => (row as { readonly id: string }).id

/**
 * The tabs of the page of a device with its faults and its life record. `idOf` gives the device id of a row: its own by default; of a row that is no
 * device (a lamp), that of the device on it.
 */
export const recordTabs = <D extends ResourceDefinition>(
  idOf: (row: object) => string | null | undefined = ownId,
): Readonly<Record<'faults' | 'life', DetailTab<D>>> => {
  const None = () => <Empty text={useT()(['没有安装单灯控制器', 'It has no controller'])} />
  const Faults = ({ row }: Given) => {
    const id = idOf(row)
    return id ? <DeviceFaults key={id} deviceId={id} /> : <None />
  }
  const Life = ({ row }: Given) => {
    const id = idOf(row)
    return id ? <DeviceLife key={id} deviceId={id} /> : <None />
  }
  return { faults: { label: ['故障', 'Faults'], body: Faults }, life: { label: ['履历', 'Life record'], body: Life } }
}
