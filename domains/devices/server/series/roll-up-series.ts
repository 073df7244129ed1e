import type { DeviceTypeDefinition } from '@lamplight/kit'
import { propertyKey } from '../../model/index.ts'
import { countedSpan, dependentHours, hourEndedBy, isUneven, METER_MEMORY, STORE_DECIDED } from './counter.ts'
import { ARRAYS, GIVEN } from './roll-up-hours.ts'
import { type Counting, counterRows, countersOf, MEMORY_S, ownReports, SPAN, slotsOf, spanOf } from './series-span.ts'

/** Minimum readings for an hourly row. For fewer readings the row would take more disk than the readings, so queries read the readings instead. */
const DENSE = 12

const BETWEEN = { from: '$5::float8', to: '$6::float8' }

/** Adds, for each counter, the hour that the next value after a late reading ends, because its increase depends on that reading. $4, $5: first and last hour, epoch ms. */
export const withNextHours = (type: DeviceTypeDefinition): string => `${GIVEN}, due as (
  select tenant_id, device_id, hour from d
  union
  select d.tenant_id, d.device_id, ${hourEndedBy('n.at')}
  from d cross join devices_rollup_frontier f cross join lateral (
    ${countersOf(type)
      .map(
        ({ slot }) => `(select t.at from devices_series t where ${ownReports(type)} and t.v[${slot}] is not null
      and t.at > d.hour + interval '1 hour' and t.at < d.hour + interval '1 hour' + ${METER_MEMORY}
      and t.at >= to_timestamp($4::float8 / 1000) and t.at < to_timestamp($5::float8 / 1000 + ${MEMORY_S}) order by t.at limit 1)`,
      )
      .join(' union all ')}
  ) n
  where d.hour < f.closed_until - interval '1 hour' and n.at <= f.closed_until
)
select ${ARRAYS} from due`

const HOUR = { tenant: 'd.tenant_id', device: 'd.device_id', begins: 'd.hour', ends: "d.hour + interval '1 hour'" }
const FIRST_TO_LAST = { from: '$4::float8', to: '$5::float8' }

/** Returns those of the given hours in which a counter does more than rise, or near which it did. Parameters as in `withNextHours`. */
export const unevenHours = (type: DeviceTypeDefinition): string => {
  const conditions = countersOf(type).map((counter) => {
    const { from, value, own, bounds } = counterRows(type, counter, FIRST_TO_LAST)
    const read = `select t.at, ${value} as value from ${from} t where ${own} and ${value} is not null${bounds}`
    const { perHour } = counter.rules
    const wrong = `value < before${perHour === null ? '' : ` or value - before > ${perHour}::float8`}`
    return `(${isUneven(counter.slot, HOUR)} or exists (
      select from (select value, lag(value) over (order by at) as before from (
        (${read} and t.at > ${HOUR.begins} and t.at <= ${HOUR.ends})
        union all (${read} and t.at <= ${HOUR.begins} and t.at >= ${HOUR.begins} - ${METER_MEMORY} order by t.at desc limit 1)) x) y
      where ${wrong}))`
  })
  return `${GIVEN} select ${ARRAYS} from d where ${conditions.join(' or ')}`
}

/**
 * Stores what the rules of counters decide in the given hours and in those whose count depends on theirs. Returns all these hours: they
 * must be rolled up again. Parameters as in `withNextHours`.
 */
export const countSeries = (type: DeviceTypeDefinition): string => {
  const counters = countersOf(type).map((counter) => ({ counter, rows: counterRows(type, counter, FIRST_TO_LAST) }))
  const counted = counters.map(
    ({ counter: { slot, rules }, rows }) =>
      `select d.tenant_id, d.device_id, ${slot}::smallint as slot, d.hour, c.* from s d cross join lateral (${countedSpan(rows, HOUR, rules)}) c`,
  )
  return `${GIVEN}, s as materialized (
  select distinct d.tenant_id, d.device_id, n.hour from d cross join lateral (${counters.map(({ rows }) => dependentHours(rows)).join(' union ')}) n
), counted as materialized (
  ${counted.join(' union all ')}
), ${STORE_DECIDED}
select ${ARRAYS} from s`
}

/** Conflict clause that keeps the stored row if the new one has fewer readings: then a partition with older readings has been dropped. */
const replaced = (row: string): string =>
  `do update set ${SPAN.map((column) => `${column} = excluded.${column}`).join(', ')} where excluded.readings >= ${row}.readings`

/**
 * SQL that rolls up the given hours of devices of one type, and each day that contains them and has ended in the tenant's time zone. $4: default time
 * zone; $5, $6: bounds of all hours and days, epoch ms. Days are computed from readings, because hours with few readings have no row. `places`: SQL of the
 * places of the devices (`placesWithRemoved`); a day keeps the place of its first rollup. A day whose only report is that at its end has a row without
 * readings, with the increases that this report ends.
 */
