import { exampleId } from '@lamplight/kit'
import { lampPacketParts, packLampBlocks } from '@lamplight/lamp-packet'
import { projectTypeFilter } from '@lamplight/places/server'
import { A, type AnswerOf, type Ctx, errors, grantedOnly, route, T, treeIds } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { type PackedCity, seesWholeCity, wholeCity } from '../demo/whole-city.ts'
import { gzipOf, packStart } from '../import/gzip-parts.ts'
import { baseMapOf, type Ground, groundOf } from './base-maps.ts'

const Project = T.Object({
  projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
  projectType: T.Optional(T.Integer({ description: 'only lamps of projects of this type (4: institutes)' })),
})

interface Blocks {
  n: number
  ids: Buffer
  lng: Buffer
  lat: Buffer
  looks: Buffer
}
const NOTHING = Buffer.alloc(0)

const cutFor = (ctx: Ctx, params: unknown[]): string => grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })

/** Lamps for users limited by grants, or those of one project or of projects of one type. */
const someLamps = async (
  ctx: Ctx,
  cut: string,
  params: unknown[],
  { projectId, projectType }: { readonly projectId?: string; readonly projectType?: number },
): Promise<PackedCity> => {
  const type =
    projectType === undefined
      ? ''
      : ` and ${projectTypeFilter.projectType.sql.replaceAll('t.project_id', 'l.project_id').replaceAll('$', `$${params.push(projectType)}`)}`
  const project = projectId
    ? ` and l.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})`
    : ''
  const sql = `select count(*)::int as n, string_agg(int8send(id), '') as ids, string_agg(int4send(lng), '') as lng,
            string_agg(int4send(lat), '') as lat, string_agg(int2send(look), '') as looks
     from (select coalesce(l.controller_id, l.id) as id, round(l.lng * 1e7)::int as lng, round(l.lat * 1e7)::int as lat,
                  (coalesce(s.state, 5) * 256 + coalesce(s.dim, 0))::smallint as look
           from lighting_lamp l left join devices_states s on s.device_id = l.controller_id
           where not l.is_deleted and l.lng is not null and l.lat is not null${cut}${project}${type}) lamps`
  const [found] = await ctx.slowly(sql, () => ctx.query<Blocks>(sql, params))
  const blocks = found?.n ? found : { n: 0, ids: NOTHING, lng: NOTHING, lat: NOTHING, looks: NOTHING }
  const { places, looks } = lampPacketParts(packLampBlocks(blocks))
  return { places, looks, packed: await packStart(places) }
}

/** All lamps that the user may see, as one packed binary (platform/lamp-packet): ids are device ids, or the lamp's own if it has no controller. */
export const lampPoints = route({
  method: 'GET',
  path: '/api/blade-city/lamp/map',
  summary: ['地图全部灯具（二进制）', 'All lamps for the map, packed binary'],
  example: { query: { projectId: exampleId('places.project') } },
  permission: 'lamp_view',
  answers: 'raw',
  query: Project,
  returns: A.file('application/octet-stream'),
  handler: async ({ ctx, query, headers, reply }) => {
    const params: unknown[] = []
    const cut = cutFor(ctx, params)
    const all = seesWholeCity(ctx.user) && !query.projectId && query.projectType === undefined
    const { places, looks, packed } = all ? await wholeCity(ctx.platform, ctx.tenantId) : await someLamps(ctx, cut, params, query)
    reply.header('content-type', 'application/octet-stream')
    reply.header('vary', 'accept-encoding')
    if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''))) return Buffer.concat([places, looks])
    reply.header('content-encoding', 'gzip')
    return gzipOf(packed, looks)
  },
})

/** GeoJSON (RFC 7946) in drawing order. */
const BaseReturns = A.of({
  name: A.list(A.text),
  centre: A.list(A.number),
  type: A.is('FeatureCollection'),
  features: A.list(
    A.of({
      type: A.is('Feature'),
      properties: A.of({ layer: A.text, id: A.maybe(A.text), name: A.maybe(A.list(A.text)), class: A.maybe(A.text) }),
      geometry: A.of({ type: A.oneOf(A.is('LineString'), A.is('Polygon')), coordinates: A.list(A.list(A.any)) }),
    }),
  ),
})

