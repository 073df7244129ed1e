import type { DeviceProperty, DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, formatTime, parseTime } from '@lamplight/server-kit'
import { countersOf, SPAN, spanOf } from './series-span.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Properties of a type with history. */
export const keptOf = (type: DeviceTypeDefinition): [name: string, property: DeviceProperty][] =>
  Object.entries(type.properties).filter(([, { history, retired }]) => history && !retired)

export interface HistoryQuery {
  readonly deviceId: string
  readonly tenantId: string
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** Maximum number of buckets. */
  readonly points: number
}
interface Buckets {
  readonly from: number
  /** Length of a bucket, ms. */
  readonly step: number
  /** SQL of the time spans in the buckets, with columns bucket (start of the bucket, epoch ms), begins, ends. Parameters: $3 from, $4 to, $5 step; for days also $8 zone. */
  readonly spans: string
  /** Join to the rollup table with one row for each span. */
  readonly rollup?: string
}

const REPORTS = `
  select $3::float8 + n * $5::float8 as bucket, to_timestamp(($3::float8 + n * $5::float8) / 1000) as begins,
    to_timestamp(least($3::float8 + (n + 1) * $5::float8, $4::float8) / 1000) as ends
  from generate_series(0, ceil(($4::float8 - $3::float8) / $5::float8)::int - 1) n`
const HOURS = `
  select $3::float8 + floor(n * ${HOUR_MS}::float8 / $5::float8) * $5::float8 as bucket,
    to_timestamp($3::float8 / 1000) + n * interval '1 hour' as begins, to_timestamp($3::float8 / 1000) + (n + 1) * interval '1 hour' as ends
  from generate_series(0, ceil(($4::float8 - $3::float8) / ${HOUR_MS})::int - 1) n`
/** Days in the tenant's time zone. A day with a clock change has 23 or 25 hours. */
const DAYS = `
  select extract(epoch from (f.day + n / f.step * f.step)::timestamp at time zone $8::text) * 1000 as bucket,
    (f.day + n)::timestamp at time zone $8::text as begins, (f.day + n + 1)::timestamp at time zone $8::text as ends, f.day + n as day
  from (select (to_timestamp($3::float8 / 1000) at time zone $8::text)::date as day, ($5::float8 / ${DAY_MS})::int as step) f,
    generate_series(0, (to_timestamp($4::float8 / 1000 - 0.001) at time zone $8::text)::date - f.day) n`

/** Begin of the hour of the zone in which `at` lies, epoch ms. */
export const hourBegin = (at: number, zone: string): number => {
  const second = Math.floor(at / 1000) * 1000
  const [, minutes = '0', seconds = '0'] = formatTime(second, zone).split(':')
  return second - (Number(minutes) * 60 + Number(seconds)) * 1000
}

/** Chooses the source by the length of a bucket: daily rollups from one day, hourly rollups from one hour, else reports. Rounds the bounds to whole spans. */
const bucketsOf = ({ from, to, points }: HistoryQuery, zone: string): Buckets => {
  const step = Math.max(1, Math.ceil((to - from) / points))
  if (step >= DAY_MS) {
    const midnight = parseTime(formatTime(from, zone).slice(0, 10), zone)
    return {
      from: midnight ? Date.parse(midnight) : from,
      step: Math.ceil(step / DAY_MS) * DAY_MS,
      spans: DAYS,
      rollup: 'devices_series_daily h on h.day = d.day',
    }
  }
  if (step >= HOUR_MS) {
    const hour = hourBegin(from, zone)
    // Rollups are of hours UTC. Where the zone has half or quarter hours, its hours are computed from reports.
    const isWhole = hour % HOUR_MS === 0
    return {
      from: hour,
      step: Math.ceil(step / HOUR_MS) * HOUR_MS,
      spans: HOURS,
      ...(isWhole ? { rollup: 'devices_series_hourly h on h.hour = d.begins' } : {}),
    }
  }
  return { from, step, spans: REPORTS }
}

/** Returns the earliest time (epoch ms) from which reports must be read. Once a day is closed, each device with a report on it has a daily row. */
const reportsFrom = async (ctx: Ctx, { from, spans }: Buckets): Promise<number> => {
  if (spans !== DAYS) return from
  const [frontier] = await ctx.query<{ closed: Date }>('select closed_until as closed from devices_rollup_frontier')
  return Math.max(from, (frontier?.closed.getTime() ?? from) - 2 * DAY_MS - 2 * HOUR_MS)
}

/** SQL columns of a bucket: maximum and increase for counters, mean for other values. */
const columnsOf = (type: DeviceTypeDefinition): string =>
  keptOf(type)
    .map(([name, { slot, counter }]) => {
      const [low, high] = [`min(lows[${slot}])`, `max(highs[${slot}])`]
      const shown = counter ? high : `sum(sums[${slot}]) / nullif(sum(counts[${slot}]), 0)`
      return `${shown} as "${name}", ${low} as "${name}Min", ${high} as "${name}Max"${counter ? `, sum(increases[${slot}]) as "${name}Increase"` : ''}`
    })
    .join(', ')

/** History of a device that is no lamp controller. Spans without a rollup row are computed from reports. */
/** A bucket of a history: its begin, the number of its readings, and the values of the properties. */
type HistoryPoint = Readonly<{ at: number; count: number } & Record<string, number | null>>
export const seriesHistory = async (ctx: Ctx, type: DeviceTypeDefinition, query: HistoryQuery) => {
  const buckets = bucketsOf(query, ctx.zone)
  const { from, step, spans, rollup } = buckets
  const { deviceId, tenantId, to } = query
  if (keptOf(type).length === 0) return { from, to, step, points: [] }
  const grown = countersOf(type)
    .map(({ slot }) => ` or sum(increases[${slot}]) > 0`)
    .join('')
  const columns = (of: string): string => SPAN.map((column) => `${of}.${column}`).join(', ')
  const stored = rollup
    ? `select d.*, ${columns('h')} from d left join ${rollup} and h.tenant_id = d.tenant_id and h.device_id = d.device_id and h.type = ${type.code}`
    : 'select d.*, null::integer as readings from d'
  const points = await ctx.query<HistoryPoint>(
    `with d as materialized (select $1::bigint as device_id, $2::text as tenant_id, s.* from (${spans}) s),
     stored as materialized (${stored}),
     parts as (
       ${rollup ? `select bucket, ${SPAN.join(', ')} from stored where readings is not null union all` : ''}
       select d.bucket, ${columns('s')} from stored d cross join lateral (${spanOf(type, 1, { from: '$6::float8', to: '$7::float8' }, 'either')}) s
       where d.readings is null and d.begins >= to_timestamp($6::float8 / 1000)
     )
     select bucket::float8 as at, sum(readings)::int as count, ${columnsOf(type)} from parts group by bucket
     having sum(readings) > 0${grown} order by bucket`,
    [
      deviceId,
      tenantId,
      from,
      to,
      step,
      await reportsFrom(ctx, buckets),
      to + Math.min(step, DAY_MS) + HOUR_MS,
      ...(spans === DAYS ? [ctx.zone] : []),
    ],
  )
  return { from, to, step, points }
}
