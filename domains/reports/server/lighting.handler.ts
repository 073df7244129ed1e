import { controllerType } from '@lamplight/devices/model'
import { seenOfType } from '@lamplight/devices/server'
import { pick } from '@lamplight/kit'
import { A, formatTime, pagedRows, type Route, route, T } from '@lamplight/server-kit'
import { LIGHT_CAUSES, LIGHT_STATES, NIGHT_RESULTS } from '../model/texts/light.ts'
import { WHOLE_MS } from './light-nights.ts'
import { PageQuery, pageOf, placeSql, RangeQuery, ROWS_AT_MOST, rangeIn } from './range.ts'

const { startDate: _start, endDate: _end, ...Place } = RangeQuery
const Sn = T.Optional(T.String({ maxLength: 64 }))
const DEVICE = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const columns = { device: 'c.id', area: 'c.area_id', project: 'c.project_id' }
const bySn = (sn: string | undefined, params: unknown[]): string =>
  sn
    ? ` and (strpos(lower(c.sn), $${params.push(sn.toLowerCase())}) > 0 or strpos(lower(coalesce(c.name, '')), $${params.length}) > 0)`
    : ''

interface StatusRow {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly areaId: string | null
  readonly areaName: string | null
  readonly state: number
  readonly on: boolean | null
  readonly dim: number | null
  readonly power: number | null
  readonly until: Date | null
  readonly reported: Date | null
  readonly since: Date | null
  readonly cause: number
}
/** report.lighting.status.list. The time since which a lamp has its level is looked up in its readings, for the rows of the page only. */
export const lightStatus = route({
  method: 'GET',
  path: '/api/blade-report/lighting/status/list',
  summary: ['亮灯状态', 'Lighting status of lamps: level, since when and why'],
  permission: 'report_lighting_view',
  query: T.Object({
    ...Place,
    ...PageQuery,
    sn: Sn,
    state: T.Optional(T.String({ pattern: '^[1-5]?$' })),
    cause: T.Optional(T.String({ pattern: '^[0-3]?$' })),
  }),
  returns: A.page(
    A.of({
      deviceId: A.id,
      sn: A.text,
      name: A.text,
      areaId: A.id,
      areaName: A.text,
      state: A.int,
      stateName: A.text,
      dim: A.nullable(A.number),
      power: A.nullable(A.number),
      since: A.time,
      cause: A.int,
      causeName: A.text,
      until: A.time,
      reportedAt: A.time,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = []
    const now = `$${params.push(ctx.now())}::timestamptz`
    const cause = `case when s.override_until > ${now} then 1 when s.reported_at is null then 0 when d.calendar_id is not null then 2 else 3 end`
    const state = query.state ? ` and coalesce(s.state, 5) = $${params.push(query.state)}::int` : ''
    const why = query.cause ? ` and ${cause} = $${params.push(query.cause)}::int` : ''
    // The count reads the same parameters as the page: `now` must occur in both.
    const where = `where not c.is_deleted and ${now} is not null${state}${why}${bySn(query.sn, params)}${placeSql(query, params, columns)}${seenOfType(ctx, params, controllerType.code, 'c.id')}`
    const wanted = {
      select: `c.id::text as id, c.sn, c.name, c.area_id::text as "areaId", a.area_name as "areaName", coalesce(s.state, 5)::int as state, s.is_on as on, s.dim::int as dim,
        s.power, case when s.override_until > ${now} then s.override_until end as until, s.reported_at as reported, ${cause} as cause,
        (select min(t.at) from devices_readings t where t.tenant_id = c.tenant_id and t.device_id = c.id and t.at > coalesce((
          select max(o.at) from devices_readings o where o.tenant_id = c.tenant_id and o.device_id = c.id and o.at > ${now} - interval '3 days'
            and (o.is_on is distinct from s.is_on or o.dim is distinct from s.dim)), ${now} - interval '3 days')) as since`,
      from: `from lighting_controllers c left join devices_states s on s.device_id = c.id left join strategies_devices d on d.device_id = c.id
        left join places_areas a on a.id = c.area_id ${where}`,
      order: 'c.id',
      params,
      ...pageOf(query),
      most: ROWS_AT_MOST,
    }
    return pagedRows(ctx, wanted, (rows: readonly StatusRow[]) =>
      rows.map((row) => ({
        deviceId: row.id,
        sn: row.sn,
        name: row.name ?? '',
        areaId: row.areaId ?? '',
        areaName: row.areaName ?? '',
        state: row.state,
        stateName: pick(LIGHT_STATES[row.state as keyof typeof LIGHT_STATES], ctx.lang),
        dim: row.on === false ? 0 : row.dim,
        power: row.power,
        since: row.since ? formatTime(row.since, ctx.zone) : '',
        cause: row.cause,
        causeName: pick(LIGHT_CAUSES[row.cause as keyof typeof LIGHT_CAUSES], ctx.lang),
        until: row.until ? formatTime(row.until, ctx.zone) : '',
        reportedAt: row.reported ? formatTime(row.reported, ctx.zone) : '',
      })),
    )
  },
})

interface NightRow {
  readonly id: string
  readonly day: string
  readonly sn: string
  readonly name: string | null
  readonly areaName: string | null
  readonly due: number
  readonly known: number
  readonly lit: number
  readonly result: number
}
/** Result of a night. Without a report that the lamp was dark, the night is incomplete (4), not dark. */
const RESULT = `case when n.due_ms - n.lit_ms <= ${WHOLE_MS} then 1 when n.known_ms - n.lit_ms <= ${WHOLE_MS} or n.known_ms < n.due_ms / 2 then 4
  when n.lit_ms = 0 then 3 else 2 end`

/** report.lighting.status.history: the nights of lamps, newest first. */
export const lightHistory = route({
  method: 'GET',
  path: '/api/blade-report/lighting/status/history',
  summary: ['亮灯历史', 'How lamps were lit in each night'],
  permission: 'report_lighting_view',
  query: T.Object({ ...RangeQuery, ...PageQuery, sn: Sn, deviceId: DEVICE, result: T.Optional(T.String({ pattern: '^[1-4]?$' })) }),
  returns: A.page(
    A.of({
      id: A.text,
      deviceId: A.id,
      sn: A.text,
      name: A.text,
      areaName: A.text,
      night: A.text,
      result: A.int,
      resultName: A.text,
      dueMinutes: A.int,
      litMinutes: A.int,
      darkMinutes: A.int,
      unknownMinutes: A.int,
      rate: A.nullable(A.number),
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { from, to } = rangeIn(ctx, query)
    const params: unknown[] = [from, to]
    const one = query.deviceId ? ` and n.device_id = $${params.push(query.deviceId)}` : ''
    const result = query.result ? ` and ${RESULT} = $${params.push(query.result)}::int` : ''
    const own = { device: 'n.device_id', area: 'n.area_id', project: 'n.project_id' }
    const wanted = {
      select: `n.device_id::text as id, to_char(n.day, 'YYYY-MM-DD') as day, c.sn, c.name, a.area_name as "areaName", n.due_ms as due, n.known_ms as known, n.lit_ms as lit,
        ${RESULT} as result`,
      from: `from reports_lamp_night n join lighting_controllers c on c.id = n.device_id left join places_areas a on a.id = n.area_id
        where n.day between $1::date and $2::date and n.due_ms > 0${one}${result}${bySn(query.sn, params)}${placeSql(query, params, own)}${seenOfType(ctx, params, controllerType.code, 'n.device_id')}`,
      order: 'n.day desc, n.device_id',
      params,
      ...pageOf(query),
      most: ROWS_AT_MOST,
    }
    const minutes = (ms: number): number => Math.round(ms / 60_000)
    return pagedRows(ctx, wanted, (rows: readonly NightRow[]) =>
      rows.map(({ id, day, due, known, lit, result: how, ...row }) => ({
        id: `${id}-${day}`,
        deviceId: id,
        sn: row.sn,
        name: row.name ?? '',
        areaName: row.areaName ?? '',
        night: day,
        result: how,
        resultName: pick(NIGHT_RESULTS[how as keyof typeof NIGHT_RESULTS], ctx.lang),
        dueMinutes: minutes(due),
        litMinutes: minutes(lit),
        darkMinutes: minutes(known - lit),
        unknownMinutes: minutes(due - known),
        rate: known > 0 ? Math.round((10_000 * lit) / known) / 100 : null,
      })),
    )
  },
})

export const lightingRoutes: readonly Route[] = [lightStatus, lightHistory]
