import { definePort } from '@lamplight/kit'
import type { Query } from '@lamplight/server-kit'

export interface Feeders {
  /** Returns the switch box that feeds each of these lamp controllers, by the id of the controller; those without one are left out. */
  readonly boxesOf: (query: Query, tenantId: string, deviceIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
/** Provided by the slice of the power supply. */
export const feedersPort = definePort<Feeders>('strategies.feeders')
