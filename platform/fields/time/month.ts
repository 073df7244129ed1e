import { addDays, addMonths, type Lang } from '@lamplight/kit'

const LOCALES: Readonly<Record<Lang, string>> = { zh: 'zh-CN', en: 'en-GB' }
const format = (lang: Lang, options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
  const made = new Intl.DateTimeFormat(LOCALES[lang], { ...options, timeZone: 'UTC' })
  return (day) => made.format(new Date(`${day}T00:00:00Z`))
}

/** Names of months, days and week days in a language. */
export const namesOf = (lang: Lang) => {
  const weekday = format(lang, { weekday: lang === 'zh' ? 'narrow' : 'short' })
  const weekdayLong = format(lang, { weekday: 'long' })
  // 2 November 2026 is a Monday.
  const week = Array.from({ length: 7 }, (_, at) => addDays('2026-11-02', at))
  return {
    month: format(lang, { year: 'numeric', month: 'long' }),
    day: format(lang, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
    weekdays: week.map((day) => ({ short: weekday(day), long: weekdayLong(day) })),
  }
}
export type Names = ReturnType<typeof namesOf>

const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Returns the six weeks, Monday first, that show the month of a day. */
export const weeksOf = (day: string): readonly (readonly string[])[] => {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)))
}

/** Returns the day that a key of a calendar goes to; null for other keys. */
export const dayAfterKey = (day: string, key: string, shift: boolean): string | null => {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'Home') return addDays(day, -weekdayOf(day))
  if (key === 'End') return addDays(day, 6 - weekdayOf(day))
  if (key === 'PageUp') return addMonths(day, shift ? -12 : -1)
  if (key === 'PageDown') return addMonths(day, shift ? 12 : 1)
  return null
}
