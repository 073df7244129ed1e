import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'
import { controllerType } from '../../model/index.ts'
import { type DeviceTypes, deviceTypesPort } from '../../model/ports.ts'
import { placesWithRemoved, removedSince } from '../device-sight.ts'
import { isLampController } from '../types/types.port.ts'
import { METER_MEMORY } from './counter.ts'
import { ARRAYS, countOf, HOLD, hoursOf } from './roll-up-hours.ts'
import { ROLL_LEVELS, rollDays, thereMs } from './roll-up-places.ts'
import { clearAreas, countSeries, rollAreas, rollSeries, TAKE_AREAS, unevenHours, withNextHours } from './roll-up-series.ts'
import { type Counting, countersOf, slotsOf } from './series-span.ts'

/** Device hours that one transaction rolls up. */
const CHUNK = 2000
/** Maximum area days in one transaction. Each one may read the days of many devices. */
const AREA_CHUNK = 20
const LOCK = 7_263_551
const DAY_MS = 86_400_000
/** Longest day (25 hours) plus one hour. */
const LONGEST_DAY_MS = DAY_MS + 2 * 3_600_000

/** Hours of devices, as arrays for the next statements. */
interface Due {
  readonly count: number
  readonly tenants: string
  readonly devices: string
  /** Epoch ms. */
  readonly hours: string
}
interface AreasDue {
  readonly type: number
  readonly count: number
  readonly tenants: string
  readonly projects: string
  readonly areas: string
  readonly days: string
}

/**
 * Deletes some marks and returns the hours to roll up, by device type. For lamp controllers it adds two hours to each changed one: the next hour, because
 * the last reading holds into it, and the hour that the next meter value ends. A reading on a whole hour has marked the hour before it too (`closedHoursOf`).
 */
const TAKE = `
with taken as (
  delete from devices_rollup_due where ctid = any(array(select ctid from devices_rollup_due limit $1 for update skip locked))
  returning tenant_id, device_id, hour, type
), d as materialized (
  select distinct tenant_id, device_id, hour, type from taken
), due as materialized (
  select tenant_id, device_id, hour, type from d
  union
  select d.tenant_id, d.device_id, n.hour, d.type
  from d cross join devices_rollup_frontier f cross join lateral (
    select d.hour + interval '1 hour' as hour
    union all
    (select date_trunc('hour', h.hour, 'UTC') from devices_hourly h
     where h.tenant_id = d.tenant_id and h.device_id = d.device_id and h.hour >= d.hour + interval '1 hour' and h.hour <= d.hour + ${METER_MEMORY} + interval '2 hours'
       and h.energy_last is not null
     order by h.hour limit 1)
  ) n
  where d.type = ${controllerType.code} and d.hour < f.closed_until - interval '1 hour' and n.hour < f.closed_until
)
select type, ${ARRAYS} from due group by type`

const [BEGINS, ENDS] = ['r.day::timestamp at time zone r.zone', '(r.day + 1)::timestamp at time zone r.zone']
/** Condition: the day gets a row. It gets none if its only reading is a meter value at its end that shows no use: the device may have been added after this day. */
const SHOWS = 'coalesce(readings + online_ms + energy, 0) > 0'
/** The days in which these hours lie, each from its hours, as far as it has ended where its tenant lives. The place of a day is that of its first rollup. */
const rollDevices = (places: string): string => `
with d as (
  select distinct d.tenant_id, d.device_id, e.day, z.zone
  from unnest($1::text[], $2::bigint[], $3::float8[]) as d(tenant_id, device_id, hour)
  join (
    select k.tenant_id, coalesce((select t.zone from identity_tenants t where t.tenant_id = k.tenant_id and not t.is_deleted limit 1), $4) as zone
    from (select distinct unnest($1::text[]) as tenant_id) k
  ) z on z.tenant_id = d.tenant_id
  cross join lateral (values ((to_timestamp(d.hour / 1000) at time zone z.zone)::date),
    ((to_timestamp(d.hour / 1000 + 3599) at time zone z.zone)::date)) as e(day)
), rolled as (
  select d.tenant_id, d.device_id, d.day, d.zone, s.*
  from d cross join lateral (
    select sum(readings)::int as readings, sum(powers)::int as powers, sum(power_sum)::bigint as power_sum,
      min(power_min) as power_min, max(power_max) as power_max, sum(energy)::bigint as energy,
      (array_agg(energy_last order by hour desc) filter (where energy_last is not null))[1] as energy_last,
      sum(on_ms)::int as on_ms, sum(online_ms)::int as online_ms
    from devices_hourly h
    where h.tenant_id = d.tenant_id and h.device_id = d.device_id
      and h.hour >= d.day::timestamp at time zone d.zone and h.hour < (d.day + 1)::timestamp at time zone d.zone
  ) s
  where (d.day + 1)::timestamp at time zone d.zone <= (select closed_until from devices_rollup_frontier)
), unknown as materialized (
  select tenant_id, device_id, day from rolled where not ${SHOWS}
), gone as (
  delete from devices_daily y using unknown u where y.tenant_id = u.tenant_id and y.device_id = u.device_id and y.day = u.day
), daily as (
  insert into devices_daily as y (tenant_id, device_id, day, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms, due_ms,
    project_id, area_id, supplier_id)
  select r.tenant_id, r.device_id, r.day, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms,
    greatest(online_ms, ${thereMs(BEGINS, ENDS)}), coalesce(p.project_id, 0), coalesce(p.area_id, 0), coalesce(p.supplier_id, 0)
  from rolled r left join (${places}) p on p.device_id = r.device_id where ${SHOWS}
  on conflict (tenant_id, device_id, day) do update set readings = excluded.readings, powers = excluded.powers,
    power_sum = excluded.power_sum, power_min = excluded.power_min, power_max = excluded.power_max, energy = excluded.energy,
    energy_last = excluded.energy_last, on_ms = excluded.on_ms, online_ms = excluded.online_ms, due_ms = excluded.due_ms
)
insert into devices_day_due (tenant_id, day) select distinct tenant_id, day from rolled on conflict do nothing`

