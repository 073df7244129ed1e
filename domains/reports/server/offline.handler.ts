import { byGateway, outagesOf } from '@lamplight/alarms/server'
import { allDevices, removedDevices, typeNames } from '@lamplight/devices/server'
import { bucketsOf, pick } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, formatTime, page, pageWindow, route, T } from '@lamplight/server-kit'
import { OUTAGE_WORDS } from '../model/texts/reports.ts'
import { instantSql, PageQuery, pageOf, placeSql, RangeQuery, ROWS_AT_MOST, rangeIn } from './range.ts'

const HOUR_MS = 3_600_000

/**
 * SQL of the CTEs for the outages in the range, for the devices that the user sees, also for those that were removed in the range. `s` and `o`: see `outagesOf`. `i`: the outages cut to
 * the range, whether each began in the range, whether it lasts beyond it, and whether the gateway was lost when it began. `there`: for each
 * device the time of the range in which it existed, ms. Readings or an outage before its addition show that it existed before.
 */
const outages = (ctx: Ctx, query: Readonly<Record<string, unknown>>, params: unknown[]): string => {
  const { from, to } = rangeIn(ctx, query)
  const [zone, first, last] = [`$${params.push(ctx.zone)}`, `$${params.push(from)}`, `$${params.push(to)}`]
  const begins = instantSql(first, zone)
  const ends = `least((${last}::date + 1)::timestamp at time zone ${zone}, $${params.push(ctx.now())}::timestamptz)`
  const type = query.devType ? ` and r.type = $${params.push(query.devType)}::int` : ''
  const where = `${type}${placeSql(query, params, { device: 'r.device_id', area: 'p.area_id', project: 'p.project_id' })}`
  const devices = `${allDevices(ctx, params, where)} union all ${removedDevices(ctx, params, begins, where)}`
  return `${outagesOf(devices, begins, ends)}, i as materialized (
    select o.device_id, greatest(o.begins, ${begins}) as begins, least(o.ends, ${ends}) as ends, o.begins >= ${begins} as began, o.ends > ${ends} as lasts,
      ${byGateway} as by_gateway from o join s on s.device_id = o.device_id
  ), there as (
    select extract(epoch from greatest(interval '0', least(${ends}, s.removed) - greatest(${begins}, least(s.created, f.begins, d.begins)))) * 1000 as ms
    from s left join (select device_id, min(begins) as begins from i group by 1) f on f.device_id = s.device_id
    left join (
      select device_id, min(day)::timestamp at time zone ${zone} as begins from devices_days
      where day between ${first}::date and ${last}::date and exists (select from s where s.created > ${begins}) group by 1
    ) d on d.device_id = s.device_id
  )`
}

