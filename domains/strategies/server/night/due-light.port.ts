import type { Calendar, Night } from '@lamplight/calendar'
import type { Platform } from '@lamplight/server-kit'
import type { DueLight, LitIntervals } from '../../model/ports.ts'
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

/** What `read` makes of the night of each device that held its calendar before the night. */
const nightsOf = async <T>(
  platform: Platform,
  tenantId: string,
  day: number,
  read: (night: Pick<Night, 'start' | 'end' | 'steps'>) => T,
): Promise<ReadonlyMap<string, T>> => {
  const { programOf, calendarOf } = nightCalendars(platform)
  const nights = new Map<Calendar, T>()
  const due = new Map<string, T>()
  for await (const devices of calendarDevices(platform, tenantId, day))
    for (const { id, calendar, lat, lng } of devices) {
      const own = calendarOf(calendar, await programOf(calendar), lat, lng)
      const made = nights.get(own) ?? read(own.night(day))
      nights.set(own, made)
      due.set(id, made)
    }
  return due
}

export const createDueLight = (platform: Platform): DueLight => ({
  of: (tenantId, day) => nightsOf(platform, tenantId, day, litIn),
  levels: (tenantId, day) => nightsOf(platform, tenantId, day, ({ steps }) => steps.map(({ at, level }) => ({ at, level }))),
})
