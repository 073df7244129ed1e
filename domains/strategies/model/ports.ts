import { definePort } from '@lamplight/kit'
import type { Query } from '@lamplight/server-kit'

export interface Feeders {
  /** Returns the switch box that feeds each of these lamp controllers, by the id of the controller; those without one are left out. */
  readonly boxesOf: (query: Query, tenantId: string, deviceIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
/** Provided by the slice of the power supply. */
export const feedersPort = definePort<Feeders>('strategies.feeders')

/** Intervals (epoch ms) in which a lamp should be lit, ascending. Lamps with equal nights share one array. */
export type LitIntervals = readonly (readonly [from: number, to: number])[]

/** Changes of the level (0 to 100 %) in a night, ascending; at noon the level is 0. Lamps with equal nights share one array. */
export type LevelSteps = readonly { readonly at: number; readonly level: number }[]

/** Light that calendars give. */
export interface DueLight {
  /**
   * The night (noon to noon) that begins on `day` (days since 1970-01-01), by lamp controller, for those that held their calendar before it began.
   */
  readonly of: (tenantId: string, day: number) => Promise<ReadonlyMap<string, LitIntervals>>
  /** The levels of that night instead of its intervals. */
  readonly levels: (tenantId: string, day: number) => Promise<ReadonlyMap<string, LevelSteps>>
}
export const dueLightPort = definePort<DueLight>('strategies.dueLight')
