import { createCalendar, DAY_MS, dateOf } from '@lamplight/calendar'
import { controllerType } from '@lamplight/devices/model'
import { placesWithRemoved } from '@lamplight/devices/server'
import { DARK_POWER } from '@lamplight/protocol'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import { dueLightPort, type LitIntervals } from '@lamplight/strategies/model'

/** A reading is valid until the next one, at most this long, as in the rollups of the readings. */
const HOLD = "interval '30 minutes'"
const DEVICES_AT_ONCE = 1000
/** Lamps without a calendar follow the programme that controllers have built in: lit from sunset to sunrise. */
export const BUILT_IN = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
} as const
const DEGREE_PARTS = 20

interface Lamp {
  readonly id: string
  readonly project: string
  readonly area: string
  readonly supplier: string
  readonly lat: number | null
  readonly lng: number | null
  /** Time at which the lamp was added, epoch ms; null if it was there all night. */
  readonly since: number | null
  /** Time at which it was removed, epoch ms; null if it was not. */
  readonly until: number | null
}

/**
 * Light of some lamps in a night. $1 tenant, $2 ids, $3 number of the group of each id, $4 projects, $5 areas, $6 suppliers, $7 group, $8
 * begin and $9 end (epoch ms) of each interval in which a group should be lit, $10 day, $11 and $12 first and last instant of all
 * intervals, $13 time at which each lamp was added (epoch ms; null: before the day), $14 zone, $15 time at which each lamp was removed
 * (epoch ms; null: it was not). A lamp that was added after all its intervals has no row; one that was removed before them has a row without
 * due time if it was silent on its last day, so that the day is known. A lamp that was off in its last reading before it was due, and lit in the next, is unknown between both: the
 * reading does not say when it was switched on.
 */
const NIGHTS = `
with d as materialized (
  select d.*, to_timestamp(d.since_ms / 1000) as since, to_timestamp(d.gone_ms / 1000) as gone
  from unnest($2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $13::float8[], $15::float8[]) as d (device_id, part, project_id, area_id, supplier_id, since_ms, gone_ms)
), i as materialized (
  select part, to_timestamp(f / 1000) as begins, to_timestamp(u / 1000) as ends from unnest($7::int[], $8::float8[], $9::float8[]) as i (part, f, u)
), due as (
  select part, sum(extract(epoch from ends - begins) * 1000)::int as ms from i group by part
), seen as (
  select t.device_id, t.is_on, t.at, lead(t.is_on) over (partition by t.device_id order by t.at) as next_on, least(coalesce(lead(t.at) over (partition by t.device_id order by t.at), 'infinity'), t.at + ${HOLD}) as until
  from (
    select device_id, at, is_on and coalesce(power > ${DARK_POWER}, true) as is_on from devices_readings
    where tenant_id = $1 and device_id = any($2::bigint[]) and is_on is not null and at >= $11::timestamptz - ${HOLD} and at < $12::timestamptz
  ) t
), shares as (
  select s.device_id, sum(extract(epoch from least(s.until, i.ends, d.gone) - greatest(s.at, i.begins, d.since)) * 1000)::int as known,
    coalesce(sum(extract(epoch from least(s.until, i.ends, d.gone) - greatest(s.at, i.begins, d.since)) * 1000) filter (where s.is_on), 0)::int as lit
  from seen s join d using (device_id) join i on i.part = d.part and greatest(i.begins, d.since) < s.until and least(i.ends, d.gone) > greatest(s.at, d.since)
  where s.is_on or s.at >= i.begins or s.next_on is not true group by s.device_id
)
insert into reports_lamp_night as n (tenant_id, day, device_id, project_id, area_id, supplier_id, due_ms, known_ms, lit_ms, silent, there_ms)
select $1, $10::date, d.device_id, d.project_id, d.area_id, d.supplier_id, u.ms, least(coalesce(s.known, 0), u.ms), least(coalesce(s.lit, 0), u.ms),
  not exists (select from devices_days y where y.tenant_id = $1 and y.device_id = d.device_id and y.day = $10::date),
  greatest(0, extract(epoch from least(($10::date + 1)::timestamp at time zone $14, d.gone) - greatest($10::date::timestamp at time zone $14, d.since)) * 1000)::int
from d cross join lateral (
  select case when d.since is null and d.gone is null then (select ms from due where due.part = d.part)
    else coalesce((select sum(extract(epoch from least(i.ends, d.gone) - greatest(i.begins, d.since)) * 1000)::int from i
      where i.part = d.part and least(i.ends, d.gone) > greatest(i.begins, d.since)), 0) end as ms
) u left join shares s using (device_id) where u.ms > 0
  or d.gone is not null and not exists (select from devices_days y where y.tenant_id = $1 and y.device_id = d.device_id and y.day = $10::date)
on conflict (tenant_id, device_id, day) do update set due_ms = excluded.due_ms, known_ms = excluded.known_ms, lit_ms = excluded.lit_ms, silent = excluded.silent,
  there_ms = excluded.there_ms`

