import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import { seenOfType } from './device-sight.ts'

interface TargetSql {
  readonly sql: string
  readonly params: unknown[]
  readonly routed: true
}

const COLUMNS = `r.device_id, r.tenant_id, r.gateway_id, r.sn, 0::smallint as head, null::float8 as power, null::float8 as min_power, null::int as min_level,
  null::float8 as tolerance, false as two_way, r.activated, case when r.gateway_id is null then nullif(r.gateway_sn, '') end as route`
const GIVEN = '= any($1::bigint[])'

/**
 * Devices of some types as targets of a command, in the columns that the command ledger packs: device_id, tenant_id, gateway_id, sn, head, power, min_power,
 * min_level, tolerance (no power is expected of them), two_way, activated, route. Devices that the user does not see are left out.
 */
export const deviceTargets = (ctx: Ctx, types: readonly DeviceTypeDefinition[], deviceIds: readonly string[]): TargetSql => {
  const params: unknown[] = [deviceIds]
  const parts = types.map(
    ({ code }) =>
      `select ${COLUMNS} from devices_registry r where r.type = ${code} and r.device_id ${GIVEN}${seenOfType(ctx, params, code, 'r.device_id', GIVEN)}`,
  )
  return { sql: parts.join(' union all '), params, routed: true }
}

/** Targets of a command of the platform itself: the registered devices of the tenant with these ids. */
export const registeredTargets = (deviceIds: readonly string[]): TargetSql => ({
  sql: `select ${COLUMNS} from devices_registry r where r.device_id ${GIVEN}`,
  params: [deviceIds],
  routed: true,
})
