import type { Query } from '@lamplight/server-kit'
import type { ChangedLamp } from './changed.ts'
import { FLAG } from './reading-rows.ts'

const MEASURED = ['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt'] as const

/** SQL condition: no stored reading after `r` has a value of these columns. */
const isLast = (...columns: readonly string[]): string =>
  `not exists (select from devices_telemetry t where t.device_id = r.device_id and t.at > r.at and (${columns.map((name) => `t.${name} is not null`).join(' or ')}))`
const lastOf = (name: string): string => `case when r.${name} is not null and ${isLast(name)} then r.${name} end as ${name}`
/** A list of faults counts if no list is newer. */
const FAULTS = `case when l.faults is null or string_to_array(l.faults, ',') = s.faults then s.faults
  else devices_faults_after(s.device_id, l.faults_at, string_to_array(l.faults, ',')) end`
const LIT = 'coalesce(l.is_on, s.is_on, coalesce(l.dim, s.dim) > 0)'

/**
 * Sets what reports of lamp controllers that came late still say: values that no newer report has. The history tells which values those
 * are. It holds no reasons and ends of overrides: these count if no newer report says anything of the light.
 */
const LATE = `
update devices_state s set version = v.version, ${[...MEASURED, 'is_on', 'dim'].map((name) => `${name} = coalesce(l.${name}, s.${name})`).join(', ')},
  reason = case when l.light then coalesce(l.reason, s.reason) else s.reason end, override_until = case when l.light then l.until else s.override_until end,
  faults = ${FAULTS}, faults_at = greatest(s.faults_at, l.faults_at),
  fault_since = case when cardinality(${FAULTS}) = 0 then null else least(s.fault_since, coalesce(l.faults_at, s.fault_since)) end,
  state = devices_status(s.state <> 5, s.online, cardinality(${FAULTS}) > 0, ${LIT})
from (
  select * from (
    select r.device_id, ${[...MEASURED, 'is_on', 'dim'].map(lastOf).join(', ')}, r.reason, r.until,
      r.flags & ${FLAG.light} > 0 and ${isLast('is_on', 'dim')} as light,
      case when o.faults_at is null or r.faults_at > o.faults_at then r.faults end as faults,
      case when o.faults_at is null or r.faults_at > o.faults_at then r.faults_at end as faults_at
    from unnest($1::devices_reading[]) r join devices_state o on o.device_id = r.device_id and o.reported_at > r.at
    where r.flags & ${FLAG.latest} > 0
  ) r where light or faults is not null or ${[...MEASURED, 'is_on', 'dim'].map((name) => `${name} is not null`).join(' or ')}
) l, (select nextval('devices_state_version') as version) v
where s.device_id = l.device_id`

/**
 * Stores what late readings still change. `rows`: as for the statement that stored the batch. Returns the changed states if a browser
 * subscribes to them.
 */
export const storeLate = (query: Query, rows: Buffer, watched: boolean): Promise<ChangedLamp[]> =>
  query<ChangedLamp>(`${LATE}${watched ? ' returning s.device_id, s.tenant_id, s.state, s.dim, s.power' : ''}`, [rows])
