import { arrayOf, type Cell, type Platform, type Query } from '@lamplight/server-kit'
import { type ByLevel, controllerType, type LampPast, type Past, type PastInstant, type PastStretch } from '../../model/index.ts'
import { placesOfType } from '../device-sight.ts'
import { makePartitions, pastReports } from './past-reports.ts'

const DAY_MS = 86_400_000
const MS_PER_HOUR = 3_600_000
const LEVELS = [0, 1, 2] as const

/**
 * Makes temporary tables of stretches and instants. The SQL is written by hand: from a few thousand rows it makes millions of readings in the database.
 * `energy` and `hours` are meter values at the begin of the stretch; `at_begin` and `at_end` the time spent in each level until its begin and end, ms;
 * `last` the instant of the last report of the device.
 */
const STRETCHES = `
create temp table past_meter on commit drop as
select device_id, to_timestamp(from_ms / 1000) as begins, to_timestamp(to_ms / 1000) as ends, array[w0, w1, w2] as watts, array[d0, d1, d2] as dims,
  array[b0::int, b1::int, b2::int]::float8[] as burns, array[f0, f1, f2] as faults, (abs(hashint8(device_id)) % 60) * interval '1 second' as late,
  (abs(hashint8(device_id)) % 13) / 10.0::float8 as tilt, array[s0, s1, s2] as at_begin, array[e0, e1, e2] as at_end, energy, hours,
  to_timestamp(last / 1000) as last
from unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::int[], $8::int[], $9::int[],
  $10::boolean[], $11::boolean[], $12::boolean[], $13::text[], $14::text[], $15::text[], $16::float8[], $17::float8[], $18::float8[], $19::float8[],
  $20::float8[], $21::float8[], $22::float8[], $23::float8[], $24::float8[])
  as s(device_id, from_ms, to_ms, w0, w1, w2, d0, d1, d2, b0, b1, b2, f0, f1, f2, s0, s1, s2, e0, e1, e2, energy, hours, last)`
const INSTANTS = `
create temp table past_instant on commit drop as
select to_timestamp(at / 1000) as at, (at / 1000)::bigint as second, 5 * sin(at / 13750980) as warm, level + 1 as level, array[s0, s1, s2] as spent
from unnest($1::float8[], $2::int[], $3::float8[], $4::float8[], $5::float8[]) as i(at, level, s0, s1, s2)`

const grown = (by: string): string =>
  [1, 2, 3].map((n) => `${by.replaceAll('#', `[${n}]`)} * (i.spent[${n}] - m.at_begin[${n}])`).join(' + ')

/** Readings: power with 1 % of noise, and values computed from it. The noise is a hash of device and time, so a repetition gives the same readings. */
const readings = (which: string): string => `
insert into devices_telemetry (device_id, at, energy, hours, power, voltage, current, pf, temperature, tilt, dim, is_on, tenant_id)
select device_id, at, energy, hours, power, voltage, round(1000 * power / (voltage * pf)) / 1000, pf, temperature, tilt, dim, dim > 0, $1
from (
  select r.*, round(r.watts * (10 + 0.1 * r.noise)) / 10 as power, round(2300 - 25 * r.load + 20 * r.noise) / 10 as voltage,
    case when r.watts > 1 then round(55 + 42 * sqrt(r.load)) / 100 else 0.35::float8 end as pf,
    round(10 * (19 + r.warm + 24 * r.load + r.noise)) / 10 as temperature
  from (
    select m.device_id, i.at + m.late as at, round(10 * (m.energy + (${grown('m.watts#')}) / ${MS_PER_HOUR})) / 10 as energy,
      round(1000 * (m.hours + (${grown('m.burns#')}) / ${MS_PER_HOUR})) / 1000 as hours, m.watts[i.level] as watts,
      m.watts[i.level] / greatest(m.watts[3], 1) as load, m.dims[i.level] as dim, m.tilt,
      (hashint8(m.device_id # i.second) % 1000) / 1000.0::float8 as noise, i.warm
    from past_meter m join past_instant i on i.at >= m.begins and i.at < m.ends
    where ${which}
    order by m.device_id, i.at
  ) r
) s`

const LAST_READINGS = readings('i.at = m.last')
const READINGS_OF_DAY = readings('i.at >= $2 and i.at < $3 and i.at <> m.last')

/**
 * Hourly rollups of the last days, computed from consecutive readings as for real devices: a reading exactly at the end of an hour ends its
 * energy, and belongs to the next hour in all else.
 */
