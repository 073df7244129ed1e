import type { Platform } from '@lamplight/server-kit'
import type { BaseMap, Town } from '@lamplight/town'
import { DEMO_TOWNS, demoLamps } from '../demo/demo.handler.ts'

/** A generated town: its streets, water and parks are derived from seed and size. */
export interface Ground {
  readonly seed: number
  readonly lamps: number
}

/** The base map of a town with its name and centre; the thread that makes it (base-map-run.ts) answers with it. */
export type TownMap = Pick<Town, 'name' | 'centre'> & BaseMap

const THREAD = new URL('./base-map-run.ts', import.meta.url)
const KEPT_AT_MOST = 20
/** Number of lamps from which a base map takes long enough to be made in advance. */
const LARGE = 2000

/** Base maps by town, each made once in its own thread, so that no request waits for another's map. Failures are not cached. */
const kept = new WeakMap<Platform, Map<string, Promise<TownMap>>>()

export const baseMapOf = (platform: Platform, { seed, lamps }: Ground): Promise<TownMap> => {
  const bases = kept.get(platform) ?? new Map<string, Promise<TownMap>>()
  kept.set(platform, bases)
  const key = `${seed}/${lamps}`
  const known = bases.get(key)
  if (known) return known
  const job = { id: `base-map-${key}`, tenantId: '', input: { seed, lamps }, progress: async () => undefined }
  const made = platform.inThread(THREAD, job).then(({ base }) => base as TownMap)
  bases.set(key, made)
  made.catch(() => bases.delete(key))
  if (bases.size > KEPT_AT_MOST) bases.delete(bases.keys().next().value as string)
  return made
}

/** Returns the generated town of a tenant's lamps; undefined if they are in a real city. */
export const groundOf = (platform: Platform, tenantId: string, founded: Ground | undefined): Ground | undefined => {
  if (founded) return founded
  const demo = DEMO_TOWNS.find((town) => town.tenantId === tenantId)
  return demo && { seed: demo.seed, lamps: demoLamps(platform, demo) }
}

/** Makes the base maps of large demo towns in advance. */
export const warmBaseMaps = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo) return
  for (const { tenantId } of DEMO_TOWNS) {
    const ground = groundOf(platform, tenantId, undefined)
    if (ground && ground.lamps >= LARGE) await baseMapOf(platform, ground).catch(() => undefined)
  }
}
