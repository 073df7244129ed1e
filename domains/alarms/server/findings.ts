import { permissionOf, pick } from '@lamplight/kit'
import { type Ctx, type FindingSource, seenRows, tableOf } from '@lamplight/server-kit'
import { causeText } from '../model/causes.ts'
import { alarm, INCIDENT, incident, KIND_NAMES, OPEN } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { placed } from './finding-places.ts'
import { handledAlarms, handledIncidents } from './handled-findings.ts'
import { incidentServer } from './incident.server.ts'
import { openAlarms, openIncidents } from './open-findings.ts'
import { table as alarms } from './statistics-query.ts'

type Filter = Parameters<FindingSource['read']>[1]
interface Row {
  readonly id: string
  readonly at: Date
  readonly code: number
  readonly place: string
  readonly severity: 1 | 2 | 3 | 4
}

const readIncidents = async (ctx: Ctx, filter: Filter) => {
  const params: unknown[] = []
  const rows = await ctx.query<Row>(
    `select t.id::text, t.began_at as at, t.cause::int as code, t.name as place, t.severity::int as severity from ${tableOf(incident)} t
     where ${seenRows(incidentServer, ctx.user, params)}${placed(filter, params)} and t.state = ${INCIDENT.open} order by t.began_at desc limit ${filter.limit}`,
    params,
  )
  return rows.map(({ code, ...row }) => ({ ...row, what: pick(causeText(code), ctx.lang) }))
}

/** Severity up to which an alarm is told by itself; those of an incident are told by it. */
const TOLD = 2
const readAlarms = async (ctx: Ctx, filter: Filter) => {
  const params: unknown[] = []
  const rows = await ctx.query<Row>(
    `select t.id::text, t.began_at as at, t.sub_alarm_type::int as code, coalesce(nullif(t.name, ''), t.sn) as place, t.severity::int as severity from ${alarms} t
     where ${seenRows(alarmServer, ctx.user, params)}${placed(filter, params)} and t.dispose = ${OPEN} and t.severity <= ${TOLD} and t.incident_id is null
       and (t.shelved_until is null or t.shelved_until < $${params.push(ctx.now())}) order by t.began_at desc limit ${filter.limit}`,
    params,
  )
  return rows.map(({ code, ...row }) => ({ ...row, what: pick(KIND_NAMES[code] ?? alarm.label, ctx.lang) }))
}

/** What the home page and the dashboards show of incidents, and of severe alarms that belong to none. */
export const findings: readonly FindingSource[] = [
  {
    name: incident.name,
    label: incident.label,
    right: permissionOf(incident, 'page'),
    link: '/city/alarmCenter/incident/index',
    read: readIncidents,
    open: openIncidents,
    handled: handledIncidents,
  },
  {
    name: alarm.name,
    label: alarm.label,
    right: permissionOf(alarm, 'page'),
    link: '/city/alarmCenter/alarm/index',
    read: readAlarms,
    open: openAlarms,
    handled: handledAlarms,
  },
]