const HOURLY = `
insert into devices_hourly (tenant_id, device_id, hour, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms)
select $1, device_id, hour, count(*), count(power), sum(round(power * 1000)), round(min(power) * 1000), round(max(power) * 1000),
  coalesce(sum(round(energy * 1000) - round(energy_before * 1000)) filter (where at > hour), 0)
    + coalesce(max(round(energy_next * 1000) - round(energy * 1000)) filter (where at_next = hour + interval '1 hour'), 0),
  round(coalesce(max(energy_next) filter (where at_next = hour + interval '1 hour'), max(energy) filter (where at > hour)) * 1000),
  coalesce(round(sum(hours - hours_before) * ${MS_PER_HOUR}), 0), least(count(*) * ${MS_PER_HOUR / 2}, ${MS_PER_HOUR})
from (
  select t.*, date_trunc('hour', at, 'UTC') as hour, lag(energy) over own as energy_before, lag(hours) over own as hours_before,
    lead(energy) over own as energy_next, lead(at) over own as at_next
  from devices_telemetry t where tenant_id = $1 and device_id in (select device_id from past_meter) and at >= $2
  window own as (partition by device_id order by at)
) r where hour >= date_trunc('hour', $2::timestamptz, 'UTC') + interval '1 hour' and hour < (select closed_until from devices_rollup_frontier)
group by device_id, hour`
/**
 * Daily rollups of ended days in the tenant's time zone, computed from the stretches instead of from millions of readings. The meter values equal those of
 * the readings; the sum of the powers differs only by their noise.
 */
const daily = (places: string): string => `
insert into devices_daily (tenant_id, device_id, day, readings, powers, power_sum, power_min, power_max, energy, energy_last, on_ms, online_ms,
  project_id, area_id, supplier_id)
with edges as materialized (
  select distinct ((at at time zone $2)::date)::timestamp at time zone $2 as at from past_instant
), spent as materialized (
  select e.at, i.spent from edges e cross join lateral (
    select array[n.spent[1] + case when n.level = 1 then gap else 0 end, n.spent[2] + case when n.level = 2 then gap else 0 end,
      n.spent[3] + case when n.level = 3 then gap else 0 end] as spent
    from (select spent, level, extract(epoch from e.at - at)::float8 * 1000 as gap from past_instant where at <= e.at order by at desc limit 1) n) i
), days as materialized (
  select (b.at at time zone $2)::date as day, b.at as begins, e.at as ends, b.spent as at_begin, e.spent as at_end, c.counts
  from spent b join spent e on e.at = ((((b.at at time zone $2)::date + 1)::timestamp) at time zone $2)
  cross join lateral (select array[count(*) filter (where level = 1), count(*) filter (where level = 2), count(*) filter (where level = 3)] as counts
    from past_instant where at >= b.at and at < e.at) c
), parts as (
  select m.device_id, d.day, greatest(m.begins, d.begins) as begins, least(m.ends, d.ends) as ends, m.watts, m.burns, m.energy, m.at_begin as metered, d.counts,
    case when m.begins > d.begins then m.at_begin else d.at_begin end as b, case when m.ends < d.ends then m.at_end else d.at_end end as e
  from past_meter m join days d on d.begins < m.ends and d.ends > m.begins
)
select $1, device_id, day, sum(counts[1] + counts[2] + counts[3]), sum(counts[1] + counts[2] + counts[3]),
  sum(round(1000 * (watts[1] * counts[1] + watts[2] * counts[2] + watts[3] * counts[3]))), min(round(1000 * least(watts[1], watts[3]))),
  max(round(1000 * greatest(watts[1], watts[3]))),
  sum(round((watts[1] * (e[1] - b[1]) + watts[2] * (e[2] - b[2]) + watts[3] * (e[3] - b[3])) / ${MS_PER_HOUR / 1000})),
  max(round(1000 * (energy + (watts[1] * (e[1] - metered[1]) + watts[2] * (e[2] - metered[2]) + watts[3] * (e[3] - metered[3])) / ${MS_PER_HOUR}))),
  sum(round(burns[1] * (e[1] - b[1]) + burns[2] * (e[2] - b[2]) + burns[3] * (e[3] - b[3]))),
  sum(round(extract(epoch from ends - begins)) * 1000), coalesce(min(p.project_id), 0), coalesce(min(p.area_id), 0), coalesce(min(p.supplier_id), 0)
from parts left join (${places}) p using (device_id) group by device_id, day`
const DUE =
  'insert into devices_day_due (tenant_id, day) select distinct tenant_id, day from devices_daily where tenant_id = $1 on conflict do nothing'

