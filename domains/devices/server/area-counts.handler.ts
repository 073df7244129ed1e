import { pick } from '@lamplight/kit'
import { A, route, T, treeIds } from '@lamplight/server-kit'
import { deviceTypesPort } from '../model/ports.ts'
import { allDevices } from './device-sight.ts'
import { refuseBlind } from './seen-device.ts'

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

// Sums over all devices that the user sees, by the resource that lists them (device.count.by.area).
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
    const params: unknown[] = []
    const below = (column: string, table: string, id: string | undefined): string =>
      id ? ` and p.${column} in (${treeIds({ table, from: { id: `$${params.push(id)}` } })})` : ''
    const places = `${below('area_id', 'places_areas', areaId)}${below('project_id', 'places_projects', projectId)}`
    const rows = await ctx.query<{ areaId: string; areaName: string; kind: number; count: number; online: number }>(
      `select coalesce(n.area_id::text, '') as "areaId", coalesce(a.area_name, '') as "areaName", n.kind, n.count, n.online
       from (select d.area_id, d.kind, count(*)::int as count, count(*) filter (where d.online)::int as online
         from (${allDevices(ctx, params, places)}) d group by d.area_id, d.kind) n
       left join places_areas a on a.id = n.area_id order by n.kind, 2, 1`,
      params,
    )
    const types = ctx.platform.port(deviceTypesPort)
    return rows.flatMap(({ kind, ...row }) => {
      const resource = types.resourceOf(kind)
      return resource ? [{ ...row, resource: resource.name, label: pick(resource.label, ctx.lang) }] : []
    })
  },
})
