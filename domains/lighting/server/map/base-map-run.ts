import type { ThreadWork } from '@lamplight/server-kit'
import { baseMap, createGround, createTown } from '@lamplight/town'
import type { Ground, TownMap } from './base-maps.ts'

/** Makes the base map of a generated town: takes some seconds for a large one. */
export const run: ThreadWork = async ({ input }) => {
  const { seed, lamps } = input as unknown as Ground
  const town = createTown({ seed, lamps })
  const base: TownMap = { name: town.name, centre: town.centre, ...baseMap(town, createGround({ seed, lamps })) }
  return { base }
}