/**
 * Latest state of each device. A device whose stretches reach the end of the history (`$2`) is online, as after a restart of the server:
 * until its gateway connects it is neither lost nor the reason of an alarm. One whose stretches end before has reported nothing since.
 */
const STATE = `
update devices_state s set version = nextval('devices_state_version'), reported_at = t.at, faults_at = t.at, received_at = t.at, power = t.power, voltage = t.voltage,
  current = t.current, pf = t.pf, energy = t.energy, hours = t.hours, temperature = t.temperature, tilt = t.tilt, dim = t.dim, is_on = t.is_on,
  reason = 'program', faults = case when m.fault = '' then '{}'::text[] else array[m.fault] end, fault_since = case when m.fault <> '' then m.begins end,
  online = m.until >= $2, state = devices_status(s.state <> 5, m.until >= $2, m.fault <> '', t.is_on)
from (
  select m.device_id, m.begins, max(m.ends) over (partition by m.device_id) as until, m.last, m.late, m.faults[i.level] as fault,
    m.last >= m.begins and m.last < m.ends as is_last
  from past_meter m join past_instant i on i.at = m.last
) m join devices_telemetry t on t.tenant_id = $1 and t.device_id = m.device_id and t.at = m.last + m.late
where s.device_id = m.device_id and m.is_last`
/** Losses with which the history ends: of lamps that fell silent, and of gateways. A lamp behind a lost gateway has no loss of its own. */
const LOSSES = `
insert into devices_fault (device_id, type, began_at, tenant_id)
select s.device_id, 'communicationFailure', max(s.ends), $1 from past_meter s join devices_registry r on r.device_id = s.device_id
where r.gateway_sn <> all($3::text[]) group by s.device_id having max(s.ends) < $2
union all
select g.id, 'communicationFailure', to_timestamp(n.at / 1000), $1 from devices_gateway g join unnest($3::text[], $4::float8[]) as n(sn, at) on n.sn = g.sn
where g.tenant_id = $1`
/**
 * Corrects when open faults began. The trigger of devices_state stores an open fault with the time of the last reading; this statement replaces it by the
 * first instant with the fault after the last instant without it, also in the state of the device.
 */
const FAULTS = `
with corrected as (
update devices_fault o set began_at = coalesce((select min(i.at) from past_instant i where i.at > q.quiet), m.begins)
from (select distinct on (device_id) * from past_meter order by device_id, begins desc) m
cross join lateral (select f as type from unnest(m.faults) f where f <> '' limit 1) t
cross join lateral (select max(i.at) as quiet from past_instant i where i.at >= m.begins and i.at < m.ends and m.faults[i.level] <> t.type) q
where o.tenant_id = $1 and o.device_id = m.device_id and o.type = t.type and o.ended_at is null returning o.device_id, o.began_at
)
update devices_state s set fault_since = c.began from (select device_id, min(began_at) as began from corrected group by device_id) c
where s.device_id = c.device_id and s.fault_since is not null`
const GATEWAYS = `
update devices_gateway g set last_seen = coalesce((
  select to_timestamp(n.at / 1000) from unnest($2::text[], $3::float8[]) as n(sn, at) where n.sn = g.sn), to_timestamp($4::float8 / 1000))
where g.tenant_id = $1 and g.last_seen is null`

const SPENT_NONE = [0, 0, 0] as const
type Meter = PastStretch & {
  /** Time spent in each level until the begin and the end of the stretch, ms. */
  readonly atBegin: ByLevel<number>
  readonly atEnd: ByLevel<number>
  /** Instant of the last report of the device, epoch ms; null without any. */
  readonly last: number | null
}

