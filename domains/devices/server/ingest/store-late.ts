import { arrayOf, type Query } from '@lamplight/server-kit'
import { FLAG } from '../series/reading-rows.ts'
import { type ChangedLamp, faultsAfter, RETURNING_LAMP } from './changed.ts'
import type { Folded } from './fold.ts'

const MEASURED = ['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt', 'dim', 'is_on'] as const

/** SQL condition: no stored reading after `r` has a value of these columns. */
const isLast = (...columns: readonly string[]): string =>
  `not exists (select from devices_telemetry t where t.device_id = r.device_id and t.at > r.at and (${columns.map((name) => `t.${name} is not null`).join(' or ')}))`
const lastOf = (name: string): string => `case when r.${name} is not null and ${isLast(name)} then r.${name} end as ${name}`
const FAULTS = faultsAfter('l')
const LIT = 'coalesce(l.is_on, s.is_on, coalesce(l.dim, s.dim) > 0)'

/**
 * Sets what reports of lamp controllers that came late still say: values that no newer report has. The history tells which values those
 * are. It holds no reasons and ends of overrides: these count if no newer report says anything of the light.
 */
const LATE = `
update devices_state s set version = v.version, ${MEASURED.map((name) => `${name} = coalesce(l.${name}, s.${name})`).join(', ')},
  reason = case when l.light then coalesce(l.reason, s.reason) else s.reason end, override_until = case when l.light then l.until else s.override_until end,
  faults = ${FAULTS}, faults_at = greatest(s.faults_at, l.faults_at),
  fault_since = case when cardinality(${FAULTS}) = 0 then null else least(s.fault_since, coalesce(l.faults_at, s.fault_since)) end,
  state = devices_status(s.state <> 5, s.online, cardinality(${FAULTS}) > 0, ${LIT})
from (
  select * from (
    select r.device_id, ${MEASURED.map(lastOf).join(', ')}, r.reason, r.until,
      r.flags & ${FLAG.light} > 0 and ${isLast('is_on', 'dim')} as light,
      case when o.faults_at is null or r.faults_at > o.faults_at then r.faults end as faults,
      case when o.faults_at is null or r.faults_at > o.faults_at then r.faults_at end as faults_at
    from unnest($1::devices_reading[]) r join devices_state o on o.device_id = r.device_id and o.reported_at > r.at
    where r.flags & ${FLAG.latest} > 0
  ) r where light or faults is not null or ${MEASURED.map((name) => `${name} is not null`).join(' or ')}
) l, (select nextval('devices_state_version') as version) v
where s.device_id = l.device_id`

/**
 * Stores what late readings still change. `rows`: as for the statement that stored the batch. Returns the changed states if a browser
 * subscribes to them.
 */
export const storeLate = (query: Query, rows: Buffer, watched: boolean): Promise<ChangedLamp[]> =>
  query<ChangedLamp>(`${LATE}${watched ? RETURNING_LAMP : ''}`, [rows])

/** Values that the history holds with fewer digits than the state. As text 24.8 stays 24.8. */
const REAL: ReadonlySet<string> = new Set(['power', 'voltage', 'current', 'pf', 'temperature', 'tilt'])
const inHistory = (name: (typeof MEASURED)[number]): string => {
  const rows = `from devices_telemetry t where t.device_id = k.device_id and t.${name} is not null`
  const value = REAL.has(name) ? `t.${name}::text::float8` : `t.${name}`
  return `case when not exists (select ${rows} and t.at > k.at) then (select ${value} ${rows} and t.at between k.first and k.at order by t.at desc limit 1) end as ${name}`
}
const CHANGED = MEASURED.map((name) =>
  REAL.has(name)
    ? `case when l.${name}::real = s.${name}::real then s.${name} else coalesce(l.${name}, s.${name}) end`
    : `coalesce(l.${name}, s.${name})`,
).join(', ')
/**
 * Sets the last values of devices of which a batch had several readings, and the newest one lacked values of older ones: a reading between
 * them may have been stored before the batch. While the times of a device are impossible, the order of arrival counts, and nothing is
 * changed.
 */
const BETWEEN = `
update devices_state s set version = v.version, (${MEASURED.join(', ')}) = row(${CHANGED}),
  state = devices_status(s.state <> 5, s.online, cardinality(s.faults) > 0, ${LIT})
from (
  select k.device_id, ${MEASURED.map(inHistory).join(', ')}
  from (select device_id, to_timestamp(at / 1000) as at, to_timestamp(first / 1000) as first from unnest($1::bigint[], $2::float8[], $3::float8[]) as k(device_id, at, first)) k
) l, (select nextval('devices_state_version') as version) v
where s.device_id = l.device_id and s.timed_at is null and (${MEASURED.map((name) => `s.${name}`).join(', ')}) is distinct from (${CHANGED})`

/**
 * Stores the values of readings that lie between those that were merged into `rows`. Returns the changed states if a browser subscribes to
 * them.
 */
export const storeBetween = async (query: Query, rows: readonly Folded[], watched: boolean): Promise<readonly ChangedLamp[]> => {
  const mixed = rows.flatMap(({ reading, mixedSince }) => (mixedSince === undefined ? [] : [{ reading, mixedSince }]))
  if (mixed.length === 0) return []
  return query<ChangedLamp>(`${BETWEEN}${watched ? RETURNING_LAMP : ''}`, [
    arrayOf(mixed.map(({ reading }) => reading.child.deviceId)),
    arrayOf(mixed.map(({ reading }) => reading.at)),
    arrayOf(mixed.map(({ mixedSince }) => mixedSince)),
  ])
}
