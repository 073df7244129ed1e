import { type Calendar, createCalendar, dayOf, type Night, type Program, type Site } from '@lamplight/calendar'
import { useFormat } from '@lamplight/console-kit'
import { useMemo } from 'react'

/** Today in the tenant's zone, as a day of the engine. */
export const useToday = (): number => {
  const { time } = useFormat()
  const date = time(Date.now(), 'date')
  return useMemo(() => dayOf(date), [date])
}

/** One night of a program. */
export const useNight = (
  program: Program,
  site: Site,
  day: number,
  head?: number,
): { readonly calendar: Calendar; readonly night: Night } =>
  useMemo(() => {
    const calendar = createCalendar(program, site, head)
    return { calendar, night: calendar.night(day) }
  }, [program, site, day, head])
