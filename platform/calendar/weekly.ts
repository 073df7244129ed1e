import { DAY_MS, weekdayOf } from './day.ts'
import type { Zone } from './zone.ts'

/** A time of day on some days of the week. */
export interface Weekly {
  /** `HH:mm` of the zone. */
  readonly time: string
  /** 1 Monday … 7 Sunday, divided by commas; empty: every day. */
  readonly weekdays?: string | null
}

/** Returns the first occurrence after `after` (epoch ms). */
export const nextWeekly = ({ time, weekdays }: Weekly, zone: Zone, after: number): number => {
  const days = (weekdays ?? '').split(',').filter(Boolean).map(Number)
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const first = Math.floor((after + zone.offsetAt(after)) / DAY_MS) - 1
  for (let day = first; day <= first + 9; day++) {
    if (days.length > 0 && !days.includes(weekdayOf(day))) continue
    const at = zone.instantOf(day * DAY_MS + minutes * 60_000)
    if (at > after) return at
  }
  throw new RangeError(`no day of the week in ${weekdays}`)
}
