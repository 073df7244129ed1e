import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { type Platform, tableOf } from '@lamplight/server-kit'
import { hashOf } from '@lamplight/town'

/** Default number of devices of each type in a demo city; `DEMO_DEVICES` overrides it. */
const DEVICES = 40
/** Maximum distance of a device from its gateway along each axis, in degrees: about 150 m. */
const SPREAD_DEGREES = 0.0014

interface GatewayRow {
  readonly id: string
  readonly tenant_id: string
  readonly sn: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly lng: number
  readonly lat: number
}

/** Inserts demo devices of a type behind gateways of the virtual city, if the deployment is a demo and its table has never had a row. */
export const seedDevices = async (platform: Platform, resource: ResourceDefinition, type: DeviceTypeDefinition): Promise<void> => {
  const most = platform.config.number('DEMO_DEVICES', DEVICES)
  if (!platform.config.demo || most === 0) return
  const table = tableOf(resource)
  if ((await platform.system.query(`select 1 from ${table} limit 1`)).length > 0) return
  const gateways = await platform.system.query<GatewayRow>(
    `select g.id, g.tenant_id, g.sn, g.project_id, g.area_id, g.lng, g.lat from devices_gateway g join devices_credential c on c.gateway_id = g.id and c.virtual
     where not g.is_deleted and g.status = 1 and g.lng is not null and g.lat is not null order by g.tenant_id, g.sn`,
  )
  for (const own of Map.groupBy(gateways, (gateway) => gateway.tenant_id).values())
    await platform.system.tx(async (query) => {
      for (let n = 1; n <= Math.min(most, own.length); n++) {
        const gateway = own[Math.floor(((n - 1) * own.length) / Math.min(most, own.length))] as GatewayRow
        const [id, sn, name] = [platform.newId(), `${type.name.toUpperCase()}-${String(n).padStart(4, '0')}`, `${type.label[0]} ${n}`]
        const near = (at: number, axis: string): number => at + (hashOf(1, axis, sn) / 2 ** 32 - 0.5) * 2 * SPREAD_DEGREES
        await query(
          `insert into ${table} (id, tenant_id, sn, name, activated, gateway_id, project_id, area_id, lng, lat) values ($1, $2, $3, $4, true, $5, $6, $7, $8, $9)`,
          [
            id,
            gateway.tenant_id,
            sn,
            name,
            gateway.id,
            gateway.project_id,
            gateway.area_id,
            near(gateway.lng, 'lng'),
            near(gateway.lat, 'lat'),
          ],
        )
        await query(
          'insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated) values ($1, $2, $3, $4, $5, $6, $7, true)',
          [sn, id, gateway.tenant_id, gateway.id, gateway.sn, type.code, name],
        )
      }
    })
}
