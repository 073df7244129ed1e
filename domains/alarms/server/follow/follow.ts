import { setTimeout as pause } from 'node:timers/promises'
import { gatewayType } from '@lamplight/devices/model'
import { placesOfType } from '@lamplight/devices/server'
import { isRepeatedKey, type Platform, type Query, tableOf } from '@lamplight/server-kit'
import { RECOVERED } from '../../model/alarm.lifecycle.ts'
import { alarm, DISPOSED, KINDS, OPEN } from '../../model/index.ts'
import { assignIncidents, LOST_KINDS } from '../incidents.ts'
import { membersAmong, NO_MEMBERS } from './members.ts'
import { allLoopsOffByOrder } from './off-by-order.ts'
import { setAsideFailing } from './set-aside.ts'

const table = tableOf(alarm)
/** Key of the advisory lock: one process at a time opens and ends alarms. */
const LOCK = 7_263_650
/** `work_mem` of an update: PostgreSQL sorts and groups the changes of 100,000 devices in memory instead of in files. */
const MEMORY = '64MB'
/** `openHalves` waits at most this long for the search of the cause, because its transactions lock rows of alarms meanwhile. */
const EXPLAINED_MS = 5000
/** A fault that comes back within this time continues its alarm instead of opening another. */
const RELAPSE = "interval '30 minutes'"
const OFFLINE_KIND = KINDS.communicationFailure.number

/** SQL rows (event, kind, type, exception, severity, latched) of the kinds of alarms. */
const KIND_ROWS = Object.entries(KINDS)
  .map(
    ([event, { number, type, exception, severity, latched }]) =>
      `('${event}', ${number}, ${type}, ${exception}, ${severity}, ${latched === true})`,
  )
  .join(', ')

/** Halves of all devices, by a hash of their ids. PostgreSQL expects a third of the rows for such a condition, and a 200th for an equality. */
const HALVES = ['hashint8(device_id) < 0', 'hashint8(device_id) >= 0'] as const
type Half = 0 | 1

/**
 * Faults that changed since `$1`, with the id of an alarm that may open. Intervals of one device and kind are rows of their own where they belong to different
 * alarms: where more than RELAPSE lies between them, or where a stored alarm ended between them that they cannot continue. A gateway is a device of its own. `$1`: transaction id up to
 * which all was read.
 */
const news = (half?: Half): string => `
create temporary table alarms_news on commit drop as
select nextval('kit_id') as id, changed.* from (
select f.device_id, f.tenant_id, k.event, k.kind, k.type, k.exception, k.severity, k.latched, f.first_began, f.last_began, f.ended_at, f.times,
  coalesce(r.type, ${gatewayType.code}) as device_type, coalesce(r.sn, g.sn) as sn, coalesce(r.name, g.name, '') as name, case when r.device_id is null then f.device_id else r.gateway_id end as gateway_id
from (
  select device_id, tenant_id, type, min(began_at) as first_began, max(began_at) as last_began, count(*) as times,
    case when bool_or(ended_at is null) then null else max(ended_at) end as ended_at
  from (
    select i.*, count(*) filter (where case when i.previous is null then false when i.began_at > i.quiet + ${RELAPSE} then true else exists (
        select from ${table} a join (values ${KIND_ROWS}) as k (event, kind) on k.kind = a.sub_alarm_type
        where a.tenant_id = i.tenant_id and a.device_id = i.device_id and k.event = i.type and a.ended_at >= i.previous and a.ended_at < i.began_at and not a.is_deleted
          and (a.dispose <> ${OPEN} and a.result is distinct from ${RECOVERED} or exists (
            select from ${table} b where b.tenant_id = a.tenant_id and b.device_id = a.device_id and b.sub_alarm_type = a.sub_alarm_type and b.began_at > a.began_at and not b.is_deleted))
      ) end) over (partition by i.device_id, i.type order by i.began_at) as part from (
      select *, lag(began_at) over same as previous, lag(coalesce(ended_at, 'infinity'::timestamptz)) over same as quiet
      from devices_faults where changed >= $1::text::xid8${half === undefined ? '' : ` and ${HALVES[half]}`}
      window same as (partition by device_id, type order by began_at)
    ) i
  ) p group by device_id, tenant_id, type, part
) f join (values ${KIND_ROWS}) as k (event, kind, type, exception, severity, latched) on k.event = f.type
left join devices_registered r on r.device_id = f.device_id and r.tenant_id = f.tenant_id
left join lateral (
  select sn, name from devices_gateways where r.sn is null and id = f.device_id and tenant_id = f.tenant_id and not is_deleted offset 0
) g on true
where coalesce(r.sn, g.sn) is not null order by f.device_id, k.kind) changed`
/** From this number of news on their statistics decide how they are joined: without them PostgreSQL expects 200 device types in as many rows, and loops over 100,000 members for each. */
const MANY_NEWS = 1000

