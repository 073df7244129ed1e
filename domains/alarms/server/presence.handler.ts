import { allDevices, typeNames } from '@lamplight/devices/server'
import { pick } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, type Route, route, T, treeIds } from '@lamplight/server-kit'
import { KINDS } from '../model/kinds.ts'
import { byGateway, DEVICE_STATE, outagesOf } from './outages.ts'
import { givenSpan, PlaceParams, permission, type StatisticsQuery, table } from './statistics-query.ts'

/** Causes of outages. If several hold, the first of them counts. */
const CAUSES = {
  gateway: ['网关离线', 'The gateway is offline'],
  supply: ['停电', 'The supply is lost'],
  unknown: ['原因不明', 'Unknown'],
} as const

const placeOf = ({ areaId, projectId }: StatisticsQuery, params: unknown[]): string =>
  (
    [
      ['p.area_id', 'places_areas', areaId],
      ['p.project_id', 'places_projects', projectId],
    ] as const
  )
    .map(([column, from, id]) =>
      id ? ` and ${column} = any(array(${treeIds({ table: from, from: { id: `$${params.push(id)}` } })}))` : '',
    )
    .join('')

/**
 * Counts the devices that were offline at some time of the span, or without a span those that are offline now, by the cause of their last
 * outage.
 */
const causesOf = async (ctx: Ctx, query: StatisticsQuery) => {
  const now = new Date(ctx.now())
  const { from, to } = givenSpan(ctx, query) ?? { from: now, to: now }
  const params: unknown[] = []
  const devices = allDevices(ctx, params, placeOf(query, params))
  const [begins, ends] = [`$${params.push(from)}::timestamptz`, `$${params.push(to)}::timestamptz`]
  const supply = `exists (select from ${table} a where a.tenant_id = $${params.push(ctx.tenantId)} and a.device_id in (s.device_id, s.gateway_id)
    and a.sub_alarm_type = ${KINDS.supplyLoss.number} and not a.is_deleted and a.began_at < o.ends and coalesce(a.ended_at, 'infinity') > o.begins)`
  const isGatewayOffline = `o.ends = 'infinity' and exists (select from devices_gateways g where g.id = s.gateway_id and not g.online and not g.is_deleted)`
  const rows = await ctx.query<{ cause: keyof typeof CAUSES; count: number }>(
    `with ${outagesOf(devices, begins, ends)}, latest as (select distinct on (device_id) * from o order by device_id, begins desc)
     select case when ${byGateway} or (${isGatewayOffline}) then 'gateway' when ${supply} then 'supply' else 'unknown' end as cause, count(*)::int as count
     from latest o join s on s.device_id = o.device_id group by 1 order by 2 desc, 1`,
    params,
  )
  return rows.map(({ cause, count }) => ({ code: cause, name: pick(CAUSES[cause], ctx.lang), count }))
}
const Causes = A.list(A.of({ code: A.text, name: A.text, count: A.int }))
const OfflineReturns = A.of({ offline: A.int, total: A.int, rate: A.nullable(A.number), causes: Causes })
export type OfflineSums = AnswerOf<typeof OfflineReturns>

interface TypeRow {
  readonly type: number
  readonly total: number
  readonly inactive: number
  readonly offline: number
}
/** Counts all devices by type: in total, not activated, and offline now or at some time of the span. */
const typesOf = async (ctx: Ctx, query: StatisticsQuery) => {
  const span = givenSpan(ctx, query)
  const params: unknown[] = []
  const devices = allDevices(ctx, params, placeOf(query, params))
  const sums = `d.type, count(*)::int as total, (count(*) filter (where d.state = ${DEVICE_STATE.inactive}))::int as inactive`
  const rows = await (span
    ? ctx.query<TypeRow>(
        `with ${outagesOf(devices, `$${params.push(span.from)}::timestamptz`, `$${params.push(span.to)}::timestamptz`)}
         select ${sums}, (count(*) filter (where d.device_id in (select device_id from o)))::int as offline from (${devices}) d group by 1 order by 2 desc, 1`,
        params,
      )
    : ctx.query<TypeRow>(
        `select ${sums}, (count(*) filter (where d.state = ${DEVICE_STATE.offline}))::int as offline from (${devices}) d group by 1 order by 2 desc, 1`,
        params,
      ))
  const names = await typeNames(ctx, rows)
  return rows.map(({ type, ...counts }) => ({
    code: type,
    name: names(type),
    ...counts,
    online: counts.total - counts.inactive - counts.offline,
  }))
}
/** Share in per cent; null without devices. */
const share = (part: number, total: number): number | null => (total === 0 ? null : Math.round((1000 * part) / total) / 10)
const Counts = { total: A.int, online: A.int, offline: A.int, inactive: A.int }
const OnlineReturns = A.of({ ...Counts, rate: A.nullable(A.number), types: A.list(A.of({ code: A.int, name: A.text, ...Counts })) })
export type OnlineSums = AnswerOf<typeof OnlineReturns>
const totals = (types: Awaited<ReturnType<typeof typesOf>>) => {
  const sum = (of: keyof typeof Counts): number => types.reduce((all, one) => all + one[of], 0)
  return { total: sum('total'), online: sum('online'), offline: sum('offline'), inactive: sum('inactive') }
}

/**
 * Numbers of devices of every type that are offline and online now; with a span, of those that were offline at some time of it, and of
 * those that never were. Written by hand: the answers are sums over all devices, not rows of a resource.
 */
export const presenceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/offline_analyse',
    summary: ['离线原因', 'Devices that are offline, or were in the given period, by cause'],
    permission,
    query: T.Object(PlaceParams),
    returns: Causes,
    handler: ({ ctx, query }) => causesOf(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/offline_stat',
    summary: ['离线统计', 'Number and share of the devices that are offline, or were in the given period, by cause'],
    permission,
    query: T.Object(PlaceParams),
    returns: OfflineReturns,
    handler: async ({ ctx, query }) => {
      const [causes, { offline, total }] = await Promise.all([causesOf(ctx, query), typesOf(ctx, query).then(totals)])
      return { offline, total, rate: share(offline, total), causes }
    },
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/oline_stat',
    summary: ['在线统计', 'Number and share of the devices that are online, or were for the whole given period, by type'],
    permission,
    query: T.Object(PlaceParams),
    returns: OnlineReturns,
    handler: async ({ ctx, query }) => {
      const types = await typesOf(ctx, query)
      const sums = totals(types)
      return { ...sums, rate: share(sums.online, sums.total), types }
    },
  }),
]
