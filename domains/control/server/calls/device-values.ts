import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import type { Query } from '@lamplight/server-kit'
import { settableValue } from '../../model/index.ts'

/** Returns the value of a family by device: the wanted value, else the reported one. Devices with neither are left out. */
export const valuesOfDevices = async (
  query: Query,
  family: ParamFamilyDefinition,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, ParamValue>> => {
  const rows = await query<{ id: string; value: ParamValue }>(
    `select p.device_id::text as id, coalesce(w.value, r.value) as value from control_param p
     left join control_value w on w.id = p.wanted_id left join control_value r on r.id = p.reported_id
     where p.family = $1 and p.device_id = any($2::bigint[]) and coalesce(p.wanted_id, p.reported_id) is not null`,
    [family.name, deviceIds],
  )
  return new Map(rows.map(({ id, value }) => [id, settableValue(family, value)]))
}
