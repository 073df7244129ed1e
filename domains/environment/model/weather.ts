import type { Text } from '@lamplight/kit'

/** Words for the WMO code 4677 in the answers of Open-Meteo. A code has the words of the first entry with at least this number. */
const WORDS: readonly (readonly [most: number, text: Text])[] = [
  [0, ['晴', 'Clear']],
  [1, ['晴间多云', 'Mostly clear']],
  [2, ['多云', 'Partly cloudy']],
  [3, ['阴', 'Overcast']],
  [48, ['雾', 'Fog']],
  [57, ['毛毛雨', 'Drizzle']],
  [67, ['雨', 'Rain']],
  [77, ['雪', 'Snow']],
  [82, ['阵雨', 'Showers']],
  [86, ['阵雪', 'Snow showers']],
  [99, ['雷雨', 'Thunderstorm']],
]
const UNKNOWN: Text = ['未知', 'Unknown']

export const weatherWord = (code: number): Text => WORDS.find(([most]) => code <= most)?.[1] ?? UNKNOWN

/** A day of a forecast. Temperatures in °C, rain in mm, wind in m/s; null if the provider gives no value. */
export interface ForecastDay {
  /** yyyy-MM-dd */
  readonly date: string
  readonly code: number
  readonly least: number | null
  readonly most: number | null
  readonly rain: number | null
  readonly wind: number | null
}

const KMH_PER_MS = 3.6
const DAYS_AT_MOST = 16
const DATE = /^\d{4}-\d{2}-\d{2}$/
type Lists = Readonly<Record<string, unknown>>

const numberAt = (list: unknown, at: number): number | null => {
  const value: unknown = Array.isArray(list) ? list[at] : null
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/**
 * Reads a daily forecast in the format of Open-Meteo: `daily` with the lists time, weather_code, temperature_2m_min, temperature_2m_max,
 * precipitation_sum and wind_speed_10m_max (km/h unless `daily_units` says m/s). Returns null for anything else.
 */
export const readForecast = (answer: unknown): readonly ForecastDay[] | null => {
  const { daily, daily_units: units } = (answer ?? {}) as { daily?: Lists; daily_units?: Lists }
  if (typeof daily !== 'object' || daily === null || !Array.isArray(daily.time) || !Array.isArray(daily.weather_code)) return null
  const perMs = units?.wind_speed_10m_max === 'm/s' ? 1 : KMH_PER_MS
  const days: ForecastDay[] = []
  for (const [at, date] of daily.time.slice(0, DAYS_AT_MOST).entries()) {
    const code = numberAt(daily.weather_code, at)
    if (typeof date !== 'string' || !DATE.test(date) || code === null) return null
    const wind = numberAt(daily.wind_speed_10m_max, at)
    days.push({
      date,
      code,
      least: numberAt(daily.temperature_2m_min, at),
      most: numberAt(daily.temperature_2m_max, at),
      rain: numberAt(daily.precipitation_sum, at),
      wind: wind === null ? null : Math.round((10 * wind) / perMs) / 10,
    })
  }
  return days
}
