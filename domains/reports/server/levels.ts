import type { Platform, Query } from '@lamplight/server-kit'

const SUMS = [
  'devices',
  'due',
  'energy',
  'on_ms',
  'online_ms',
  'due_ms',
  'lamps',
  'whole',
  'light_due_ms',
  'known_ms',
  'lit_ms',
  'possible_ms',
] as const
/** The key of sums by street has no supplier: most streets have lamps of several suppliers, which would multiply the rows. */
const STREET = 'street_id, area_id, project_id'
const LAMP = `device_id, ${STREET}, supplier_id`
/** By table: its key but period and tenant, the column of its groups, and the columns of the place by which its rows are counted. */
const LEVELS = {
  reports_street_daily: { key: STREET, group: 'street_id', place: 'area_id, project_id' },
  reports_street_monthly: { key: STREET, group: 'street_id', place: 'area_id, project_id' },
  reports_lamp_monthly: { key: LAMP, group: 'device_id', place: 'area_id, project_id, supplier_id' },
  reports_lamp_yearly: { key: LAMP, group: 'device_id', place: 'area_id, project_id, supplier_id' },
} as const
type Level = keyof typeof LEVELS

/** Counts the rows of a level again by place. `where`: condition, on both tables. */
const countRows = async (query: Query, level: Level, where: string, params: readonly unknown[]): Promise<void> => {
  const { place } = LEVELS[level]
  await query(`delete from ${level}_rows where ${where}`, params)
  await query(
    `insert into ${level}_rows (tenant_id, day, ${place}, days, nights)
     select tenant_id, day, ${place}, count(*) filter (where due > 0), count(*) filter (where lamps > 0) from ${level} where ${where} group by tenant_id, day, ${place}`,
    params,
  )
}

/** Replaces the rows of a period (`$1` tenant, `$2` its first day) by sums of `rows`, which may use further parameters. */
const replacePeriod = async (query: Query, level: Level, rows: string, params: readonly unknown[]): Promise<void> => {
  const { key, group } = LEVELS[level]
  const period = 'tenant_id = $1 and day = $2::date'
  await query(`delete from ${level} where ${period}`, params.slice(0, 2))
  await query(
    `insert into ${level} (tenant_id, day, ${key}, ${SUMS.join(', ')}, several)
     select $1, $2::date, ${key}, ${added}, count(*) over (partition by ${group}) > 1 from (${rows}) r group by ${key}`,
    params,
  )
  await countRows(query, level, period, params.slice(0, 2))
}
const added = SUMS.map((column) => `sum(${column}) as ${column}`).join(', ')
const changed = SUMS.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ')

/** Returns SQL of the days and nights of single lamps with the street from reports_lamp_street. `where`: condition on the alias `y`. */
const lampRows = (where: string): string => `
select y.tenant_id, y.day, y.device_id, coalesce(m.street_id, 0) as street_id, y.area_id, y.project_id, y.supplier_id, ${SUMS.map((column) => `y.${column}`).join(', ')}
from (
  select y.tenant_id, y.day, y.device_id, y.area_id, y.project_id, y.supplier_id, devices, due, energy, on_ms, online_ms, due_ms,
    0 as lamps, 0 as whole, 0 as light_due_ms, 0 as known_ms, 0 as lit_ms, 0 as possible_ms
  from reports_device_days y where ${where}
  union all
  select y.tenant_id, y.day, y.device_id, y.area_id, y.project_id, y.supplier_id, 0, 0, 0, 0, 0, 0, lamps, whole, due_ms, known_ms, lit_ms, possible_ms
  from reports_light_lamps y where ${where}
) y left join reports_lamp_street m on m.tenant_id = y.tenant_id and m.device_id = y.device_id`

