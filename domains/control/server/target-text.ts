import type { Query } from '@lamplight/server-kit'
import type { Selector } from '../model/index.ts'

const NAMED = [
  ['groupId', 'select group_name as name from devices_group where id = $1'],
  ['areaId', 'select coalesce(area_full_name, area_name) as name from places_area where id = $1'],
  ['projectId', 'select name from places_project where id = $1'],
] as const satisfies readonly (readonly [keyof Selector, string])[]
const DEVICES =
  "select coalesce(nullif(name, ''), sn) as name from devices_registry where device_id = any($1::bigint[]) order by sn limit 2"

/** What people call the devices of a selector: the group, area or project by its name, a few devices by theirs; null where there is no name for them. */
export const targetText = async (query: Query, selector: Selector): Promise<string | null> => {
  for (const [key, sql] of NAMED) {
    const id = selector[key]
    if (id) return (await query<{ name: string }>(sql, [id]))[0]?.name?.slice(0, 200) ?? null
  }
  if (!selector.controllerIds) return null
  const names = (await query<{ name: string }>(DEVICES, [selector.controllerIds.slice(0, 2)])).map(({ name }) => name).join('、')
  return selector.controllerIds.length > 2 ? `${names} …` : names || null
}