/** SQL condition: the lamp `n` has no supply because somebody wants it so. `loops`: parameter with the loops that are open by order. */
const offByOrder = (loops: string): string =>
  `exists (select from cabinets_supplied s where s.tenant_id = n.tenant_id and s.device_id = n.device_id and s.loop_id = any(${loops}::bigint[]))`
/** Forgets that lamps without supply by order are lost now. If they were lost before, their alarms end as usual. `$1`: loops. */
const FORGET = `delete from alarms_news n where n.kind in (${LOST_KINDS}) and n.ended_at is null and ${offByOrder('$1')}`

/** SQL of the begin of the last interval of an alarm, and of the number of its intervals. They only grow, unless an interval turns out to belong to the next alarm. */
const LAST_BEGAN = 'case when l.split then coalesce(l.last_began, l.began_at) else greatest(a.last_began, l.last_began) end'
const COUNT = 'case when l.split then greatest(1, l.times) else greatest(a.count, l.times) end'
/** SQL of the newest alarm of the device and kind of the news `n` among those that the condition allows. */
const newestAlarm = (where: string): string => `
    select a.id, a.began_at, a.ended_at from ${table} a
    where a.tenant_id = n.tenant_id and a.device_id = n.device_id and a.sub_alarm_type = n.kind and not a.is_deleted and (${where})
    order by a.began_at desc limit 1`
/**
 * Continues alarms with the news of their device and kind. News continue the newest alarm that began before they ended, or at most RELAPSE
 * after that, if it is open or recovered by itself at most RELAPSE before they began; an alarm that they overlap comes before one that began later. Intervals may come late, so begin, end and count of
 * the alarm are computed from all intervals up to the next alarm: an old interval does not end an alarm whose fault is present, and moves
 * its begin if at most RELAPSE lies between them. The next alarm is one that is stored, with the begin that this statement gives it, or one that `open` adds:
 * if two news match one alarm and the fault was absent for RELAPSE before the later one, the later one opens an alarm of its own, with all intervals from there on.
 */
