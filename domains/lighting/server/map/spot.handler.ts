import { exampleId } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, errors, grantedOnly, route, T } from '@lamplight/server-kit'

const Id = T.Optional(T.String({ pattern: '^\\d{1,19}$' }))
const cutFor = (ctx: Ctx, params: unknown[], alias: string): string =>
  grantedOnly(ctx.user, params, { project: `${alias}.project_id`, area: `${alias}.area_id` })
const LAMPS_AT_MOST = 20

/** A post or gateway for its card on the map; times in epoch ms, `states`: number of lamps by state (1 to 5). */
const SpotReturns = A.of({
  kind: A.oneOf(A.is('gateway'), A.is('post')),
  id: A.id,
  title: A.text,
  sn: A.nullable(A.text),
  areaName: A.nullable(A.text),
  lng: A.nullable(A.number),
  lat: A.nullable(A.number),
  online: A.maybe(A.yes),
  version: A.maybe(A.nullable(A.text)),
  lastSeen: A.maybe(A.nullable(A.number)),
  count: A.maybe(A.int),
  height: A.maybe(A.nullable(A.number)),
  streetId: A.maybe(A.nullable(A.id)),
  streetName: A.maybe(A.nullable(A.text)),
  states: A.map(A.int),
  lamps: A.list(A.of({ id: A.id, deviceId: A.nullable(A.id), name: A.text, state: A.int, dim: A.int })),
})
type Answer = AnswerOf<typeof SpotReturns>
type Spot = Omit<Answer, 'kind' | 'states' | 'lamps'>

const gatewayOf = async (ctx: Ctx, id: string): Promise<Spot | undefined> => {
  const params: unknown[] = [id, ctx.tenantId]
  const cut = cutFor(ctx, params, 'g')
  const [row] = await ctx.query<Spot>(
    `select g.id, coalesce(nullif(g.name, ''), g.sn) as title, g.sn, a.area_full_name as "areaName", g.lng, g.lat, g.online, g.version,
       (extract(epoch from g.last_seen) * 1000)::float8 as "lastSeen", coalesce(g.children, 0) as count
     from devices_gateways g left join places_areas a on a.id = g.area_id where g.id = $1 and g.tenant_id = $2 and not g.is_deleted${cut}`,
    params,
  )
  return row
}

const postOf = async (ctx: Ctx, id: string): Promise<Spot | undefined> => {
  const params: unknown[] = [id]
  const cut = cutFor(ctx, params, 'p')
  const [row] = await ctx.query<Spot>(
    `select p.id, p.name as title, p.sn, a.area_full_name as "areaName", p.lng, p.lat, p.height, s.id as "streetId", ll_said(s.name, s.name_en) as "streetName"
     from lighting_post p left join places_areas a on a.id = p.area_id left join lighting_street s on s.id = p.street_id
     where p.id = $1 and not p.is_deleted${cut}`,
    params,
  )
  return row
}

/** A gateway (with its cabinet) or a post for its card on the map, with its lamps and their states. */
export const spot = route({
  method: 'GET',
  path: '/api/blade-city/lamp/spot',
  summary: ['网关或灯杆的概况', 'A gateway or a post with its lamps'],
  example: { query: { gatewayId: exampleId('devices.gateway') } },
  permission: 'lamp_view',
  query: T.Object({ gatewayId: Id, postId: Id }),
  returns: SpotReturns,
  handler: async ({ ctx, query: { gatewayId, postId } }) => {
    const id = gatewayId ?? postId
    if (!id) throw errors.missingParameter({ field: 'gatewayId' }, 'gatewayId')
    const found = gatewayId ? await gatewayOf(ctx, id) : await postOf(ctx, id)
    if (!found) throw errors.notFound()
    const params: unknown[] = [id]
    const whose = gatewayId
      ? 'l.controller_id in (select c.id from lighting_controller c where c.gateway_id = $1 and not c.is_deleted)'
      : 'l.post_id = $1'
    const from = `from lighting_lamp l left join devices_states s on s.device_id = l.controller_id where not l.is_deleted and ${whose}${cutFor(ctx, params, 'l')}`
    const [states, lamps] = await ctx.queries<[{ state: number; n: number }, Answer['lamps'][number]]>([
      [`select coalesce(s.state, 5)::int as state, count(*)::int as n ${from} group by 1`, params],
      [
        `select l.id, l.controller_id as "deviceId", l.name, coalesce(s.state, 5)::int as state, coalesce(s.dim, 0)::int as dim ${from}
         order by l.name, l.id limit ${postId ? LAMPS_AT_MOST : 0}`,
        params,
      ],
    ])
    return {
      kind: gatewayId ? ('gateway' as const) : ('post' as const),
      ...found,
      states: Object.fromEntries(states.map(({ state, n }) => [state, n])),
      lamps,
    }
  },
})
