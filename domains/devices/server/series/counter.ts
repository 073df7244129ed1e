import type { DeviceProperty } from '@lamplight/kit'

/** After a longer gap the next meter value starts a new series. */
export const METER_MEMORY = "interval '31 days'"
/** Slot of the energy of lamp controllers in the tables of counters. In their readings it is a column, not a slot. */
export const LAMP_SLOT = 0
/** Number of readings after a span that the rules of counters look at (`devices_counter` in the database). */
const AHEAD = 4
/** Number of readings before a span that the rules look at, at least; they look at those of a whole day. */
const BEHIND = 6

/** What the rules of counters need to know of a counter, in its unit. */
export interface CounterRules {
  /** A decrease up to this is noise of the meter. */
  readonly noise: number
  /** Number of values that the counter can show, if it starts again at 0 after the highest. */
  readonly range: number | null
  /** The most by which it can rise in an hour. */
  readonly perHour: number | null
}

/** Noise of energy meters, in units of the property. */
const ENERGY_NOISE: Readonly<Record<string, number>> = { 'W.h': 5, 'kW.h': 0.005 }

/**
 * Returns the rules of a counter from its declaration. The noise is its resolution, for energy at least 5 Wh. A number without a unit
 * counts things and has no noise.
 */
export const rulesOf = ({ unit, decimals, counter }: Pick<DeviceProperty, 'unit' | 'decimals' | 'counter'>): CounterRules => {
  const { wrapsAt, perHour = null } = typeof counter === 'object' ? counter : {}
  const resolution = unit === undefined || decimals === undefined ? 0 : 10 ** -decimals
  return {
    noise: Math.max(resolution, ENERGY_NOISE[unit ?? ''] ?? 0),
    range: wrapsAt === undefined ? null : wrapsAt + 10 ** -(decimals ?? 0),
    perHour,
  }
}

/** Readings of a counter, as SQL over the alias `t` with the columns tenant_id, device_id and at. */
export interface CounterRows {
  readonly from: string
  readonly value: string
  /** Condition: the reading `t` belongs to the device of the span. */
  readonly own: string
  /** Further bounds of `t.at`, so that the planner skips partitions. */
  readonly bounds?: string
}

/** A span of a device: SQL of tenant, id and times. */
export interface CountedSpan {
  readonly tenant: string
  readonly device: string
  readonly begins: string
  readonly ends: string
}

/**
 * SQL of the begin of the hour (UTC) that gets the increase shown by a reading at the time `at`. The use happened before the reading, so the
 * increase of a reading at 10:00:00 belongs to the hour that begins at 9. Its other values (power, level) belong to the hour that begins at 10.
 */
export const hourEndedBy = (at: string): string => `date_trunc('hour', ${at} - interval '1 microsecond', 'UTC')`
/** SQL of a lateral subquery with the closed hours that a reading at the time `at` changes: one, or two if it is on a whole hour. Column: hour. */
export const closedHoursOf = (at: string): string => `
  select date_trunc('hour', ${at}, 'UTC') as hour where ${at} < (select closed_until from devices_rollup_frontier)
  union select ${hourEndedBy(at)} where ${at} <= (select closed_until from devices_rollup_frontier)`

const number = (value: number | null): string => (value === null ? 'null::float8' : `${value}::float8`)

/**
 * SQL of a lateral subquery that counts a counter over the span from after `begins` to `ends` (SQL of times; a reading exactly at the end
 * belongs to the span) by the rules of `devices_counter`, with the columns increase, resets, rollovers, breaks, glitches, uneven, steps, ats. It reads the readings of a day
 * before the span and the next ones after it, so that the result depends on the readings only, not on the order in which they arrived.
 */
