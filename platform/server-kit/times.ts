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
/** Since then zones change at whole quarters of an hour; before, and beyond four digits of a year, each moment is asked for. */
const [SETTLED, FOUR_DIGITS] = [Date.UTC(1980, 0, 1), Date.UTC(9998, 11, 31)]
const offsets = new Map<string, Map<number, number>>()
/** How far a zone's clocks are ahead of UTC at a moment, ms; remembered by quarters of an hour, for the calendar is slow to ask. */
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

/** `yyyy-MM-dd HH:mm:ss` of a moment in an IANA zone (rule.fmt.date). */
export const formatTime = (moment: Date | string | number, zone: string): string => {
  const ms = new Date(moment).getTime()
  if (!(ms > SETTLED && ms < FOUR_DIGITS)) return formatter(zone).format(new Date(moment))
  const local = new Date(ms + offsetAt(ms, zone)).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

/**
 * The moment meant by `yyyy-MM-dd[ HH:mm[:ss]]` in a zone, as an ISO string; a text that carries its own zone keeps it.
 * An hour that a clock change skips is read as the one after it, one that comes twice as the first. Undefined when it is no time.
 */
export const parseTime = (text: string, zone: string): string | undefined => {
  try {
    if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return Temporal.Instant.from(text.replace(' ', 'T')).toString()
    const plain = Temporal.PlainDateTime.from(text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T'))
    return plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()
  } catch {
    return undefined
  }
}

export const isZone = (zone: string): boolean => {
  try {
    formatter(zone)
    return true
  } catch {
    return false
  }
}
