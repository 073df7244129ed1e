import { arrayOf, type Query } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'
import { type AnyState, byKind, type Changed, sinceOf } from './changed.ts'
import type { FaultInterval } from './fault-intervals.ts'
import type { FaultChange } from './sort-messages.ts'

/** SQL of the present faults of `s` after the event `e`. The expression stands in several places and each runs its subquery, so `case` avoids the subquery for the common changes. */
const AFTER = `case when s.faults = '{}' then e.began when s.faults @> e.began and not s.faults && e.ended then s.faults
  else array(select f from unnest(s.faults) f where f <> all(e.ended) union select f from unnest(e.began) f order by 1) end`
const RETURNING = ' returning s.device_id, s.tenant_id, s.state, s.dim, s.power, s.reported_at'
const REACHED = 'coalesce(e.reachable, s.online)'
/** Updates the present faults in devices_state, unless a later report has already set them. */
const fault = (returning: boolean): string => `
update devices_state s set version = v.version, online = ${REACHED}, faults = ${AFTER}, fault_since = ${sinceOf(AFTER, 'e.at')},
  state = devices_status(s.state <> 5, ${REACHED}, cardinality(${AFTER}) > 0, coalesce(s.is_on, s.dim > 0))
from (
  select device_id, to_timestamp(at / 1000) as at, string_to_array(began, ',') as began, string_to_array(ended, ',') as ended, reachable
  from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::boolean[]) as e(device_id, at, began, ended, reachable) offset 0
) e, (select nextval('devices_state_version') as version) v
where s.device_id = e.device_id and (s.reported_at is null or s.reported_at <= e.at)${returning ? RETURNING : ''}`

/** Adds and removes present faults of devices after events. Returns the new states if a browser subscribes to them (`watched`). */
export const storeFaults = async (query: Query, changes: ReadonlyMap<string, FaultChange>, watched: boolean): Promise<Changed> => {
  const named = ({ faults }: FaultChange, began: boolean): string => {
    const types = Object.keys(faults)
    if (types.length === 1) return faults[types[0] as string] === began ? (types[0] as string) : ''
    return types
      .filter((type) => faults[type] === began)
      .sort()
      .join(',')
  }
  const all = [...changes.values()]
  const rows = await query<Omit<AnyState, 'type'>>(fault(watched), [
    arrayOf(all.map(({ deviceId }) => deviceId)),
    arrayOf(all.map(({ at }) => at)),
    arrayOf(all.map((change) => named(change, true))),
    arrayOf(all.map((change) => named(change, false))),
    arrayOf(all.map(({ reachable }) => reachable)),
  ])
  return byKind(rows.map((row) => ({ ...row, type: changes.get(row.device_id)?.type ?? controllerType.code })))
}

const END = `
update devices_fault f set ended_at = greatest(f.began_at, to_timestamp(r.ended / 1000))
from unnest($1::bigint[], $2::text[], $3::float8[]) as r(device_id, type, ended) left join devices_state s on s.device_id = r.device_id
where f.device_id = r.device_id and f.type = r.type and f.ended_at is null and f.began_at <= to_timestamp(r.ended / 1000)
  and (s.reported_at is null or s.reported_at <= to_timestamp(r.ended / 1000))`
/**
 * An insert without `on conflict` takes two thirds of the time of one with it, so it is tried first and repeated with `again`.
 * Skips an interval without end that began before the last report: that report already listed the present faults, so nothing would ever end it.
 */
const begin = (again: boolean): string => `
insert into devices_fault (device_id, type, began_at, ended_at, tenant_id)
select r.device_id, r.type, to_timestamp(r.began / 1000), to_timestamp(r.ended / 1000), r.tenant_id
from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::text[]) as r(device_id, type, began, ended, tenant_id)
left join devices_state s on s.device_id = r.device_id
where (r.ended is not null or s.reported_at is null or s.reported_at <= to_timestamp(r.began / 1000))
  and not exists (
    select from devices_fault f where f.device_id = r.device_id and f.type = r.type and f.began_at <= to_timestamp(r.began / 1000)
      and (f.ended_at is null or f.ended_at > to_timestamp(r.began / 1000)))${again ? '\non conflict do nothing' : ''}`

/**
 * Stores intervals from events (`intervalsOf`). Intervals from reports are stored by a trigger of devices_state (migration 0365). Without `again`, an interval
 * that is already stored can fail with SQLSTATE 23505.
 */
export const storeIntervals = async (query: Query, intervals: readonly FaultInterval[], again: boolean): Promise<void> => {
  // The first end of a device and type ends the stored interval; further ends have their begin in the same batch.
  const ends = new Map<string, FaultInterval>()
  for (const one of intervals) {
    const key = `${one.deviceId} ${one.type}`
    if (one.ended !== null && !ends.has(key)) ends.set(key, one)
  }
  const ended = [...ends.values()]
  if (ended.length > 0)
    await query(END, [
      arrayOf(ended.map(({ deviceId }) => deviceId)),
      arrayOf(ended.map(({ type }) => type)),
      arrayOf(ended.map((one) => one.ended)),
    ])
  const began = intervals.filter((one) => one.began !== null)
  if (began.length > 0)
    await query(begin(again), [
      arrayOf(began.map(({ deviceId }) => deviceId)),
      arrayOf(began.map(({ type }) => type)),
      arrayOf(began.map((one) => one.began)),
      arrayOf(began.map((one) => one.ended)),
      arrayOf(began.map(({ tenantId }) => tenantId)),
    ])
}
