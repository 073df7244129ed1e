import { DAY_MS } from './day.ts'
import type { SkyPart } from './figures.ts'
import type { Calendar, Night } from './night.ts'

const MINUTE = 60_000

/** Lowest levels by local time: from these minutes after midnight on, until the next. */
export type Floors = readonly { readonly from: number; readonly floor: number }[]

/** An instant, epoch ms, from which on a floor counts. */
export interface FloorTurn {
  readonly at: number
  readonly floor: number
}

/** Instants around a night from which on a floor counts, in order. The first one is before the night begins. */
export const floorTurns = ({ zone }: Pick<Calendar, 'zone'>, day: number, floors: Floors): FloorTurn[] =>
  [day - 1, day, day + 1]
    .flatMap((date) => floors.map(({ from, floor }) => ({ at: zone.instantOf(date * DAY_MS + from * MINUTE), floor })))
    .sort((a, b) => a.at - b.at)

/** The floors of several road classes together: at each time the highest. */
export const strictestFloors = (all: readonly Floors[]): Floors => {
  const sorted = all.filter(({ length }) => length > 0).map((floors) => floors.toSorted((a, b) => a.from - b.from))
  const times = [...new Set(sorted.flat().map(({ from }) => from))].sort((a, b) => a - b)
  return times.map((from) => ({
    from,
    floor: Math.max(...sorted.map((floors) => (floors.findLast((one) => one.from <= from) ?? floors.at(-1)!).floor)),
  }))
}

/** Light may come this much after civil dusk and end this much before civil dawn, ms: until then the sky helps. */
const TWILIGHT_MS = 15 * MINUTE

interface Part {
  readonly from: number
  readonly to: number
}
/** The parts of a night in which a road with a class needs light. */
export const darkParts = (sky: readonly SkyPart[], { start, end }: Pick<Night, 'start' | 'end'>): readonly Part[] =>
  sky.flatMap(({ sky: kind, from, to }) => {
    if (kind !== 'dark') return []
    const part = { from: from === start ? from : from + TWILIGHT_MS, to: to === end ? to : to - TWILIGHT_MS }
    return part.to > part.from ? [part] : []
  })

/** A stretch of a night with a level below the floor of its time; 0: no light in the dark. */
export interface Shortfall extends Part {
  readonly level: number
  readonly floor: number
}

/**
 * The stretches of a night in which levels are below the floor of their time.
 * @param levels changes of level, in order of time, from the calendar or from reports. Before the first change the level is 0.
 * @param turns floors by instants (`floorTurns`)
 * @param dark parts in which darkness counts (`darkParts`)
 */
export const shortfalls = (
  levels: readonly { readonly at: number; readonly level: number }[],
  { start, end }: Pick<Night, 'start' | 'end'>,
  turns: readonly FloorTurn[],
  dark: readonly Part[],
): Shortfall[] => {
  const inside = (at: number): boolean => at > start && at < end
  const bounds = [...levels.map(({ at }) => at), ...turns.map(({ at }) => at), ...dark.flatMap(({ from, to }) => [from, to])].filter(inside)
  const ends = [start, ...new Set(bounds.sort((a, b) => a - b)), end]
  const found: Shortfall[] = []
  for (let n = 0; n + 1 < ends.length; n++) {
    const [from, to] = [ends[n]!, ends[n + 1]!]
    const level = levels.findLast(({ at }) => at <= from)?.level ?? 0
    const floor = turns.findLast(({ at }) => at <= from)?.floor ?? 0
    const isDark = dark.some((part) => part.from <= from && to <= part.to)
    if (level > 0 ? level >= floor : floor <= 0 || !isDark) continue
    const last = found.at(-1)
    if (last?.to === from && last.level === level && last.floor === floor) found[found.length - 1] = { ...last, to }
    else found.push({ from, to, level, floor })
  }
  return found
}
