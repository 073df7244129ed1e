import { arrayOf, type Platform, type Query } from '@lamplight/server-kit'

/** A reading stands until the next one, but no longer than this: afterwards the device counts as unheard, and its light as unknown. */
const HOLD = "interval '30 minutes'"
/** A meter that was silent for longer begins anew. */
const METER_MEMORY = "interval '31 days'"
/** Device hours that one transaction rolls up. */
const CHUNK = 2000
const LOCK = 7_263_551

interface Due {
  readonly tenant_id: string
  readonly device_id: string
  /** Epoch ms. */
  readonly hour: string
}

const TAKE = `
delete from devices_rollup_due where ctid = any(array(select ctid from devices_rollup_due limit $1 for update skip locked))
returning tenant_id, device_id, (extract(epoch from hour) * 1000)::bigint as hour`

/** What a changed hour changes beside itself: the hour after it, into which its last reading reaches, and the hour of the meter's next word. */
const REACHED = `
with d as (
  select tenant_id, device_id, to_timestamp(hour / 1000) as hour from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
), f as (
  select closed_until from devices_rollup_frontier
)
select d.tenant_id, d.device_id, (extract(epoch from n.hour) * 1000)::bigint as hour
from d cross join f cross join lateral (
  select d.hour + interval '1 hour' as hour
  union
  (select h.hour from devices_hourly h
   where h.tenant_id = d.tenant_id and h.device_id = d.device_id and h.hour > d.hour and h.hour <= d.hour + ${METER_MEMORY} + interval '1 hour'
     and h.energy_last is not null
   order by h.hour limit 1)
) n
where d.hour < f.closed_until - interval '1 hour' and n.hour < f.closed_until`

const OWN = 't.tenant_id = d.tenant_id and t.device_id = d.device_id'
const MILLI = (value: string): string => `round(${value} * 1000)::bigint`
/** How much of the hour a reading stands for, given when the next one came. */
const STANDS = (next: string): string =>
  `greatest(least(coalesce(${next}, 'infinity'), at + ${HOLD}, d.hour + interval '1 hour') - greatest(at, d.hour), interval '0')`
const MS = (interval: string): string => `(extract(epoch from coalesce(${interval}, interval '0')) * 1000)::int`

/** What the meter went on in the hour where a reading has no neighbour that names it: its last word before is looked for. */
const METER = `
  select coalesce(sum(case when before is null then 0 when value >= before then value - before else value end), 0)::bigint
  from (
    select value, coalesce(before, (
      select ${MILLI('t.energy')} from devices_telemetry t
      where ${OWN} and t.at < d.hour and t.at >= d.hour - ${METER_MEMORY} and t.energy is not null order by t.at desc limit 1)) as before
    from (
      select ${MILLI('energy')} as value, lag(${MILLI('energy')}) over (order by at) as before
      from devices_telemetry t where ${OWN} and at >= d.hour and at < d.hour + interval '1 hour' and energy is not null
    ) w
  ) v`

/** The hours given, each from its readings alone, newest first; an hour of which nothing is known any more loses its row. */
const HOURS = `
with d as materialized (
  select tenant_id, device_id, to_timestamp(hour / 1000) as hour from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
), rolled as materialized (
  select d.tenant_id, d.device_id, d.hour, m.*, case when m.alone = 0 then m.went else (${METER}) end as energy
  from d
  cross join lateral (
    select count(*) filter (where own)::int as readings, count(power) filter (where own)::int as powers,
      coalesce(sum(${MILLI('power')}) filter (where own), 0)::bigint as power_sum,
      ${MILLI('min(power) filter (where own)')} as power_min, ${MILLI('max(power) filter (where own)')} as power_max,
      count(*) filter (where own and value is not null and before is null) as alone,
      coalesce(sum(case when value >= before then value - before else value end) filter (where own), 0)::bigint as went,
      max(value) filter (where own and newer_values = 0) as energy_last,
      ${MS(`sum(${STANDS('next_light')}) filter (where is_on)`)} as on_ms, ${MS(`sum(${STANDS('next_at')})`)} as online_ms
    from (
      select at, power, is_on, at >= d.hour as own, ${MILLI('energy')} as value, ${MILLI('lead(energy) over newer')} as before,
        count(energy) over newer as newer_values, lag(at) over newer as next_at, min(at) filter (where is_on is not null) over newer as next_light
      from devices_telemetry t where ${OWN} and at >= d.hour - ${HOLD} and at < d.hour + interval '1 hour'
      window newer as (order by at desc rows between unbounded preceding and 1 preceding)
    ) r
  ) m
), gone as (
  delete from devices_hourly h using rolled r
  where h.tenant_id = r.tenant_id and h.device_id = r.device_id and h.hour = r.hour and r.readings = 0 and r.online_ms = 0
)
insert into devices_hourly as h (tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms)
select tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms
from rolled where readings > 0 or online_ms > 0
on conflict (tenant_id, device_id, hour) do update set readings = excluded.readings, powers = excluded.powers,
  power_sum = excluded.power_sum, power_min = excluded.power_min, power_max = excluded.power_max, energy = excluded.energy,
  energy_last = excluded.energy_last, on_ms = excluded.on_ms, online_ms = excluded.online_ms`

