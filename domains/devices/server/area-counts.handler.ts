import { pick } from '@lamplight/kit'
import { A, route, seenRows, T, tableOf, treeIds } from '@lamplight/server-kit'
import { mayRead, viewsOf } from './device-sight.ts'
import { refuseBlind } from './seen-device.ts'

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

// Sums over the rows of every device resource that the user may list (device.count.by.area).
export const areaCountsRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/count/by/area',
  summary: ['按区域统计设备数', 'Number of devices by area'],
  // The right is that to list devices: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({ areaId: Id, projectId: Id }),
  returns: A.list(A.of({ areaId: A.id, areaName: A.text, resource: A.text, label: A.text, count: A.int, online: A.int })),
  handler: async ({ ctx, query: { areaId, projectId } }) => {
    const views = viewsOf(ctx).filter(
      ({ served, column }) => column === 'id' && 'areaId' in served.resource.fields && mayRead(ctx, served.resource),
    )
    const counted = await Promise.all(
      views.map(async ({ served }) => {
        const params: unknown[] = []
        const below = (column: string, table: string, id: string | undefined): string =>
          id ? ` and t.${column} in (${treeIds({ table, from: { id: `$${params.push(id)}` } })})` : ''
        const where = `${seenRows(served, ctx.user, params)}${below('area_id', 'places_areas', areaId)}${
          'projectId' in served.resource.fields ? below('project_id', 'places_projects', projectId) : ''
        }`
        const rows = await ctx.query<{ areaId: string; areaName: string; count: number; online: number }>(
          `select coalesce(n.area_id::text, '') as "areaId", coalesce(a.area_name, '') as "areaName", n.count, n.online
           from (select t.area_id, count(*)::int as count, count(*) filter (where s.online)::int as online
             from ${tableOf(served.resource)} t left join devices_state s on s.device_id = t.id where ${where} group by t.area_id) n
           left join places_areas a on a.id = n.area_id order by 2, 1`,
          params,
        )
        const { name, label } = served.resource
        return rows.map((row) => ({ ...row, resource: name, label: pick(label, ctx.lang) }))
      }),
    )
    return counted.flat()
  },
})