/** Built-in streets, water and parks, for a map without internet; tiles if a parameter has an address. */
export const mapBase = route({
  method: 'GET',
  path: '/api/blade-city/lamp/map/base',
  summary: ['底图', 'Base map'],
  permission: 'lamp_view',
  returns: A.of({ tileUrl: A.text, tileCrs: A.oneOf(A.is('wgs84'), A.is('gcj02')), base: A.nullable(BaseReturns) }),
  handler: async ({ ctx }) => {
    const params = await ctx.platform.port(paramsPort).beginning(['map.'])
    const [town] = await ctx.query<Ground>('select seed, lamps from lighting_town where tenant_id = $1', [ctx.tenantId])
    const ground = groundOf(ctx.platform, ctx.tenantId, town)
    return {
      tileUrl: params['map.tileUrl'] || ctx.platform.config.tileUrl,
      tileCrs: params['map.tileCrs'] === 'gcj02' ? ('gcj02' as const) : ('wgs84' as const),
      base: ground ? await baseMapOf(ctx.platform, ground) : null,
    }
  },
})

/** Times (`…Since`, `…Until`, `…At`) are epoch ms. */
const NUMBERS = [
  'minPower',
  'minLevel',
  'powerTolerance',
  'dim',
  'activePower',
  'voltage',
  'current',
  'pf',
  'energy',
  'hours',
  'temperature',
  'tilt',
  'faultSince',
  'overrideUntil',
  'reportedAt',
] as const
const ConditionReturns = A.of({
  id: A.id,
  name: A.text,
  sn: A.text,
  power: A.nullable(A.number),
  lng: A.nullable(A.number),
  lat: A.nullable(A.number),
  state: A.int,
  faults: A.nullable(A.list(A.text)),
  ...A.each(['deviceId', 'postId', 'streetId', 'gatewayId'], A.nullable(A.id)),
  ...A.each(['controllerSn', 'postName', 'postSn', 'streetName', 'areaName', 'gatewaySn', 'gatewayName', 'reason'], A.nullable(A.text)),
  ...A.each(['twoWay', 'activated', 'gatewayOnline', 'online', 'on'], A.nullable(A.yes)),
  ...A.each(NUMBERS, A.nullable(A.number)),
})
/** One lamp with its device, post, gateway and live state, for its card. `id` is the id of the lamp or its device. */
export const realTimeCondition = route({
  method: 'GET',
  path: '/api/blade-city/lamp/realTimeCondition',
  summary: ['灯具实时状态', 'Real-time condition of a lamp'],
  example: { query: { id: exampleId('lighting.lamp') } },
  permission: 'lamp_view',
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: ConditionReturns,
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.id]
    const cut = cutFor(ctx, params)
    const [row] = await ctx.query<AnswerOf<typeof ConditionReturns>>(
      `select l.id, l.name, l.sn, l.power, l.min_power as "minPower", l.min_level as "minLevel", l.power_tolerance as "powerTolerance", l.lng, l.lat,
          c.id as "deviceId", c.sn as "controllerSn", c.two_way as "twoWay", c.activated, p.id as "postId", p.name as "postName", p.sn as "postSn", st.id as "streetId", ll_said(st.name, st.name_en) as "streetName",
          a.area_full_name as "areaName", g.id as "gatewayId", g.sn as "gatewaySn", g.name as "gatewayName", g.online as "gatewayOnline",
          coalesce(s.state, 5::smallint) as state, s.online, s.is_on as "on", s.dim, s.power as "activePower", s.voltage, s.current, s.pf, s.energy, s.hours,
          s.temperature, s.tilt, s.reason, s.faults,
          (extract(epoch from s.fault_since) * 1000)::float8 as "faultSince",
          (extract(epoch from s.override_until) * 1000)::float8 as "overrideUntil",
          (extract(epoch from s.reported_at) * 1000)::float8 as "reportedAt"
       from lighting_lamp l
       left join lighting_controller c on c.id = l.controller_id
       left join lighting_post p on p.id = l.post_id
       left join lighting_street st on st.id = p.street_id and not st.is_deleted
       left join places_areas a on a.id = l.area_id
       left join devices_gateways g on g.id = c.gateway_id
       left join devices_states s on s.device_id = l.controller_id
       where (l.id = $1 or l.controller_id = $1) and not l.is_deleted${cut} order by l.id limit 1`,
      params,
    )
    if (!row) throw errors.notFound()
    return row
  },
})