const CONTINUE = `
with candidates as (
  select n.id as news_id, n.device_id, n.tenant_id, n.kind, n.event, n.first_began, a.id as alarm_id, a.began_at as alarm_began,
    row_number() over (partition by a.id order by n.first_began) > 1 as follows
  from alarms_news n cross join lateral (${newestAlarm(`n.ended_at is null or a.began_at <= n.ended_at + ${RELAPSE}`)}) newest
  left join lateral (${newestAlarm('newest.began_at > n.ended_at and a.began_at <= n.ended_at')}) own on own.ended_at >= n.first_began
  join ${table} a on a.id = coalesce(own.id, newest.id)
  where a.present or a.last_began >= n.last_began or (a.dispose = ${OPEN} or a.result = ${RECOVERED}) and n.first_began <= a.ended_at + ${RELAPSE}
), judged as (
  select *, bool_or(follows and not exists (
    select from devices_faults f where f.device_id = c.device_id and f.type = c.event and f.began_at < c.first_began
      and coalesce(f.ended_at, 'infinity') >= c.first_began - ${RELAPSE}
  )) over (partition by alarm_id order by first_began) as apart from candidates c
), matched as (
  select news_id, device_id, tenant_id, kind, event, alarm_id, alarm_began, min(least(alarm_began, first_began)) over (partition by alarm_id) as began_at,
    alarm_id in (select j.alarm_id from judged j where j.apart) as split
  from judged where not apart
), marks as (
  select tenant_id, device_id, kind, event, news_id, alarm_id, alarm_began, began_at, split from matched
  union all
  select n.tenant_id, n.device_id, n.kind, n.event, case when n.id in (select j.news_id from judged j where j.apart) then n.id end, null, n.first_began, n.first_began, false from alarms_news n
  where (n.tenant_id, n.device_id, n.kind) in (select m.tenant_id, m.device_id, m.kind from matched m) and n.id not in (select m.news_id from matched m)
), bounded as (
  select *, min(began_at) over (partition by tenant_id, device_id, kind order by alarm_began groups between 1 following and unbounded following) as next_began from marks
), last as (
  select m.news_id, m.tenant_id, m.alarm_id, m.began_at, m.split, f.times, f.ended_at, f.last_began
  from bounded m cross join lateral (
    select count(*) as times, case when bool_or(f.ended_at is null) then null else max(f.ended_at) end as ended_at, max(f.began_at) as last_began
    from devices_faults f where f.device_id = m.device_id and f.type = m.event and f.began_at >= m.began_at and f.began_at < least(m.next_began, (
      select min(b.began_at) from ${table} b
      where b.tenant_id = m.tenant_id and b.device_id = m.device_id and b.sub_alarm_type = m.kind and b.began_at > m.alarm_began and not b.is_deleted), 'infinity')
  ) f where m.news_id is not null
), changed as (
  update ${table} a set present = l.ended_at is null, ended_at = l.ended_at, began_at = l.began_at, last_began = ${LAST_BEGAN}, update_time = $1,
    count = ${COUNT},
    dispose = case when l.ended_at is null and a.result = ${RECOVERED} then ${OPEN} when l.ended_at is not null and not a.latched and a.dispose = ${OPEN} then ${DISPOSED} else a.dispose end,
    result = case when l.ended_at is null and a.result = ${RECOVERED} then null when l.ended_at is not null and not a.latched and a.dispose = ${OPEN} then ${RECOVERED} else a.result end,
    disposed_at = case when l.ended_at is not null and not a.latched and a.dispose = ${OPEN} then $1 else a.disposed_at end
  from last l where a.id = l.alarm_id
    and (a.began_at, a.last_began, a.present, a.ended_at, a.count) is distinct from
      (l.began_at, ${LAST_BEGAN}, l.ended_at is null, l.ended_at, ${COUNT})
  returning a.tenant_id
), gone as (
  delete from alarms_news n using last l where n.id = l.news_id and l.alarm_id is not null returning 1
), cut as (
  update alarms_news n set last_began = l.last_began, ended_at = l.ended_at, times = l.times from last l where n.id = l.news_id and l.alarm_id is null returning 1
)
select distinct tenant_id from changed`

/**
 * Opens an alarm for what is left of the news of one device type. A lost device gets the incident that explains it at once: an update of 100,000 alarms takes
 * longer than their insert. `places`, `members`: SQL of the places of its devices, and of the devices of open incidents. `$1`: now, `$2`: device type, `$3`: loops that are open by order. `again`: some may be open already; see `openAll`.
 */
