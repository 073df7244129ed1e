import { type AnswerOf, api, type PathOf, type RecordOf, type TypedCall } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { faultsRoute } from '../server/faults.handler.ts'
import type { lifeRoute } from '../server/life.handler.ts'
import type { rejectedValuesRoute } from '../server/rejected-values.handler.ts'

/** A fault or event from the API. Times are in the tenant's time zone; `endTime` is empty while the fault is present. */
export type DeviceFault = RecordOf<typeof faultsRoute>
/** A value or event that the type of the device does not allow: the latest one of its property. */
export type RejectedValue = AnswerOf<typeof rejectedValuesRoute>[number]
/** An entry of the life record. */
export type LifeEntry = RecordOf<typeof lifeRoute>
export const FAULTS_SIZE = 50
export const LIFE_SIZE = 20
const EVERY_MS = 15_000

const useRecords = <R extends TypedCall<'GET'>>(path: PathOf<R>, query: Readonly<Record<string, string | number>>, size: number) => {
  const [current, setCurrent] = useState(1)
  const parameters = { ...query, current, size }
  const found = useQuery({
    queryKey: ['devices.records', path, parameters],
    queryFn: ({ signal }) => api.get<{ records: readonly RecordOf<R>[]; total: number }>(path, parameters, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  return { ...found, current, setCurrent }
}

/** The faults of a device, newest first. `present`: 1 shows present faults, 0 ended ones, -1 all. */
export const useDeviceFaults = (deviceId: string) => {
  const [present, show] = useState(-1)
  const found = useRecords<typeof faultsRoute>(
    'blade-device/deviceFault/list',
    { deviceId, ...(present < 0 ? {} : { present }) },
    FAULTS_SIZE,
  )
  const setPresent = (value: number): void => {
    found.setCurrent(1)
    show(value)
  }
  return { ...found, present, setPresent }
}

/** The life record of a device, newest first. `kind` is empty for all kinds. */
export const useDeviceLife = (deviceId: string) => {
  const [kind, show] = useState('')
  const found = useRecords<typeof lifeRoute>('blade-device/device/life_record/page', { deviceId, ...(kind && { kind }) }, LIFE_SIZE)
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
    queryFn: ({ signal }) => api.get<typeof rejectedValuesRoute>('blade-device/device/misfit/list', { deviceId }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    retry: false,
  })
