import { arrayOf, type Query } from '@lamplight/server-kit'
import type { DeviceNews } from '../../model/events.ts'
import { type AnyState, byKind, type Changed, RETURNING_STATE, sinceOf } from './changed.ts'
import { type FaultNews, faultNewsOf, intervalsOf, takesTurns } from './fault-intervals.ts'
import { mergeFaults } from './merge-faults.ts'

/** SQL of the present faults of `s` after the event `e`. The expression stands in several places and each runs its subquery, so `case` avoids the subquery for the common changes. */
const AFTER = `case when s.faults = '{}' then e.began when s.faults @> e.began and not s.faults && e.ended then s.faults
  else array(select f collate "C" from unnest(s.faults) f where f <> all(e.ended) union select f from unnest(e.began) f order by 1) end`
const REACHED = 'coalesce(e.reachable, s.online)'
/** Updates the present faults in devices_state by events that are newer than all that was known of their faults. */
const fault = (returning: boolean): string => `
update devices_state s set version = v.version, online = ${REACHED}, faults = ${AFTER}, fault_since = ${sinceOf(AFTER, 'e.at')},
  state = devices_status(s.state <> 5, ${REACHED}, cardinality(${AFTER}) > 0, coalesce(s.is_on, s.dim > 0))
from (
  select device_id, to_timestamp(at / 1000) as at, string_to_array(began, ',') as began, string_to_array(ended, ',') as ended, reachable
  from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::boolean[]) as e(device_id, at, began, ended, reachable) offset 0
) e, (select nextval('devices_state_version') as version) v
where s.device_id = e.device_id${returning ? RETURNING_STATE : ''}`

/** Faults of one device that began or ended. */
interface Change {
  readonly began: string[]
  readonly ended: string[]
  /** Device time of the first begin, epoch ms. */
  at: number
  /** Whether the gateway can reach the device; undefined if the events do not tell. */
  reachable?: boolean
}
const changesOf = (news: readonly FaultNews[]): ReadonlyMap<string, Change> => {
  const changes = new Map<string, Change>()
  for (const { deviceId, type, said } of news) {
    const last = said.at(-1)
    if (!last) continue
    const change: Change = changes.get(deviceId) ?? { began: [], ended: [], at: last.at }
    if (type === 'communicationFailure') change.reachable = !last.on
    else change[last.on ? 'began' : 'ended'].push(type)
    change.at = Math.min(change.at, last.at)
    changes.set(deviceId, change)
  }
  return changes
}

const storeStates = async (query: Query, news: readonly FaultNews[], watched: boolean): Promise<readonly AnyState[]> => {
  const changes = changesOf(news)
  if (changes.size === 0) return []
  const all = [...changes.values()]
  return query<AnyState>(fault(watched), [
    arrayOf([...changes.keys()]),
    arrayOf(all.map(({ at }) => at)),
    arrayOf(all.map(({ began }) => began.sort().join())),
    arrayOf(all.map(({ ended }) => ended.sort().join())),
    arrayOf(all.map(({ reachable }) => reachable)),
  ])
}

/**
 * SQL condition: what is known of the fault `r` of the device `s` is not newer than `at`. A report that lists faults tells all of them.
 * Each report shows that the device can be reached.
 */
const newest = (
  at: string,
): string => `coalesce(case when r.type = 'communicationFailure' then s.reported_at else s.faults_at end <= ${at}, true)
  and not exists (select from devices_fault_said a where a.device_id = r.device_id and a.type = r.type and a.at >= ${at})`

/** Ends present faults. Returns those that it did not end, by `except`: without hash joins (`FIND_BY_KEY`) a join of two lists compares each entry with each. */
const END = `
with r as materialized (
  select device_id, type, to_timestamp(ended / 1000) as ended from unnest($1::bigint[], $2::text[], $3::float8[]) as r(device_id, type, ended)
), done as (
  update devices_fault f set ended_at = r.ended from r left join devices_state s on s.device_id = r.device_id
  where f.device_id = r.device_id and f.type = r.type and f.ended_at is null and f.began_at <= r.ended and ${newest('r.ended')}
  returning f.device_id, f.type
)
select device_id::text as device_id, type from (select device_id, type from r except select device_id, type from done) n`
/**
 * Stores intervals. Returns the faults of those that it did not store, because something newer is known. An insert without `on conflict`
 * takes two thirds of the time of one with it, so it is tried first and repeated with `again`.
 */