const open = (places: string, members: string, again: boolean): string => `
with opened as (
insert into ${table} (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id,
  began_at, last_began, ended_at, present, count, dispose, result, disposed_at, project_id, area_id, incident_id)
select n.id, n.tenant_id, n.type, n.kind, n.exception, n.severity, n.latched, n.device_id, n.device_type, n.sn, n.name, n.gateway_id,
  n.first_began, n.last_began, n.ended_at, n.ended_at is null, n.times,
  case when n.ended_at is null or n.latched then ${OPEN} else ${DISPOSED} end, case when n.ended_at is null or n.latched then null else ${RECOVERED} end,
  case when n.ended_at is null or n.latched then null else $1::timestamptz end, p.project_id, p.area_id, m.incident_id
from alarms_news n left join (${places}) p on p.device_id = n.device_id and p.tenant_id = n.tenant_id
left join ${members} m on m.device_id = n.device_id and m.tenant_id = n.tenant_id and n.kind in (${LOST_KINDS})
where n.device_type = $2 and not (n.kind in (${LOST_KINDS}) and ${offByOrder('$3')}) order by n.id
${again ? 'on conflict do nothing ' : ''}returning tenant_id
) select distinct tenant_id from opened`

/**
 * Opens and ends the alarms of lost devices by their state. A device that has said that it loses its supply needs no second alarm. Gateways are lost by
 * an event. Parameters as in `open`.
 */
const lost = (places: string, members: string): string => `
with now as materialized (
  select s.device_id, s.tenant_id, s.received_at, r.sn, coalesce(r.name, '') as name, r.gateway_id, p.project_id, p.area_id
  from devices_states s join devices_registered r on r.device_id = s.device_id and r.tenant_id = s.tenant_id and r.type = $2 and r.activated
  left join (${places}) p on p.device_id = s.device_id and p.tenant_id = s.tenant_id
  where not s.online and s.received_at is not null
), ended as (
  update ${table} a set present = false, ended_at = $1, update_time = $1, dispose = ${DISPOSED},
    result = coalesce(a.result, ${RECOVERED}), disposed_at = coalesce(a.disposed_at, $1)
  where a.present and a.sub_alarm_type = ${OFFLINE_KIND} and a.device_type = $2 and not a.is_deleted
    and not exists (select from now n where n.device_id = a.device_id and n.tenant_id = a.tenant_id) returning a.tenant_id
), opened as (
  insert into ${table} (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id,
    began_at, last_began, present, count, dispose, project_id, area_id, incident_id)
  select nextval('kit_id'), n.tenant_id, ${KINDS.communicationFailure.type}, ${OFFLINE_KIND}, ${KINDS.communicationFailure.exception},
    ${KINDS.communicationFailure.severity}, false, n.device_id, $2, n.sn, n.name, n.gateway_id, n.received_at, n.received_at, true, 1, ${OPEN}, n.project_id, n.area_id, m.incident_id
  from now n left join ${members} m on m.device_id = n.device_id and m.tenant_id = n.tenant_id where not ${offByOrder('$3')} and not exists (select from ${table} a where a.tenant_id = n.tenant_id and a.device_id = n.device_id and a.sub_alarm_type in (${LOST_KINDS}) and a.present and not a.is_deleted)
  order by n.device_id on conflict do nothing returning tenant_id
)
select tenant_id from ended union select tenant_id from opened`

const tenantsIn = (rows: readonly { readonly tenant_id: string }[], into: Set<string>): void => {
  for (const { tenant_id } of rows) into.add(tenant_id)
}

/**
 * Opens the alarms of one device type. An insert without `on conflict` takes three quarters of the time of one with it, so it is tried first: an alarm
 * that is open was nearly always continued before.
 */
const openAll = async (query: Query, sqlOf: (again: boolean) => string, params: readonly unknown[]): Promise<{ tenant_id: string }[]> => {
  await query('savepoint opening')
  try {
    return await query<{ tenant_id: string }>(sqlOf(false), params)
  } catch (thrown) {
    if (!isRepeatedKey(thrown)) throw thrown
    await query('rollback to savepoint opening')
    return query<{ tenant_id: string }>(sqlOf(true), params)
  }
}

