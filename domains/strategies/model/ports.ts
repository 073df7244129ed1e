import { definePort } from '@lamplight/kit'

/** Intervals (epoch ms) in which a lamp should be lit, ascending. Lamps with equal nights share one array. */
export type LitIntervals = readonly (readonly [from: number, to: number])[]

/** Light that calendars give. */
export interface DueLight {
  /**
   * The night (noon to noon) that begins on `day` (days since 1970-01-01), by lamp controller, for those that held their calendar before it began.
   */
  readonly of: (tenantId: string, day: number) => Promise<ReadonlyMap<string, LitIntervals>>
}
export const dueLightPort = definePort<DueLight>('strategies.dueLight')