/** Waits until earlier inserts have committed; later inserts see what this transaction writes. */
const WAIT_FOR_WRITERS = 'lock table only devices_telemetry, only devices_series in share mode'
const CLOSE = `
update devices_rollup_frontier set marking = closed_until, closed_until = closed_until + interval '1 hour'
where marking is null and closed_until + interval '1 hour' + interval '2 minutes' <= to_timestamp($1::float8 / 1000) returning marking`
const ENDS_DAY =
  "(f.marking at time zone coalesce(t.zone, $1))::date < ((f.marking + interval '1 hour') at time zone coalesce(t.zone, $1))::date"
const ZONES =
  'left join (select distinct on (tenant_id) tenant_id, zone from identity_tenants where not is_deleted order by tenant_id) t on t.tenant_id = s.tenant_id'
/**
 * Marks devices with readings in the closed hour, and those that were removed since it began. If the hour ends a day, it also marks those
 * with readings on that day, or removed on it. Marks are inserted by type, so that a chunk needs few statements.
 */
const markHour = (platform: Pick<Platform, 'port'>): string => `
with f as (
  select marking from devices_rollup_frontier where marking is not null
)
insert into devices_rollup_due (tenant_id, device_id, hour, type)
select s.tenant_id, s.device_id, f.marking, coalesce(l.type, ${controllerType.code}) as type from f cross join devices_state s
${ZONES}
left join devices_latest l on l.device_id = s.device_id
where s.reported_at >= f.marking - case when ${ENDS_DAY} then interval '24 hours' when l.device_id is null then ${HOLD} else interval '0' end
union all
select s.tenant_id, s.device_id, f.marking, s.type from f cross join lateral (${removedSince(platform, "f.marking - interval '24 hours'")}) s
${ZONES}
where s.type is not null and (s.removed >= f.marking or ${ENDS_DAY})
order by type`

/** Queues the day that ends with the closed hour for tenants with lamp controllers, also where none reported on it. */
const MARK_DAYS = `
insert into devices_day_due (tenant_id, day)
select distinct t.tenant_id, (f.marking at time zone coalesce(t.zone, $1))::date from devices_rollup_frontier f cross join identity_tenants t
where f.marking is not null and not t.is_deleted and exists (select from devices_registry r where r.tenant_id = t.tenant_id and r.type = ${controllerType.code})
  and ${ENDS_DAY}
on conflict do nothing`

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

/** First days of the monthly partitions for these hours. One day before and after is included, because of time zones. */
const monthsOf = (hours: readonly number[]): string[] => {
  const days = hours.flatMap((hour) => [-DAY_MS, 0, DAY_MS].map((more) => hour + more))
  return [...new Set(days.map((day) => `${new Date(day).toISOString().slice(0, 7)}-01`))]
}

/** Days of tenants that have been rolled up, as arrays. */
interface LampDays {
  readonly days: number
  readonly tenants: string
  readonly dates: string
}

interface Rolling {
  readonly query: Query
  /** Returns SQL that selects the devices of a type with their places, removed devices included. */
  readonly places: (code: number) => string
  readonly system: object
  readonly zone: string
}

const keysOf = ({ tenants, devices, hours }: Due): string[] => [tenants, devices, hours]
/** Returns the distinct hours, epoch ms, in ascending order. */
const hoursIn = ({ hours }: Due): number[] => [...new Set(hours.slice(1, -1).split(',').map(Number))].sort((a, b) => a - b)
const edgesOf = (due: Due): { first: number; last: number } => {
  const hours = hoursIn(due)
  return { first: hours[0] ?? 0, last: hours.at(-1) ?? 0 }
}

