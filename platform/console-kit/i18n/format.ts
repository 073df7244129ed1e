import { type Lang, readable, withUnit } from '@lamplight/kit'
import { instantOf, wallClock } from './zone.ts'

const LOCALE: Record<Lang, string> = { zh: 'zh-CN', en: 'en-US' }
/** Shown if there is no value. */
export const NOTHING = '—'

const numbers = new Map<string, Intl.NumberFormat>()
const numberFormat = (lang: Lang, decimals: number | undefined): Intl.NumberFormat => {
  const key = `${lang}${decimals ?? ''}`
  const kept = numbers.get(key)
  if (kept) return kept
  const digits =
    decimals === undefined ? { maximumFractionDigits: 3 } : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const made = new Intl.NumberFormat(LOCALE[lang], digits)
  numbers.set(key, made)
  return made
}

/** Formats a number: `63184` becomes `63,184`. Accepts decimal strings of the wire; other texts give a dash. */
export const formatNumber = (value: number | string | null | undefined, lang: Lang, decimals?: number): string => {
  if (value === null || value === undefined || value === '') return NOTHING
  const number = Number(value)
  return Number.isFinite(number) ? numberFormat(lang, decimals).format(number) : NOTHING
}

/** Formats a number with its unit; energy in Wh, kWh or MWh by its size. */
export const formatUnit = (value: number | string | null | undefined, unit: string, lang: Lang, decimals?: number): string => {
  if (formatNumber(value, lang) === NOTHING) return NOTHING
  const shown = readable(Number(value), unit, decimals)
  return withUnit(formatNumber(shown.value, lang, shown.decimals), shown.symbol)
}

/** Formats Wh as kWh with two decimals, from 10 MWh on as MWh. */
export const formatEnergy = (wattHours: number | null | undefined, lang: Lang): string =>
  wattHours === null || wattHours === undefined ? NOTHING : formatUnit(wattHours / 1e3, 'kWh', lang, 2)

/** Formats a power in W below one kilowatt, else in kW; `beside` (W): a second power for comparison, so that both have the unit of the larger. */
export const formatPower = (watts: number | null | undefined, lang: Lang, beside = 0): string => {
  if (watts === null || watts === undefined) return NOTHING
  return Math.max(Math.abs(watts), Math.abs(beside)) >= 1000 ? formatUnit(watts / 1000, 'kW', lang, 2) : formatUnit(watts, 'W', lang, 1)
}

/** Formats bytes in units of 1024: B, KB, MB, GB (rule.fmt.bytes). */
export const formatBytes = (bytes: number, lang: Lang): string => {
  const units = ['B', 'KB', 'MB', 'GB']
  let value = bytes
  let step = 0
  while (value >= 1024 && step < units.length - 1) {
    value /= 1024
    step += 1
  }
  return `${formatNumber(value, lang, step === 0 ? 0 : 2)} ${units[step]}`
}

/** Units of a duration: seconds and labels. */
const UNITS: readonly (readonly [seconds: number, zh: string, en: string])[] = [
  [86_400, '天', 'd'],
  [3600, '小时', 'h'],
  [60, '分', 'min'],
  [1, '秒', 's'],
]

/** Formats seconds (rule.fmt.duration): `3分05秒`, `3 min 05 s`. From an hour on in hours and minutes, from a day on in days and hours. */
export const formatDuration = (seconds: number, lang: Lang): string => {
  const whole = Math.max(0, Math.round(seconds))
  const from = Math.max(
    0,
    UNITS.findIndex(([size]) => whole >= size || size === 1),
  )
  const words = ([, zh, en]: (typeof UNITS)[number], text: string): string => (lang === 'zh' ? `${text}${zh}` : `${text} ${en}`)
  const [unit, below] = [UNITS[from] as (typeof UNITS)[number], UNITS[from + 1]]
  const first = words(unit, String(Math.floor(whole / unit[0])))
  if (!below) return first
  const rest = words(below, String(Math.floor((whole % unit[0]) / below[0])).padStart(2, '0'))
  return lang === 'zh' ? first + rest : `${first} ${rest}`
}

const STEPS: readonly (readonly [seconds: number, zh: string, one: string, many: string])[] = [
  [2_592_000, '个月前', 'month ago', 'months ago'],
  [604_800, '周前', 'week ago', 'weeks ago'],
  [86_400, '天前', 'day ago', 'days ago'],
  [3600, '小时前', 'hour ago', 'hours ago'],
  [60, '分钟前', 'minute ago', 'minutes ago'],
]

/** Formats the time since `at` in minutes to months; `刚刚` within one minute (rule.fmt.relative). */
export const formatRelative = (at: number, now: number, lang: Lang): string => {
  const seconds = Math.floor((now - at) / 1000)
  for (const [size, zh, one, many] of STEPS) {
    if (seconds < size) continue
    const count = Math.floor(seconds / size)
    return lang === 'zh' ? `${count}${zh}` : `${count} ${count === 1 ? one : many}`
  }
  return lang === 'zh' ? '刚刚' : 'just now'
}

/** Formats the age of a live value: in seconds (`12 秒前`), from a minute on like `formatRelative`. */
export const formatAge = (at: number, now: number, lang: Lang): string => {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds >= 60) return formatRelative(at, now, lang)
  return lang === 'zh' ? `${seconds} 秒前` : `${seconds} s ago`
}

export type TimeStyle = 'full' | 'minute' | 'date' | 'clock'

/**
 * Formats an instant (epoch ms, Date) in `zone` as `yyyy-MM-dd HH:mm:ss` (rule.fmt.date). Times on the wire are
 * already in the tenant's zone and only shortened.
 */
export const formatTime = (value: number | Date | string | null | undefined, zone: string, style: TimeStyle = 'full'): string => {
  if (value === null || value === undefined || value === '' || value === -1) return NOTHING
  const ms = typeof value === 'string' ? (instantOf(value, zone) ?? Date.parse(value)) : Number(value)
  if (!Number.isFinite(ms)) return NOTHING
  const [year, month, day, hour, minute, second] = wallClock(ms, zone)
  const date = `${year}-${month}-${day}`
  if (style === 'date') return date
  if (style === 'clock') return `${hour}:${minute}`
  return style === 'minute' ? `${date} ${hour}:${minute}` : `${date} ${hour}:${minute}:${second}`
}
