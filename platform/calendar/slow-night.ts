import { getPosition } from 'suncalc'
import { Temporal } from 'temporal-polyfill'
import { dateOf, type Program, type Site } from './index.ts'

const DAY_MS = 86_400_000
/** Refraction that suncalc adds below the horizon, degrees. */
const REFRACTION = 0.4828
/** Altitude of the sun by another program, degrees: without refraction near and below the horizon. */
export const altitude = (ms: number, { lat, lng }: Site): number => getPosition(new Date(ms), lat, lng).altitude - REFRACTION
export const CURVE = {
  standby: 0.5,
  points: [
    [10, 20],
    [100, 150],
  ] as [number, number][],
}

/**
 * The rules of a night once more, minute by minute and without the engine's parts: local times by Temporal, sun events by looking at each minute's
 * altitude. Undefined if a level depends on seconds.
 */
export const slowLevels = (program: Program, site: Site, day: number): { levels: number[]; start: number } | undefined => {
  const local = (date: number, minutes: number): number => {
    const plain = Temporal.PlainDateTime.from(`${dateOf(date)}T00:00`).add({ minutes })
    const late = plain.toZonedDateTime(site.zone, { disambiguation: 'later' })
    if (late.toPlainDateTime().equals(plain)) return plain.toZonedDateTime(site.zone, { disambiguation: 'earlier' }).epochMilliseconds
    return late.getTimeZoneTransition('previous')?.epochMilliseconds ?? late.epochMilliseconds
  }
  const [start, end] = [local(day, 720), local(day + 1, 720)]
  const transitNear = (date: number): number => {
    const [from, to] = [local(date, 0), local(date + 1, 0)]
    let best = from
    for (let at = from; at < to; at += 60_000) if (altitude(at, site) > altitude(best, site)) best = at
    return best
  }
  const special = (program.specials ?? [])
    .filter(({ range = '' }) => {
      const [from = '', to = ''] = range.split('..')
      const date = from.length === 5 ? dateOf(day).slice(5) : dateOf(day)
      return from <= to ? date >= from && date <= to : date >= from || date <= to
    })
    .reduce<NonNullable<Program['specials']>[number] | undefined>(
      (best, one) => (best && best.priority >= one.priority ? best : one),
      undefined,
    )
  const list = (special?.entries ?? program.entries).filter(({ weekdays }) => {
    const weekday = new Date(day * DAY_MS).getUTCDay() || 7
    return !weekdays || weekdays.includes(weekday)
  })
  const found: { at: number; level: number }[] = []
  for (const { trigger, offset = 0, level } of list) {
    if (trigger.includes(':')) {
      const minutes = Number(trigger.slice(0, 2)) * 60 + Number(trigger.slice(3))
      found.push({ at: local(minutes >= 720 ? day : day + 1, minutes), level })
      continue
    }
    const wanted = trigger.startsWith('civil') ? -6 : -0.833
    const dusk = trigger === 'sunset' || trigger === 'civilDusk'
    const transit = transitNear(dusk ? day : day + 1)
    const sign = dusk ? 1 : -1
    if (altitude(transit, site) < wanted) {
      if (dusk && level > 0 && program.polar !== 'skip') {
        const first = list.find((one) => !one.trigger.includes(':'))!
        const held = program.polar === 'holdOn' ? first.level : 0
        return { start, levels: Array.from({ length: (end - start) / 60_000 }, () => held) }
      }
      continue
    }
    let at: number | undefined
    for (let n = 0; n <= 720; n++)
      if (altitude(transit + sign * n * 60_000, site) < wanted) {
        at = transit + sign * n * 60_000
        break
      }
    if (at !== undefined) found.push({ at: at + offset * 60_000, level })
  }
  found.sort((a, b) => a.at - b.at)
  const levels = Array.from({ length: (end - start) / 60_000 }, (_, n) => {
    let level = 0
    for (const step of found) if (step.at <= start + n * 60_000 && step.at < end) level = step.level
    return level
  })
  return { levels, start }
}