/** The days in which these hours lie, each from its hours, as far as it has ended where its tenant lives. */
const DAYS = `
with d as (
  select distinct d.tenant_id, d.device_id, (to_timestamp(d.hour / 1000) at time zone z.zone)::date as day, z.zone
  from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
  cross join lateral (
    select coalesce((select t.zone from identity_tenant t where t.tenant_id = d.tenant_id and not t.is_deleted limit 1), $4) as zone
  ) z
), rolled as (
  select d.tenant_id, d.device_id, d.day, s.*
  from d cross join lateral (
    select count(*) as hours, sum(readings)::int as readings, sum(powers)::int as powers, sum(power_sum)::bigint as power_sum,
      min(power_min) as power_min, max(power_max) as power_max, sum(energy)::bigint as energy,
      (array_agg(energy_last order by hour desc) filter (where energy_last is not null))[1] as energy_last,
      sum(on_ms)::int as on_ms, sum(online_ms)::int as online_ms
    from devices_hourly h
    where h.tenant_id = d.tenant_id and h.device_id = d.device_id
      and h.hour >= d.day::timestamp at time zone d.zone and h.hour < (d.day + 1)::timestamp at time zone d.zone
  ) s
  where (d.day + 1)::timestamp at time zone d.zone <= (select closed_until from devices_rollup_frontier)
), gone as (
  delete from devices_daily y using rolled r where y.tenant_id = r.tenant_id and y.device_id = r.device_id and y.day = r.day and r.hours = 0
)
insert into devices_daily as y (tenant_id, device_id, day, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms)
select tenant_id, device_id, day, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms from rolled where hours > 0
on conflict (tenant_id, device_id, day) do update set readings = excluded.readings, powers = excluded.powers,
  power_sum = excluded.power_sum, power_min = excluded.power_min, power_max = excluded.power_max, energy = excluded.energy,
  energy_last = excluded.energy_last, on_ms = excluded.on_ms, online_ms = excluded.online_ms`

/** Inserts that began before the next statement have ended when it returns; those that begin later see what this transaction leaves. */
const WAIT_FOR_WRITERS = 'lock table only devices_telemetry in share mode'
const CLOSE = `
update devices_rollup_frontier set marking = closed_until, closed_until = closed_until + interval '1 hour'
where marking is null and closed_until + interval '1 hour' + interval '2 minutes' <= to_timestamp($1::float8 / 1000) returning marking`
/** Who was heard in the hour, or reaches into it; and, where a day ends with it, who was heard on that day. */
const MARK = `
with f as (
  select marking from devices_rollup_frontier where marking is not null
)
insert into devices_rollup_due (tenant_id, device_id, hour)
select s.tenant_id, s.device_id, f.marking from f cross join devices_state s
left join (select distinct on (tenant_id) tenant_id, zone from identity_tenant where not is_deleted order by tenant_id) t on t.tenant_id = s.tenant_id
where s.reported_at >= f.marking - case
  when (f.marking at time zone coalesce(t.zone, $1))::date < ((f.marking + interval '1 hour') at time zone coalesce(t.zone, $1))::date
  then interval '24 hours' else ${HOLD} end`

const keysOf = (hours: readonly Due[]): string[] => [
  arrayOf(hours.map(({ tenant_id }) => tenant_id)),
  arrayOf(hours.map(({ device_id }) => device_id)),
  arrayOf(hours.map(({ hour }) => hour)),
]
const distinct = (hours: readonly Due[]): Due[] => [
  ...new Map(hours.map((one) => [`${one.tenant_id} ${one.device_id} ${one.hour}`, one])).values(),
]
const months = new WeakMap<object, Set<string>>()

/** Makes the months of the rollups that these hours need, a day about them for the zones. */
const ensureMonths = async (query: Query, system: object, hours: readonly Due[]): Promise<void> => {
  const known = months.get(system) ?? new Set<string>()
  months.set(system, known)
  const needed = new Set(
    hours.flatMap(({ hour }) => [-1, 0, 1].map((days) => new Date(Number(hour) + days * 86_400_000).toISOString().slice(0, 7))),
  )
  for (const month of needed)
    if (!known.has(month)) {
      await query('select devices_rollup_partition($1::date)', [`${month}-01`])
      known.add(month)
    }
}

/** Rolls up some of what is due; answers how many device hours. One process at a time: a second one finds nothing to do. */
export const rollUp = ({ system }: Pick<Platform, 'system'>, zone: string): Promise<number> =>
  system
    .tx(async (query) => {
      const [lock] = await query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
      if (!lock?.mine) return 0
      const marked = distinct(await query<Due>(TAKE, [CHUNK]))
      if (marked.length === 0) return 0
      const reached = await query<Due>(REACHED, keysOf(marked))
      const hours = distinct([...marked, ...reached])
      await ensureMonths(query, system, hours)
      await query(HOURS, keysOf(hours))
      await query(DAYS, [...keysOf(hours), zone])
      return hours.length
    })
    .catch((thrown: unknown) => {
      months.delete(system)
      throw thrown
    })

/** Closes the next hour that has ended at `now` (epoch ms), two minutes of grace included, and marks who has to be rolled up; false when there is none. */
export const closeHour = async ({ system }: Pick<Platform, 'system'>, now: number, zone: string): Promise<boolean> => {
  const [open] = await system.query<{ due: boolean }>(
    `select marking is not null or closed_until + interval '62 minutes' <= to_timestamp($1::float8 / 1000) as due from devices_rollup_frontier`,
    [now],
  )
  if (!open?.due) return false
  await system.tx(async (query) => {
    await query(WAIT_FOR_WRITERS)
    await query(CLOSE, [now])
  })
  await system.tx(async (query) => {
    await query('select 1 from devices_rollup_frontier for update')
    await query(MARK, [zone])
    await query('update devices_rollup_frontier set marking = null where marking is not null')
  })
  return true
}
