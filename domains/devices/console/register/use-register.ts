import { type AnswerOf, api, useTab } from '@lamplight/console-kit'
import { type RowsCall, useRows } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { typeList } from '../../server/register/register-list.handler.ts'
import type { RegisteredDevice } from '../../server/register/register-rows.ts'

/** A device of the register as the API sends it. */
export type Registered = RegisteredDevice
/** `registered`: 1 if the devices are listed by device/list. */
export type DeviceTypeEntry = AnswerOf<typeof typeList>[number]
const FILTERS = ['deviceType', 'projectId', 'areaId', 'keyword'] as const
type Filter = Readonly<Record<(typeof FILTERS)[number] | 'status', string>>
/** Value of `status` in the address for devices in any state, on a page that shows one state first. */
const ALL = 'all'

export const useTypes = () =>
  useQuery({
    queryKey: ['devices.register', 'types'],
    queryFn: ({ signal }) => api.get<typeof typeList>('blade-device/device/type/list', {}, { signal, quiet: true }),
    staleTime: 60_000,
  })

/** The page of the register that the address of the tab names. `status`: the state that is shown if the address has none. */
export const useRegister = (status = '') => {
  const { query: place } = useTab()
  const shown = place.status === ALL ? '' : (place.status ?? status)
  const list = useRows<RowsCall<Registered>, (typeof FILTERS)[number]>('blade-device/device/list', {
    of: 'devices.register',
    filters: FILTERS,
    fixed: shown ? { status: shown } : {},
    every: 30_000,
  })
  return {
    ...list,
    filter: { ...list.filter, status: shown },
    isFiltered: list.isFiltered || shown !== '',
    setFilter: (change: Partial<Filter>) =>
      list.setQuery({ ...change, ...(status && change.status === '' && { status: ALL }), current: '' }),
  }
}