/** Finds the days whose sums by place changed since the levels were computed. `fresh`: the levels have no rows of the day. $1 tenant, $2 day before the first, $3 last day. */
const STALE = `
select to_char(d.day, 'YYYY-MM-DD') as day, d.seen, l.seen is null as fresh from (
  select day, coalesce(a.seen, '') || '/' || coalesce(n.seen, '') as seen from (
  select day, concat_ws(' ', sum(devices), sum(energy), sum(on_ms), sum(online_ms)) as seen
  from devices_area_days where tenant_id = $1 and day > $2::date and day <= $3::date group by day
) a full join (
  select day, concat_ws(' ', sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms)) as seen
  from reports_light_daily where tenant_id = $1 and day > $2::date and day <= $3::date group by day
) n using (day)
) d left join reports_level_day l on l.tenant_id = $1 and l.day = d.day where l.seen is distinct from d.seen order by d.day`

const rollDay = (query: Query, tenantId: string, day: string): Promise<void> =>
  replacePeriod(query, 'reports_street_daily', lampRows('y.tenant_id = $1 and y.day = $2::date'), [tenantId, day])

/** Replaces the sums of the month of `last` up to that day, and those of its year by its months. */
const rollMonth = async (query: Query, tenantId: string, last: string): Promise<void> => {
  const [month, year, december] = [`${last.slice(0, 7)}-01`, `${last.slice(0, 4)}-01-01`, `${last.slice(0, 4)}-12-01`]
  const between = 'tenant_id = $1 and day between $2::date and $3::date'
  await replacePeriod(query, 'reports_street_monthly', `select * from reports_street_daily where ${between}`, [tenantId, month, last])
  const days = lampRows('y.tenant_id = $1 and y.day between $2::date and $3::date')
  await replacePeriod(query, 'reports_lamp_monthly', days, [tenantId, month, last])
  await replacePeriod(query, 'reports_lamp_yearly', `select * from reports_lamp_monthly where ${between}`, [tenantId, year, december])
}

const DEVICES_AT_ONCE = 1000
/** Finds lamps whose street differs from the street under which they were summed up. */
const MOVED = `
select coalesce(m.device_id, s.device_id)::text as device, coalesce(m.street_id, 0)::text as before, coalesce(s.street_id, 0)::text as after
from (select device_id, street_id from reports_lamp_street where tenant_id = $1) m full join (
  select controller_id as device_id, min(street_id) as street_id from lighting_controller_streets where tenant_id = $1 group by 1
) s on s.device_id = m.device_id
where coalesce(m.street_id, 0) <> coalesce(s.street_id, 0) limit ${DEVICES_AT_ONCE}`

/** Moves the sums of some lamps from their former street to the present one. */
const moveStreets = async (query: Query, tenantId: string, moved: readonly { device: string; before: string; after: string }[]) => {
  const params = [tenantId, ...(['device', 'before', 'after'] as const).map((name) => moved.map((row) => row[name]))]
  const given = 'unnest($2::bigint[], $3::bigint[], $4::bigint[]) as g (device_id, before, after)'
  const shift = (table: string, rows: string): string => `
insert into ${table} as t (tenant_id, day, ${STREET}, ${SUMS.join(', ')})
select r.tenant_id, r.day, case side when 1 then g.after else g.before end, r.area_id, r.project_id,
  ${SUMS.map((column) => `sum(side * r.${column})`).join(', ')}
from (${rows}) r join ${given} using (device_id) cross join unnest(array[1, -1]) as side group by 1, 2, 3, 4, 5
on conflict (tenant_id, day, ${STREET}) do update set ${changed}`
  const ofThese = 'y.tenant_id = $1 and y.device_id = any($2::bigint[])'
  const known = 'exists (select from reports_level_day l where l.tenant_id = y.tenant_id and l.day = y.day)'
  await query(shift('reports_street_daily', lampRows(`${ofThese} and ${known}`)), params)
  await query(shift('reports_street_monthly', `select * from reports_lamp_monthly y where ${ofThese}`), params)
  const streets = moved.flatMap(({ before, after }) => [before, after])
  for (const level of ['reports_street_daily', 'reports_street_monthly'] as const) {
    const areas = await query<{ id: string }>(
      `select distinct area_id::text as id from ${level} where tenant_id = $1 and street_id = any($2::bigint[])`,
      [tenantId, streets],
    )
    await query(`delete from ${level} where tenant_id = $1 and street_id = any($2::bigint[]) and due = 0 and lamps = 0`, [
      tenantId,
      moved.map(({ before }) => before),
    ])
    await query(
      `update ${level} t set several = s.several from (
         select day, street_id, count(*) > 1 as several from ${level} where tenant_id = $1 and street_id = any($2::bigint[]) group by 1, 2
       ) s where t.tenant_id = $1 and t.day = s.day and t.street_id = s.street_id and t.several <> s.several`,
      [tenantId, streets],
    )
    await countRows(query, level, 'tenant_id = $1 and area_id = any($2::bigint[])', [tenantId, areas.map(({ id }) => id)])
  }
  for (const table of ['reports_lamp_monthly', 'reports_lamp_yearly'])
    await query(`update ${table} y set street_id = g.after from ${given} where y.tenant_id = $1 and y.device_id = g.device_id`, params)
  await query(
    `insert into reports_lamp_street (tenant_id, device_id, street_id) select $1, device_id, after from ${given}
     on conflict (tenant_id, device_id) do update set street_id = excluded.street_id`,
    params,
  )
}

