import { pick } from '@lamplight/kit'
import { type Ctx, type FindingSource, type OpenFinding, seenRows, tableOf } from '@lamplight/server-kit'
import { CAUSE, causeText } from '../model/causes.ts'
import { alarm, INCIDENT, incident, KIND_NAMES, OPEN, SEVERITIES } from '../model/index.ts'
import { nextOfCause, nextOfKind } from '../model/next-steps.ts'
import { alarmServer } from './alarm.server.ts'
import { incidentName } from './carriers.ts'
import { placed } from './finding-places.ts'
import { incidentServer } from './incident.server.ts'
import { table as alarms } from './statistics-query.ts'

type Open = NonNullable<FindingSource['open']>

/** SQL of the name of a street in the language of the request. `c`: alias of the view. */
const streetName = (ctx: Ctx): string => (ctx.lang === 'en' ? "coalesce(nullif(c.street_name_en, ''), c.street_name)" : 'c.street_name')
/** Number of streets that a finding names. */
const STREETS = 2

interface IncidentRow {
  readonly id: string
  readonly at: Date
  readonly cause: number
  readonly place: string
  readonly severity: OpenFinding['severity']
  readonly lost: number
  readonly lamps: number | null
  readonly streets: readonly string[]
  readonly total: number
}

/**
 * SQL of the devices that depend on what failed in the incident `i`: a gateway, a switch box, or a phase or a loop of one. It finds none
 * for other causes, such as a cut of the network; `lost` of the incident is their number then.
 */
const DEVICES = `
select r.device_id from devices_registered r where r.tenant_id = i.tenant_id and i.kind = ${CAUSE.gateway} and r.gateway_id = i.gateway_id
union all
select s.device_id from cabinets_supplied s where s.tenant_id = i.tenant_id and (i.kind = ${CAUSE.loop} and s.loop_id = i.loop_id
  or i.kind = ${CAUSE.box} and s.switchbox_id = i.switchbox_id
  or i.kind = ${CAUSE.phase} and s.switchbox_id = i.switchbox_id and s.phase = nullif(split_part(i.node, '/', 2), '')::smallint)`

/** Open incidents, with the number of their lost lamps and the streets where most of these are. */
export const openIncidents: Open = async (ctx, filter) => {
  const params: unknown[] = []
  const where = `${seenRows(incidentServer, ctx.user, params)}${placed(filter, params)} and t.state = ${INCIDENT.open}`
  const rows = await ctx.query<IncidentRow>(
    `with i as materialized (
       select t.id, t.tenant_id, t.began_at, t.cause, t.name, t.severity, t.lost, t.gateway_id, t.switchbox_id, t.loop_id,
         split_part(t.node_key, ':', 1)::int as kind, split_part(t.node_key, ':', 2) as node, count(*) over () as total
       from ${tableOf(incident)} t where ${where} order by t.severity, t.began_at desc limit ${filter.limit}
     )
     select i.id::text, i.began_at as at, i.cause::int as cause, ${incidentName('i.name')} as place, i.severity::int as severity, i.lost, i.total::int as total,
       x.lamps, coalesce(x.streets, '{}') as streets
     from i left join lateral (
       with d as materialized (select distinct d.device_id from (${DEVICES}) d join devices_states s on s.device_id = d.device_id and s.tenant_id = i.tenant_id and not s.online)
       select (select nullif(count(*), 0)::int from d join lighting_lamps l on l.controller_id = d.device_id and not l.is_deleted) as lamps,
         (select array_agg(street) from (select ${streetName(ctx)} as street from d join lighting_controller_streets c on c.controller_id = d.device_id
            where c.street_name is not null group by 1 order by count(*) desc, 1 limit ${STREETS}) named) as streets
     ) x on true order by i.severity, i.began_at desc`,
    params,
  )
  return {
    total: rows[0]?.total ?? 0,
    found: rows.map(({ cause, lost, lamps, total: _, ...row }) => ({
      ...row,
      what: pick(causeText(cause), ctx.lang),
      next: pick(nextOfCause(cause), ctx.lang),
      lamps: lamps ?? lost,
      level: pick(SEVERITIES[row.severity], ctx.lang),
      href: `${incident.page?.details}?id=${row.id}`,
    })),
  }
}

/** Severity up to which alarms without an incident are shown. */
const TOLD = 3
interface AlarmRow {
  readonly id: string
  readonly at: Date
  readonly kind: number
  readonly place: string
  readonly street: string | null
  readonly severity: OpenFinding['severity']
  readonly devices: number
  readonly lamps: number
  readonly total: number
}

/**
 * Open alarms that belong to no incident. Those of one kind and severity in one street are one finding; it begins with the first of them.
 */
export const openAlarms: Open = async (ctx, filter) => {
  const params: unknown[] = []
  const rows = await ctx.query<AlarmRow>(
    `select min(t.id)::text as id, min(t.began_at) as at, t.sub_alarm_type::int as kind, min(coalesce(nullif(t.name, ''), t.sn)) as place, s.street,
       t.severity::int as severity, count(distinct t.device_id)::int as devices, coalesce(sum(n.lamps), 0)::int as lamps, count(*) over ()::int as total
     from ${alarms} t
     left join lateral (select ${streetName(ctx)} as street from lighting_controller_streets c where c.controller_id = t.device_id limit 1) s on true
     left join lateral (select count(*) as lamps from lighting_lamps l where l.controller_id = t.device_id and not l.is_deleted) n on true
     where ${seenRows(alarmServer, ctx.user, params)}${placed(filter, params)} and t.dispose = ${OPEN} and t.severity <= ${TOLD} and t.incident_id is null
       and (t.shelved_until is null or t.shelved_until < $${params.push(ctx.now())})
     group by t.sub_alarm_type, t.severity, s.street, case when s.street is null then t.id end
     order by t.severity, max(t.began_at) desc limit ${filter.limit}`,
    params,
  )
  return {
    total: rows[0]?.total ?? 0,
    found: rows.map(({ id, at, kind, place, street, severity, devices, lamps }) => ({
      id,
      at,
      severity,
      lamps,
      what: pick(KIND_NAMES[kind] ?? alarm.label, ctx.lang),
      next: pick(nextOfKind(kind), ctx.lang),
      level: pick(SEVERITIES[severity], ctx.lang),
      place: devices > 1 ? '' : place,
      streets: street ? [street] : [],
      href: devices > 1 ? `${alarm.page?.path}?dispose=${OPEN}&subAlarmType=${kind}` : `${alarm.page?.details}?id=${id}`,
    })),
  }
}
