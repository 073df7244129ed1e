import { onServer, type Query } from '@lamplight/server-kit'
import { area } from '../model/area.resource.ts'

/** Writes the path of names of an area and of everything below it, from the top down. */
const nameFully = (query: Query, id: string) =>
  query(
    `with recursive above as (
       select id, parent_id, area_name, 1 as level from places_area where id = $1
       union all select a.id, a.parent_id, a.area_name, level + 1 from places_area a join above on a.id = above.parent_id where level < 100),
     below as (
       select id, (select string_agg(area_name, '/' order by level desc) from above) as full_name from places_area where id = $1
       union all select a.id, below.full_name || '/' || a.area_name from places_area a join below on a.parent_id = below.id where not a.is_deleted)
     update places_area a set area_full_name = left(below.full_name, 1000) from below
     where below.id = a.id and a.area_full_name is distinct from left(below.full_name, 1000)`,
    [id],
  )

/** The full name, `东城/朝阳路/一段`, follows the names and places of what stands above. */
export const areaServer = onServer(area, {
  place: { area: 't.id' },
  // 0 is the top: everything (rule.area.parent0).
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
  afterWrite: async ({ query, row, old }) => {
    if (!old || old.areaName !== row.areaName || old.parentId !== row.parentId) await nameFully(query, row.id)
  },
})
