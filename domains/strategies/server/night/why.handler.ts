import {
  createCalendar,
  dateOf,
  type Entry,
  type Explained,
  entryOf,
  explain,
  type Program,
  type Reason,
  SEEN_HEAD,
} from '@lamplight/calendar'
import { targetsPort } from '@lamplight/control/model'
import { controllerType } from '@lamplight/devices/model'
import { exampleDevice, pick, type Text } from '@lamplight/kit'
import { DARK_POWER } from '@lamplight/protocol'
import { A, type AnswerOf, type Ctx, formatTime, type Route, route, T, timeIn } from '@lamplight/server-kit'
import { LAYER_TEXTS, strategiesErrors, strategyInstance } from '../../model/index.ts'
import { CALENDAR_STATES, calendarStateOf } from '../calendar-state.ts'
import { controllersOf } from '../publish/targets.ts'
import { inOrderOfSpecials } from './program.ts'
import { gapsIn, isSilent, whyFacts, whyFactsAt } from './why-facts.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })

const TRIGGER_WORDS: Readonly<Record<string, Text>> = {
  sunset: ['日落', 'sunset'],
  sunrise: ['日出', 'sunrise'],
  civilDusk: ['民用昏影终', 'civil dusk'],
  civilDawn: ['民用晨光始', 'civil dawn'],
  duskSensor: ['光控开灯', 'the light sensor at dusk'],
  dawnSensor: ['光控关灯', 'the light sensor at dawn'],
  afterOn: ['亮灯后', 'after the first light'],
}
/** A switch point in words: `sunset -10 min`, `23:00`. */
export const entryWords = ({ trigger, offset = 0 }: Entry): Text => {
  const [zh, en] = TRIGGER_WORDS[trigger] ?? [trigger, trigger]
  if (offset === 0 || !TRIGGER_WORDS[trigger]) return [zh, en]
  const by = `${offset > 0 ? '+' : '−'}${Math.abs(offset)}`
  return [`${zh} ${by} 分钟`, `${en} ${by} min`]
}

const STATES = strategyInstance.fields.status.options.values

const LayerReturns = A.of({
  layer: A.text,
  name: A.text,
  text: A.text,
  level: A.int,
  since: A.time,
  until: A.time,
  won: A.int,
})

const instantOf = (ctx: Ctx, text: string): number => {
  const at = Date.parse(timeIn(text, 'at', ctx.zone) ?? '')
  if (at > ctx.now().getTime()) throw strategiesErrors.notYet({}, 'at')
  return at
}

/**
 * Why a lamp has its level, or had it at a past instant, and when it changes next: the layers from the weakest to the strongest with their words, and the last report as evidence. Written by
 * hand: it explains, and no rows of a resource are its answer.
 */