/** Returns the hours of both lists. */
const joined = (a: Due, b: Due | undefined): Due => {
  if (!b || b.count === 0) return a
  const both = (key: 'tenants' | 'devices' | 'hours'): string => `${a[key].slice(0, -1)},${b[key].slice(1)}`
  return { count: a.count + b.count, tenants: both('tenants'), devices: both('devices'), hours: both('hours') }
}

/** Adds the hours whose counters depend on the marked ones, and returns how the increases of all of them must be found. */
const withNext = async (
  query: Query,
  type: DeviceTypeDefinition,
  marked: Due,
): Promise<{ readonly due: Due; readonly counting: Counting }> => {
  if (countersOf(type).length === 0) return { due: marked, counting: 'plain' }
  const edges = edgesOf(marked)
  const [due = marked] = await query<Due>(withNextHours(type), [...keysOf(marked), edges.first, edges.last])
  const { first, last } = edgesOf(due)
  const [uneven] = await query<Due>(unevenHours(type), [...keysOf(due), first, last])
  if (!uneven || uneven.count === 0) return { due, counting: 'plain' }
  const [counted] = await query<Due>(countSeries(type), [...keysOf(uneven), first, last])
  return { due: joined(due, counted), counting: 'counted' }
}

/** Rolls up hours of devices of one type, and their days. Skips marks of a type that no slice declares. */
const rollHours = async (
  { query, system, zone, places }: Rolling,
  marked: Due,
  type: DeviceTypeDefinition | undefined,
): Promise<number> => {
  if (!type || slotsOf(type).length === 0) return marked.count
  if (isLampController(type.code)) {
    await ensureMonths(query, system, monthsOf(hoursIn(marked)))
    const own = places(type.code)
    const [uneven] = await query<Due>(hoursOf(own), [...keysOf(marked), zone])
    const [counted] = uneven && uneven.count > 0 ? await query<Due>(countOf(own), [...keysOf(uneven), zone]) : []
    await query(rollDevices(own), [...keysOf(joined(marked, counted)), zone])
    return marked.count
  }
  const { due, counting } = await withNext(query, type, marked)
  await ensureMonths(query, system, monthsOf(hoursIn(due)))
  const { first, last } = edgesOf(due)
  await query(rollSeries(type, places(type.code), counting), [...keysOf(due), zone, first - LONGEST_DAY_MS, last + LONGEST_DAY_MS])
  return due.count
}

const rollSomeAreas = async ({ query, zone, places }: Rolling, { typeOf }: DeviceTypes): Promise<number> => {
  const queued = await query('select from devices_day_due limit 1')
  const [lamps] = queued.length > 0 ? await query<LampDays>(rollDays(places(controllerType.code)), [zone]) : []
  if (lamps && lamps.days > 0) for (const level of ROLL_LEVELS) await query(level, [lamps.tenants, lamps.dates])
  const due = await query<AreasDue>(TAKE_AREAS, [AREA_CHUNK])
  for (const { type: code, tenants, projects, areas, days } of due) {
    const type = typeOf(code)
    if (!type || slotsOf(type).length === 0) continue
    for (const statement of [clearAreas(type), rollAreas(type)]) await query(statement, [tenants, projects, areas, days])
  }
  return due.reduce((sum, { count }) => sum + count, lamps?.days ?? 0)
}

/**
 * Rolls up one chunk: hours of devices, or days of areas if no device is due. Returns the number of hours or days. An advisory lock lets one process
 * work at a time; others return 0.
 */
export const rollUp = ({ system, port }: Pick<Platform, 'system' | 'port'>, zone: string): Promise<number> =>
  system
    .tx(async (query) => {
      const [lock] = await query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
      if (!lock?.mine) return 0
      const types = port(deviceTypesPort)
      const rolling = { query, system, zone, places: (code: number) => placesWithRemoved({ port }, code) }
      const due = await query<Due & { type: number }>(TAKE, [CHUNK])
      if (due.length === 0) return rollSomeAreas(rolling, types)
      await types.need(due.map(({ type }) => type))
      let rolled = 0
      for (const marked of due) rolled += await rollHours(rolling, marked, types.typeOf(marked.type))
      return rolled
    })
    .catch((thrown: unknown) => {
      months.delete(system)
      throw thrown
    })

/**
 * Closes the next hour if it ended at least two minutes before `now` (epoch ms), and marks devices that must be rolled up. Returns false if there is no
 * such hour.
 */
export const closeHour = async ({ system, port }: Pick<Platform, 'system' | 'port'>, now: number, zone: string): Promise<boolean> => {
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
    await query(markHour({ port }), [zone])
    await query(MARK_DAYS, [zone])
    await query('update devices_rollup_frontier set marking = null where marking is not null')
  })
  return true
}
