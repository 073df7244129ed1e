import { gatewaysPort } from '@lamplight/devices/model'
import type { Platform } from '@lamplight/server-kit'
import { createTown } from '@lamplight/town'
import { TOWN_FOUNDED } from '../../model/events.ts'
import type { Towns } from '../../model/ports.ts'
import { storeTown } from './demo.handler.ts'

export const createTowns = (platform: Platform): Towns => ({
  found: async ({ tenantId, projectId, lamps }) => {
    const [any] = await platform.system.query('select 1 from lighting_lamp where tenant_id = $1 limit 1', [tenantId])
    if (any) return null
    // Serial numbers derive from the seed: the tenant's number makes them unique.
    const seed = Number(tenantId)
    const town = createTown({ seed, lamps })
    await storeTown(platform, tenantId, town, { id: projectId })
    await platform.system.query('insert into lighting_town (tenant_id, seed, lamps) values ($1, $2, $3) on conflict do nothing', [
      tenantId,
      seed,
      lamps,
    ])
    platform.port(gatewaysPort).forget()
    platform.bus.emit(TOWN_FOUNDED, { tenantId })
    return { lamps: town.lamps.length, gateways: town.gateways.length }
  },
})
