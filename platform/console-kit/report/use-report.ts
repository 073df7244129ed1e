import {
  addDays,
  addMonths,
  bucketOf,
  COMPARISONS,
  type DayRange,
  GRAINS,
  isDay,
  PERIOD,
  presetRange,
  REPORT_PRESETS,
  type ReportDefinition,
  type ReportPreset,
} from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormat } from '../i18n/use-format.ts'
import { hrefOf } from '../router/location.ts'
import { api } from '../session/session.ts'
import { REPORT_REFRESH_MS } from '../tabs/refresh.ts'
import { useTab } from '../tabs/use-tab.ts'

type Query = Readonly<Record<string, string>>
export type ReportRecord = Readonly<Record<string, string | number | null>>
interface ReportPageData {
  readonly records: readonly ReportRecord[]
  readonly total: number
  readonly totals: ReportRecord
  readonly complete?: ReportCompleteness
}
/** Share of the data that were due (0 to 1), ended days of the range, and days without data. */
export interface ReportCompleteness {
  readonly share: number | null
  readonly days: number
  readonly gapDays: number
  readonly gaps: readonly { readonly from: string; readonly to: string }[]
}
export interface ReportChart {
  /** Start days of the periods. */
  readonly times: readonly string[]
  readonly series: readonly {
    readonly code: string
    readonly name: string
    readonly unit: string
    readonly values: readonly (number | null)[]
  }[]
}

const DEFAULT_PRESET: ReportPreset = '30' as unknown as ReportPreset
const DEFAULT_SIZE = 20

/** Names of all filters of a report. */
export const filtersOf = ({ dimensions, filters = [] }: ReportDefinition): readonly string[] => [...dimensions, ...filters]

/** Parses the address of a report page: parameter names as in the calls, and `preset` for a relative range. */
export const readAddress = (report: ReportDefinition, query: Query, today: string, fixed: Query = {}) => {
  const own: DayRange | null =
    isDay(query.startDate ?? '') && isDay(query.endDate ?? '') && (query.startDate as string) <= (query.endDate as string)
      ? { from: query.startDate as string, to: query.endDate as string }
      : null
  const preset = Object.keys(REPORT_PRESETS).find((key) => key === query.preset) ?? String(DEFAULT_PRESET)
  const range = own ?? presetRange(preset as unknown as ReportPreset, today)
  const known = new Set([PERIOD, ...report.dimensions])
  const by = (query.by ?? '').split(',').filter((name) => known.has(name))
  const grain = Object.entries(GRAINS).find(([key, name]) => key === query.dateType && report.grains.includes(name))
  return {
    preset: own ? null : preset,
    range,
    by: by.length > 0 ? by : report.by,
    grain: grain?.[1] ?? report.grains[0] ?? 'day',
    dateType: grain?.[0] ?? Object.entries(GRAINS).find(([, name]) => name === report.grains[0])?.[0] ?? '2',
    compare: query.compare !== undefined && query.compare in COMPARISONS ? query.compare : '',
    filters: {
      ...Object.fromEntries(filtersOf(report).flatMap((name) => (query[name] ? [[name, query[name] as string]] : []))),
      ...fixed,
    } as Query,
    current: Math.max(1, Number(query.current) || 1),
    size: Number(query.size) || DEFAULT_SIZE,
  }
}
export type ReportAddress = ReturnType<typeof readAddress>

/** Parameters of the calls of a report for an address. */
export const callQuery = ({ range, by, dateType, compare, filters }: ReportAddress): Query => ({
  startDate: range.from,
  endDate: range.to,
  dateType,
  ...(compare ? { compare } : {}),
  by: by.join(','),
  ...filters,
})

