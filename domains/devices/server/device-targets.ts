import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, grantedOnly, tableOf } from '@lamplight/server-kit'
import { deviceTypesPort } from '../model/ports.ts'
import { visibleDevices } from './device-row.ts'

interface TargetSql {
  readonly sql: string
  readonly params: unknown[]
  readonly routed: true
}

const COLUMNS = `r.device_id, r.tenant_id, r.gateway_id, r.sn, 0::smallint as head, null::float8 as power, null::float8 as min_power, null::int as min_level,
  null::float8 as tolerance, false as two_way, r.activated, case when r.gateway_id is null then nullif(r.gateway_sn, '') end as route`

/**
 * SQL of devices of some types as targets of a command, with the columns that the command ledger packs: device_id, tenant_id, gateway_id, sn, head, power,
 * min_power, min_level, tolerance (these four null, because no power is expected), two_way, activated, route. Devices that the user may not see are left out.
 */
export const deviceTargets = (ctx: Ctx, types: readonly DeviceTypeDefinition[], deviceIds: readonly string[]): TargetSql => {
  const params: unknown[] = [deviceIds]
  const parts = types.map((type) => {
    const resource = ctx.platform.port(deviceTypesPort).resourceOf(type.code)
    const [join, visible] = resource
      ? [
          `join ${tableOf(resource)} t on t.id = r.device_id and not t.is_deleted`,
          grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' }),
        ]
      : ['', visibleDevices(ctx.user, params)]
    return `select ${COLUMNS} from devices_registry r ${join} where r.type = ${type.code} and r.device_id = any($1::bigint[])${visible}`
  })
  return { sql: parts.join(' union all '), params, routed: true }
}

/** SQL query, to be put in parentheses: the area id of the registered device `r`, from the row of its resource. */
export const deviceAreas = (ctx: Ctx): string => {
  const types = ctx.platform.port(deviceTypesPort)
  const parts = types.all.flatMap(({ code }) => {
    const resource = types.resourceOf(code)
    return resource?.fields.areaId
      ? [`select t.area_id from ${tableOf(resource)} t where r.type = ${code} and t.id = r.device_id and not t.is_deleted`]
      : []
  })
  return parts.length > 0 ? parts.join(' union all ') : 'select null::bigint'
}

/** SQL of the targets of a command that the platform itself sends: the registered devices of the tenant with these ids. */
export const registeredTargets = (deviceIds: readonly string[]): TargetSql => ({
  sql: `select ${COLUMNS} from devices_registry r where r.device_id = any($1::bigint[])`,
  params: [deviceIds],
  routed: true,
})