export const why = route({
  method: 'GET',
  path: '/api/blade-strategy/workstrategy/why',
  summary: ['灯具为何是这个亮度', 'Why a lamp has its level'],
  example: { query: { controllerId: exampleDevice(controllerType) } },
  permission: 'workstrategy_view',
  query: T.Object({
    controllerId: Id,
    at: T.Optional(T.String({ minLength: 16, maxLength: 25, description: 'yyyy-MM-dd HH:mm[:ss], zone of the tenant; empty: now' })),
  }),
  returns: A.of({
    controllerId: A.id,
    level: A.int,
    reported: A.nullable(A.int),
    // Null: no plan is known, or the lamp is silent, so that its level cannot be compared with the plan.
    agrees: A.nullable(A.int),
    // 1: the lamp should be lit and reports a level, but its power says that it is dark. It does not agree then.
    dark: A.int,
    silent: A.int,
    strategy: A.nullable(A.of({ id: A.id, name: A.text })),
    special: A.nullable(A.of({ id: A.id, name: A.text })),
    night: A.text,
    layers: A.list(LayerReturns),
    next: A.nullable(A.of({ at: A.time, level: A.int })),
    reportedAt: A.time,
    power: A.nullable(A.measure('W')),
    online: A.nullable(A.int),
    publishedAt: A.time,
    // State of the calendar that was published, and whether a strategy has a newer version that was not.
    status: A.int,
    statusName: A.text,
    outdated: A.int,
    // What the device says about the calendar that it holds: 0 nothing yet, 1 the published one, 2 another one, 3 none.
    held: A.int,
    // Spans of this night without a report.
    gaps: A.list(A.of({ from: A.time, to: A.time })),
  }),
  handler: async ({ ctx, query }) => {
    const { controllerId } = query
    const past = query.at ? instantOf(ctx, query.at) : undefined
    const lamps = ctx.platform.port(targetsPort).lamps(ctx, { controllerIds: [controllerId] })
    const [lamp] = await ctx.query<{ lat: number | null; lng: number | null }>(`select l.lat, l.lng from (${lamps.sql}) l`, [
      ...lamps.params,
    ])
    if (!lamp) throw strategiesErrors.noDevices({}, 'controllerId')
    const { assigned, rows, state, held, sensor, override } = await (past === undefined
      ? whyFacts(ctx, controllerId)
      : whyFactsAt(ctx, controllerId, past))
    const normal = assigned?.normal ? rows.get(assigned.normal) : undefined
    const specials = inOrderOfSpecials((assigned?.specials ?? []).flatMap((id) => rows.get(id) ?? []))
    // The lamp follows the published calendar, even if the strategy was edited later.
    const program: Program = assigned?.program ?? { entries: [] }
    const calendar = assigned ? createCalendar(program, { ...lamp, zone: ctx.zone }, SEEN_HEAD) : undefined
    const at = past ?? ctx.now().getTime()
    const explained: Explained = explain(at, {
      ...(calendar && { calendar }),
      fallback: 100,
      ...(sensor && { sensor }),
      ...(override && { override }),
    })
    const day = calendar?.nightOf(at)
    const special = explained.layers.find(({ layer }) => layer === 'rule')?.special ?? -1
    const inForce = special >= 0 ? specials.find(({ name }) => name === program.specials?.[special]?.name) : undefined
    const words = (reason: Reason): string => {
      if (reason.layer === 'rule') return (special >= 0 ? program.specials?.[special]?.name : normal?.name) ?? ''
      const entry = reason.layer === 'point' ? entryOf(program, reason) : undefined
      return entry ? pick(entryWords(entry), ctx.lang) : ''
    }
    const isOutdated =
      past === undefined &&
      ((normal !== undefined && normal.version !== assigned?.normalVersion) ||
        (specials.length > 0 && Math.max(...specials.map(({ version }) => version)) > (assigned?.specialVersion ?? 0)))
    // A device without strategy and command follows a program of its own, which the platform does not know.
    const hasPlan = Boolean(assigned?.program) || explained.won.layer !== 'default'
    const silent = isSilent(state?.reported_at, at)
    const isDark = !silent && explained.level > 0 && (state?.dim ?? 0) > 0 && (state?.power ?? Infinity) <= DARK_POWER
    const begin = calendar && day !== undefined ? calendar.night(day).start : at
    const time = (ms: number | null): string => (ms === null ? '' : formatTime(ms, ctx.zone))
    return {
      controllerId,
      level: explained.level,
      reported: state?.dim ?? null,
      agrees:
        !hasPlan || silent || state?.dim === null || state?.dim === undefined ? null : Number(state.dim === explained.level && !isDark),
      dark: Number(isDark),
      silent: Number(silent),
      strategy: normal ? { id: normal.id, name: normal.name } : null,
      special: inForce ? { id: inForce.id, name: inForce.name } : null,
      night: day === undefined ? '' : dateOf(day),
      layers: explained.layers.map((reason) => ({
        layer: reason.layer,
        name: pick(LAYER_TEXTS[reason.layer], ctx.lang),
        text: words(reason),
        level: reason.level,
        since: time(reason.since),
        until: time(reason.until),
        won: Number(reason === explained.won),
      })),
      next: explained.next && { at: time(explained.next.at), level: explained.next.level },
      reportedAt: time(state?.reported_at?.getTime() ?? null),
      power: state?.power ?? null,
      online: state?.online === null || state?.online === undefined ? null : Number(state.online),
      publishedAt: time(assigned?.publishedAt?.getTime() ?? null),
      status: assigned?.status ?? CALENDAR_STATES.none,
      statusName: assigned && past === undefined ? pick(STATES[assigned.status as keyof typeof STATES], ctx.lang) : '',
      outdated: Number(isOutdated),
      held,
      gaps: (await gapsIn(ctx, controllerId, begin, at)).map(({ from, to }) => ({ from: time(from), to: time(to) })),
    }
  },
})

