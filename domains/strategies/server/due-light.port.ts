import type { Calendar, Night } from '@lamplight/calendar'
import type { Platform } from '@lamplight/server-kit'
import type { DueLight, LitIntervals } from '../model/ports.ts'
import { calendarDevices, nightCalendars } from './night-calendars.ts'

/** Intervals of a night with a level above 0. */
export const litIn = ({ start, end, steps }: Pick<Night, 'start' | 'end' | 'steps'>): LitIntervals => {
  const found: [number, number][] = []
  let since: number | undefined
  for (const { at, level } of steps) {
    const here = Math.min(end, Math.max(start, at))
    if (level > 0) since ??= here
    else if (since !== undefined) {
      if (here > since) found.push([since, here])
      since = undefined
    }
  }
  if (since !== undefined && end > since) found.push([since, end])
  return found
}

export const createDueLight = (platform: Platform): DueLight => ({
  of: async (tenantId, day) => {
    const { programOf, calendarOf } = nightCalendars(platform)
    const nights = new Map<Calendar, LitIntervals>()
    const due = new Map<string, LitIntervals>()
    for await (const devices of calendarDevices(platform, tenantId, day))
      for (const { id, calendar, lat, lng } of devices) {
        const own = calendarOf(calendar, await programOf(calendar), lat, lng)
        const lit = nights.get(own) ?? litIn(own.night(day))
        nights.set(own, lit)
        due.set(id, lit)
      }
    return due
  },
})
