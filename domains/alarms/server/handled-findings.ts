import { pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import { type FindingSource, lastMoveAt, lastMover, seenRows, tableOf } from '@lamplight/server-kit'
import { DISPOSE_RESULTS, DISPOSED, OPEN } from '../model/alarm.lifecycle.ts'
import { causeText } from '../model/causes.ts'
import { alarm, incident, KIND_NAMES } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { incidentServer } from './incident.server.ts'

type Handled = NonNullable<FindingSource['handled']>
interface Row {
  readonly id: string
  readonly at: Date
  readonly code: number
  readonly place: string
  readonly result: number | null
  readonly all: number
}
/** What a user does with a finding: SQL of its time and of the user, and a condition. */
interface Act {
  readonly at: string
  readonly by: string
  readonly where?: string
  readonly text: (result: number | null) => Text
}
const acknowledged: Act = { at: 't.acknowledged_at', by: 't.acknowledged_by', text: () => ['确认', 'Acknowledged'] }
const disposed: Act = {
  at: 't.disposed_at',
  by: lastMover(alarm, 'dispose'),
  where: `t.dispose = ${DISPOSED} and `,
  text: (result) => DISPOSE_RESULTS[result as keyof typeof DISPOSE_RESULTS] ?? DISPOSE_RESULTS[1],
}
/** An alarm that is open again is no longer disposed of: the list shows that it was opened again. */
const reopened: Act = {
  at: lastMoveAt(alarm, 'reopen'),
  by: lastMover(alarm, 'reopen'),
  where: `t.dispose = ${OPEN} and `,
  text: () => ['重新打开', 'Reopened'],
}

interface Source {
  readonly resource: ResourceDefinition
  readonly server: Parameters<typeof seenRows>[0]
  /** SQL of `code`, `place` and `result`. */
  readonly columns: string
  readonly words: (code: number) => Text
  readonly acts: readonly Act[]
}
const handledOf =
  ({ resource, server, columns, words, acts }: Source): Handled =>
  async (ctx, { from, to, limit }) => {
    const answers = await ctx.queries(
      acts.map(({ at, by, where = '' }) => {
        const params: unknown[] = []
        const seen = seenRows(server, ctx.user, params)
        return [
          `select t.id::text, ${at} as at, ${columns}, count(*) over ()::int as all from ${tableOf(resource)} t
           where ${seen} and ${where}${at} >= $${params.push(from)} and ${at} < $${params.push(to)} and ${by} = $${params.push(ctx.user.id)}
           order by ${at}, t.id limit ${limit}`,
          params,
        ] as const
      }),
    )
    const found = acts.flatMap(({ text }, at) =>
      ((answers[at] ?? []) as unknown as readonly Row[]).map(({ id, at: time, code, place, result }) => ({
        id,
        at: time,
        what: pick(words(code), ctx.lang),
        act: pick(text(result), ctx.lang),
        place,
        href: `${resource.page?.details}?id=${id}`,
      })),
    )
    return { total: answers.reduce((sum, rows) => sum + Number(rows[0]?.all ?? 0), 0), found }
  }

/** Incidents that the user has acknowledged, for the hand-over of a shift. */
export const handledIncidents = handledOf({
  resource: incident,
  server: incidentServer,
  columns: 't.cause::int as code, t.name as place, null::int as result',
  words: causeText,
  acts: [acknowledged],
})
/** Alarms that the user has acknowledged, disposed of or opened again. */
export const handledAlarms = handledOf({
  resource: alarm,
  server: alarmServer,
  columns: "t.sub_alarm_type::int as code, coalesce(nullif(t.name, ''), t.sn) as place, t.result::int as result",
  words: (kind) => KIND_NAMES[kind] ?? alarm.label,
  acts: [acknowledged, disposed, reopened],
})
