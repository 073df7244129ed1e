import { deviceProjects } from '@lamplight/devices/server'
import type { Platform, Query } from '@lamplight/server-kit'

/** City lighting: the system of all devices that belong to no other one. */
const CITY = 2
const SOLAR = 200
/** Solar lamps (devType 7) belong to solar lighting in every project. */
const SOLAR_LAMP = 7
/** Other systems with a page of command records, by the type of their projects (decisions.md A41): solar lighting, smart poles, institutes. */
const OTHERS = [SOLAR, 3, 4]

const SYSTEM = `case when d.type = ${SOLAR_LAMP} then ${SOLAR} when p.type in (${OTHERS.join(', ')}) then p.type else ${CITY} end`

/** Up to this number of devices their rows are looked up by index; the tables of more devices are read as a whole. */
const FEW = 1000
const AMONG = 'where device_id = any(array(select unnest(device_ids) from control_pack where batch_id = $1))'

/** Returns the systems of the devices packed in a batch of `total` as a literal of `control_batch.systems`, by which the record pages select their records. */
export const systemsOf = async (platform: Platform, query: Query, batchId: string, total: number): Promise<string> => {
  const [row] = await query<{ systems: number[] | null }>(
    `select array_agg(distinct ${SYSTEM})::int[] as systems
     from control_pack k cross join unnest(k.device_ids) as i (id)
     left join (select * from (${deviceProjects(platform)}) p ${total > FEW ? '' : AMONG}) d on d.device_id = i.id left join places_projects p on p.id = d.project_id
     where k.batch_id = $1`,
    [batchId],
  )
  return `{${(row?.systems ?? [CITY]).join(',')}}`
}
