import { type AnswerOf, api, useTab } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { typeList } from '../../server/register/register-list.handler.ts'
import type { RegisteredDevice } from '../../server/register/register-rows.ts'

/** A device of the register as the API sends it. */
export type Registered = RegisteredDevice
/** `registered`: 1 if the devices are listed by device/list. */
export type DeviceTypeEntry = AnswerOf<typeof typeList>[number]
const SIZE = 30
const FILTERS = ['deviceType', 'status', 'projectId', 'areaId', 'keyword'] as const
/** Value of `status` in the address for devices in any state, on a page that shows one state first. */
const ALL = 'all'
type Filter = Readonly<Record<(typeof FILTERS)[number], string>>

export const useTypes = () =>
  useQuery({
    queryKey: ['devices.register', 'types'],
    queryFn: ({ signal }) => api.get<typeof typeList>('blade-device/device/type/list', {}, { signal, quiet: true }),
    staleTime: 60_000,
  })

/** The page of the register that the address of the tab names. `status`: the state that is shown if the address has none. */
export const useRegister = (status = '') => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = Number(place.size) || SIZE
  const given = { ...place, status: place.status === ALL ? '' : (place.status ?? status) } as Record<string, string | undefined>
  const filter = Object.fromEntries(FILTERS.map((name) => [name, given[name] ?? ''])) as Filter
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const query = useQuery({
    queryKey: ['devices.register', 'list', wanted, current, size],
    queryFn: ({ signal }) =>
      api.get<{ records: readonly Registered[]; total: number }>(
        'blade-device/device/list',
        { ...wanted, current, size },
        { signal, quiet: true },
      ),
    refetchInterval: 30_000,
    placeholderData: (old) => old,
  })
  return {
    query,
    current,
    size,
    filter,
    isFiltered: Object.keys(wanted).length > 0,
    setPage: (page: { current: number; size: number }) => setQuery(page),
    setFilter: (change: Partial<Filter>) => setQuery({ ...change, ...(status && change.status === '' && { status: ALL }), current: '' }),
  }
}
