import { deviceProjects } from '@lamplight/devices/server'
import type { Platform, Query } from '@lamplight/server-kit'

/** City lighting: the system of all devices that belong to no other one. */
const CITY = 2
const SOLAR = 200
/** Solar lamps (devType 7) belong to solar lighting in every project. */
const SOLAR_LAMP = 7
/** Other systems with a page of command records, by the type of their projects (decisions.md A41): solar lighting, smart poles, institutes. */
const OTHERS = [SOLAR, 3, 4]

const OF_PROJECT = `case when p.type in (${OTHERS.join(', ')}) then p.type else ${CITY} end`
const SYSTEM = `case when d.type = ${SOLAR_LAMP} then ${SOLAR} else ${OF_PROJECT} end`

/** SQL of the systems of lamps as a value: `lots` is SQL from `from`, whose rows have the projects of the lamps (project_id). */
export const systemsIn = (lots: string): string =>
  `(select array_agg(distinct ${OF_PROJECT})::int[] from (select distinct project_id ${lots}) l left join places_projects p on p.id = l.project_id)`

/**
 * Up to this number of devices, each is looked up by index. For more, the tables of devices are scanned once and hashed. "Materialized" forces that: the
 * planner expects ten devices in a pack, and would look up each device in each table.
 */
const FEW = 1000
const AMONG = 'where device_id = any(array(select unnest(device_ids) from control_pack where batch_id = $1))'

/** Returns systems as a literal of `control_batch.systems`. */
export const systemsLiteral = (systems: readonly number[] | null | undefined): string => `{${(systems ?? [CITY]).join(',')}}`

/** Returns the systems of the devices packed in a batch of `total` as a literal of `control_batch.systems`, by which the record pages select their records. */
export const systemsOf = async (platform: Platform, query: Query, batchId: string, total: number): Promise<string> => {
  const [row] = await query<{ systems: number[] | null }>(
    `with d as materialized (select * from (${deviceProjects(platform)}) p ${total > FEW ? '' : AMONG})
     select array_agg(distinct ${SYSTEM})::int[] as systems
     from control_pack k cross join unnest(k.device_ids) as i (id)
     left join d on d.device_id = i.id left join places_projects p on p.id = d.project_id
     where k.batch_id = $1`,
    [batchId],
  )
  return systemsLiteral(row?.systems)
}
