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

/** `yyyy-MM-dd HH:mm:ss` of a moment in an IANA zone (rule.fmt.date). */
export const formatTime = (moment: Date | string | number, zone: string): string => formatter(zone).format(new Date(moment))

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
