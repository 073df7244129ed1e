import { seriesHistory } from '@lamplight/devices/server'
import { exampleId, pick, unitSymbol } from '@lamplight/kit'
import { A, type Ctx, formatTime, type Platform, parseTime, type Route, route, T, visibleRow } from '@lamplight/server-kit'
import { envSensor, envSensorType, INDEX_TYPES, type IndexType } from '../model/index.ts'
import { weatherWord } from '../model/weather.ts'
import { createForecasts } from './forecast.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIME_TYPES = { hours: 1, days: 2, months: 3 } as const
const HOURS = 24
const DAYS = 30
const MONTHS = 12
const YEAR_DAYS = 366
/** The label of a period is the beginning of `yyyy-MM-dd HH:mm:ss` with this length. */
const LABEL = { [TIME_TYPES.hours]: 16, [TIME_TYPES.days]: 10, [TIME_TYPES.months]: 7 } as const

interface Bucket {
  readonly at: number
  readonly mean: number | null
  readonly least: number | null
  readonly most: number | null
  /** Number of reports. */
  readonly count: number
}
interface Period extends Omit<Bucket, 'at' | 'count'> {
  readonly time: string
}

/** Time that a statistic covers, and the number of buckets in which it is read. Months are read in buckets of days. */
const spanOf = (timeType: number, now: number, zone: string): { from: number; to: number; points: number } => {
  if (timeType === TIME_TYPES.hours) {
    const to = Math.ceil(now / HOUR_MS) * HOUR_MS
    return { from: to - HOURS * HOUR_MS, to, points: HOURS }
  }
  const midnight = (day: string): number => Date.parse(parseTime(day, zone) ?? day)
  if (timeType === TIME_TYPES.days) {
    const from = midnight(formatTime(now - (DAYS - 1) * DAY_MS, zone).slice(0, 10))
    return { from, to: from + DAYS * DAY_MS, points: DAYS }
  }
  const [year = 0, month = 1] = formatTime(now, zone).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10)
  const from = midnight(first)
  return { from, to: from + YEAR_DAYS * DAY_MS, points: YEAR_DAYS }
}

/** Joins the buckets with the same label to a period. Its mean weights each bucket by its number of reports. */
export const periodsOf = (buckets: readonly Bucket[], labelOf: (at: number) => string): readonly Period[] =>
  [
    ...Map.groupBy(
      buckets.filter(({ mean }) => mean !== null),
      ({ at }) => labelOf(at),
    ),
  ].map(([time, own]) => {
    const count = own.reduce((sum, bucket) => sum + bucket.count, 0)
    const mean = own.reduce((sum, bucket) => sum + (bucket.mean ?? 0) * bucket.count, 0) / count
    return {
      time,
      mean,
      least: Math.min(...own.map(({ least }) => least ?? Number.POSITIVE_INFINITY)),
      most: Math.max(...own.map(({ most }) => most ?? Number.NEGATIVE_INFINITY)),
    }
  })

const statistics = async (ctx: Ctx, id: string, index: IndexType, timeType: 1 | 2 | 3): Promise<readonly Period[]> => {
  const { tenantId } = await visibleRow(ctx, envSensor, id)
  const name = INDEX_TYPES[index]
  const { points } = await seriesHistory(ctx, envSensorType, {
    deviceId: id,
    tenantId: String(tenantId),
    ...spanOf(timeType, ctx.now().getTime(), ctx.zone),
  })
  const buckets = points.map((point) => ({
    at: point.at ?? 0,
    mean: point[name] ?? null,
    least: point[`${name}Min`] ?? null,
    most: point[`${name}Max`] ?? null,
    count: point.count ?? 0,
  }))
  return periodsOf(buckets, (at) => formatTime(at, ctx.zone).slice(0, LABEL[timeType]))
}

const measure = A.nullable(A.number)
const rounded = (value: number | null): number | null => (value === null || !Number.isFinite(value) ? null : Math.round(value * 100) / 100)

/**
 * Mean, lowest and highest value of one measured quantity of a sensor by hour, day or month (report.env_sensor.history.stats). Written by hand, because a defined report has
 * the devices of an area by day, but not single devices or hours.
 */
export const historyStats = route({
  method: 'GET',
  path: '/api/blade-report/env_sensor/history/stats',
  summary: ['环境传感器历史统计', 'History of an environmental sensor'],
  example: { query: { indexType: 1, timeType: 1, envId: exampleId(envSensor.name) } },
  permission: 'env_sensor_view',
  query: T.Object({
    indexType: T.Optional(
      T.Integer({ minimum: 1, maximum: Object.keys(INDEX_TYPES).length, description: Object.entries(INDEX_TYPES).flat().join(' ') }),
    ),
    timeType: T.Optional(T.Integer({ minimum: 1, maximum: 3, description: '1 24 hours by hour, 2 30 days by day, 3 12 months by month' })),
    envId: T.String({ pattern: '^\\d{1,19}$' }),
  }),
  returns: A.of({
    indexType: A.int,
    timeType: A.int,
    name: A.text,
    label: A.text,
    unit: A.text,
    mean: measure,
    least: measure,
    most: measure,
    records: A.list(A.of({ time: A.text, mean: measure, least: measure, most: measure })),
  }),
  handler: async ({ ctx, query }) => {
    const indexType = (query.indexType ?? 1) as IndexType
    const timeType = (query.timeType ?? TIME_TYPES.hours) as 1 | 2 | 3
    const records = await statistics(ctx, query.envId, indexType, timeType)
    const name = INDEX_TYPES[indexType]
    const { label, unit } = envSensorType.properties[name]
    const all = records.map(({ mean }) => mean ?? 0)
    return {
      indexType,
      timeType,
      name,
      label: pick(label, ctx.lang),
      unit: unitSymbol(unit),
      mean: all.length > 0 ? rounded(all.reduce((sum, value) => sum + value, 0) / all.length) : null,
      least: all.length > 0 ? rounded(Math.min(...records.map(({ least }) => least ?? Number.POSITIVE_INFINITY))) : null,
      most: all.length > 0 ? rounded(Math.max(...records.map(({ most }) => most ?? Number.NEGATIVE_INFINITY))) : null,
      records: records.map(({ time, mean, least, most }) => ({ time, mean: rounded(mean), least: rounded(least), most: rounded(most) })),
    }
  },
})

const known = new WeakMap<Platform, ReturnType<typeof createForecasts>>()
const forecastsOf = (platform: Platform): ReturnType<typeof createForecasts> => {
  const made = known.get(platform) ?? createForecasts(platform)
  known.set(platform, made)
  return made
}

/** The forecast of the provider at the parameter `weather.url`; without one an empty list and a hint. Written by hand: its data are not rows. */
export const weatherForecast = route({
  method: 'GET',
  path: '/api/blade-report/env_sensor/weather/forecast',
  summary: ['天气预报', 'Weather forecast'],
  permission: 'env_sensor_view',
  returns: A.of({
    source: A.text,
    hint: A.text,
    updateTime: A.time,
    records: A.list(A.of({ date: A.text, code: A.int, weather: A.text, least: measure, most: measure, rain: measure, wind: measure })),
  }),
  handler: async ({ ctx }) => {
    const { days, at, source, hint } = await forecastsOf(ctx.platform)()
    return {
      source: pick(source, ctx.lang),
      hint: pick(hint, ctx.lang),
      updateTime: at === null ? '' : formatTime(at, ctx.zone),
      records: days.map((day) => ({ ...day, weather: pick(weatherWord(day.code), ctx.lang) })),
    }
  },
})

export const envSensorRoutes: readonly Route[] = [historyStats, weatherForecast]
