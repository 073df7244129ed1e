import { api } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** A fault or event from the API. Times are in the tenant's time zone; `endTime` is empty while the fault is present. */
export interface DeviceFault {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly isFault: boolean
  readonly beginTime: string
  readonly endTime: string
  readonly present: boolean
}
/** A value or event that the type of the device does not allow: the latest one of its property. */
export interface RejectedValue {
  readonly kind: string
  readonly property: string
  readonly label: string
  readonly value: string
  readonly limit: string
  readonly firstTime: string
  readonly lastTime: string
  readonly count: number
}
/** An entry of the life record. */
export interface LifeEntry {
  readonly id: string
  readonly kind: string
  readonly kindName: string
  readonly at: string
  readonly endTime: string
  readonly present: boolean
  readonly title: string
  readonly result: string
  readonly tone: string
  readonly by: string
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  readonly sourceResource: string
  readonly sourceId: string
  readonly sourceTab: string
}
interface Page<R> {
  readonly records: readonly R[]
  readonly total: number
}
export const FAULTS_SIZE = 50
export const LIFE_SIZE = 20
const EVERY_MS = 15_000

const useRecords = <R>(path: string, query: Readonly<Record<string, string | number>>, size: number) => {
  const [current, setCurrent] = useState(1)
  const parameters = { ...query, current, size }
  const found = useQuery({
    queryKey: ['devices.records', path, parameters],
    queryFn: ({ signal }) => api.get<Page<R>>(path, parameters, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  return { ...found, current, setCurrent }
}

/** The faults of a device, newest first. `present`: 1 shows present faults, 0 ended ones, -1 all. */
export const useDeviceFaults = (deviceId: string) => {
  const [present, show] = useState(-1)
  const found = useRecords<DeviceFault>('blade-device/deviceFault/list', { deviceId, ...(present < 0 ? {} : { present }) }, FAULTS_SIZE)
  const setPresent = (value: number): void => {
    found.setCurrent(1)
    show(value)
  }
  return { ...found, present, setPresent }
}

/** The life record of a device, newest first. `kind` is empty for all kinds. */
export const useDeviceLife = (deviceId: string) => {
  const [kind, show] = useState('')
  const found = useRecords<LifeEntry>('blade-device/device/life_record/page', { deviceId, ...(kind && { kind }) }, LIFE_SIZE)
  const setKind = (value: string): void => {
    found.setCurrent(1)
    show(value)
  }
  return { ...found, kind, setKind }
}

/** The refused values and events of a device, newest first. */
export const useRejectedValues = (deviceId: string) =>
  useQuery({
    queryKey: ['devices.rejectedValues', deviceId],
    queryFn: ({ signal }) => api.get<readonly RejectedValue[]>('blade-device/device/misfit/list', { deviceId }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    retry: false,
  })
