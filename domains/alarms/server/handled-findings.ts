import { pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import { type FindingSource, seenRows, tableOf } from '@lamplight/server-kit'
import { causeText } from '../model/causes.ts'
import { alarm, incident, KIND_NAMES } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { incidentServer } from './incident.server.ts'

type Handled = NonNullable<FindingSource['handled']>
interface Row extends Record<string, unknown> {
  readonly id: string
  readonly at: Date
  readonly code: number
  readonly place: string
}

const handledOf =
  (resource: ResourceDefinition, server: Parameters<typeof seenRows>[0], columns: string, words: (code: number) => Text): Handled =>
  async (ctx, { from, to, limit }) => {
    const params: unknown[] = []
    const where = seenRows(server, ctx.user, params)
    const rows = await ctx.query<Row>(
      `select t.id::text, t.acknowledged_at as at, ${columns} from ${tableOf(resource)} t
       where ${where} and t.acknowledged_by = $${params.push(ctx.user.id)} and t.acknowledged_at >= $${params.push(from)} and t.acknowledged_at < $${params.push(to)}
       order by t.acknowledged_at, t.id limit ${limit}`,
      params,
    )
    return rows.map(({ code, ...row }) => ({ ...row, what: pick(words(code), ctx.lang), href: `${resource.page?.details}?id=${row.id}` }))
  }

/** Incidents and alarms that the user has acknowledged, for the hand-over of a shift. */
export const handledIncidents = handledOf(incident, incidentServer, 't.cause::int as code, t.name as place', causeText)
export const handledAlarms = handledOf(
  alarm,
  alarmServer,
  "t.sub_alarm_type::int as code, coalesce(nullif(t.name, ''), t.sn) as place",
  (kind) => KIND_NAMES[kind] ?? alarm.label,
)
