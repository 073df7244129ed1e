import { controllerType } from '../../model/index.ts'
import { type CounterRows, countedSpan, dependentHours, isUneven, LAMP_SLOT, METER_MEMORY, rulesOf, STORE_DECIDED } from './counter.ts'

/** A reading is valid until the next one, at most 30 minutes; after that the device counts as silent and its light as unknown. */
export const HOLD = "interval '30 minutes'"

const OWN = 't.tenant_id = d.tenant_id and t.device_id = d.device_id'
const HOUR_END = 'd.ends'
/** Readings from the begin of the hour to its end, both included. `HELD` excludes the one at the end, `METERED` (for the meter) the one at the begin. */
const WITHIN = `${OWN} and t.at >= d.hour and t.at <= ${HOUR_END}`
const [HELD, METERED] = [`at < ${HOUR_END}`, 'at > d.hour']
const MILLI = (value: string): string => `round(${value} * 1000)::bigint`
const MS = (interval: string): string => `(extract(epoch from coalesce(${interval}, interval '0')) * 1000)::int`

const RULES = rulesOf(controllerType.properties.energy)
/** The meter in whole mWh, so that hours add up exactly. */
const METER: CounterRows = { from: 'devices_telemetry', value: 'round(t.energy * 1000)', own: OWN }
const MILLI_RULES = { ...RULES, noise: RULES.noise * 1000, perHour: RULES.perHour && RULES.perHour * 1000 }

const SPAN = { tenant: 'd.tenant_id', device: 'd.device_id', begins: 'd.hour', ends: HOUR_END }

/** Last meter value at or before the begin of the hour. */
const BEFORE = `coalesce(max(energy) filter (where at = d.hour), p.energy, (select t.energy from devices_telemetry t
  where ${OWN} and t.at < d.hour and t.at >= d.hour - ${METER_MEMORY} and t.energy is not null order by t.at desc limit 1))`
/** Last meter value of the hour. */
const STOOD = `select ${MILLI('t.energy')} from devices_telemetry t where ${WITHIN} and t.${METERED} and t.energy is not null order by t.at desc limit 1`
/** Time with the light on, ms; each state lasts until the next reading. */
const LIT = `
  select ${MS(`sum(greatest(least(coalesce(next, 'infinity'), at + ${HOLD}, ${HOUR_END}) - greatest(at, d.hour), interval '0')) filter (where is_on)`)}
  from (
    select at, is_on, lead(at) over (order by at) as next
    from devices_telemetry t where ${OWN} and at >= d.hour - ${HOLD} and at < ${HOUR_END} and is_on is not null
  ) l`

const given = (name: string): string => `
with ${name} as materialized (
  select distinct tenant_id, device_id, to_timestamp(hour / 1000) as hour from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
)`
/** CTE `d`: the hours that the statement rolls up. Parameters are arrays: $1 tenants, $2 devices, $3 hours in epoch ms. */
export const GIVEN = given('d')
/**
 * CTEs that cut the hours (UTC) of the CTE `from` where an hour begins in the zone of the tenant, so that each part lies in one local hour
 * and day: in most zones one part, where the offset has half or quarter hours two. A part ends with the removal of its device. Makes the CTE
 * `name` with the begin (`hour`) and the end (`ends`) of each part. $4: default time zone. `places`: `placesWithRemoved`.
 */
const parts = (from: string, name: string, places: string): string => `${name}_zone as materialized (
  select k.tenant_id, coalesce((select t.zone from identity_tenants t where t.tenant_id = k.tenant_id and not t.is_deleted limit 1), $4) as zone
  from (select distinct tenant_id from ${from}) k
), ${name}_cut as materialized (
  select g.tenant_id, g.device_id, g.hour, date_trunc('hour', g.hour + interval '3599 seconds', z.zone) as cut, p.removed
  from ${from} g join ${name}_zone z using (tenant_id) left join (${places}) p on p.device_id = g.device_id and p.removed is not null
), ${name} as materialized (
  select tenant_id, device_id, hour, case when removed < hour then hour else least(ends, removed) end as ends from (
    select tenant_id, device_id, removed, hour, case when cut > hour then cut else hour + interval '1 hour' end as ends from ${name}_cut
    union all select tenant_id, device_id, removed, cut, hour + interval '1 hour' from ${name}_cut where cut > hour
  ) c
)`
/** Arrays of the hours that a statement returns: the parameters of the next one. */
export const ARRAYS = `count(*)::int as count, array_agg(tenant_id)::text as tenants, array_agg(device_id)::text as devices,
  array_agg((extract(epoch from hour) * 1000)::bigint)::text as hours`

/**
 * Rolls up the given hours (UTC) from their readings, in parts where the zone of the tenant cuts them. $4: default time zone. Deletes rows
 * that are no longer parts, for example after a change of the zone; and rows of hours without readings. An hour whose only reading is a
 * meter value at its end keeps its row. `m` reads the readings of the hour once, `p` the last reading before it. `STOOD` and `LIT` read
 * them again, only if the meter falls or the light changes within the hour. Returns the hours that `countOf` must count. `places`: `placesWithRemoved`.
 */
