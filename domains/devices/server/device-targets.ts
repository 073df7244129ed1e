import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, grantedOnly, tableOf } from '@lamplight/server-kit'
import { visibleDevices } from './device-row.ts'
import type { DeviceTypes } from './types.port.ts'

/**
 * Devices of a type as targets of a command, in the columns that the command ledger packs: device_id, tenant_id, gateway_id, sn, head, power, min_power,
 * min_level, tolerance (no power is expected of them), two_way, activated. Devices that the asker may not see are left out.
 */
export const deviceTargets = (ctx: Ctx, type: DeviceTypeDefinition, deviceIds: readonly string[]): { sql: string; params: unknown[] } => {
  const params: unknown[] = [type.code, deviceIds]
  const resource = ctx.platform.port<DeviceTypes>('devices.types').resourceOf(type.code)
  const [join, visible] = resource
    ? [
        `join ${tableOf(resource)} t on t.id = r.device_id and not t.is_deleted`,
        grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' }),
      ]
    : ['', visibleDevices(ctx.user, params)]
  return {
    sql: `select r.device_id, r.tenant_id, r.gateway_id, r.sn, 0::smallint as head, null::float8 as power, null::float8 as min_power, null::int as min_level,
        null::float8 as tolerance, false as two_way, r.activated
      from devices_registry r ${join} where r.type = $1 and r.device_id = any($2::bigint[])${visible}`,
    params,
  }
}
