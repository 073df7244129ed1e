import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, mayList, registryPort, seenRows } from '@lamplight/server-kit'
import { gateway, gatewayType } from '../model/index.ts'
import { seenOfType } from './device-sight.ts'

interface TargetSql {
  readonly sql: string
  readonly params: unknown[]
  readonly routed: true
}

const COLUMNS = `r.device_id, r.tenant_id, r.gateway_id, r.sn, 0::smallint as head, null::float8 as power, null::float8 as min_power, null::int as min_level,
  null::float8 as tolerance, false as two_way, r.activated, case when r.gateway_id is null then nullif(r.gateway_sn, '') end as route`
const GIVEN = '= any($1::bigint[])'

/** Gateways as targets of commands to the gateways themselves: the assigned gateways of the tenant that the user sees. */
const gatewayTargets = (ctx: Ctx, params: unknown[]): string => {
  const served = ctx.platform.port(registryPort).resources.get(gateway.name)
  const seen = served && mayList(ctx.user, gateway) ? seenRows(served, ctx.user, params) : 'false'
  return `select t.id as device_id, t.tenant_id, t.id as gateway_id, t.sn, 0::smallint as head, null::float8 as power, null::float8 as min_power,
    null::int as min_level, null::float8 as tolerance, false as two_way, true as activated, null::text as route
    from devices_gateway t where t.id ${GIVEN} and t.status = 1 and t.tenant_id = $${params.push(ctx.tenantId)} and ${seen}`
}

/**
 * Devices of some types as targets of a command, in the columns that the command ledger packs: device_id, tenant_id, gateway_id, sn, head, power, min_power,
 * min_level, tolerance (no power is expected of them), two_way, activated, route. Devices that the user does not see are left out.
 */
export const deviceTargets = (ctx: Ctx, types: readonly DeviceTypeDefinition[], deviceIds: readonly string[]): TargetSql => {
  const params: unknown[] = [deviceIds]
  const parts = types.map(({ code }) =>
    code === gatewayType.code
      ? gatewayTargets(ctx, params)
      : `select ${COLUMNS} from devices_registry r where r.type = ${code} and r.device_id ${GIVEN}${seenOfType(ctx, params, code, 'r.device_id', GIVEN)}`,
  )
  return { sql: parts.join(' union all '), params, routed: true }
}

/** Targets of a command of the platform itself: the registered devices of the tenant with these ids. */
export const registeredTargets = (deviceIds: readonly string[]): TargetSql => ({
  sql: `select ${COLUMNS} from devices_registry r where r.device_id ${GIVEN}`,
  params: [deviceIds],
  routed: true,
})
