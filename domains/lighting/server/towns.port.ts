import type { Platform } from '@lamplight/server-kit'
import { createTown } from '@lamplight/town'
import { storeTown } from './demo.handler.ts'

/** Port `lighting.towns`: generated towns, for tenants that want to see before they bring in their own. */
export interface Towns {
  /** Gives a tenant without lamps a generated town with virtual gateways, in one transaction; null where there are lamps already. */
  readonly found: (given: {
    readonly tenantId: string
    readonly projectId: string
    readonly lamps: number
  }) => Promise<{ readonly lamps: number; readonly gateways: number } | null>
}
/** Told when a tenant got a generated town: `{ tenantId }`. */
export const TOWN_FOUNDED = 'lighting.town'
interface Gateways {
  readonly forget: (sns?: readonly string[]) => void
}

export const createTowns = (platform: Platform): Towns => ({
  found: async ({ tenantId, projectId, lamps }) => {
    const [any] = await platform.system.query('select 1 from lighting_lamp where tenant_id = $1 limit 1', [tenantId])
    if (any) return null
    // Serial numbers follow from the seed: the tenant's number makes them its own.
    const seed = Number(tenantId)
    const town = createTown({ seed, lamps })
    await storeTown(platform, tenantId, town, { id: projectId })
    await platform.system.query('insert into lighting_town (tenant_id, seed, lamps) values ($1, $2, $3) on conflict do nothing', [
      tenantId,
      seed,
      lamps,
    ])
    platform.port<Gateways>('devices.gateways').forget()
    platform.bus.emit(TOWN_FOUNDED, { tenantId })
    return { lamps: town.lamps.length, gateways: town.gateways.length }
  },
})
