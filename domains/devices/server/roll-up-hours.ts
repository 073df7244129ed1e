/** A reading is valid until the next one, at most 30 minutes; after that the device counts as silent and its light as unknown. */
export const HOLD = "interval '30 minutes'"
/** After a longer gap the next meter value starts a new series. */
export const METER_MEMORY = "interval '31 days'"

const OWN = 't.tenant_id = d.tenant_id and t.device_id = d.device_id'
const HOUR_END = "d.hour + interval '1 hour'"
const WITHIN = `${OWN} and t.at >= d.hour and t.at < ${HOUR_END}`
const MILLI = (value: string): string => `round(${value} * 1000)::bigint`
const MS = (interval: string): string => `(extract(epoch from coalesce(${interval}, interval '0')) * 1000)::int`

/** Increase of the energy meter in the hour, mWh; a lower value is a meter reset. */
const WENT = `
  select coalesce(sum(case when before is null then 0 when value >= before then value - before else value end), 0)::bigint
  from (
    select value, coalesce(before, (
      select ${MILLI('t.energy')} from devices_telemetry t
      where ${OWN} and t.at < d.hour and t.at >= d.hour - ${METER_MEMORY} and t.energy is not null order by t.at desc limit 1)) as before
    from (
      select ${MILLI('energy')} as value, lag(${MILLI('energy')}) over (order by at) as before
      from devices_telemetry t where ${WITHIN} and energy is not null
    ) w
  ) v`
/** Last meter value of the hour. */
const STOOD = `select ${MILLI('t.energy')} from devices_telemetry t where ${WITHIN} and t.energy is not null order by t.at desc limit 1`
/** Time with the light on, ms; each state lasts until the next reading. */
const LIT = `
  select ${MS(`sum(greatest(least(coalesce(next, 'infinity'), at + ${HOLD}, ${HOUR_END}) - greatest(at, d.hour), interval '0')) filter (where is_on)`)}
  from (
    select at, is_on, lead(at) over (order by at) as next
    from devices_telemetry t where ${OWN} and at >= d.hour - ${HOLD} and at < ${HOUR_END} and is_on is not null
  ) l`

/**
 * Rolls up the given hours from their readings; deletes rows of hours without readings. In the usual case (meter only rises, light does not change) one pass
 * over the readings (`m`) and the reading before (`p`) is enough; otherwise the general expressions `WENT`, `STOOD` and `LIT` run.
 */
export const HOURS = `
with d as materialized (
  select tenant_id, device_id, to_timestamp(hour / 1000) as hour from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
), rolled as materialized (
  select d.tenant_id, d.device_id, d.hour, m.readings, m.powers, m.power_sum, m.power_min, m.power_max, o.online_ms,
    case when m.rises and p.energy is not null then coalesce(${MILLI('m.energy')} - ${MILLI('p.energy')}, 0) else (${WENT}) end as energy,
    case when m.rises then ${MILLI('m.energy')} else (${STOOD}) end as energy_last,
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
    select count(*)::int as readings, count(power)::int as powers, coalesce(sum(round(power * 1000)), 0)::bigint as power_sum,
      ${MILLI('min(power)')} as power_min, ${MILLI('max(power)')} as power_max, max(energy) as energy,
      count(energy) = count(*) and count(*) filter (where energy < energy_before) = 0 as rises, count(*) filter (where is_on) as lit,
      min(at) as first_at, max(at) as last_at,
      coalesce(sum(at - (at_before + ${HOLD})) filter (where at > at_before + ${HOLD}), interval '0') as silent
    from (
      select at, power, is_on, energy, lead(energy, 1, p.energy) over newer as energy_before, lead(at, 1, p.at) over newer as at_before
      from devices_telemetry t where ${WITHIN} window newer as (order by at desc)
    ) r
  ) m
  cross join lateral (
    select ${MS(`least(coalesce(m.last_at, p.at) + ${HOLD}, ${HOUR_END}) - case when p.at is null then m.first_at else d.hour end - m.silent`)} as online_ms
  ) o
), unknown as materialized (
  select tenant_id, device_id, hour from rolled where readings = 0 and online_ms = 0
), gone as (
  delete from devices_hourly h using unknown u where h.tenant_id = u.tenant_id and h.device_id = u.device_id and h.hour = u.hour
)
insert into devices_hourly as h (tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms)
select tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms
from rolled where readings > 0 or online_ms > 0
on conflict (tenant_id, device_id, hour) do update set readings = excluded.readings, powers = excluded.powers,
  power_sum = excluded.power_sum, power_min = excluded.power_min, power_max = excluded.power_max, energy = excluded.energy,
  energy_last = excluded.energy_last, on_ms = excluded.on_ms, online_ms = excluded.online_ms`
