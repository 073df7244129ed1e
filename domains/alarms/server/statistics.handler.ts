import { pick } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, formatTime, page, pageWindow, parseTime, type Route, route, T } from '@lamplight/server-kit'
import { ALARM_TYPES, KIND_NAMES, SEVERITIES } from '../model/kinds.ts'
import {
  givenSpan,
  PlaceParams,
  permission,
  StatisticsParams,
  type StatisticsQuery,
  spanOf,
  statisticsSql,
  table,
} from './statistics-query.ts'

const RANK_AT_MOST = 1000
const rounded = (value: number): number => Math.round(value * 10) / 10

const Series = A.of({ times: A.list(A.text), series: A.list(A.of({ code: A.int, name: A.text, unit: A.text, values: A.list(A.int) })) })
export type AlarmSeries = AnswerOf<typeof Series>

/** Alarms that began on each day of a span, by type or by kind. */
const byDay = async (
  ctx: Ctx,
  query: StatisticsQuery,
  column: 'alarm_type' | 'sub_alarm_type',
  names: Readonly<Record<number, readonly [string, string]>>,
) => {
  const { from, to } = spanOf(ctx, query)
  const params: unknown[] = []
  const where = statisticsSql(ctx, query, params)
  const zone = `$${params.push(ctx.zone)}`
  const rows = await ctx.query<{ day: string; code: number; n: number }>(
    `select to_char(t.began_at at time zone ${zone}, 'YYYY-MM-DD') as day, t.${column}::int as code, count(*)::int as n
     from ${table} t where ${where} and t.began_at >= $${params.push(from)} and t.began_at <= $${params.push(to)} group by 1, 2 order by 1, 2`,
    params,
  )
  const [days] = await Promise.all([
    ctx.query<{ day: string }>(
      `select to_char(d, 'YYYY-MM-DD') as day from generate_series(($1::timestamptz at time zone $3)::date, ($2::timestamptz at time zone $3)::date, interval '1 day') d`,
      [from, to, ctx.zone],
    ),
  ])
  const times = days.map(({ day }) => day)
  const found = new Map(rows.map(({ day, code, n }) => [`${day} ${code}`, n]))
  const codes = [...new Set(rows.map(({ code }) => code))].sort((a, b) => a - b)
  return {
    times,
    series: codes.map((code) => ({
      code,
      name: pick(names[code] ?? ['', ''], ctx.lang),
      unit: '',
      values: times.map((day) => found.get(`${day} ${code}`) ?? 0),
    })),
  }
}

const Ranked = A.page(
  A.of({
    deviceId: A.id,
    sn: A.text,
    name: A.text,
    deviceType: A.int,
    count: A.int,
    seconds: A.measure('s'),
    lastTime: A.time,
    perDay: A.number,
  }),
)
export type AlarmRanks = AnswerOf<typeof Ranked>
const Window = {
  current: T.Optional(T.Integer({ minimum: 1, maximum: 100_000 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: RANK_AT_MOST })),
}
/** Devices by the number or the length of their alarms in a span. An alarm that began before the span counts from the begin of the span. */
const ranked = async (
  ctx: Ctx,
  query: StatisticsQuery & { current?: number | undefined; size?: number | undefined },
  order: 'count' | 'seconds',
) => {
  const { current = 1, size = 10 } = query
  const { limit, offset } = pageWindow({ current, size }, RANK_AT_MOST)
  const { from, to } = spanOf(ctx, query)
  const params: unknown[] = []
  const where = statisticsSql(ctx, query, params)
  const [a, b] = [`$${params.push(from)}`, `$${params.push(to)}`]
  const source = `from ${table} t where ${where} and t.began_at <= ${b} and (t.ended_at is null or t.ended_at >= ${a})`
  // A present alarm has lasted until now, also if the span ends later.
  const until = `$${params.push(new Date(Math.min(to.getTime(), ctx.now().getTime())))}::timestamptz`
  const rows = await ctx.query<{ id: string; sn: string; name: string; type: number; count: number; seconds: number; last: Date }>(
    `select t.device_id::text as id, max(t.sn) as sn, max(coalesce(t.name, '')) as name, max(t.device_type)::int as type, sum(t.count)::int as count,
       sum(extract(epoch from greatest(interval '0', least(coalesce(t.ended_at, ${until}), ${until}) - greatest(t.began_at, ${a}))))::float8 as seconds, max(t.last_began) as last
     ${source} group by t.device_id order by ${order} desc, t.device_id limit $${params.push(limit)} offset $${params.push(offset)}`,
    params,
  )
  const [counted] = await ctx.query<{ n: number }>(`select count(distinct t.device_id)::int as n ${source}`, params.slice(0, -3))
  const days = Math.max(1, (to.getTime() - from.getTime()) / 86_400_000)
  const records = rows.map(({ id, sn, name, type, count, seconds, last }) => ({
    deviceId: id,
    sn,
    name,
    deviceType: type,
    count,
    seconds: Math.round(seconds),
    lastTime: formatTime(last, ctx.zone),
    perDay: rounded(count / days),
  }))
  return page(records, counted?.n ?? 0, current, size)
}

