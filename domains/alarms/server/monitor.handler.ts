import { mountedOn } from '@lamplight/devices/server'
import { permissionOf, pick } from '@lamplight/kit'
import { post } from '@lamplight/lighting/model'
import {
  A,
  errors,
  formatTime,
  mayList,
  page,
  pageWindow,
  type ResourceServer,
  registryPort,
  route,
  seenRows,
  T,
  tableOf,
  treeIds,
} from '@lamplight/server-kit'
import { alarm, KIND_NAMES } from '../model/index.ts'
import { SEVERITIES } from '../model/kinds.ts'
import { alarmServer } from './alarm.server.ts'
import { table } from './statistics-query.ts'

const SIZE_AT_MOST = 1000
const Id = T.Optional(T.String({ pattern: '^[0-9]{0,19}$' }))

interface Row {
  readonly id: string
  readonly name: string
  readonly sn: string
  readonly lng: number | null
  readonly lat: number | null
  readonly project_id: string | null
  readonly area_id: string | null
  readonly alarms: number
  readonly devices: number
  readonly severity: number
  readonly kinds: readonly number[]
  readonly last: Date
  readonly total: number
}

/**
 * Open alarms by lamp post: of everything that is mounted on it (screen vis.alarm), the worst post first. Written by hand: it joins alarms with the rows of all
 * resources that name a post.
 */
export const monitorRoute = route({
  method: 'GET',
  path: '/api/blade-alarm/alarm/lamppost_monitor',
  summary: ['灯杆告警监测', 'Open alarms by lamp post'],
  permission: permissionOf(alarm, 'page'),
  refuses: ({ user }) => {
    if (!mayList(user, post)) throw errors.noRight()
  },
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: SIZE_AT_MOST })),
    projectId: Id,
    areaId: Id,
    lampPostId: Id,
    severity: T.Optional(T.Integer({ minimum: 1, maximum: 4, description: 'this one and those that are more severe' })),
  }),
  returns: A.page(
    A.of({
      lampPostId: A.id,
      lampPostName: A.text,
      lampPostSn: A.text,
      lng: A.nullable(A.number),
      lat: A.nullable(A.number),
      projectId: A.id,
      areaId: A.id,
      alarmCount: A.int,
      deviceCount: A.int,
      severity: A.int,
      severityName: A.text,
      kindNames: A.list(A.text),
      lastBegan: A.time,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { current = 1, size = 10, projectId, areaId, lampPostId, severity } = query
    const { limit, offset } = pageWindow({ current, size }, SIZE_AT_MOST)
    const params: unknown[] = []
    const seen = seenRows(alarmServer, ctx.user, params)
    const served = ctx.platform.port(registryPort).resources.get(post.name) as ResourceServer
    const where = [seenRows(served, ctx.user, params)]
    if (lampPostId) where.push(`t.id = $${params.push(lampPostId)}`)
    for (const [value, column, from] of [
      [projectId, 'project_id', 'places_projects'],
      [areaId, 'area_id', 'places_areas'],
    ] as const)
      if (value) where.push(`t.${column} = any(array(${treeIds({ table: from, from: { id: `$${params.push(value)}` } })}))`)
    const worst = severity ? ` and t.severity <= $${params.push(severity)}` : ''
    const { sql } = mountedOn(ctx, params)
    const rows = await ctx.slowly('alarms.posts', () =>
      ctx.query<Row>(
        `with open as materialized (select t.device_id, t.severity, t.sub_alarm_type, t.began_at from ${table} t where ${seen} and t.dispose = 0${worst}),
         here as (select distinct m.post_id, m.device_id from (${sql}) m where m.device_id in (select device_id from open)),
         sums as (
           select h.post_id, count(*)::int as alarms, count(distinct h.device_id)::int as devices, min(o.severity)::int as severity,
             array_agg(distinct o.sub_alarm_type::int) as kinds, max(o.began_at) as last
           from here h join open o on o.device_id = h.device_id group by h.post_id
         )
         select t.id::text as id, coalesce(t.name, '') as name, coalesce(t.sn, '') as sn, t.lng, t.lat, t.project_id::text as project_id, t.area_id::text as area_id,
           s.alarms, s.devices, s.severity, s.kinds, s.last, (count(*) over ())::int as total
         from sums s join ${tableOf(post)} t on t.id = s.post_id where ${where.join(' and ')}
         order by s.severity, s.alarms desc, t.id limit $${params.push(limit)} offset $${params.push(offset)}`,
        params,
      ),
    )
    return page(
      rows.map((row) => ({
        lampPostId: row.id,
        lampPostName: row.name,
        lampPostSn: row.sn,
        lng: row.lng,
        lat: row.lat,
        projectId: row.project_id ?? '',
        areaId: row.area_id ?? '',
        alarmCount: row.alarms,
        deviceCount: row.devices,
        severity: row.severity,
        severityName: pick(SEVERITIES[row.severity as 1] ?? ['', ''], ctx.lang),
        kindNames: row.kinds.map((kind) => pick(KIND_NAMES[kind] ?? ['', ''], ctx.lang)),
        lastBegan: formatTime(row.last, ctx.zone),
      })),
      rows[0]?.total ?? 0,
      current,
      size,
    )
  },
})
