import { api, useTab } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DRIFT_KEY } from './use-drift-count.ts'

/** A drifted parameter of a device in the answer of `blade-city/param/drift`. The texts contain the fields that differ. */
export interface Drift {
  readonly id: string
  readonly deviceId: string
  readonly sn: string
  readonly name: string
  readonly deviceType: number
  readonly typeName: string
  readonly areaName: string
  readonly family: string
  readonly familyName: string
  readonly wantedText: string
  readonly reportedText: string
  readonly wantedAt: string
  readonly reportedAt: string
  readonly status: number
  readonly statusName: string
  readonly reason: string
  readonly isAcceptable: number
}
interface DriftPage {
  readonly records: readonly Drift[]
  readonly total: number
}
export interface DriftFilter {
  readonly family: string
  readonly deviceType: string
  readonly areaId: string
  readonly keyword: string
}

const LIST = 'blade-city/param/drift'
const SIZE = 50
const SIZES = [10, 30, 50, 100, 200]
const EXPORT_PAGE = 1000
const EVERY_MS = 5000

export const conditions = (filter: DriftFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/**
 * The list of drift. The tab's address holds filters and page. The list is reloaded every few seconds, because the devices' answers arrive late.
 */
export const useDrift = () => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = SIZES.includes(Number(place.size)) ? Number(place.size) : SIZE
  const { family = '', deviceType = '', areaId = '', keyword = '' } = place
  const filter: DriftFilter = { family, deviceType: /^\d{1,5}$/.test(deviceType) ? deviceType : '', areaId, keyword }
  const query = useQuery({
    queryKey: [DRIFT_KEY, 'list', filter, current, size],
    queryFn: ({ signal }) => api.get<DriftPage>(LIST, { ...conditions(filter), current, size }, { signal, quiet: true }),
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
    setFilter: (changed: Partial<DriftFilter>) => setQuery({ ...changed, current: '' }),
    setPage: (page: { current: number; size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === SIZE ? '' : page.size }),
  }
}

/** Loads all drift that matches, for a file. */
export const allDrift = async (filter: DriftFilter): Promise<readonly Drift[]> => {
  const found: Drift[] = []
  for (let current = 1; ; current += 1) {
    const page = await api.get<DriftPage>(LIST, { ...conditions(filter), current, size: EXPORT_PAGE }, { quiet: true })
    found.push(...page.records)
    if (page.records.length === 0 || found.length >= page.total) return found
  }
}