export const hoursOf = (places: string): string => `${given('g')}, ${parts('g', 'd', places)}, rolled as materialized (
  select d.tenant_id, d.device_id, d.hour, d.ends, m.readings, m.powers, m.power_sum, m.power_min, m.power_max, o.online_ms, m.energies,
    case when m.rises and m.complete then m.rise end as energy,
    case when m.energies = 0 then null when m.rises and m.complete then ${MILLI('m.energy')} else (${STOOD}) end as energy_last,
    case
      when p.at is null or p.is_on is not null then case
        when m.lit = m.readings and p.is_on is not false then o.online_ms
        when m.lit = 0 and p.is_on is not true then 0
        else (${LIT}) end
      else (${LIT}) end as on_ms
  from d
  left join lateral (
    select t.at, t.energy, t.is_on from devices_telemetry t where ${OWN} and t.at >= d.hour - ${HOLD} and t.at < d.hour order by t.at desc limit 1
  ) p on true
  cross join lateral (
    select r.*, coalesce(${MILLI('r.energy')} - ${MILLI('r.energy_before')}, 0) as rise,
      r.falls = 0 and r.energy_least >= coalesce(r.energy_before, r.energy_least)
        and r.energy - coalesce(r.energy_before, r.energy_least) <= ${RULES.perHour}::float8 as rises
    from (
      select count(*) filter (where ${HELD})::int as readings, count(power)::int as powers, coalesce(sum(round(power * 1000)), 0)::bigint as power_sum,
        ${MILLI('min(power)')} as power_min, ${MILLI('max(power)')} as power_max, count(energy) = count(*) as complete,
        max(energy) filter (where ${METERED}) as energy, min(energy) filter (where ${METERED}) as energy_least,
        count(energy) filter (where ${METERED})::int as energies, count(*) filter (where ${METERED} and energy < energy_before) as falls,
        count(*) filter (where is_on) as lit,
        case when count(energy) filter (where ${METERED}) > 0 then coalesce(${BEFORE}, min(energy) filter (where ${METERED})) end as energy_before,
        min(at) filter (where ${HELD}) as first_at, max(at) filter (where ${HELD}) as last_at,
        coalesce(sum(at - (at_before + ${HOLD})) filter (where at > at_before + ${HOLD} and ${HELD}), interval '0') as silent
      from (
        select at, case when ${HELD} then power end as power, ${HELD} and is_on as is_on, energy, lead(energy, 1, p.energy) over newer as energy_before, lead(at, 1, p.at) over newer as at_before
        from devices_telemetry t where ${WITHIN} window newer as (order by at desc)
      ) r
    ) r
  ) m
  cross join lateral (
    select ${MS(`least(coalesce(m.last_at, p.at) + ${HOLD}, ${HOUR_END}) - case when p.at is null then m.first_at else d.hour end - m.silent`)} as online_ms
  ) o
), unknown as materialized (
  select tenant_id, device_id, hour from rolled where readings = 0 and online_ms = 0 and energies = 0
), gone as (
  delete from devices_hourly h using unknown u where h.tenant_id = u.tenant_id and h.device_id = u.device_id and h.hour = u.hour
), left_over as (
  delete from devices_hourly h using g where h.tenant_id = g.tenant_id and h.device_id = g.device_id and h.hour > g.hour and h.hour < g.hour + interval '1 hour'
    and not exists (select from d where d.tenant_id = h.tenant_id and d.device_id = h.device_id and d.hour = h.hour)
), kept as (
  insert into devices_hourly as h (tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms)
  select tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, coalesce(energy, 0), energy_last, on_ms, online_ms
  from rolled where readings > 0 or online_ms > 0 or energies > 0
  on conflict (tenant_id, device_id, hour) do update set readings = excluded.readings, powers = excluded.powers,
    power_sum = excluded.power_sum, power_min = excluded.power_min, power_max = excluded.power_max, energy = excluded.energy,
    energy_last = excluded.energy_last, on_ms = excluded.on_ms, online_ms = excluded.online_ms
)
select ${ARRAYS} from (
  select distinct d.tenant_id, d.device_id, date_trunc('hour', d.hour, 'UTC') as hour from rolled d
  where energies > 0 and (energy is null or ${isUneven(LAMP_SLOT, SPAN)})
) uneven`

/**
 * Counts the energy of the given hours by the rules of counters, and of the hours whose count depends on theirs, and stores what was
 * decided. Returns all these hours. `places`: `placesWithRemoved`.
 */
export const countOf = (places: string): string => `${GIVEN}, s as materialized (
  select distinct d.tenant_id, d.device_id, n.hour from d cross join lateral (${dependentHours(METER)}) n
), ${parts('s', 'p', places)}, counted as materialized (
  select d.tenant_id, d.device_id, ${LAMP_SLOT}::smallint as slot, d.hour, c.* from p d cross join lateral (${countedSpan(METER, SPAN, MILLI_RULES)}) c
), energies as (
  update devices_hourly h set energy = c.increase::bigint from counted c
  where h.tenant_id = c.tenant_id and h.device_id = c.device_id and h.hour = c.hour and h.energy <> c.increase::bigint
), ${STORE_DECIDED}
select ${ARRAYS} from s`
