import { hashOf } from './random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time zone of the demo city: China. */
const ZONE_MS = 8 * HOUR_MS
/** Hour of the highest sun, and hours from sunrise to sunset. */
const NOON = 12.5
const DAYLIGHT_HOURS = 13
/** Each block of so many days may begin with a rainy spell of one of these lengths, days. */
const SPELL_EVERY = 9
const SPELL_DAYS = [2, 3, 4, 5] as const
const SKY = { overcast: 0.08, cloudy: 0.5, clear: 1 } as const

/** A pseudo-random number in [0, 1) that depends only on `parts`. */
const lot = (...parts: readonly (string | number)[]): number => hashOf(...parts) / 2 ** 32

export const hourOf = (at: number): number => ((at + ZONE_MS) % DAY_MS) / HOUR_MS
export const dayOf = (at: number): number => Math.floor((at + ZONE_MS) / DAY_MS)

/** Light of a day as a share of the light of a clear day. It is the same for the whole city. */
export const skyOn = (day: number): number => {
  const block = Math.floor(day / SPELL_EVERY)
  const length = SPELL_DAYS[hashOf('rain', block) % SPELL_DAYS.length] ?? 2
  if (day - block * SPELL_EVERY < length && lot('spell', block) < 0.7) return SKY.overcast
  return lot('cloud', day) < 0.25 ? SKY.cloudy : SKY.clear
}

/** Height of the sun from 0 (night) to 1 (noon). */
export const sunAt = (at: number): number => Math.max(0, Math.cos(((hourOf(at) - NOON) * Math.PI) / DAYLIGHT_HOURS))
/** Light on a panel, from 0 to 1. */
export const lightAt = (at: number): number => sunAt(at) * skyOn(dayOf(at))
/** Air temperature in °C, highest at 15:00. */
export const airAt = (at: number): number => 18 + 6 * Math.cos(((hourOf(at) - 15) * Math.PI) / 12)

const CLOUD_SHARE = 0.12
/** Rain of the hour of `at`, mm. It falls on overcast days, in showers of three hours. */
export const rainAt = (at: number): number => {
  const day = dayOf(at)
  if (skyOn(day) !== SKY.overcast) return 0
  const hour = Math.floor(hourOf(at))
  const shower = lot('shower', day, Math.floor(hour / 3))
  return shower < 0.45 ? 0 : Math.round(10 * (shower - 0.4) * 12 * (0.6 + 0.4 * lot('drops', day, hour))) / 10
}
/** Rain of the last 24 hours that has not drained off, mm. 15 % of it drains off in each hour. */
export const wetAt = (at: number): number => {
  let wet = 0
  for (let hours = 0; hours < 24; hours++) wet += rainAt(at - hours * HOUR_MS) * 0.85 ** hours
  return wet
}
/** Speed of the wind, m/s, and the direction it comes from, degrees. The wind is stronger by day and in rain. */
export const windAt = (at: number): { readonly speed: number; readonly direction: number } => {
  const day = dayOf(at)
  const calm = 1 + 3 * lot('wind', day)
  const gust = 0.7 + 0.6 * lot('gust', Math.floor(at / HOUR_MS))
  return {
    speed: calm * gust * (0.7 + 0.5 * sunAt(at)) + (rainAt(at) > 0 ? 2 : 0),
    direction: (lot('from', day) * 360 + hourOf(at) * 2) % 360,
  }
}
/** Relative humidity, %: lower when the air is warmer, higher on overcast days and in rain. */
export const humidityAt = (at: number): number =>
  Math.min(98, 62 - 2.2 * (airAt(at) - 18) + (skyOn(dayOf(at)) < SKY.cloudy ? 22 : 0) + (rainAt(at) > 0 ? 8 : 0))
/** Air pressure, hPa: lower on overcast days, with a variation that repeats every twelve hours. */
export const pressureAt = (at: number): number => {
  const between = (day: number): number => 1008 + 14 * skyOn(day) * (1 - CLOUD_SHARE) + 4 * lot('pressure', day)
  const share = hourOf(at) / 24
  const day = dayOf(at)
  return between(day) * (1 - share) + between(day + 1) * share + 1.2 * Math.cos(((hourOf(at) - 10) * Math.PI) / 6)
}
/** Fine dust PM2.5, µg/m³: more in calm air and at rush hours, less after rain. */
export const dustAt = (at: number): number => {
  const hour = hourOf(at)
  const rush = Math.exp(-((hour - 8) ** 2) / 6) + Math.exp(-((hour - 19) ** 2) / 8)
  const base = 22 + 40 * lot('dust', dayOf(at)) + 14 * rush
  return base / (0.6 + windAt(at).speed / 5) / (1 + wetAt(at) / 6)
}

/** A day of the weather of the virtual city. `day`: days since 1970 in its time zone. */
export interface CityDay {
  /** Epoch ms of midnight. */
  readonly at: number
  /** 0 clear, 2 cloudy, 3 overcast, 61 rain (WMO code 4677). */
  readonly code: 0 | 2 | 3 | 61
  /** °C */
  readonly least: number
  readonly most: number
  /** mm */
  readonly rain: number
  /** m/s */
  readonly wind: number
}
/** The weather of the virtual city for `days` days from that of `from` on. It depends only on the time, so future days are exact. */
export const cityDays = (from: number, days: number): readonly CityDay[] =>
  Array.from({ length: days }, (_, n) => {
    const day = dayOf(from) + n
    const at = day * DAY_MS - ZONE_MS
    const hours = Array.from({ length: 24 }, (_hour, hour) => at + (hour + 0.5) * HOUR_MS)
    const rain = hours.reduce((sum, hour) => sum + rainAt(hour), 0)
    const sky = skyOn(day)
    return {
      at,
      rain,
      code: rain > 0 ? 61 : sky === SKY.clear ? 0 : sky === SKY.cloudy ? 2 : 3,
      least: Math.min(...hours.map(airAt)),
      most: Math.max(...hours.map(airAt)),
      wind: Math.max(...hours.map((hour) => windAt(hour).speed)),
    } as const
  })
