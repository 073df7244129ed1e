import { type AnswerOf, api, type PathOf, REPORT_REFRESH_MS, type TypedCall, useFormat } from '@lamplight/console-kit'
import { useFixedParams, useRowsPlace } from '@lamplight/console-kit/resource'
import { addDays, isDay } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

const DAYS = 30

/** Range, filters and page of a report page, which its address holds. `names`: its filters. */
export const usePlace = (names: readonly string[]) => {
  const { place: query, setQuery, active, filter, wanted, current, size, turn } = useRowsPlace(names)
  const { time } = useFormat()
  const fixed = useFixedParams()
  const today = time(Date.now()).slice(0, 10)
  const endDate = isDay(query.endDate ?? '') ? (query.endDate as string) : today
  const startDate =
    isDay(query.startDate ?? '') && (query.startDate as string) <= endDate ? (query.startDate as string) : addDays(endDate, 1 - DAYS)
  return {
    active,
    query,
    startDate,
    endDate,
    filter,
    current,
    size,
    /** Parameters of the calls: range, filters that are set, and those that the page fixes, such as its system. */
    wanted: { startDate, endDate, ...fixed, ...wanted } as Readonly<Record<string, string>>,
    set: (patch: Record<string, string>) => setQuery({ current: '', ...patch }),
    turn,
  }
}
export type Place = ReturnType<typeof usePlace>

/** Reads a call of the reports; the old answer stays while a new one loads. */
export const useCall = <R extends TypedCall<'GET'>>(
  path: PathOf<R>,
  parameters: Readonly<Record<string, string | number>>,
  enabled = true,
) => {
  const { lang } = useFormat()
  return useQuery({
    queryKey: ['reports', path, lang, parameters],
    queryFn: ({ signal }) => api.get<AnswerOf<R>>(path, parameters, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REPORT_REFRESH_MS,
    enabled,
  })
}