/** Adds to each stretch the meter values at its begin: those of the history's begin plus what earlier stretches of the device have added. */
const metersOf = (stretches: readonly PastStretch[], instants: readonly PastInstant[]): readonly Meter[] => {
  const times = instants.map(({ at }) => at)
  /** Index of the last instant at or before a time; -1 if there is none. */
  const indexAt = (time: number): number => {
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  const spentAt = (time: number): ByLevel<number> => instants[indexAt(time)]?.spent ?? SPENT_NONE
  return [...Map.groupBy(stretches, ({ deviceId }) => deviceId).values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => a.from - b.from)
    const last = sorted
      .map(({ to }) => times[indexAt(to - 1)] ?? Number.NaN)
      .findLast((at, n) => at >= (sorted[n]?.from ?? 0) && at < (sorted[n]?.to ?? 0))
    let { energy, hours } = sorted[0] ?? { energy: 0, hours: 0 }
    return sorted.map((stretch) => {
      const [atBegin, atEnd] = [spentAt(stretch.from), spentAt(stretch.to)]
      const meter: Meter = { ...stretch, atBegin, atEnd, energy, hours, last: last ?? null }
      for (const n of LEVELS) {
        const ms = atEnd[n] - atBegin[n]
        energy += (stretch.watts[n] * ms) / MS_PER_HOUR
        if (stretch.burns[n]) hours += ms / MS_PER_HOUR
      }
      return meter
    })
  })
}

const threeOf = <T>(rows: readonly T[], value: (row: T) => ByLevel<Cell>): string[] =>
  LEVELS.map((n) => arrayOf(rows.map((row) => value(row)[n])))

/** Returns a function that makes the temporary tables of a past in a transaction. */
const tablesOf = (meters: readonly Meter[], instants: readonly PastInstant[]): ((query: Query) => Promise<void>) => {
  const column = (value: (row: Meter) => Cell): string => arrayOf(meters.map(value))
  const ofStretches = [
    column(({ deviceId }) => deviceId),
    column(({ from }) => from),
    column(({ to }) => to),
    ...threeOf(meters, ({ watts }) => watts),
    ...threeOf(meters, ({ dims }) => dims),
    ...threeOf(meters, ({ burns }) => burns),
    ...threeOf(meters, ({ faults }) => faults),
    ...threeOf(meters, ({ atBegin }) => atBegin),
    ...threeOf(meters, ({ atEnd }) => atEnd),
    column(({ energy }) => energy),
    column(({ hours }) => hours),
    column(({ last }) => last),
  ]
  const ofInstants = [
    arrayOf(instants.map(({ at }) => at)),
    arrayOf(instants.map(({ level }) => level)),
    ...threeOf(instants, ({ spent }) => spent),
  ]
  return async (query) => {
    await query(STRETCHES, ofStretches)
    await query(INSTANTS, ofInstants)
  }
}

const daysOf = (instants: readonly PastInstant[]): readonly number[] => [...new Set(instants.map(({ at }) => Math.floor(at / DAY_MS)))]

export const createPastStore = (platform: Platform): Past => ({
  ...pastReports,
  storeState: async (query, { tenantId, instants, stretches, gone }) => {
    const last = instants.at(-1)
    if (!last) return
    await makePartitions(query, daysOf(instants))
    await tablesOf(metersOf(stretches, instants), instants)(query)
    await query(LAST_READINGS, [tenantId])
    const end = stretches.reduce((latest, { to }) => new Date(Math.max(latest.getTime(), to)), new Date(0))
    const lost = [arrayOf(gone.map(({ gatewaySn }) => gatewaySn)), arrayOf(gone.map(({ at }) => at))]
    await query(STATE, [tenantId, end])
    await query(LOSSES, [tenantId, end, ...lost])
    await query(FAULTS, [tenantId])
    await query(GATEWAYS, [tenantId, ...lost, last.at])
  },
  nightsOf: (instants, pastOf) => {
    let tables: { readonly past: LampPast; readonly make: (query: Query) => Promise<void> } | undefined
    const step = (write: (query: Query, past: LampPast) => Promise<unknown>) => async (query: Query) => {
      if (!tables) {
        const past = await pastOf(query)
        tables = { past, make: tablesOf(metersOf(past.stretches, past.instants), past.instants) }
      }
      await tables.make(query)
      await write(query, tables.past)
    }
    return [
      ...daysOf(instants).map((day) =>
        step((query, { tenantId }) => query(READINGS_OF_DAY, [tenantId, new Date(day * DAY_MS), new Date((day + 1) * DAY_MS)])),
      ),
      step((query, { tenantId, denseFrom }) => query(HOURLY, [tenantId, new Date(denseFrom)])),
      step(async (query, { tenantId, zone }) => {
        await query(daily(placesOfType(platform, controllerType.code)), [tenantId, zone])
        await query(DUE, [tenantId])
        tables = undefined
      }),
    ]
  },
})
