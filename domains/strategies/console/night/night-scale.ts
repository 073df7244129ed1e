import type { Calendar, Night, Step } from '@lamplight/calendar'
import { AFTER_ON, CLOCK, type StoredEntry } from '../../model/strategy-fields.ts'

const MINUTE = 60_000
/** Steps to which dragging snaps. */
export const SNAP = { minutes: 5, level: 5 } as const
/** Steps of the arrow keys with Shift. */
export const COARSE = { minutes: 30, level: 20 } as const
/** The server takes offsets in these limits, minutes. */
const OFFSET = { sun: [-180, 180], afterOn: [0, 1440] } as const

export const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
const snapped = (value: number, step: number): number => Math.round(value / step) * step

export const isClock = ({ trigger }: Pick<StoredEntry, 'trigger'>): boolean => trigger === CLOCK
/** A light sensor decides the instant: only its level can be dragged. */
export const isSensor = ({ trigger }: Pick<StoredEntry, 'trigger'>): boolean => trigger === 6 || trigger === 7

const clockOf = (minutes: number): string => {
  const whole = ((minutes % 1440) + 1440) % 1440
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
const minutesOf = (time: string | null | undefined): number => {
  const [hours, minutes] = (time ?? '12:00').split(':').map(Number)
  return (hours ?? 12) * 60 + (minutes ?? 0)
}
const limitsOf = ({ trigger }: StoredEntry): readonly [number, number] => (trigger === AFTER_ON ? OFFSET.afterOn : OFFSET.sun)

/** Local minutes after midnight of an instant of the night, snapped. It stays inside of the night. */
const snappedClock = ({ zone }: Pick<Calendar, 'zone'>, { start, end }: Pick<Night, 'start' | 'end'>, at: number): string => {
  const inside = between(at, start, end - SNAP.minutes * MINUTE)
  return clockOf(snapped((inside + zone.offsetAt(inside)) / MINUTE, SNAP.minutes))
}

/** Moves a switch point to an instant and a level of the shown night: a clock point to a clock time, any other to an offset of its event. */
export const draggedEntry = (
  calendar: Pick<Calendar, 'zone'>,
  night: Pick<Night, 'start' | 'end'>,
  { entry, step, at, level }: { readonly entry: StoredEntry; readonly step: Step; readonly at: number; readonly level: number },
): StoredEntry => {
  const levelled = { ...entry, level: between(snapped(level, SNAP.level), 0, 100) }
  if (isSensor(entry)) return levelled
  if (isClock(entry)) return { ...levelled, time: snappedClock(calendar, night, at) }
  const event = step.at - (entry.offset ?? 0) * MINUTE
  return { ...levelled, offset: between(snapped((at - event) / MINUTE, SNAP.minutes), ...limitsOf(entry)) }
}

/** Moves a switch point by minutes and percent. */
export const nudgedEntry = (entry: StoredEntry, minutes: number, level: number): StoredEntry => {
  const levelled = { ...entry, level: between((entry.level ?? 0) + level, 0, 100) }
  if (minutes === 0 || isSensor(entry)) return levelled
  if (isClock(entry)) {
    const now = minutesOf(entry.time)
    // Noon ends the night: a point does not jump to its other side.
    const [from, to] = now >= 720 ? [720, 720 + 1435] : [720 - 1440, 720 - SNAP.minutes]
    return { ...levelled, time: clockOf(between(now + minutes, from, to)) }
  }
  return { ...levelled, offset: between((entry.offset ?? 0) + minutes, ...limitsOf(entry)) }
}

/** A new switch point at an instant of the night. */
export const clockEntryAt = (
  calendar: Pick<Calendar, 'zone'>,
  night: Pick<Night, 'start' | 'end'>,
  at: number,
  level: number,
): StoredEntry => ({
  trigger: CLOCK,
  time: snappedClock(calendar, night, at),
  level: between(snapped(level, SNAP.level), 0, 100),
})

/** Steps of a night as the corners of a line from its start to its end: instant and level, ramps as slopes. */
export const lineOf = ({
  start,
  end,
  steps,
}: Pick<Night, 'start' | 'end' | 'steps'>): readonly (readonly [at: number, level: number])[] => {
  const corners: (readonly [number, number])[] = [[start, 0]]
  let level = 0
  steps.forEach((step, n) => {
    corners.push([step.at, level])
    const until = Math.min(steps[n + 1]?.at ?? end, step.at + step.ramp * 1000)
    corners.push([until, step.level])
    level = step.level
  })
  corners.push([end, level])
  return corners
}
