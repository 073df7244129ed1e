import { A, page, pageWindow, type RouteInput, readListQuery, readRow, route, T, wireRow } from '@lamplight/server-kit'
import { gateway } from '../model/index.ts'
import { gatewayServer } from './gateway.server.ts'

const PLACES = 'left join places_projects p on p.id = t.project_id left join places_areas a on a.id = t.area_id'
const Id = T.String({ pattern: '^[0-9]{1,19}$' })

/**
 * Gateways in the order of their ids. The page begins `offset` rows after the row `marker`; without a marker at row `offset`, or at
 * (current - 1) * size (gateway.list, rule.const.gwpaging.big, decisions.md A8). The client computes marker and offset.
 */
const list = async ({ ctx, query }: RouteInput) => {
  const { marker, offset, ...input } = query as { marker?: string; offset?: number } & Record<string, unknown>
  const listQuery = readListQuery(gateway, gatewayServer.implementation, input, ctx.user, ctx)
  const { limit, ...first } = pageWindow(listQuery)
  const where = listQuery.where.join(' and ')
  const sorted = input.ascs || input.descs ? listQuery.order : 't.id'
  const after = marker === undefined ? '' : ` and t.id > $${listQuery.params.length + 1}`
  const skip = offset ?? (marker === undefined ? first.offset : 0)
  const [rows = [], totals = []] = await ctx.queries([
    [
      `select t.*, p.name as "projectId$title", a.area_name as "areaId$title" from devices_gateway t ${PLACES}
       where ${where}${after} order by ${after ? 't.id' : sorted} limit ${limit} offset ${skip}`,
      marker === undefined ? listQuery.params : [...listQuery.params, marker],
    ],
    [`select count(*)::int as total from devices_gateway t where ${where}`, listQuery.params],
  ])
  return page(
    rows.map((raw) => wireRow(gateway, readRow(gateway, raw), ctx)),
    Number(totals[0]?.total ?? 0),
    listQuery.current,
    listQuery.size,
  )
}

export const gatewayListRoute = route({
  method: 'GET',
  path: '/api/blade-device/gateway/list',
  summary: ['网关列表', 'Gateways, by marker and offset'],
  example: { query: { sn: 'GW-0001' } },
  permission: 'gateway_view',
  query: T.Object({
    current: T.Optional(T.Integer({ description: 'page, from 1' })),
    size: T.Optional(T.Integer({ description: 'rows of a page; -1 is all' })),
    marker: T.Optional(Id),
    offset: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000 })),
    status: T.Optional(T.String({ description: '0 unregistered, 1 assigned' })),
    online: T.Optional(T.String({ description: '0 offline, 1 online' })),
    sn: T.Optional(T.String()),
  }),
  returns: A.page(A.row(gateway)),
  handler: (input) => list(input as unknown as RouteInput),
})