const RankReturns = A.of({
  deviceId: A.id,
  sn: A.text,
  name: A.text,
  devType: A.int,
  devTypeName: A.text,
  areaId: A.id,
  areaName: A.text,
  count: A.int,
  hours: A.number,
  longest: A.number,
  lastTime: A.time,
  present: A.yes,
  removed: A.yes,
})
interface DeviceRow extends Pick<AnswerOf<typeof RankReturns>, 'sn' | 'count' | 'present' | 'removed'> {
  readonly id: string
  readonly name: string | null
  readonly type: number
  readonly area: string | null
  readonly areaName: string | null
  readonly ms: number
  readonly longest: number
  readonly last: Date
}
type TotalRow = Readonly<Record<'devices' | 'affected' | 'outages' | 'present' | 'ms' | 'gateway', number>> & {
  readonly due: number | null
}
type DayRow = Readonly<{ day: string; n: number; gateway: number }>
const number = A.nullable(A.number)
/** Written by hand: outages are merged intervals of several sources, and no report definition groups intervals that overlap a range. */
export const offlineRoute = route({
  method: 'GET',
  path: '/api/blade-report/offline/analysis',
  summary: ['离线分析', 'Analysis of lost connections: how often, how long, which devices and why'],
  permission: 'report_offline_view',
  query: T.Object({
    ...RangeQuery,
    ...PageQuery,
    devType: T.Optional(T.String({ pattern: '^\\d{0,5}$' })),
    rank: T.Optional(T.String({ pattern: '^(count|duration)?$', description: 'order of the devices: count, or duration (default)' })),
  }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    devices: A.int,
    affected: A.int,
    outages: A.int,
    present: A.int,
    /** Hours without connection, of all devices; their share of the time, %. */
    hours: A.number,
    rate: number,
    byGateway: A.int,
    alone: A.int,
    /** Outages that began, by day and by hour of the day. */
    times: A.list(A.text),
    series: A.list(A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(number) })),
    clock: A.list(A.int),
    ranks: A.page(RankReturns),
  }),
  handler: async ({ ctx, query }) => {
    const { current, size } = pageOf(query)
    const { limit, offset } = pageWindow({ current, size }, ROWS_AT_MOST)
    const range = rangeIn(ctx, query)
    const params: unknown[] = []
    const base = outages(ctx, query, params)
    const zone = `$${params.push(ctx.zone)}`
    const lasting = `extract(epoch from i.ends - i.begins) * 1000`
    const [rows, [total], days, clock] = await ctx.queries<[DeviceRow, TotalRow, DayRow, Readonly<{ hour: number; n: number }>]>([
      [
        `with ${base} select i.device_id::text as id, s.sn, s.name, s.type::int as type, s.area_id::text as area, s.removed is not null as removed, a.area_name as "areaName", count(*)::int as count,
           sum(${lasting})::float8 as ms, max(${lasting})::float8 as longest, max(i.begins) as last, bool_or(i.lasts) as present
         from i join s on s.device_id = i.device_id left join places_areas a on a.id = s.area_id
         group by 1, 2, 3, 4, 5, 6, 7 order by ${query.rank === 'count' ? 'count desc, ms desc' : 'ms desc, count desc'}, id limit ${limit} offset ${offset}`,
        params.slice(0, -1),
      ],
      [
        `with ${base} select (select count(*) from s)::int as devices, (select sum(ms) from there)::float8 as due, count(distinct i.device_id)::int as affected, count(*)::int as outages,
           count(*) filter (where i.lasts)::int as present, coalesce(sum(${lasting}), 0)::float8 as ms, count(*) filter (where i.by_gateway)::int as gateway from i`,
        params.slice(0, -1),
      ],
      [
        `with ${base} select to_char(i.begins at time zone ${zone}, 'YYYY-MM-DD') as day, count(*) filter (where i.began)::int as n,
           count(*) filter (where i.began and i.by_gateway)::int as gateway from i group by 1`,
        params,
      ],
      [
        `with ${base} select extract(hour from i.begins at time zone ${zone})::int as hour, count(*)::int as n from i where i.began group by 1`,
        params,
      ],
    ])
    const times = bucketsOf(range, 'day')
    const byDay = new Map(days.map((day) => [day.day, day]))
    const values = (key: 'n' | 'gateway'): number[] => times.map((time) => byDay.get(time)?.[key] ?? 0)
    const names = await typeNames(ctx, rows)
    const hours = (ms: number): number => Math.round(ms / (HOUR_MS / 100)) / 100
    const { devices = 0, affected = 0, outages: lost = 0, present = 0, ms = 0, gateway = 0 } = total ?? {}
    const due = total?.due ?? 0
    const byHour = new Map(clock.map(({ hour, n }) => [hour, n]))
    return {
      startDate: range.from,
      endDate: range.to,
      devices,
      affected,
      outages: lost,
      present,
      hours: hours(ms),
      rate: due > 0 ? Math.round((10_000 * ms) / due) / 100 : null,
      byGateway: gateway,
      alone: lost - gateway,
      times,
      series: [
        { code: 'outages', name: pick(OUTAGE_WORDS.outages, ctx.lang), unit: '', values: values('n') },
        { code: 'byGateway', name: pick(OUTAGE_WORDS.byGateway, ctx.lang), unit: '', values: values('gateway') },
      ],
      clock: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
      ranks: page(
        rows.map((row) => ({
          deviceId: row.id,
          sn: row.sn,
          name: row.name ?? '',
          devType: row.type,
          devTypeName: names(row.type),
          areaId: row.area ?? '',
          areaName: row.areaName ?? '',
          count: row.count,
          hours: hours(row.ms),
          longest: hours(row.longest),
          lastTime: formatTime(row.last, ctx.zone),
          present: row.present,
          removed: row.removed,
        })),
        ...([affected, current, size] as const),
      ),
    }
  },
})
