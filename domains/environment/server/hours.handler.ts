import { countedSpan, hourBegin, rulesOf, seriesHistory } from '@lamplight/devices/server'
import { type DeviceProperty, exampleDevice, pick, unitSymbol } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, formatTime, type Route, route, T, tableOf, visibleRow } from '@lamplight/server-kit'
import { fault, trashType } from '../model/index.ts'
import { type Among, FACILITIES, type Facility, seenFacilities, slotOf } from './environment-devices.ts'
import { AmongQuery } from './statistics.handler.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const MOST_HOURS = 7 * DAY_HOURS
const QUARTERS = 96
const BANDS = 10
const SHOWN = {
  trash: ['fillLevel', 'temperature', 'battery'],
  well: ['fillLevel', 'waterLevel', 'gas', 'tilt', 'battery'],
} as const

const seriesOf = ({ type }: Facility, name: string, data: readonly (number | null)[], ctx: Pick<Ctx, 'lang'>) => {
  const { label, unit = '' } = type.properties[name] as DeviceProperty
  return { name, label: pick(label, ctx.lang), unit: unitSymbol(unit), data }
}
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 100) / 100

/** History of a device in `points` buckets. Throws if the user does not see the device. */
const historyOf = async (ctx: Ctx, { type, resource }: Facility, id: string, span: { from: number; to: number; points: number }) => {
  const { tenantId } = await visibleRow(ctx, resource, id)
  return (await seriesHistory(ctx, type, { deviceId: id, tenantId: String(tenantId), ...span })).points
}

/** Number of devices in each of ten bands of the level. */
const bandsOf = async (ctx: Ctx, facility: Facility, among: Among) => {
  const params: unknown[] = []
  const level = `l.v[${slotOf(facility.type, 'fillLevel')}]`
  const rows = await ctx.query<{ band: number; n: number }>(
    `select least(floor(${level} / ${BANDS}), ${BANDS - 1})::int as band, count(*)::int as n
     ${seenFacilities(ctx, facility.resource, among, params)} and ${level} is not null group by 1`,
    params,
  )
  const bands = Array.from({ length: BANDS }, (_, at) => at)
  return {
    categories: bands.map((at) => `${at * BANDS}–${(at + 1) * BANDS} %`),
    series: [
      {
        name: 'count',
        label: pick(['数量', 'Number'], ctx.lang),
        unit: '',
        data: bands.map((at) => rows.find(({ band }) => band === at)?.n ?? 0),
      },
    ],
  }
}

/** Data of a chart: with `id` the values of the last 24 hours, without it the number of devices by level. */
export const chart = (facility: Facility) =>
  route({
    method: 'GET',
    path: `/api/blade-device/${facility.name}/chart`,
    summary: [`${facility.type.label[0]}图表数据`, `Chart of ${facility.type.label[1].toLowerCase()}s`],
    example: { query: { id: exampleDevice(facility.type) } },
    permission: `${facility.resource.code}_view`,
    query: T.Object(AmongQuery),
    returns: A.of({
      categories: A.list(A.text),
      series: A.list(A.of({ name: A.text, label: A.text, unit: A.text, data: A.list(A.nullable(A.number)) })),
    }),
    handler: async ({ ctx, query }) => {
      if (!query.id) return bandsOf(ctx, facility, query)
      const to = ctx.now().getTime()
      const points = await historyOf(ctx, facility, query.id, { from: to - DAY_HOURS * HOUR_MS, to, points: QUARTERS })
      return {
        categories: points.map(({ at }) => formatTime(at ?? 0, ctx.zone)),
        series: SHOWN[facility.name].map((name) =>
          seriesOf(
            facility,
            name,
            points.map((point) => rounded(point[name])),
            ctx,
          ),
        ),
      }
    },
  })

const HourReturns = A.of({
  time: A.time,
  reporting: A.int,
  level: A.nullable(A.measure('%')),
  highest: A.nullable(A.measure('%')),
  openings: A.nullable(A.number),
  faults: A.int,
})
type Hour = Omit<AnswerOf<typeof HourReturns>, 'time' | 'faults'> & { readonly at: number }

/**
 * Level, highest level and openings of the devices that the user sees, by hour in the zone of the tenant. Read from the reports, not from
 * rollups: an hour with fewer than 12 reports of a device has no rollup, and these devices report every 15 minutes.
 */
