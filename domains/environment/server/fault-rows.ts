import { type Platform, tableOf } from '@lamplight/server-kit'
import { FAULT_RULES, type FaultRule, fault, UNCHECKED } from '../model/index.ts'
import { FACILITIES, type Facility, slotOf } from './environment-devices.ts'

const OFFLINE = 4
/** Key of the advisory lock: only one process at a time opens and ends faults. */
const LOCK = 7_263_620
const HOURS = "interval '1 hour'"
const table = tableOf(fault)

/** SQL of the limit of a rule. */
const limitOf = ({ type }: Facility, { limit, from }: FaultRule): string =>
  limit ? `coalesce(l.v[${slotOf(type, limit)}], ${from})` : `${from}`

/** SQL condition over s (state) and l (latest values): the device has the fault now. `$1`: now. */
const conditionOf = (facility: Facility, rule: FaultRule): string => {
  const { property, below, event, hours } = rule
  if (property === undefined) return `s.state = ${OFFLINE} and s.received_at <= $1::timestamptz - ${hours ?? 0} * ${HOURS}`
  const value = `l.v[${slotOf(facility.type, property)}]`
  const reached = below === undefined ? `${value} >= ${limitOf(facility, rule)}` : `${value} < ${below}`
  const either = event ? `(coalesce(${reached}, false) or '${event}' = any(s.faults))` : reached
  if (hours === undefined) return either
  // It has held for `hours` if no report of the last `hours` is below the limit, and a report of the `hours` before them reached it.
  const report = `select from devices_series_rows r where r.tenant_id = t.tenant_id and r.device_id = t.id and r.type = ${facility.type.code}`
  const slot = `r.v[${slotOf(facility.type, property)}]`
  return `${either} and not exists (${report} and r.at > $1::timestamptz - ${hours} * ${HOURS} and ${slot} < ${limitOf(facility, rule)})
    and exists (${report} and r.at <= $1::timestamptz - ${hours} * ${HOURS} and r.at > $1::timestamptz - ${hours * 2} * ${HOURS} and ${slot} >= ${limitOf(facility, rule)})`
}

/** SQL of the devices that have a fault now: device, kind and measured value. */
const HOLDING = FACILITIES.flatMap((facility) =>
  FAULT_RULES[facility.name].map((rule) => {
    const value = rule.property === undefined ? 'null::float8' : `l.v[${slotOf(facility.type, rule.property)}]`
    return `select t.id, t.tenant_id, t.sn, t.name, t.project_id, t.area_id, ${facility.type.code} as type, ${rule.kind} as kind, ${value} as value, s.reported_at
      from ${tableOf(facility.resource)} t join devices_states s on s.device_id = t.id left join devices_values l on l.device_id = t.id
      where not t.is_deleted and t.activated and ${conditionOf(facility, rule)}`
  }),
).join('\nunion all\n')

/**
 * `$1`: now. Both parts read the faults as they were before the statement. They cannot conflict: the first ends faults that are not in `now`, the second
 * adds faults that are.
 */
const FOLLOW = `with now as materialized (${HOLDING}), ended as (
    update ${table} f set ended_at = $1, update_time = $1 where f.ended_at is null and not f.is_deleted
      and not exists (select from now n where n.tenant_id = f.tenant_id and n.id = f.device_id and n.kind = f.kind) returning 1
  ), opened as (
    insert into ${table} (id, tenant_id, kind, sn, name, device_id, device_type, value, began_at, status, project_id, area_id)
    select nextval('kit_id'), n.tenant_id, n.kind, n.sn, n.name, n.id, n.type, n.value, least(coalesce(n.reported_at, $1), $1), ${UNCHECKED}, n.project_id, n.area_id
    from now n where not exists (select from ${table} f where f.tenant_id = n.tenant_id and f.device_id = n.id and f.kind = n.kind and f.ended_at is null and not f.is_deleted)
    order by n.id, n.kind returning 1
  ) select (select count(*) from opened)::int as opened, (select count(*) from ended)::int as ended`

/**
 * Opens faults of bins and wells that have begun and ends those that are over. It reads only stored values: a restart loses no fault, and a second run
 * changes nothing. Returns the number of faults that it opened and ended.
 */
export const followFaults = ({ system, clock }: Pick<Platform, 'system' | 'clock'>): Promise<{ opened: number; ended: number }> =>
  system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const [counts] = await query<{ opened: number; ended: number }>(FOLLOW, [new Date(clock.now())])
    return counts ?? { opened: 0, ended: 0 }
  })
