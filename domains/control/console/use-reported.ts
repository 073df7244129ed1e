import { api, useTab } from '@lamplight/console-kit'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ParamValues } from './param-words.ts'
import { DRIFT_KEY } from './use-drift-count.ts'

/** A device in the answer of the `data` call of a family. */
export interface Reported {
  readonly deviceId: string
  readonly sn: string
  readonly name: string
  readonly deviceType: number
  readonly gatewayId: string
  readonly gatewayName: string
  readonly areaName: string
  readonly reported: ParamValues | null
  readonly wanted: ParamValues | null
  readonly reportedAt: string
  readonly drift: number
  readonly status: number
  readonly statusName: string
  readonly reason: string
}
interface ReportedPage {
  readonly records: readonly Reported[]
  readonly total: number
}
export interface ReportedFilter {
  readonly keyword: string
  readonly projectId: string
  readonly areaId: string
  /** `1`: only devices that differ from what is wanted. */
  readonly drift: string
}

const SIZE = 50
const SIZES = [10, 30, 50, 100, 200]
const EVERY_MS = 5000

const conditions = (filter: ReportedFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/**
 * What devices reported of a family. The tab's address holds filters and page. The list is reloaded every few seconds, because the answers of devices
 * arrive late.
 */
export const useReported = ({ name, data }: ParamFamilyDefinition) => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = SIZES.includes(Number(place.size)) ? Number(place.size) : SIZE
  const { keyword = '', projectId = '', areaId = '', drift = '' } = place
  const filter: ReportedFilter = { keyword, projectId, areaId, drift: drift === '1' ? '1' : '' }
  const query = useQuery({
    queryKey: [DRIFT_KEY, 'reported', name, filter, current, size],
    enabled: data !== undefined,
    queryFn: ({ signal }) => api.get<ReportedPage>(data?.list ?? '', { ...conditions(filter), current, size }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  return {
    query,
    filter,
    current,
    size,
    rows: query.data?.records ?? [],
    total: query.data?.total ?? 0,
    isFiltered: Object.keys(conditions(filter)).length > 0,
    setFilter: (changed: Partial<ReportedFilter>) => setQuery({ ...changed, current: '' }),
    setPage: (page: { current: number; size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === SIZE ? '' : page.size }),
  }
}