const hoursOf = (ctx: Ctx, facility: Facility, among: Among, from: number): Promise<Hour[]> => {
  const params: unknown[] = []
  const own = `select t.id, t.tenant_id ${seenFacilities(ctx, facility.resource, among, params)}`
  const begin = params.push(new Date(from))
  const zone = params.push(ctx.zone)
  const level = slotOf(facility.type, 'fillLevel')
  const counter = facility.name === 'trash' ? slotOf(facility.type, 'openings') : null
  const openings = counter
    ? `(select c.increase from (${countedSpan(
        {
          from: 'devices_series_rows',
          value: `t.v[${counter}]`,
          own: `t.tenant_id = d.tenant_id and t.device_id = d.device_id and t.type = ${trashType.code}`,
        },
        { tenant: 'd.tenant_id', device: 'd.device_id', begins: 'd.hour', ends: "(d.hour + interval '1 hour')" },
        rulesOf(trashType.properties.openings),
      )}) c)`
    : 'null::float8'
  const within = "r.at < h.hour + interval '1 hour'"
  // A report on a whole hour ends the increase of the hour before, also of one without reports.
  const ended = counter
    ? ` union select date_trunc('hour', r.at - interval '1 microsecond', $${zone}) where r.v[${counter}] is not null`
    : ''
  return ctx.query<Hour>(
    `with own as materialized (${own}), hours as (
       select h.hour, r.tenant_id, r.device_id, count(*) filter (where ${within}) as reports, avg(r.v[${level}]) filter (where ${within}) as level,
         max(r.v[${level}]) filter (where ${within}) as highest
       from devices_series_rows r join own o on o.id = r.device_id and o.tenant_id = r.tenant_id
       cross join lateral (select date_trunc('hour', r.at, $${zone}) as hour${ended}) h
       where r.type = ${facility.type.code} and r.at >= $${begin} group by 1, 2, 3
     ) select (extract(epoch from hour) * 1000)::float8 as at, (count(*) filter (where reports > 0))::int as reporting, avg(level) as level, max(highest) as highest,
         sum(${openings}) as openings from hours d group by hour order by hour`,
    params,
  )
}

/** Faults that began in each hour, by epoch ms of the hour. */
const faultsByHour = async (ctx: Ctx, { resource }: Facility, among: Among, from: number): Promise<ReadonlyMap<number, number>> => {
  const params: unknown[] = []
  const rows = await ctx.query<{ at: number; n: number }>(
    `select (extract(epoch from date_trunc('hour', f.began_at, $${params.push(ctx.zone)})) * 1000)::float8 as at, count(*)::int as n from ${tableOf(fault)} f
     where not f.is_deleted and f.device_id in (select t.id ${seenFacilities(ctx, resource, among, params)}) and f.began_at >= $${params.push(new Date(from))}
     group by 1`,
    params,
  )
  return new Map(rows.map(({ at, n }) => [at, n]))
}

/** The last hours with values and new faults: of one device (`id`), or of all that the user sees. */
export const monitoring = (facility: Facility) =>
  route({
    method: 'GET',
    path: `/api/blade-device/${facility.name}/monitoring`,
    summary: [`${facility.type.label[0]}近时监测`, `The last hours of ${facility.type.label[1].toLowerCase()}s`],
    example: { query: { hour: DAY_HOURS } },
    permission: `${facility.resource.code}_view`,
    query: T.Object({ ...AmongQuery, hour: T.Optional(T.Integer({ minimum: 1, maximum: MOST_HOURS })) }),
    returns: A.of({
      hour: A.int,
      records: A.list(HourReturns),
    }),
    handler: async ({ ctx, query }) => {
      const { hour = DAY_HOURS } = query
      const to = hourBegin(ctx.now().getTime(), ctx.zone) + HOUR_MS
      const from = to - hour * HOUR_MS
      const faults = await faultsByHour(ctx, facility, query, from)
      if (query.id) await visibleRow(ctx, facility.resource, query.id)
      const found = new Map(
        (await ctx.slowly(`environment.${facility.name}Hours`, () => hoursOf(ctx, facility, query, from))).map((row) => [row.at, row]),
      )
      return {
        hour,
        records: Array.from({ length: hour }, (_, n) => {
          const at = from + n * HOUR_MS
          const { reporting = 0, level, highest, openings } = found.get(at) ?? {}
          return {
            time: formatTime(at, ctx.zone),
            reporting,
            level: rounded(level),
            highest: rounded(highest),
            openings: rounded(openings),
            faults: faults.get(at) ?? 0,
          }
        }),
      }
    },
  })

/** Hours and charts of bins and wells (trash.chart, trash.monitoring and those of wells). Written by hand, because they combine reports and faults. */
export const hourRoutes: readonly Route[] = FACILITIES.flatMap((facility) => [chart(facility), monitoring(facility)])
