/** Days in one transaction. Each one reads the rollups of all lamp controllers of a tenant. */
const DAYS_AT_ONCE = 5
const KEY = 'tenant_id, day, project_id, area_id, supplier_id'
const SUMS = ['devices', 'energy', 'on_ms', 'online_ms']
const ALL = [...SUMS, 'due', 'due_ms']

/**
 * SQL of the milliseconds of a day in which the device of the place `p` was there: from its addition to its removal. If it was added after
 * the day, its readings of the day are an imported history, and it was there all day.
 */
export const thereMs = (begins: string, ends: string): string => {
  const within = (at: string): string => `${at} > ${begins} and ${at} < ${ends}`
  const [from, to] = [
    `case when ${within('p.created')} then p.created else ${begins} end`,
    `case when ${within('p.removed')} then p.removed else ${ends} end`,
  ]
  return `(extract(epoch from greatest(interval '0', ${to} - ${from})) * 1000)::int`
}

/**
 * Sums up the lamp controllers of some queued days by project, area and supplier. `due` is counted at the first rollup of a day, so that a
 * controller which is silent all day counts too; a controller that reported was due. A controller that was added later, and has no readings
 * of earlier days, was not there; nor was one that was removed before the day. Returns the tenants and days as arrays. $1: default time
 * zone. `places`: SQL of the places of lamp controllers (`placesWithRemoved`).
 */
export const rollDays = (places: string): string => `
with k as materialized (
  delete from devices_day_due where ctid = any(array(select ctid from devices_day_due limit ${DAYS_AT_ONCE})) returning tenant_id, day
), lengths as materialized (
  select k.tenant_id, k.day, k.day::timestamp at time zone z.zone as begins, (k.day + 1)::timestamp at time zone z.zone as ends from k cross join lateral (
    select coalesce((select t.zone from identity_tenants t where t.tenant_id = k.tenant_id and not t.is_deleted limit 1), $1) as zone
  ) z
), known as materialized (
  select a.tenant_id, a.day, a.project_id, a.area_id, a.supplier_id from devices_area_daily a join k on a.tenant_id = k.tenant_id and a.day = k.day
), counted as (
  select k.tenant_id, k.day, coalesce(p.project_id, 0) as project_id, coalesce(p.area_id, 0) as area_id, coalesce(p.supplier_id, 0) as supplier_id,
    count(*)::int as due, sum(coalesce(y.due_ms, ${thereMs('k.begins', 'k.ends')}))::bigint as due_ms
  from lengths k join (${places}) p on p.tenant_id = k.tenant_id and p.activated and (p.removed is null or p.removed > k.begins)
  left join devices_daily y on y.tenant_id = k.tenant_id and y.device_id = p.device_id and y.day = k.day
  where not exists (select from known a where a.tenant_id = k.tenant_id and a.day = k.day)
    and (y.device_id is not null or p.created < k.ends
      or exists (select from devices_daily e where e.tenant_id = k.tenant_id and e.device_id = p.device_id and e.day < k.day))
  group by 1, 2, 3, 4, 5
), sums as (
  select ${KEY}, count(*)::int as devices, sum(energy)::bigint as energy, sum(on_ms)::bigint as on_ms, sum(online_ms)::bigint as online_ms,
    sum(due_ms)::bigint as due_ms
  from devices_daily y join k using (tenant_id, day) group by ${KEY}
), made as (
  insert into devices_area_daily as a (${KEY}, ${SUMS.join(', ')}, due, due_ms)
  select ${KEY}, ${SUMS.map((column) => `coalesce(s.${column}, 0)`).join(', ')},
    greatest(coalesce(c.due, 0), coalesce(s.devices, 0)), greatest(coalesce(c.due_ms, 0), coalesce(s.due_ms, 0))
  from known full join sums s using (${KEY}) full join counted c using (${KEY})
  on conflict (${KEY}) do update set ${SUMS.map((column) => `${column} = excluded.${column}`).join(', ')},
    due = greatest(a.due, excluded.devices), due_ms = greatest(a.due_ms, excluded.due_ms)
)
select count(*)::int as days, array_agg(tenant_id)::text as tenants, array_agg(day)::text as dates from k`

/** SQL that replaces the rows of a coarser table for the given days. `day`: SQL of its day, over the alias `d` of devices_area_daily. */
const level = (table: string, key: readonly string[], day: string): string => `
with k as materialized (
  select distinct d.tenant_id, ${day} as day from unnest($1::text[], $2::date[]) as d (tenant_id, day)
)
insert into ${table} as a (tenant_id, day, ${key.join(', ')}, ${ALL.join(', ')})
select k.tenant_id, k.day, ${key.map((name) => `d.${name}`).join(', ')}, ${ALL.map((column) => `sum(d.${column})`).join(', ')}
from k join devices_area_daily d on d.tenant_id = k.tenant_id and d.day >= k.day and d.day < k.day + interval '${table.endsWith('monthly') ? '1 month' : '1 day'}'
group by k.tenant_id, k.day, ${key.map((name) => `d.${name}`).join(', ')}
on conflict (tenant_id, day, ${key.join(', ')}) do update set ${ALL.map((column) => `${column} = excluded.${column}`).join(', ')}`

/** SQL that updates the coarser sums of some days. Rows of devices_area_daily are never deleted, so no row becomes obsolete. $1 tenants, $2 days, as arrays. */
export const ROLL_LEVELS: readonly string[] = [
  level('devices_area_monthly', ['area_id', 'project_id', 'supplier_id'], "date_trunc('month', d.day::timestamp)::date"),
  level('devices_project_daily', ['project_id', 'supplier_id'], 'd.day'),
  level('devices_place_daily', ['area_id'], 'd.day'),
]