const AssignedReturns = A.of({
  controllerId: A.id,
  workStrategyId: A.nullable(A.id),
  name: A.text,
  kind: A.nullable(A.int),
  version: A.nullable(A.int),
  specials: A.list(A.of({ id: A.id, name: A.text })),
  calendarHash: A.text,
  status: A.int,
  statusName: A.text,
  publishedAt: A.time,
})
type AssignedRow = Omit<AnswerOf<typeof AssignedReturns>, 'publishedAt' | 'statusName'> & { readonly publishedAt: Date }
const ASSIGNMENTS = `select d.device_id::text as "controllerId", d.normal_id::text as "workStrategyId", coalesce(s.name, '') as name, s.kind, d.normal_version as version,
    d.published_at as "publishedAt", coalesce(c.hash, '') as "calendarHash",
    (select coalesce(jsonb_agg(jsonb_build_object('id', x.id::text, 'name', x.name) order by x.priority), '[]') from strategies_strategy x where x.id = any(d.special_ids)) as specials,
    ${calendarStateOf('p')} as status
  from strategies_device d left join strategies_strategy s on s.id = d.normal_id left join strategies_calendar c on c.id = d.calendar_id
  left join control_param_states p on p.device_id = d.device_id and p.family = 'calendar'
  where d.device_id = any($1::bigint[]) order by d.device_id`

const assignments = async (ctx: Ctx, controllerIds: readonly string[]) => {
  const rows = await ctx.query<AssignedRow>(ASSIGNMENTS, [await controllersOf(ctx, controllerIds)])
  return rows.map((row) => ({
    ...row,
    publishedAt: formatTime(row.publishedAt, ctx.zone),
    statusName: pick(STATES[row.status as keyof typeof STATES], ctx.lang),
  }))
}

const idsOf = (text: string): string[] => text.split(',').filter((id) => /^\d{1,19}$/.test(id))
const Ids = T.String({ pattern: '^[0-9]{1,19}(,[0-9]{1,19})*$', maxLength: 2_000_000 })

/** Strategies of devices (workstrategy.normal.data.controller, workstrategy.special.batch.get): the normal one of a controller, and the special ones of several. */
const ofDevices: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/blade-strategy/workstrategy/normal/data/controller',
    summary: ['控制器的常规策略', 'Normal strategy of a controller'],
    example: { query: { controllerId: exampleDevice(controllerType) } },
    permission: 'workstrategy_view',
    query: T.Object({ controllerId: Id }),
    returns: AssignedReturns,
    handler: async ({ ctx, query }) => {
      const [found] = await assignments(ctx, [query.controllerId])
      if (!found) throw strategiesErrors.noStrategy({}, 'controllerId')
      return found
    },
  }),
  route({
    method: 'GET',
    path: '/api/blade-strategy/workstrategy/special/batch/get',
    summary: ['控制器的特殊日策略', 'Special strategies of controllers'],
    example: { query: { controllerIds: exampleDevice(controllerType) } },
    permission: 'workstrategy_view',
    query: T.Object({ controllerIds: Ids }),
    returns: A.list(AssignedReturns),
    handler: ({ ctx, query }) => assignments(ctx, idsOf(query.controllerIds)),
  }),
]

export const whyRoutes: readonly Route[] = [why, ...ofDevices]