const typesIn = async (query: Query): Promise<number[]> => {
  const rows = await query<{ type: number }>('select distinct device_type::int as type from alarms_news order by 1')
  return rows.map(({ type }) => type)
}

/**
 * Runs `work` in a transaction. A lock lets only one run at a time, or two with different halves. The commit of a half does not wait for the disk: after a power
 * cut `followFaults` reads the faults since the cursor again and opens the alarms that were lost.
 */
const turn = async (
  platform: Pick<Platform, 'system' | 'clock'>,
  work: (query: Query, now: Date) => Promise<void>,
  half?: Half,
): Promise<void> => {
  await platform.system.tx(async (query) => {
    const lock =
      half === undefined
        ? `pg_advisory_xact_lock(${LOCK})`
        : `pg_advisory_xact_lock_shared(${LOCK}), pg_advisory_xact_lock(${LOCK}, ${half})`
    await query(
      `select ${lock}, set_config('work_mem', '${MEMORY}', true)${half === undefined ? '' : ", set_config('synchronous_commit', 'off', true)"}`,
    )
    await work(query, new Date(platform.clock.now()))
  })
}
const LOST_NEWS = `select device_id from alarms_news where kind in (${LOST_KINDS})`
const LOST_NOW = 'select device_id from devices_states where not online and received_at is not null'
/** Lost devices whose alarms have no incident. */
const WITHOUT = `select device_id from ${table} where present and incident_id is null and sub_alarm_type in (${LOST_KINDS}) and not is_deleted`

const CURSOR = `
select c.seen::text as seen, pg_snapshot_xmin(s)::text as next, c.seen <> pg_snapshot_xmin(s) as moved
from pg_current_snapshot() s cross join (
  select coalesce((select case when seen <= pg_snapshot_xmax(pg_current_snapshot()) then seen end from alarms_cursor), '0'::xid8) as seen) c`

/** What `openNews` needs to know of the news that are left. */
interface News {
  readonly isLost: boolean
  readonly loopsOff: readonly string[]
}

/** Reads the faults since the cursor and continues the alarms that they belong to. */
const continueNews = async (
  { log }: Pick<Platform, 'log'>,
  query: Query,
  now: Date,
  { seen, half, tenants }: { readonly seen: string; readonly half?: Half; readonly tenants: Set<string> },
): Promise<News> => {
  await query(news(half), [seen])
  if ((await query(`select from alarms_news offset ${MANY_NEWS} limit 1`)).length > 0) await query('analyze alarms_news')
  const isLost = (await query(`${LOST_NEWS} limit 1`)).length > 0
  const loopsOff = isLost ? [...(await allLoopsOffByOrder(query))] : []
  if (loopsOff.length > 0) await query(FORGET, [loopsOff])
  const changed = await setAsideFailing(
    query,
    () => query<{ tenant_id: string }>(CONTINUE, [now]),
    (device) => log.error('the alarms of a device contradict each other', { device }),
  )
  tenantsIn(changed, tenants)
  return { isLost, loopsOff }
}

/** Opens the alarms of the news that are left. */
const openNews = async (
  platform: Pick<Platform, 'port'>,
  query: Query,
  now: Date,
  { isLost, loopsOff, tenants }: News & { readonly tenants: Set<string> },
): Promise<void> => {
  const members = isLost ? await membersAmong(query, LOST_NEWS) : NO_MEMBERS
  for (const type of await typesIn(query)) {
    const places = placesOfType(platform, type)
    tenantsIn(await openAll(query, (again) => open(places, members, again), [now, type, loopsOff]), tenants)
  }
}

