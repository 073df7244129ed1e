/** Zone of a tenant without one of its own. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

const formats = new Map<string, Intl.DateTimeFormat>()
const partsFormat = (zone: string): Intl.DateTimeFormat => {
  const kept = formats.get(zone)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Wall clock `[yyyy, MM, dd, HH, mm, ss]` of an instant in a zone. */
export const wallClock = (ms: number, zone: string): string[] => {
  const found = new Map(
    partsFormat(zone)
      .formatToParts(ms)
      .map((part) => [part.type, part.value]),
  )
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => found.get(name as Intl.DateTimeFormatPartTypes) ?? '00')
}

const offsetAt = (ms: number, zone: string): number => {
  const [year, month, day, hour, minute, second] = wallClock(ms, zone).map(Number) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

const WIRE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * Returns the instant (epoch ms) of a wire time `yyyy-MM-dd HH:mm:ss` in the zone; null for other
 * texts. A skipped local time counts one hour later.
 */
export const instantOf = (wire: string, zone: string): number | null => {
  const found = WIRE_TIME.exec(wire)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const guess = wall - offsetAt(wall, zone)
  return wall - offsetAt(guess, zone)
}
