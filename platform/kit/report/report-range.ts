import type { Comparison, Grain } from './report.ts'

/** Name of the time among the dimensions by which a report groups. */
export const PERIOD = 'period'
const DAY_MS = 86_400_000

/** Days from `from` to `to`, both included, as `yyyy-MM-dd`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const text = (date: Date): string => date.toISOString().slice(0, 10)
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** True for a day of the calendar, `yyyy-MM-dd`. */
export const isDay = (day: string): boolean => DAY.test(day) && !Number.isNaN(utc(day).getTime()) && text(utc(day)) === day

export const addDays = (day: string, days: number): string => text(new Date(utc(day).getTime() + days * DAY_MS))
/** The same day of another month; its last day if it is shorter. */
export const addMonths = (day: string, months: number): string => {
  const date = utc(day)
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return text(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date.getUTCDate(), last))))
}
export const daysIn = ({ from, to }: DayRange): number => Math.round((utc(to).getTime() - utc(from).getTime()) / DAY_MS) + 1

/** First day of the period in which `day` lies. */
export const bucketOf = (day: string, grain: Grain): string =>
  grain === 'day' ? day : grain === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`

const after = (bucket: string, grain: Grain): string =>
  grain === 'day' ? addDays(bucket, 1) : addMonths(bucket, grain === 'month' ? 1 : 12)

/** First days of all periods of a range. */
export const bucketsOf = (range: DayRange, grain: Grain): string[] => {
  const found: string[] = []
  for (let at = bucketOf(range.from, grain); at <= range.to; at = after(at, grain)) found.push(at)
  return found
}

const isLastOfMonth = (day: string): boolean => addDays(day, 1).endsWith('-01')

/** An earlier range, and by how many months it is earlier. */
export interface Earlier extends DayRange {
  readonly months: number
}

/** Returns the smallest number of months to move the range back so that it does not overlap itself. */
const monthsBefore = ({ from, to }: DayRange): number => {
  let months = 1
  while (addMonths(to, -months) >= from) months += 1
  return months
}

/**
 * Returns the earlier range with which a range is compared.
 * - `year`: the same days of the year before.
 * - `previous`: the same days of the month before. A range of more than a month is moved back until it does not overlap itself; with the
 *   grain `year`, it is moved back by its number of years.
 *
 * With the grains `month` and `year`, a range that ends on the last day of its month is compared with a range that does too. With the grain
 * `day`, days that the earlier month does not have are left out: the earlier range is then shorter, or empty (`from` is after `to`).
 */
export const earlierOf = (range: DayRange, grain: Grain, comparison: Comparison): Earlier => {
  const months = comparison === 'year' ? 12 : grain === 'year' ? 12 * bucketsOf(range, 'year').length : monthsBefore(range)
  const [from, to] = [addMonths(range.from, -months), addMonths(range.to, -months)]
  if (grain === 'day') return { from: addMonths(from, months) < range.from ? addDays(from, 1) : from, to, months }
  return { from, to: isLastOfMonth(range.to) ? addDays(addMonths(`${to.slice(0, 7)}-01`, 1), -1) : to, months }
}

/** Ranges that users can select, relative to `today`. */
export const REPORT_PRESETS = {
  7: ['近 7 天', '7 days'],
  30: ['近 30 天', '30 days'],
  month: ['本月', 'This month'],
  lastMonth: ['上月', 'Last month'],
  year: ['今年', 'This year'],
  months: ['近 12 个月', '12 months'],
} as const
export type ReportPreset = keyof typeof REPORT_PRESETS

export const presetRange = (preset: ReportPreset, today: string): DayRange => {
  const month = bucketOf(today, 'month')
  switch (String(preset)) {
    case '7':
    case '30':
      return { from: addDays(today, 1 - Number(preset)), to: today }
    case 'month':
      return { from: month, to: today }
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'year':
      return { from: bucketOf(today, 'year'), to: today }
    default:
      return { from: addMonths(month, -11), to: today }
  }
}

/**
 * Returns the value that `share` of the observations do not exceed; null without observations. The last element has
 * no bound: the result is then the highest bound.
 */
export const percentileOf = (counts: readonly number[], bounds: readonly number[], share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = total * share
  let before = 0
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const [low, high] = [at === 0 ? 0 : (bounds[at - 1] ?? 0), bounds[at] ?? bounds.at(-1) ?? 0]
      return low + ((high - low) * (wanted - before)) / count
    }
    before += count
  }
  return bounds.at(-1) ?? null
}