/**
 * Opens the alarms of a flood on two connections, each for half of the devices. The connections read the faults while the cause is searched (`explained`). They
 * read one after the other, so that the ids of each half are a range of their own: with mixed ids both would insert into the same index pages and wait for each
 * other. Both update the same totals, so PostgreSQL may end one of them as a deadlock; `followFaults` opens what is then missing. Returns the tenants whose alarms changed.
 */
export const openHalves = async (
  platform: Pick<Platform, 'system' | 'clock' | 'port' | 'log'>,
  explained: Promise<unknown>,
): Promise<ReadonlySet<string>> => {
  const tenants = new Set<string>()
  let read: Promise<unknown> = Promise.resolve()
  const halves = ([0, 1] as const).map((half) =>
    turn(
      platform,
      async (query, now) => {
        const [cursor] = await query<{ seen: string }>(CURSOR)
        if (!cursor) return
        const mine = read.then(() => continueNews(platform, query, now, { seen: cursor.seen, half, tenants }))
        read = mine.catch(() => undefined)
        const news = await mine
        await Promise.race([explained, pause(EXPLAINED_MS, undefined, { ref: false })])
        await openNews(platform, query, now, { ...news, tenants })
      },
      half,
    ),
  )
  for (const outcome of await Promise.allSettled(halves))
    if (outcome.status === 'rejected') platform.log.warn('alarms of half a flood open later', { why: String(outcome.reason) })
  return tenants
}

/**
 * Brings alarms up to date with the faults of devices. It keeps in its own row up to which transaction it has read, so that a restart loses no interval, and
 * reading an interval again changes nothing. Returns the tenants whose alarms changed.
 */
export const followFaults = async (platform: Pick<Platform, 'system' | 'clock' | 'port' | 'log'>): Promise<ReadonlySet<string>> => {
  const tenants = new Set<string>()
  await turn(platform, async (query, now) => {
    const [cursor] = await query<{ seen: string; next: string; moved: boolean }>(CURSOR)
    if (!cursor) return
    const news = await continueNews(platform, query, now, { seen: cursor.seen, tenants })
    await openNews(platform, query, now, { ...news, tenants })
    if (cursor.moved)
      await query(
        'insert into alarms_cursor (one, seen) values (true, $1::text::xid8) on conflict (one) do update set seen = excluded.seen',
        [cursor.next],
      )
  })
  return tenants
}

/** Types of devices that are lost, or have an alarm because they were: also types made at run time. Gateways are lost by an event. */
const LOST_TYPES = `
select distinct r.type::int as type from devices_states s join devices_registered r on r.device_id = s.device_id and r.tenant_id = s.tenant_id
where not s.online and s.received_at is not null
union select device_type from ${table} where present and sub_alarm_type = ${OFFLINE_KIND} and device_type <> ${gatewayType.code} and not is_deleted`

/** Brings alarms up to date with the presence of devices. Returns the tenants whose alarms changed. */
export const followPresence = async (platform: Pick<Platform, 'system' | 'clock' | 'port'>): Promise<ReadonlySet<string>> => {
  const tenants = new Set<string>()
  await turn(platform, async (query, now) => {
    const rows = await query<{ type: number }>(LOST_TYPES)
    if (rows.length === 0) return
    const [members, loopsOff] = [await membersAmong(query, LOST_NOW), [...(await allLoopsOffByOrder(query))]]
    for (const { type } of rows)
      tenantsIn(await query<{ tenant_id: string }>(lost(placesOfType(platform, type), members), [now, type, loopsOff]), tenants)
  })
  return tenants
}

/** Gives alarms that were opened before their cause was found their incident, and those of ended incidents none. Returns the tenants whose alarms changed. */
export const followMembers = async (platform: Pick<Platform, 'system' | 'clock'>): Promise<ReadonlySet<string>> => {
  const tenants = new Set<string>()
  await turn(platform, async (query) => {
    for (const tenant of await assignIncidents(query, await membersAmong(query, WITHOUT))) tenants.add(tenant)
  })
  return tenants
}
