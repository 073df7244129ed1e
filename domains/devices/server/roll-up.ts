import type { Platform, Query } from '@lamplight/server-kit'
import { HOLD, HOURS, METER_MEMORY } from './roll-up-hours.ts'

/** Device hours that one transaction rolls up. */
const CHUNK = 2000
const LOCK = 7_263_551

/** Hours of devices, as the arrays that the next statements take. */
interface Due {
  readonly count: number
  readonly tenants: string
  readonly devices: string
  /** Epoch ms. */
  readonly hours: string
  /** First days of the months of the rollups that they need, a day about them for the zones. */
  readonly months: readonly string[]
}

/**
 * Takes some marks, and says which hours they are about: those that changed, and what a changed hour changes beside itself: the hour after it, into
 * which its last reading reaches, and the hour of the meter's next word.
 */
const TAKE = `
with taken as (
  delete from devices_rollup_due where ctid = any(array(select ctid from devices_rollup_due limit $1 for update skip locked))
  returning tenant_id, device_id, hour
), d as materialized (
  select distinct tenant_id, device_id, hour from taken
), due as materialized (
  select tenant_id, device_id, hour from d
  union
  select d.tenant_id, d.device_id, n.hour
  from d cross join devices_rollup_frontier f cross join lateral (
    select d.hour + interval '1 hour' as hour
    union all
    (select h.hour from devices_hourly h
     where h.tenant_id = d.tenant_id and h.device_id = d.device_id and h.hour > d.hour and h.hour <= d.hour + ${METER_MEMORY} + interval '1 hour'
       and h.energy_last is not null
     order by h.hour limit 1)
  ) n
  where d.hour < f.closed_until - interval '1 hour' and n.hour < f.closed_until
)
select count(*)::int as count, array_agg(tenant_id)::text as tenants, array_agg(device_id)::text as devices,
  array_agg((extract(epoch from hour) * 1000)::bigint)::text as hours,
  array(
    select distinct to_char((hour + days * interval '1 day') at time zone 'UTC', 'YYYY-MM-01') from (select distinct hour from due) h, generate_series(-1, 1) days
  ) as months
from due`

/** The days in which these hours lie, each from its hours, as far as it has ended where its tenant lives. */
const DAYS = `
with d as (
  select distinct d.tenant_id, d.device_id, (to_timestamp(d.hour / 1000) at time zone z.zone)::date as day, z.zone
  from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
  join (
    select k.tenant_id, coalesce((select t.zone from identity_tenant t where t.tenant_id = k.tenant_id and not t.is_deleted limit 1), $4) as zone
    from (select distinct unnest($1::text[]) as tenant_id) k
  ) z on z.tenant_id = d.tenant_id
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
), unknown as materialized (
  select tenant_id, device_id, day from rolled where hours = 0
), gone as (
  delete from devices_daily y using unknown u where y.tenant_id = u.tenant_id and y.device_id = u.device_id and y.day = u.day
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
/** Marks lamp controllers whose readings count in the hour; if a day ends with the hour, also those with readings on that day. */
const MARK = `
with f as (
  select marking from devices_rollup_frontier where marking is not null
)
insert into devices_rollup_due (tenant_id, device_id, hour)
select s.tenant_id, s.device_id, f.marking from f cross join devices_state s
left join (select distinct on (tenant_id) tenant_id, zone from identity_tenant where not is_deleted order by tenant_id) t on t.tenant_id = s.tenant_id
left join devices_latest l on l.device_id = s.device_id
where l.device_id is null and s.reported_at >= f.marking - case
  when (f.marking at time zone coalesce(t.zone, $1))::date < ((f.marking + interval '1 hour') at time zone coalesce(t.zone, $1))::date
  then interval '24 hours' else ${HOLD} end`

const months = new WeakMap<object, Set<string>>()

const ensureMonths = async (query: Query, system: object, needed: readonly string[]): Promise<void> => {
  const known = months.get(system) ?? new Set<string>()
  months.set(system, known)
  for (const month of needed)
    if (!known.has(month)) {
      await query('select devices_rollup_partition($1::date)', [month])
      known.add(month)
    }
}

/** Rolls up some of what is due; answers how many device hours. One process at a time: a second one finds nothing to do. */
export const rollUp = ({ system }: Pick<Platform, 'system'>, zone: string): Promise<number> =>
  system
    .tx(async (query) => {
      const [lock] = await query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
      if (!lock?.mine) return 0
      const [due] = await query<Due>(TAKE, [CHUNK])
      if (!due?.count) return 0
      await ensureMonths(query, system, due.months)
      const keys = [due.tenants, due.devices, due.hours]
      await query(HOURS, keys)
      await query(DAYS, [...keys, zone])
      return due.count
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
