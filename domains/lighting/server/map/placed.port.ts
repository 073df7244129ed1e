import type { PlacedDevices } from '@lamplight/places/model'
import { grantedOnly, treeIds } from '@lamplight/server-kit'

/** Counts lamp controllers by area, for the tree beside the map. */
export const createPlacedDevices = (): PlacedDevices => ({
  countByArea: (ctx, { projectId, state }) => {
    const params: unknown[] = []
    const cut = grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' })
    const inProject = projectId
      ? ` and t.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})`
      : ''
    const inState = state ? ` and coalesce(s.state, 5) = $${params.push(state)}` : ''
    return ctx.query<{ areaId: string; count: number }>(
      `select t.area_id::text as "areaId", count(*)::int as count from lighting_controller t
       ${state ? 'left join devices_states s on s.device_id = t.id' : ''}
       where not t.is_deleted and t.area_id is not null${cut}${inProject}${inState} group by 1`,
      params,
    )
  },
})