/** A lamp counts as lit all night if at most this much is missing: the switch happened between two readings. */
export const WHOLE_MS = 1_800_000
const SUMS = `
insert into reports_light_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
select tenant_id, day, project_id, area_id, supplier_id, count(*)::int, count(*) filter (where due_ms - lit_ms <= ${WHOLE_MS})::int,
  sum(due_ms), sum(known_ms), sum(lit_ms), sum(lit_ms + due_ms - known_ms)
from reports_lamp_night where tenant_id = $1 and day = $2 and due_ms > 0 group by 1, 2, 3, 4, 5`

const OF_PROJECTS = `
insert into reports_light_project_daily (tenant_id, day, project_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
select tenant_id, day, project_id, sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms), sum(possible_ms)
from reports_light_daily where tenant_id = $1 and day = $2 group by 1, 2, 3`

/** Readings of lamp controllers on the two days of a night: a later change of their number says that reports arrived late. */
export const READINGS = `select coalesce(sum(y.readings), 0)::bigint::text as n from devices_days y where y.tenant_id = $1 and y.day between $2::date and $2::date + 1`

/** Lamps in groups of equal intervals. */
const grouped = (lamps: readonly Lamp[], intervalsOf: (lamp: Lamp) => LitIntervals) => {
  const parts = new Map<LitIntervals, number>()
  const used = lamps.flatMap((lamp) => {
    const intervals = intervalsOf(lamp)
    if (intervals.length === 0) return []
    const part = parts.get(intervals) ?? parts.size
    parts.set(intervals, part)
    return [{ ...lamp, part }]
  })
  const bounds = [...parts].flatMap(([intervals, part]) => intervals.map(([from, to]) => ({ part, from, to })))
  return { used, bounds }
}

/**
 * SQL condition: the lamp `p` was added after the begin of the day $2 in the zone $3, and has no readings of an earlier day. A lamp with
 * earlier readings was there before it was added here.
 */
const LATER = `p.created > $2::date::timestamp at time zone $3 and not exists (
  select from devices_days y where y.tenant_id = p.tenant_id and y.device_id = p.device_id and y.day < (p.created at time zone $3)::date)`
