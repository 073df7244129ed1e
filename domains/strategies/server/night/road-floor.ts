/** Levels of areas below an area with a class that inherit it. */
const DEPTH_MOST = 10

/**
 * Adds the column `class_id`, the road class of each lamp, to the query `lamps` (columns `device_id`, `street_id`, `area_id`). A class that names the lamp wins
 * over one that names its street, and that over one that names its area or an area above it (the nearest first). Among equals the highest floor wins.
 * `class_id` is null if no class applies. `among` is an SQL condition that limits the classes: queries of the platform see the classes of every tenant.
 */
export const classedLamps = (lamps: string, among = 'true'): string => `
with recursive l as (${lamps}),
  c as (select id, floor, coalesce(late_floor, floor) as late, controller_ids, street_ids, area_ids from strategies_road_class where not is_deleted and ${among}),
  own as (select distinct on (e) e as id, c.id as class from c cross join unnest(c.controller_ids) e order by e, c.floor desc, c.late desc, c.id),
  street as (select distinct on (e) e as id, c.id as class from c cross join unnest(c.street_ids) e order by e, c.floor desc, c.late desc, c.id),
  tree as (
    select e as id, c.id as class, c.floor, c.late, 0 as depth from c cross join unnest(c.area_ids) e
    union all select a.id, t.class, t.floor, t.late, t.depth + 1 from tree t join places_areas a on a.parent_id = t.id and not a.is_deleted where t.depth < ${DEPTH_MOST}
  ),
  area as (select distinct on (id) id, class from tree order by id, depth, floor desc, late desc, class)
select l.*, coalesce(own.class, street.class, area.class) as class_id
from l left join own on own.id = l.device_id left join street on street.id = l.street_id left join area on area.id = l.area_id`
