import { pick } from '@lamplight/kit'
import { A, formatTime, route, seenRows, tableOf } from '@lamplight/server-kit'
import { causeText } from '../model/causes.ts'
import { INCIDENT, incident, KIND_NAMES } from '../model/index.ts'
import { SEVERITIES } from '../model/kinds.ts'
import { alarmServer } from './alarm.server.ts'
import { incidentServer } from './incident.server.ts'
import { permission, table } from './statistics-query.ts'

const NEWEST = 10
/** The bell shows `999+` from here on; counting further would cost more than it tells. */
const COUNTED = 1000

interface Row {
  readonly id: string
  readonly severity: number
  readonly kind: number
  readonly cause: number | null
  readonly sn: string
  readonly name: string
  readonly at: Date
}

/**
 * What the bell of the console shows: open incidents and open alarms outside of incidents that nobody has acknowledged or shelved, and the newest of them, those of the highest severity first. Written by hand: the list of alarms has no filter
 * for this, and the bell of every open console asks for it.
 */
export const bellRoute = route({
  method: 'GET',
  path: '/api/blade-alarm/alarm/bell',
  summary: ['待确认告警', 'Alarms that nobody has acknowledged'],
  permission,
  returns: A.of({
    count: A.int,
    newest: A.list(
      A.of({
        id: A.id,
        severity: A.int,
        severityName: A.text,
        subAlarmType: A.int,
        kindName: A.text,
        /** 1: the row is an incident, 0: an alarm. */
        isIncident: A.int,
        sn: A.text,
        name: A.text,
        beganAt: A.time,
      }),
    ),
  }),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const now = `$${params.push(ctx.now())}`
    const sql = `select t.id, t.severity, t.sub_alarm_type as kind, null::int as cause, t.sn, coalesce(t.name, '') as name, t.began_at as at from ${table} t
      where ${seenRows(alarmServer, ctx.user, params)} and t.dispose = 0 and t.acknowledged_at is null and t.incident_id is null and (t.shelved_until is null or t.shelved_until <= ${now})
      union all
      select t.id, t.severity, 0, t.cause::int, '', t.name, t.began_at from ${tableOf(incident)} t
      where ${seenRows(incidentServer, ctx.user, params)} and t.state = ${INCIDENT.open} and t.acknowledged_at is null`
    const [[counted], rows] = await ctx.queries<[{ n: number }, Row]>([
      [`select count(*)::int as n from (select from (${sql}) t limit ${COUNTED}) one`, params],
      [
        `select t.id::text as id, t.severity::int as severity, t.kind::int as kind, t.cause, t.sn, t.name, t.at from (${sql}) t order by t.severity = 1 desc, t.at desc limit ${NEWEST}`,
        params,
      ],
    ])
    return {
      count: counted?.n ?? 0,
      newest: rows.map(({ id, severity, kind, cause, sn, name, at }) => ({
        id,
        severity,
        severityName: pick(SEVERITIES[severity as 1] ?? ['', ''], ctx.lang),
        subAlarmType: kind,
        isIncident: cause === null ? 0 : 1,
        sn,
        name,
        beganAt: formatTime(at, ctx.zone),
        kindName: pick(cause === null ? (KIND_NAMES[kind] ?? ['', '']) : causeText(cause), ctx.lang),
      })),
    }
  },
})
