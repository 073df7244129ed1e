import type { Text } from '@lamplight/kit'

/** Days of the week of a period, as a bit mask; the lowest bit is Monday. */
export const DAYS = {
  127: ['每天', 'Every day'],
  31: ['周一至周五', 'Monday to Friday'],
  96: ['周六、周日', 'Weekend'],
  1: ['周一', 'Monday'],
  2: ['周二', 'Tuesday'],
  4: ['周三', 'Wednesday'],
  8: ['周四', 'Thursday'],
  16: ['周五', 'Friday'],
  32: ['周六', 'Saturday'],
  64: ['周日', 'Sunday'],
} as const satisfies Readonly<Record<number, Text>>

/** A period in which a device is on: from `on` to `off` (HH:mm, local time), on the days on which it begins. If `off` is before `on`, it ends the next day. */
export interface Period {
  readonly days: number
  readonly on: string
  readonly off: string
}

const WEEK = 7
const DAY_MINUTES = 1440
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns periods in the form that devices store: `12345 08:00-22:00;67 09:00-23:00`; day 1 is Monday. */
export const periodsText = (periods: readonly Period[]): string =>
  periods
    .map(({ days, on, off }) => {
      const names = Array.from({ length: WEEK }, (_, day) => ((days >> day) & 1 ? String(day + 1) : '')).join('')
      return `${names} ${on}-${off}`
    })
    .join(';')

const PERIOD = /^([1-7]+) (\d{2}:\d{2})-(\d{2}:\d{2})$/
const daysText = (names: string): Text => {
  const known: Readonly<Record<number, Text>> = DAYS
  const mask = [...names].reduce((sum, name) => sum | (1 << (Number(name) - 1)), 0)
  const days = [...names].map((name) => known[1 << (Number(name) - 1)] as Text)
  return known[mask] ?? [days.map(([zh]) => zh).join('、'), days.map(([, en]) => en).join(', ')]
}
/** Stored periods in words: `周一至周五 08:00–22:00；周六、周日 09:00–23:00`. Undefined if a device stores another form. */
export const periodsWords = (stored: string): Text | undefined => {
  const periods = stored.split(';').map((one) => PERIOD.exec(one))
  if (!periods.every((one) => one !== null)) return undefined
  const words = periods.map(([, names = '', on = '', off = '']) => ({ days: daysText(names), span: `${on}–${off}` }))
  return [words.map(({ days, span }) => `${days[0]} ${span}`).join('；'), words.map(({ days, span }) => `${days[1]} ${span}`).join('; ')]
}

/** Returns true if a device with these periods is on at `minute` of `day` (0 Monday to 6 Sunday). */
export const isOnAt = (text: string, day: number, minute: number): boolean =>
  text
    .split(';')
    .filter(Boolean)
    .some((period) => {
      const [days = '', span = ''] = period.split(' ')
      const [on = '', off = ''] = span.split('-')
      const length = (minutesOf(off) - minutesOf(on) + DAY_MINUTES) % DAY_MINUTES
      return [...days].some((name) => {
        const begin = (Number(name) - 1) * DAY_MINUTES + minutesOf(on)
        return (day * DAY_MINUTES + minute - begin + WEEK * DAY_MINUTES) % (WEEK * DAY_MINUTES) < length
      })
    })
