const PARTS =
  /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(?:[T\s]*(?<=[T\s日])(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}))?|时(?:(\d{1,2})分?)?))?$/
/** Digits and signs of a Chinese input method. */
const NARROW: Readonly<Record<string, string>> = { '：': ':', '－': '-', '／': '/', '．': '.', '。': '.', '　': ' ' }
const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0')

/** Time of a day that was typed without one: its start, or its end if the day is the end of a range. */
export const START = '00:00:00'
export const END = '23:59:59'

/**
 * Reads a typed time, for example `2026-11-30`, `2026/11/30 18:00` or `2026年11月30日 18:00:05`, as a wire time. Returns null for an
 * empty text and undefined for one that is no time of the calendar.
 */
export const readTyped = (typed: string, clock = START): string | null | undefined => {
  const text = typed
    .trim()
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[：－／．。　]/g, (sign) => NARROW[sign] ?? sign)
  if (text === '') return null
  const found = PARTS.exec(text)
  if (!found) return undefined
  const [, year, m1, d1, m2, d2, hour, min1, second, min2] = found
  const day = `${year}-${two(m1 ?? m2)}-${two(d1 ?? d2)}`
  const time = hour === undefined ? clock : `${two(hour)}:${two(min1 ?? min2)}:${two(second)}`
  // `Date` takes 31 February for 3 March, and 24:00 for the next day.
  const at = Date.parse(`${day}T${time}Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === `${day}T${time}` ? `${day} ${time}` : undefined
}

export interface Span {
  readonly from: string
  readonly to: string
}

/** Returns the range after one of its ends was chosen. An end that contradicts it is dropped; a new end before the start becomes the start. */
export const spanAfter = ({ from, to }: Span, side: 'from' | 'to', at: string): Span => {
  if (side === 'from') return { from: at, to: to !== '' && to < at ? '' : to }
  return from !== '' && at < from ? { from: `${at.slice(0, 10)} ${START}`, to: `${from.slice(0, 10)} ${END}` } : { from, to: at }
}