export const rollSeries = (type: DeviceTypeDefinition, places: string, counting: Counting): string => `${GIVEN}, hours as (
  insert into devices_series_hourly as h (tenant_id, device_id, type, hour, ${SPAN.join(', ')})
  select d.tenant_id, d.device_id, ${type.code}, d.begins, ${SPAN.map((column) => `s.${column}`).join(', ')}
  from (select tenant_id, device_id, hour as begins, hour + interval '1 hour' as ends from d) d cross join lateral (${spanOf(type, DENSE, BETWEEN, counting)}) s
  on conflict (tenant_id, device_id, type, hour) ${replaced('h')}
), zones as (
  select k.tenant_id, coalesce((select t.zone from identity_tenants t where t.tenant_id = k.tenant_id and not t.is_deleted limit 1), $4) as zone
  from (select distinct tenant_id from d) k
), days as (
  select distinct d.tenant_id, d.device_id, e.day, e.day::timestamp at time zone z.zone as begins, (e.day + 1)::timestamp at time zone z.zone as ends
  from d join zones z on z.tenant_id = d.tenant_id cross join lateral (values
    ((d.hour at time zone z.zone)::date), (((d.hour + interval '1 hour' - interval '1 microsecond') at time zone z.zone)::date)) as e(day)
), daily as (
  insert into devices_series_daily as y (tenant_id, device_id, type, day, project_id, area_id, ${SPAN.join(', ')})
  select d.tenant_id, d.device_id, ${type.code}, d.day, coalesce(p.project_id, 0), coalesce(p.area_id, 0), ${SPAN.map((column) => `s.${column}`).join(', ')}
  from days d cross join lateral (${spanOf(type, 1, BETWEEN, counting)}) s left join (${places}) p on p.device_id = d.device_id
  where d.ends <= (select closed_until from devices_rollup_frontier)
  on conflict (tenant_id, device_id, type, day) ${replaced('y')}
  returning tenant_id, project_id, area_id, type, day
)
insert into devices_series_area_due (tenant_id, project_id, area_id, type, day) select distinct tenant_id, project_id, area_id, type, day from daily
on conflict do nothing`

/** Deletes up to $1 rows from the queue of areas and returns them as arrays, one row for each type. */
export const TAKE_AREAS = `
with taken as (
  delete from devices_series_area_due where ctid = any(array(select ctid from devices_series_area_due limit $1))
  returning tenant_id, project_id, area_id, type, day
)
select type, count(*)::int as count, array_agg(tenant_id)::text as tenants, array_agg(project_id)::text as projects, array_agg(area_id)::text as areas,
  array_agg(day)::text as days
from taken group by type`

const AREA = ['devices', 'readings', 'sum', 'low', 'high', 'last', 'increase', 'resets']
const KEYS = 'unnest($1::text[], $2::bigint[], $3::bigint[], $4::date[]) as k(tenant_id, project_id, area_id, day)'

/** SQL that deletes the daily sums of areas before they are computed anew. Parameters as in `rollAreas`. */
export const clearAreas = ({ code }: DeviceTypeDefinition): string => `
delete from devices_series_area_daily a using ${KEYS}
where a.tenant_id = k.tenant_id and a.type = ${code} and a.day = k.day and a.project_id = k.project_id and a.area_id = k.area_id`

/** SQL that computes the daily sums of areas from devices_series_daily, a row for each property. Parameters are arrays: $1 tenants, $2 projects, $3 areas, $4 days. */
export const rollAreas = (type: DeviceTypeDefinition): string => {
  const values = slotsOf(type).map(({ slot, rules }) => {
    const went = rules ? `y.increases[${slot}], y.resets[${slot}]` : '0, 0'
    return `(${propertyKey(type, slot)}, y.counts[${slot}], y.sums[${slot}], y.lows[${slot}], y.highs[${slot}], y.lasts[${slot}], ${went})`
  })
  return `
insert into devices_series_area_daily (tenant_id, project_id, area_id, type, day, property, ${AREA.join(', ')})
select k.tenant_id, k.project_id, k.area_id, ${type.code}, k.day, s.*
from ${KEYS} cross join lateral (
  select n.property, count(*) filter (where n.count > 0)::integer, sum(n.count), coalesce(sum(n.sum order by y.device_id), 0), min(n.low), max(n.high),
    coalesce(sum(n.last order by y.device_id), 0), coalesce(sum(n.increase order by y.device_id), 0), coalesce(sum(n.resets), 0)
  from devices_series_daily y cross join lateral (values ${values.join(', ')}) as n(property, count, sum, low, high, last, increase, resets)
  where y.tenant_id = k.tenant_id and y.type = ${type.code} and y.day = k.day and y.project_id = k.project_id and y.area_id = k.area_id and (n.count > 0 or n.increase > 0 or n.resets > 0)
  group by n.property
) s`
}