/** The dimension by which the rows of a row can be shown; undefined if there is no finer one. */
export const drillOf = ({ drill = [] }: ReportDefinition, by: readonly string[]) => {
  const name = drill.findLast((one) => by.includes(one))
  const next = name === undefined ? undefined : drill[drill.indexOf(name) + 1]
  return name !== undefined && next !== undefined ? { name, next } : undefined
}
const LAST = '9999-12-31'
/** Query that shows the rows of one row: its time and its value of the dimension become filters, and the next dimension groups. */
export const drilled = (report: ReportDefinition, { by, grain, range }: ReportAddress, row: ReportRecord): Query | undefined => {
  const drill = drillOf(report, by)
  const value = drill && String(row[drill.name] ?? '')
  if (!drill || !value) return undefined
  const period = row[PERIOD] ? String(row[PERIOD]) : undefined
  const end = period && (grain === 'day' ? period : addDays(addMonths(period, grain === 'month' ? 1 : 12), -1))
  const within = (day: string, low: string, high: string): string => (day < low ? low : day > high ? high : day)
  return {
    ...(period && { preset: '', startDate: within(period, range.from, LAST), endDate: within(end ?? period, range.from, range.to) }),
    by: by.flatMap((name) => (name === PERIOD ? [] : name === drill.name ? [drill.next] : by.includes(drill.next) ? [] : [name])).join(','),
    [drill.name]: value,
    current: '',
  }
}

const isSameGrouping = (last: Query | undefined, next: Query): boolean => last?.by === next.by && last?.dateType === next.dateType

/** State and actions of a report page. `fixed`: filters with values that the address cannot change. */
export const useReport = (report: ReportDefinition, fixed: Query) => {
  const { path, query, setQuery, active } = useTab()
  const format = useFormat()
  const today = format.time(Date.now()).slice(0, 10)
  const address = readAddress(report, query, today, fixed)
  const { current, size } = address
  const reportQuery = callQuery(address)
  const { by: _by, ...overTime } = reportQuery
  const queryOf = <T>(call: 'page' | 'chart', options: Record<string, string | number>) => ({
    queryKey: [report.name, call, format.lang, options],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(`${report.base}/${call}`, options, { signal, quiet: true }),
    refetchInterval: REPORT_REFRESH_MS,
    enabled: active,
  })
  const page = useQuery({
    ...queryOf<ReportPageData>('page', { ...reportQuery, current, size }),
    // Rows of another grouping have no values for the columns of this one.
    placeholderData: (data: ReportPageData | undefined, last: { readonly queryKey: readonly unknown[] } | undefined) =>
      isSameGrouping(last?.queryKey[3] as Query | undefined, reportQuery) ? data : undefined,
  })
  const chart = useQuery({ ...queryOf<ReportChart>('chart', overTime), placeholderData: keepPreviousData })
  /** Changes the address; a changed query starts at its first page. */
  const change = (patch: Query): void => setQuery({ current: '', ...patch })
  return {
    address,
    page,
    chart,
    change,
    setRange: ({ from, to }: DayRange) => change({ preset: '', startDate: from, endDate: to }),
    setPreset: (preset: string) => change({ startDate: '', endDate: '', preset: preset === String(DEFAULT_PRESET) ? '' : preset }),
    toggle: (name: string) => {
      const by = address.by.includes(name) ? address.by.filter((one) => one !== name) : [...address.by, name]
      if (by.length > 0) change({ by: by.join(',') === report.by.join(',') ? '' : by.join(',') })
    },
    turn: (page: { current: number; size: number }) =>
      setQuery({ current: page.current, size: page.size === DEFAULT_SIZE ? '' : page.size }),
    reset: () =>
      setQuery(
        Object.fromEntries(
          ['preset', 'startDate', 'endDate', 'dateType', 'compare', 'by', 'current', ...filtersOf(report)].map((name) => [name, '']),
        ),
      ),
    drill: (row: ReportRecord) => {
      const found = drilled(report, address, row)
      if (found) setQuery(found, { replace: false })
    },
    /** Address that shows the same figures on another day: relative ranges become days. */
    link: () => {
      const { preset: _, ...kept } = query
      return hrefOf({ path, query: { ...kept, startDate: address.range.from, endDate: address.range.to } })
    },
    save: (format: ReportFormat) => api.download(`${report.base}/export`, { ...reportQuery, format }, { name: `${report.code}.${format}` }),
  }
}
/** Formats of the file of a report. */
export type ReportFormat = 'xlsx' | 'pdf'
export type ReportState = ReturnType<typeof useReport>

/** Label of a period: its day, month or year. */
export const periodText = (period: string, grain: ReportAddress['grain']): string =>
  grain === 'day' ? period : bucketOf(period, grain).slice(0, grain === 'month' ? 7 : 4)