const monthOf = (day: string): string => day.slice(0, 7)
const endOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

interface StaleDay {
  readonly day: string
  readonly seen: string
  readonly fresh: boolean
}
type System = Pick<Platform, 'system'>

/**
 * Finds the days of a tenant after `since` and until `yesterday` whose sums changed. If the coarser sums do not hold one of them at all (readings of the past
 * arrived), reports read single days until it is summed up.
 */
export const staleDays = async ({ system }: System, tenantId: string, since: string, yesterday: string): Promise<readonly StaleDay[]> => {
  const days = await system.query<StaleDay>(STALE, [tenantId, since, yesterday])
  const first = days.find(({ fresh }) => fresh)
  // The sums of months and years already contain later days, so reports must not read them until the missing day is added.
  if (first) await system.query('delete from reports_level_through where tenant_id = $1 and day >= $2::date', [tenantId, first.day])
  return days
}

/** Stores `day` as the last day that the sums hold. Does nothing while they hold later days, because an earlier day is still missing then. */
const heldThrough = (query: Query, tenantId: string, day: string): Promise<unknown> =>
  query(
    `insert into reports_level_through as t (tenant_id, day) select $1, $2::date from reports_level_day where tenant_id = $1 having max(day) <= $2::date
     on conflict (tenant_id) do update set day = excluded.day where t.day < excluded.day`,
    [tenantId, day],
  )

/**
 * Brings the coarser sums of a tenant up to date: days until `yesterday` (of the tenant) whose sums changed, looking back to after `since`, and lamps that
 * changed their street. Months are done in their order, so that all days up to reports_level_through are held. Returns the number of days.
 */
export const rollLevels = async (platform: System, tenantId: string, since: string, yesterday: string): Promise<number> => {
  const { system } = platform
  for (let more = true; more; ) {
    const moved = await system.query<{ device: string; before: string; after: string }>(MOVED, [tenantId])
    if (moved.length > 0) await system.tx((query) => moveStreets(query, tenantId, moved))
    more = moved.length === DEVICES_AT_ONCE
  }
  const days = await staleDays(platform, tenantId, since, yesterday)
  for (const [month, stale] of Map.groupBy(days, ({ day }) => monthOf(day))) {
    for (const { day } of stale) await system.tx((query) => rollDay(query, tenantId, day))
    const end = endOf(month)
    const last = end < yesterday ? end : yesterday
    await system.tx(async (query) => {
      await rollMonth(query, tenantId, last)
      await query(
        `insert into reports_level_day (tenant_id, day, seen) select $1, day, seen from unnest($2::date[], $3::text[]) as d (day, seen)
         on conflict (tenant_id, day) do update set seen = excluded.seen`,
        [tenantId, stale.map(({ day }) => day), stale.map(({ seen }) => seen)],
      )
      await heldThrough(query, tenantId, last)
    })
  }
  await heldThrough(system.query, tenantId, yesterday)
  return days.length
}
