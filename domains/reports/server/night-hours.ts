import { createCalendar, DAY_MS, dateOf, dayOf } from '@lamplight/calendar'
import type { Ctx } from '@lamplight/server-kit'
import { BUILT_IN } from './light-nights.ts'

/** Hours without sun on a calendar day (`yyyy-MM-dd`) at the middle of the tenant's lamps; in China without lamps. */
export const nightHours = async (ctx: Pick<Ctx, 'query' | 'zone'>): Promise<(day: string) => number> => {
  const [spot] = await ctx.query<{ lat: number | null; lng: number | null }>(
    'select avg(lat)::float8 as lat, avg(lng)::float8 as lng from lighting_controllers where not is_deleted and lat is not null',
  )
  const calendar = createCalendar(BUILT_IN, { lat: spot?.lat ?? 30, lng: spot?.lng ?? 114, zone: ctx.zone })
  const known = new Map<number, number>()
  const lengthOf = (day: number): number => {
    const kept = known.get(day)
    if (kept !== undefined) return kept
    const { steps } = calendar.night(day)
    const [on, off] = [steps.find(({ level }) => level > 0)?.at, steps.findLast(({ level }) => level === 0)?.at]
    const hours = on !== undefined && off !== undefined && off > on ? (off - on) / (DAY_MS / 24) : 0
    known.set(day, hours)
    return hours
  }
  return (day) => (lengthOf(dayOf(day) - 1) + lengthOf(dayOf(day))) / 2
}

/** `meanNight` computes every fourth night only, because the length of nights changes slowly. Days. */
const STEP = 4
/** Mean hours of the nights of a period. */
export const meanNight = (hoursOf: (day: string) => number, { from, to }: { readonly from: string; readonly to: string }): number => {
  const hours: number[] = []
  for (let day = dayOf(from); day <= dayOf(to); day += STEP) hours.push(hoursOf(dateOf(day)))
  return hours.reduce((sum, one) => sum + one, 0) / Math.max(1, hours.length)
}
