import { Empty, useT } from '@lamplight/console-kit'
import type { DetailTab } from '@lamplight/console-kit/resource'
import type { ResourceDefinition, Text } from '@lamplight/kit'
import { type ComponentType, lazy } from 'react'
import { controllerType } from '../../model/index.ts'
import type { Metered } from '../register/meter-replaced.tsx'
import { DeviceFaultsAndRejectedValues } from './lazy-rejected-values.ts'

const DeviceFaults = lazy(async () => ({ default: (await import('./device-faults.tsx')).DeviceFaults }))
const DeviceLife = lazy(async () => ({ default: (await import('./device-life.tsx')).DeviceLife }))

const ownId = (row: object): string => (row as { readonly id: string }).id
const typeIdOf = (row: object): string => (row as { readonly typeId?: string | null }).typeId ?? ''

interface RecordProps {
  readonly deviceId: string
  readonly meter?: Metered
  readonly typeId?: string
}

/**
 * The tabs of the page of a device with its faults and its life record. `idOf` gives the device id of a row: its own by default; of a row that is no
 * device (a lamp), that of the device on it. `rejected`: the faults tab shows refused values too, for pages without a tab of live values. `meter`: resource
 * and type of the device, for the button that records a replaced meter.
 */
export const recordTabs = <D extends ResourceDefinition>(
  idOf: (row: object) => string | null | undefined = ownId,
  { rejected = false, meter }: { readonly rejected?: boolean; readonly meter?: Metered } = {},
): Readonly<Record<'faults' | 'life', DetailTab<D>>> => {
  const None = () => <Empty text={useT()(['没有安装单灯控制器', 'It has no controller'])} />
  const tab = (label: Text, Body: ComponentType<RecordProps>): DetailTab<D> => ({
    label,
    body: ({ row }: { readonly row: object }) => {
      const id = idOf(row)
      return id ? <Body key={id} deviceId={id} {...(meter ? { meter, typeId: typeIdOf(row) } : {})} /> : <None />
    },
  })
  return {
    faults: tab(controllerType.properties.faults.label, rejected ? DeviceFaultsAndRejectedValues : DeviceFaults),
    life: tab(['履历', 'Life record'], DeviceLife),
  }
}