export const countedSpan = (
  { from, value, own, bounds = '' }: CounterRows,
  { tenant, device, begins, ends }: CountedSpan,
  { noise, range, perHour }: CounterRules,
): string => {
  const rows = `from ${from} t where ${own} and ${value} is not null${bounds}`
  const read = `select t.at, (${value})::float8 as value ${rows}`
  return `
  select c.*, r.ats from (
    select array_agg(x.at order by x.at) as ats, array_agg(x.value order by x.at) as vals from (
      (${read} and t.at <= ${ends} and t.at >= (
        select coalesce(least(max(b.at) - interval '1 day', min(b.at)), ${begins}) from (
          select t.at ${rows} and t.at <= ${begins} and t.at >= ${begins} - ${METER_MEMORY} order by t.at desc limit ${BEHIND}) b))
      union all (${read} and t.at > ${ends} and t.at < ${ends} + ${METER_MEMORY} order by t.at limit ${AHEAD})
    ) x
  ) r cross join lateral (
    select array_agg(k.at order by k.at) as told, array_agg(k.cause order by k.at) as causes from devices_counter_told k
    where k.tenant_id = ${tenant} and k.device_id = ${device} and k.at >= r.ats[1] and k.at <= r.ats[cardinality(r.ats)]
  ) k cross join lateral devices_counter(r.ats, r.vals, k.told, k.causes, ${begins}, ${ends}, ${number(noise)}, ${number(range)}, ${number(perHour)}) c`
}

/**
 * SQL condition: near the span the counter `slot` did more than rise, or a device or a person said at any time that it began anew. If not,
 * and if it only rises in the span, its increase is the last value minus the one before the span.
 */
export const isUneven = (slot: number, { tenant, device, begins, ends }: CountedSpan): string => `(
  exists (select from devices_counter_uneven u where u.tenant_id = ${tenant} and u.device_id = ${device} and u.slot = ${slot}
    and u.since <= ${ends} + ${METER_MEMORY} and u.until >= ${begins} - ${METER_MEMORY})
  or exists (select from devices_counter_told u where u.tenant_id = ${tenant} and u.device_id = ${device}))`

/**
 * SQL of a lateral subquery with the hours whose count may depend on readings that the hour `d.hour` counts: the hours of the readings just
 * before it, because their count looks ahead, and those of the next day and of the readings after it, because their count looks behind.
 * Column: hour.
 */
export const dependentHours = ({ from, value, own, bounds = '' }: CounterRows): string => {
  const rows = `from ${from} t where ${own} and ${value} is not null${bounds}`
  const dayAfter = "(d.hour + interval '25 hours')"
  return `
  select distinct ${hourEndedBy('t.at')} as hour ${rows}
    and t.at >= coalesce((select min(b.at) from (
      select t.at ${rows} and t.at <= d.hour and t.at >= d.hour - ${METER_MEMORY} order by t.at desc limit ${AHEAD}) b), d.hour)
    and t.at <= greatest(${dayAfter}, (select max(b.at) from (
      select t.at ${rows} and t.at > d.hour + interval '1 hour' and t.at < ${dayAfter} + ${METER_MEMORY} order by t.at limit ${BEHIND}) b),
      (select t.at ${rows} and t.at > ${dayAfter} and t.at < ${dayAfter} + ${METER_MEMORY} order by t.at limit 1))
    and t.at <= (select closed_until from devices_rollup_frontier)`
}

const DECIDED = ['resets', 'rollovers', 'breaks', 'glitches']
const KEY = 'tenant_id, device_id, slot, hour'
/**
 * CTEs that store what was decided in the hours of the CTE `counted` (tenant_id, device_id, slot, hour and the columns of `countedSpan`).
 */
export const STORE_DECIDED = `cleared as (
  delete from devices_counter_hour k using counted c where (k.tenant_id, k.device_id, k.slot, k.hour) = (c.tenant_id, c.device_id, c.slot, c.hour)
    and c.${DECIDED.join(' + c.')} = 0
), decided as (
  insert into devices_counter_hour (${KEY}, ${DECIDED.join(', ')}) select ${KEY}, ${DECIDED.join(', ')} from counted where ${DECIDED.join(' + ')} > 0
  on conflict (${KEY}) do update set ${DECIDED.map((name) => `${name} = excluded.${name}`).join(', ')}
), hulls as (
  insert into devices_counter_uneven as u (tenant_id, device_id, slot, since, until)
  select tenant_id, device_id, slot, min(hour), max(hour) from counted where uneven group by 1, 2, 3
  on conflict (tenant_id, device_id, slot) do update set since = least(u.since, excluded.since), until = greatest(u.until, excluded.until)
)`
