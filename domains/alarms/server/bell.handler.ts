import { pick } from '@lamplight/kit'
import { A, formatTime, route, seenRows } from '@lamplight/server-kit'
import { KIND_NAMES } from '../model/index.ts'
import { SEVERITIES } from '../model/kinds.ts'
import { alarmServer } from './alarm.server.ts'
import { permission, table } from './among.ts'

const NEWEST = 10
/** The bell shows `999+` from here on; counting further would cost more than it tells. */
const COUNTED = 1000

interface Row {
  readonly id: string
  readonly severity: number
  readonly kind: number
  readonly sn: string
  readonly name: string
  readonly at: Date
}

/**
 * What the bell of the console shows: alarms that are open, that no incident explains, and that nobody has acknowledged or shelved, and the newest of them. Written by hand: the list of alarms has no filter
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
        sn: A.text,
        name: A.text,
        beganAt: A.time,
      }),
    ),
  }),
  handler: async ({ ctx }) => {
    const statement = (columns: string, more: string): [string, unknown[]] => {
      const params: unknown[] = []
      const seen = seenRows(alarmServer, ctx.user, params)
      const now = `$${params.push(ctx.now())}`
      return [
        `select ${columns} from ${table} t where ${seen} and t.dispose = 0 and t.acknowledged_at is null and t.incident_id is null and (t.shelved_until is null or t.shelved_until <= ${now}) ${more}`,
        params,
      ]
    }
    const [sql, params] = statement('1', `limit ${COUNTED}`)
    const [[counted], rows] = (await ctx.queries([
      [`select count(*)::int as n from (${sql}) one`, params],
      statement(
        `t.id::text as id, t.severity::int as severity, t.sub_alarm_type::int as kind, t.sn, coalesce(t.name, '') as name, t.began_at as at`,
        `order by t.began_at desc limit ${NEWEST}`,
      ),
    ])) as unknown as [{ n: number }[], Row[]]
    return {
      count: counted?.n ?? 0,
      newest: rows.map(({ id, severity, kind, sn, name, at }) => ({
        ...{ id, severity, severityName: pick(SEVERITIES[severity as 1] ?? ['', ''], ctx.lang) },
        ...{ subAlarmType: kind, kindName: pick(KIND_NAMES[kind] ?? ['', ''], ctx.lang), sn, name, beganAt: formatTime(at, ctx.zone) },
      })),
    }
  },
})
