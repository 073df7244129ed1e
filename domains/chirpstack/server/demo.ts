import { randomUUID } from 'node:crypto'
import { routeOf } from '@lamplight/devices/model'
import { demoPlaces, demoUsers } from '@lamplight/devices/server'
import { storeRegistered } from '@lamplight/devices/stored'
import type { Platform } from '@lamplight/server-kit'
import { nodeType, SHIPPED_CODECS } from '../model/index.ts'

/** Code and name of the ChirpStack of a demo tenant. Each start of the demo sets its addresses and secrets. */
export const DEMO_SERVER = { code: 'demo', name: 'ChirpStack' } as const
/** This tenant has a ChirpStack in each demo. With demo rows, all tenants with virtual gateways have one. */
const FIRST_TENANT = '000000'
const CODEC = 'DALI 84 01 + status'
const NODES = 8
const GROUPED = 4
const NEVER = 'mqtt://127.0.0.1:1'

interface Spot {
  readonly id: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly lng: number
  readonly lat: number
}

/** Adds codecs, a server, lamp nodes and a group to a tenant. `before`: number of nodes of other tenants. Returns the number of its nodes. */
const seedTenant = async (platform: Platform, tenantId: string, before: number): Promise<number> => {
  const { system, newId } = platform
  const spots = await system.query<Spot>(
    `select id::text, project_id::text as project_id, area_id::text as area_id, lng, lat from devices_gateways
     where tenant_id = $1 and not is_deleted and lng is not null and lat is not null order by sn limit $2`,
    [tenantId, NODES],
  )
  if (spots.length === 0) return 0
  const placeOf = await demoPlaces(
    platform,
    spots.map(({ id }) => id),
  )
  await system.tx(async (query) => {
    const codecs = new Map<string, string>()
    for (const [name, { uplinks, commands }] of Object.entries(SHIPPED_CODECS)) {
      codecs.set(name, newId())
      await query('insert into chirpstack_codec (id, tenant_id, name, uplinks, commands) values ($1, $2, $3, $4, $5)', [
        codecs.get(name),
        tenantId,
        name,
        JSON.stringify(uplinks),
        JSON.stringify(commands),
      ])
    }
    const serverId = newId()
    await query(
      'insert into chirpstack_server (id, tenant_id, name, code, url, applications, region, enabled) values ($1, $2, $3, $4, $5, $6, 1, true)',
      [serverId, tenantId, DEMO_SERVER.name, DEMO_SERVER.code, NEVER, JSON.stringify([{ applicationId: randomUUID() }])],
    )
    const ids: string[] = []
    for (let n = 1; n <= NODES; n++) {
      const spot = spots[(n - 1) % spots.length] as Spot
      const [id, sn, name] = [newId(), `LORAWAN-${String(before + n).padStart(4, '0')}`, `${nodeType.label[0]} ${n}`]
      ids.push(id)
      await query(
        `insert into chirpstack_node (id, tenant_id, sn, name, activated, server_id, dev_eui, codec_id, confirmed, address, project_id, area_id, lng, lat)
         values ($1, $2, $3, $4, true, $5, $6, $7, true, $8, $9, $10, $11, $12)`,
        [
          id,
          tenantId,
          sn,
          name,
          serverId,
          `70b3d57ed005${(before + n).toString(16).padStart(4, '0')}`,
          codecs.get(CODEC),
          DEMO_SERVER.code,
          spot.project_id,
          spot.area_id,
          ...(placeOf(spot.id, sn) ?? [spot.lng, spot.lat]),
        ],
      )
      const gatewaySn = routeOf({ driver: nodeType.driver, tenantId, address: DEMO_SERVER.code })
      await storeRegistered(query, [{ sn, id, tenantId, gatewaySn, type: nodeType.code, name }])
    }
    await query('insert into chirpstack_multicast (id, tenant_id, name, server_id, group_id, node_ids) values ($1, $2, $3, $4, $5, $6)', [
      newId(),
      tenantId,
      'LoRaWAN 1',
      serverId,
      randomUUID(),
      ids.slice(0, GROUPED),
    ])
  })
  return NODES
}

/**
 * Adds the shipped codecs, a server, lamp nodes at posts of the demo city, and a multicast group to demo tenants. Does nothing if the deployment is
 * no demo, or if a server exists or existed.
 */
export const seedChirpstack = async (platform: Platform): Promise<void> => {
  const { config, system } = platform
  if (!config.demo || config.number('DEMO_DEVICES', NODES) === 0) return
  if ((await system.query('select 1 from chirpstack_server limit 1')).length > 0) return
  const tenants = new Set([FIRST_TENANT, ...(await demoUsers(platform)).map((user) => user.tenantId)])
  let nodes = 0
  for (const tenantId of tenants) nodes += await seedTenant(platform, tenantId, nodes)
}
