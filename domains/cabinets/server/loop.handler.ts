import { exampleId } from '@lamplight/kit'
import { A, route, T, visibleRow } from '@lamplight/server-kit'
import { loop } from '../model/loop.resource.ts'

/** Lamp groups of a loop (loop.lamp.groups). By hand: it lists rows of another resource, by their ids in a field of the loop. */
export const loopGroups = route({
  method: 'GET',
  path: '/api/blade-city/loop/lamp/groups',
  summary: ['回路的灯具分组', 'Lamp groups of a loop'],
  example: { query: { loopId: exampleId('cabinets.loop') } },
  permission: 'loop_view',
  query: T.Object({ loopId: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: A.list(A.of({ id: A.id, groupName: A.text, memberCount: A.int })),
  handler: async ({ ctx, query: { loopId } }) => {
    await visibleRow(ctx, loop, loopId)
    return ctx.query(
      `select g.id::text, g.group_name as "groupName",
         (select count(*)::int from devices_group_members m where m.tenant_id = g.tenant_id and m.group_id = g.id) as "memberCount"
       from cabinets_loop l join devices_groups g on g.tenant_id = l.tenant_id and g.id = any(l.lamp_group_ids) and not g.is_deleted
       where l.id = $1 order by g.group_name`,
      [loopId],
    )
  },
})
