import { Temporal } from 'temporal-polyfill'

const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (zone: string): Intl.DateTimeFormat => {
  let known = formatters.get(zone)
  if (!known) {
    known = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formatters.set(zone, known)
  }
  return known
}

const QUARTER_MS = 900_000
const QUARTERS_AT_MOST = 20_000
/**
 * Between these dates offsets change only at quarters of an hour. Outside, or for years of more than
 * four digits, the calendar is asked for each time.
 */
const [SETTLED, FOUR_DIGITS] = [Date.UTC(1980, 0, 1), Date.UTC(9998, 11, 31)]
const offsets = new Map<string, Map<number, number>>()
/** Offset of a zone from UTC at a time, ms; cached by quarters of an hour, because the calendar is slow. */
const offsetAt = (ms: number, zone: string): number => {
  let known = offsets.get(zone)
  if (!known || known.size > QUARTERS_AT_MOST) {
    known = new Map()
    offsets.set(zone, known)
  }
  const quarter = Math.floor(ms / QUARTER_MS)
  let offset = known.get(quarter)
  if (offset === undefined) {
    const second = Math.floor(ms / 1000) * 1000
    offset = Date.parse(`${formatter(zone).format(second).replace(' ', 'T')}Z`) - second
    known.set(quarter, offset)
  }
  return offset
}

/** Formats a time in an IANA zone as `yyyy-MM-dd HH:mm:ss` (rule.fmt.date). */
export const formatTime = (moment: Date | string | number, zone: string): string => {
  const ms = new Date(moment).getTime()
  if (!(ms > SETTLED && ms < FOUR_DIGITS)) return formatter(zone).format(new Date(moment))
  const local = new Date(ms + offsetAt(ms, zone)).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

/**
 * Parses `yyyy-MM-dd[ HH:mm[:ss]]` in a zone into an ISO string; a text with its own offset keeps it. A local time that a clock change skips is
 * read one hour later; of a local time that occurs twice the first is taken. Returns undefined if the text is not a time, or if the time is outside of the
 * years 1 to 9999 in UTC, which PostgreSQL cannot read.
 */
export const parseTime = (text: string, zone: string): string | undefined => {
  try {
    const moment = momentOf(text, zone)
    return /^(?!0000)\d{4}-/.test(moment) ? moment : undefined
  } catch {
    return undefined
  }
}
/** Date, or date and time with or without an offset. Temporal also reads other forms, such as `20260601T12`. */
const FORM = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/
const momentOf = (text: string, zone: string): string => {
  if (!FORM.test(text)) throw new RangeError(`${text} is no time`)
  if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return Temporal.Instant.from(text.replace(' ', 'T')).toString()
  const plain = Temporal.PlainDateTime.from(text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T'))
  return plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()
}

export const isZone = (zone: string): boolean => {
  try {
    formatter(zone)
    return true
  } catch {
    return false
  }
}