/** Calculates the night that begins on `day` for all activated lamp controllers that a tenant had then, and replaces what was calculated before. */
export const calculateNight = async (
  platform: Pick<Platform, 'system' | 'port' | 'clock'>,
  tenantId: string,
  zone: string,
  day: number,
): Promise<number> => {
  const { system, port, clock } = platform
  const date = dateOf(day)
  const due = await port(dueLightPort).of(tenantId, day)
  const lamps = await system.query<Lamp>(
    `select p.device_id::text as id, coalesce(p.project_id, 0)::text as project, coalesce(p.area_id, 0)::text as area,
       coalesce(p.supplier_id, 0)::text as supplier, c.lat, c.lng, case when ${LATER} then extract(epoch from p.created)::float8 * 1000 end as since,
       extract(epoch from p.removed)::float8 * 1000 as until
     from (${placesWithRemoved({ port }, controllerType.code)}) p join lighting_controllers c on c.id = p.device_id
     where p.tenant_id = $1 and p.activated and (p.removed is null or p.removed > $2::date::timestamp at time zone $3) order by p.device_id`,
    [tenantId, date, zone],
  )
  const builtIn = new Map<string, LitIntervals>()
  const intervalsOf = ({ id, lat, lng }: Lamp): LitIntervals => {
    const own = due.get(id)
    if (own) return own
    if (lat === null || lng === null) return []
    const [y, x] = [Math.round(lat * DEGREE_PARTS) / DEGREE_PARTS, Math.round(lng * DEGREE_PARTS) / DEGREE_PARTS]
    const known = builtIn.get(`${y} ${x}`)
    if (known) return known
    const { steps } = createCalendar(BUILT_IN, { lat: y, lng: x, zone }).night(day)
    const [on, off] = [steps.find(({ level }) => level > 0)?.at, steps.findLast(({ level }) => level === 0)?.at]
    const made: LitIntervals = on !== undefined && off !== undefined && off > on ? [[on, off]] : []
    builtIn.set(`${y} ${x}`, made)
    return made
  }
  await system.query('select reports_partition($1::date)', [date])
  return system.tx(async (query) => {
    const [read] = await query<{ n: string }>(READINGS, [tenantId, date])
    let written = 0
    for (let from = 0; from < lamps.length; from += DEVICES_AT_ONCE) {
      const { used, bounds } = grouped(lamps.slice(from, from + DEVICES_AT_ONCE), intervalsOf)
      if (used.length === 0) continue
      const late = used.filter(({ since, until }) => since !== null || until !== null)
      if (late.length > 0)
        await query('delete from reports_lamp_night where tenant_id = $1 and day = $2::date and device_id = any($3::bigint[])', [
          tenantId,
          date,
          arrayOf(late.map(({ id }) => id)),
        ])
      const edge = (find: (...values: number[]) => number, of: 'from' | 'to'): Date => new Date(find(...bounds.map((bound) => bound[of])))
      await query(NIGHTS, [
        tenantId,
        arrayOf(used.map(({ id }) => id)),
        arrayOf(used.map(({ part }) => part)),
        arrayOf(used.map(({ project }) => project)),
        arrayOf(used.map(({ area }) => area)),
        arrayOf(used.map(({ supplier }) => supplier)),
        arrayOf(bounds.map(({ part }) => part)),
        arrayOf(bounds.map((bound) => bound.from)),
        arrayOf(bounds.map(({ to }) => to)),
        date,
        edge(Math.min, 'from'),
        edge(Math.max, 'to'),
        arrayOf(used.map(({ since }) => since)),
        zone,
        arrayOf(used.map(({ until }) => until)),
      ])
      written += used.length
    }
    for (const [table, sums] of [
      ['reports_light_daily', SUMS],
      ['reports_light_project_daily', OF_PROJECTS],
    ] as const) {
      await query(`delete from ${table} where tenant_id = $1 and day = $2`, [tenantId, date])
      await query(sums, [tenantId, date])
    }
    await query(
      `insert into reports_night (tenant_id, day, readings, calculated_at) values ($1, $2, $3, $4)
       on conflict (tenant_id, day) do update set readings = excluded.readings, calculated_at = excluded.calculated_at`,
      [tenantId, date, read?.n ?? '0', new Date(clock.now())],
    )
    return written
  })
}

/** A reading of the end of a night may arrive this much later, ms. */
const AFTER_MS = 3_600_000
/** The last night that has ended, as the day on which it began. `today`: local day 13 hours ago. */
export const lastNight = (zone: string, now: number, todayIn: (zone: string, at: Date) => number): number =>
  todayIn(zone, new Date(now - DAY_MS / 2 - AFTER_MS)) - 1