const begin = (again: boolean): string => `
with r as materialized (
  select device_id, type, to_timestamp(began / 1000) as began, to_timestamp(ended / 1000) as ended, tenant_id, first
  from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::text[], $6::boolean[]) as r(device_id, type, began, ended, tenant_id, first)
), done as (
  insert into devices_fault (device_id, type, began_at, ended_at, tenant_id)
  select r.device_id, r.type, r.began, r.ended, r.tenant_id from r left join devices_state s on s.device_id = r.device_id
  where not r.first or not exists (
      select from devices_fault f where f.device_id = r.device_id and f.type = r.type
        and (f.ended_at is null or f.ended_at > r.began or f.began_at >= r.began))
    and ${newest('r.began')}${again ? '\n  on conflict do nothing' : ''}
  returning device_id, type, began_at
)
select distinct device_id::text as device_id, type from (select device_id, type, began from r except select device_id, type, began_at from done) n`

interface Key {
  readonly device_id: string
  readonly type: string
}
const keyOf = (deviceId: string, type: string): string => `${deviceId} ${type}`

const endAll = async (query: Query, news: readonly FaultNews[]): Promise<readonly Key[]> =>
  query<Key>(END, [
    arrayOf(news.map(({ deviceId }) => deviceId)),
    arrayOf(news.map(({ type }) => type)),
    arrayOf(news.map(({ said }) => said[0]?.at)),
  ])

const beginAll = async (query: Query, news: readonly FaultNews[], again: boolean): Promise<readonly Key[]> => {
  const rows = news.flatMap((one) => intervalsOf(one.said).map((interval, n) => ({ ...one, ...interval, isFirst: n === 0 })))
  if (rows.length === 0) return []
  return query<Key>(begin(again), [
    arrayOf(rows.map(({ deviceId }) => deviceId)),
    arrayOf(rows.map(({ type }) => type)),
    arrayOf(rows.map(({ began }) => began)),
    arrayOf(rows.map(({ ended }) => ended)),
    arrayOf(rows.map(({ tenantId }) => tenantId)),
    arrayOf(rows.map(({ isFirst }) => isFirst)),
  ])
}

/** Events that are no faults are intervals of length 0. */
const MOMENTS = `
insert into devices_fault (device_id, type, began_at, ended_at, tenant_id)
select device_id, type, to_timestamp(at / 1000), to_timestamp(at / 1000), tenant_id
from unnest($1::bigint[], $2::text[], $3::float8[], $4::text[]) as r(device_id, type, at, tenant_id) on conflict do nothing`
const storeMoments = (query: Query, moments: readonly DeviceNews[]): Promise<unknown> =>
  query(MOMENTS, [
    arrayOf(moments.map(({ deviceId }) => deviceId)),
    arrayOf(moments.map(({ type }) => type)),
    arrayOf(moments.map(({ at }) => at)),
    arrayOf(moments.map(({ tenantId }) => tenantId)),
  ])

/** Returns true if some of the news are stored as intervals. */
export const hasIntervals = (news: readonly DeviceNews[]): boolean =>
  news.some(({ deviceId, type }) => deviceId !== '' && type !== 'lightStateChange')

/**
 * Stores events as intervals, and the present faults that follow from them. Events that are newer than all that is known of their fault,
 * nearly all, take one statement of each kind. The others are merged with what is stored, so that the result is that of the order of times
 * (`mergeFaults`). Intervals from reports are stored by a trigger (devices_fault_reported). Without `again`, an interval that is
 * already stored can fail with SQLSTATE 23505.
 */
export const storeFaults = async (query: Query, news: readonly DeviceNews[], again: boolean, watched: boolean): Promise<Changed> => {
  const { faults, moments } = faultNewsOf(news)
  if (moments.length > 0) await storeMoments(query, moments)
  const late = new Set(faults.flatMap((one) => (takesTurns(one) ? [] : [keyOf(one.deviceId, one.type)])))
  const isLate = ({ deviceId, type }: FaultNews): boolean => late.size > 0 && late.has(keyOf(deviceId, type))
  const ending = faults.filter((one) => one.said[0]?.on === false && !isLate(one))
  if (ending.length > 0) for (const { device_id, type } of await endAll(query, ending)) late.add(keyOf(device_id, type))
  for (const { device_id, type } of await beginAll(
    query,
    faults.filter((one) => !isLate(one)),
    again,
  ))
    late.add(keyOf(device_id, type))
  const states = await storeStates(query, late.size === 0 ? faults : faults.filter((one) => !isLate(one)), watched)
  const merged = late.size > 0 ? await mergeFaults(query, faults.filter(isLate), watched) : []
  return byKind([...states, ...merged])
}
