import { getTimes } from 'suncalc'
import { Temporal } from 'temporal-polyfill'

/** Level of the built-in programme at a time, and the time of its next change (epoch ms). */
export interface ProgrammeStep {
  readonly level: number
  readonly next: number
}

const DAY = 86_400_000
export const FULL = 100
export const REDUCED = 60
/** Local hours between which a lit lamp is reduced. */
const REDUCED_FROM = 23
const REDUCED_TO = 5

interface Clocking {
  readonly at: number
  readonly reduced: boolean
}

/** Local 05:00 and 23:00 from two days before to two days after a day, counted in UTC since 1970; skipped or repeated hours follow the time zone's rules. */
const clockingsOf = (timeZone: string, day: number): Clocking[] => {
  const today = Temporal.Instant.fromEpochMilliseconds((day + 0.5) * DAY)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const local = (days: number, hour: number): number =>
    today.add({ days }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) }).epochMilliseconds
  return [-2, -1, 0, 1, 2].flatMap((days) => [
    { at: local(days, REDUCED_TO), reduced: false },
    { at: local(days, REDUCED_FROM), reduced: true },
  ])
}

interface Sun {
  readonly turns: readonly { readonly at: number; readonly night: boolean }[]
  readonly dark: boolean
}
/** Sunsets and sunrises from two days before to two days after noon of a day, counted in UTC since 1970; if there are none, only whether it is night. */
const sunOf = (day: number, lat: number, lng: number): Sun => {
  const noon = (day + 0.5) * DAY
  const turns: { at: number; night: boolean }[] = []
  for (const days of [-2, -1, 0, 1, 2]) {
    const { sunrise, sunset } = getTimes(new Date(noon + days * DAY), lat, lng)
    if (sunrise) turns.push({ at: sunrise.getTime(), night: false })
    if (sunset) turns.push({ at: sunset.getTime(), night: true })
  }
  return { turns: turns.sort((a, b) => a.at - b.at), dark: getTimes(new Date(noon), lat, lng).alwaysDown === true }
}

/**
 * The programme that a controller follows by itself: 100 % from sunset to sunrise (sun at -0.833°), 60 % from 23:00 to 05:00 local time, off by
 * day. If the sun does not set it stays off, in polar night it stays on.
 */
export const createProgramme = (timeZone: string): ((at: number, lat: number, lng: number) => ProgrammeStep) => {
  const cache = new Map<number, Clocking[]>()
  const clockings = (at: number): Clocking[] => {
    const day = Math.floor(at / DAY)
    const known = cache.get(day)
    if (known) return known
    if (cache.size > 100) cache.clear()
    const found = clockingsOf(timeZone, day)
    cache.set(day, found)
    return found
  }
  // Who asks for the same place again, asks for the same day or the next.
  let last: { readonly day: number; readonly lat: number; readonly lng: number; readonly sun: Sun } | undefined
  const sun = (at: number, lat: number, lng: number): Sun => {
    const day = Math.floor(at / DAY)
    if (last?.day !== day || last.lat !== lat || last.lng !== lng) last = { day, lat, lng, sun: sunOf(day, lat, lng) }
    return last.sun
  }
  return (at, lat, lng) => {
    const { turns, dark } = sun(at, lat, lng)
    const hours = clockings(at)
    const night = turns.findLast((turn) => turn.at <= at)?.night ?? dark
    const reduced = hours.findLast((clocking) => clocking.at <= at)?.reduced ?? false
    const next = Math.min(
      at + DAY,
      turns.find((turn) => turn.at > at)?.at ?? Number.POSITIVE_INFINITY,
      hours.find((clocking) => clocking.at > at)?.at ?? Number.POSITIVE_INFINITY,
    )
    return { level: night ? (reduced ? REDUCED : FULL) : 0, next }
  }
}