const Counted = A.list(A.of({ code: A.int, name: A.text, count: A.int }))
const Today = A.of({ total: A.int, open: A.int, disposed: A.int, present: A.int, types: Counted })
export type AlarmsToday = AnswerOf<typeof Today>
const Open = A.of({ total: A.int, severities: Counted })
export type OpenAlarms = AnswerOf<typeof Open>

const OFFLINE = { alarmType: 1 } as const

/** Statistics of alarms (alarm.stat_charts and its like). Written by hand: they are sums, and no rows of a resource are their answer. */
export const statisticsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/stat_charts',
    summary: ['告警趋势', 'Alarms by day and type'],
    permission,
    query: T.Object(StatisticsParams),
    returns: Series,
    handler: ({ ctx, query }) => byDay(ctx, query, 'alarm_type', ALARM_TYPES),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/fault_stat_charts',
    summary: ['故障趋势', 'Faults by day and kind'],
    permission,
    query: T.Object(StatisticsParams),
    returns: Series,
    handler: ({ ctx, query }) => byDay(ctx, { alarmType: 2, ...query }, 'sub_alarm_type', KIND_NAMES),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/rank_by_page',
    summary: ['告警排行', 'Devices by number of alarms'],
    permission,
    query: T.Object({ ...Window, ...StatisticsParams }),
    returns: Ranked,
    handler: ({ ctx, query }) => ranked(ctx, query, 'count'),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/offline_frequency_rank_by_page',
    summary: ['离线次数排行', 'Devices by how often they were offline'],
    permission,
    query: T.Object({ ...Window, ...PlaceParams }),
    returns: Ranked,
    handler: ({ ctx, query }) => ranked(ctx, { ...query, ...OFFLINE }, 'count'),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/offline_duration_rank_by_page',
    summary: ['离线时长排行', 'Devices by how long they were offline'],
    permission,
    query: T.Object({ ...Window, ...PlaceParams }),
    returns: Ranked,
    handler: ({ ctx, query }) => ranked(ctx, { ...query, ...OFFLINE }, 'seconds'),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/today_alarm_stat',
    summary: ['今日告警', 'Alarms that began today, or in the given period'],
    permission,
    query: T.Object(StatisticsParams),
    returns: Today,
    handler: async ({ ctx, query }) => {
      const midnight = new Date(parseTime(formatTime(ctx.now(), ctx.zone).slice(0, 10), ctx.zone) ?? 0)
      const { from, to } = givenSpan(ctx, query, midnight) ?? { from: midnight, to: new Date(ctx.now()) }
      const params: unknown[] = []
      const where = statisticsSql(ctx, query, params)
      const rows = await ctx.query<{ code: number; count: number; open: number; present: number }>(
        `select t.alarm_type::int as code, count(*)::int as count, (count(*) filter (where t.dispose = 0))::int as open, (count(*) filter (where t.present))::int as present
         from ${table} t where ${where} and t.began_at >= $${params.push(from)} and t.began_at <= $${params.push(to)} group by 1 order by 1`,
        params,
      )
      const sum = (of: 'count' | 'open' | 'present'): number => rows.reduce((all, row) => all + row[of], 0)
      return {
        total: sum('count'),
        open: sum('open'),
        disposed: sum('count') - sum('open'),
        present: sum('present'),
        types: rows.map(({ code, count }) => ({ code, name: pick(ALARM_TYPES[code as 1], ctx.lang), count })),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/count',
    summary: ['未处理告警数', 'Open alarms by severity; with a period, those that began in it'],
    permission,
    query: T.Object(StatisticsParams),
    returns: Open,
    handler: async ({ ctx, query }) => {
      const params: unknown[] = []
      const where = statisticsSql(ctx, query, params)
      const span = givenSpan(ctx, query)
      const began = span ? ` and t.began_at >= $${params.push(span.from)} and t.began_at <= $${params.push(span.to)}` : ''
      const rows = await ctx.query<{ code: number; count: number }>(
        `select t.severity::int as code, count(*)::int as count from ${table} t where ${where} and t.dispose = 0${began}
           and (t.shelved_until is null or t.shelved_until <= $${params.push(ctx.now())}) group by 1 order by 1`,
        params,
      )
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        severities: rows.map(({ code, count }) => ({ code, name: pick(SEVERITIES[code as 1], ctx.lang), count })),
      }
    },
  }),
]
