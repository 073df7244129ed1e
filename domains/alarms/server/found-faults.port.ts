import { type Platform, tableOf } from '@lamplight/server-kit'
import { RECOVERED } from '../model/alarm.lifecycle.ts'
import { alarm, DISPOSED, KINDS, OPEN } from '../model/index.ts'
import type { FoundFaults } from '../model/ports.ts'

const table = tableOf(alarm)
const PRESENT = `select id::text as id from ${table} where tenant_id = $1 and device_id = $2 and sub_alarm_type = $3 and present and not is_deleted and config_id is null`

/** Alarms of faults that no device reports. `value` marks them: alarms of device events have none, and those of thresholds have a configuration. */
export const createFoundFaults = ({ clock }: Pick<Platform, 'clock'>): FoundFaults => ({
  open: async (query, { tenantId, deviceId, event, value, at, severity, projectId, areaId }) => {
    const kind = (KINDS as Readonly<Record<string, (typeof KINDS)[keyof typeof KINDS] | undefined>>)[event]
    if (!kind) throw new Error(`no kind of alarm for ${event}`)
    const [made] = await query<{ id: string }>(
      `insert into ${table} (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id,
         value, value_en, began_at, last_began, present, count, dispose, project_id, area_id)
       select nextval('kit_id'), $1, $3, $4, $5, $6, false, r.device_id, r.type, r.sn, coalesce(r.name, ''), r.gateway_id, $7, $8, $9, $9, true, 1, ${OPEN}, $10, $11
       from devices_registered r where r.tenant_id = $1 and r.device_id = $2 on conflict do nothing returning id::text as id`,
      [tenantId, deviceId, kind.type, kind.number, kind.exception, severity ?? kind.severity, value[0], value[1], at, projectId, areaId],
    )
    if (made) return made.id
    const [known] = await query<{ id: string }>(PRESENT, [tenantId, deviceId, kind.number])
    return known?.id ?? null
  },
  end: async (query, ids) => {
    await query(
      `update ${table} set present = false, ended_at = $2, update_time = $2, dispose = ${DISPOSED}, result = coalesce(result, ${RECOVERED}),
         disposed_at = coalesce(disposed_at, $2) where id = any($1::bigint[]) and present and value is not null and config_id is null`,
      [ids, new Date(clock.now())],
    )
  },
})
