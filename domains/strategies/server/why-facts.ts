import type { Held, Program } from '@lamplight/calendar'
import { commandInForce } from '@lamplight/control/server'
import { deviceInPlace, devicesInPlace, IN_PLACE, inPlaceParams } from '@lamplight/devices/server'
import type { Ctx } from '@lamplight/server-kit'
import { calendarStateOf } from './calendar-state.ts'
import type { StrategyRow } from './program.ts'
import { strategiesBy } from './publish.ts'

interface Assigned {
  readonly normal: string | null
  readonly normalVersion: number | null
  readonly specials: readonly string[]
  readonly specialVersion: number | null
  readonly publishedAt: Date | null
  /** The calendar that was published; null if it was taken away. */
  readonly program: Program | null
  /** State of the calendar in the device (`CALENDAR_STATES`). */
  readonly status: number
}
const ASSIGNED = `select d.normal_id::text as normal, d.normal_version as "normalVersion", d.special_ids::text[] as specials, d.special_version as "specialVersion",
    d.published_at as "publishedAt", c.program, ${calendarStateOf('p')} as status
  from strategies_device d left join strategies_calendar c on c.id = d.calendar_id
  left join control_param_states p on p.device_id = d.device_id and p.family = 'calendar' where d.device_id = $1`

/** The state of a lamp as its slice offers it. */
interface StateRow {
  readonly dim: number | null
  readonly reason: string | null
  readonly until: Date | null
  readonly reported_at: Date | null
  readonly power: number | null
  readonly online: boolean | null
}
const STATE =
  'select s.dim, s.reason, s.override_until as until, s.reported_at, s.power, s.online from devices_states s where s.device_id = $1'
const OVERRIDDEN = 'select at from strategies_switch where device_id = $1 and overridden order by at desc limit 1'

/** What a device says about the calendar that it holds: nothing yet, the published one, another one, or none. */
const HELD = { unknown: 0, published: 1, other: 2, none: 3 } as const
const HOLDS = `select case when p.reported is null then ${HELD.unknown} when coalesce(p.reported ->> 'hash', '') = '' then ${HELD.none}
    when p.reported ->> 'hash' = c.hash then ${HELD.published} else ${HELD.other} end as held
  from control_param_states p left join strategies_device d on d.device_id = p.device_id left join strategies_calendar c on c.id = d.calendar_id
  where p.device_id = $1 and p.family = 'calendar'`

interface WhyFacts {
  readonly assigned: Assigned | undefined
  /** A value of `HELD`. For a past instant it is always `HELD.unknown`. */
  readonly held: number
  readonly rows: ReadonlyMap<string, StrategyRow>
  readonly state: Pick<StateRow, 'dim' | 'reported_at' | 'power' | 'online'> | undefined
  /** What holds the lamp against its calendar. */
  readonly sensor?: Held
  readonly override?: Held
}

const strategiesOf = (ctx: Ctx, assigned: Assigned | undefined) =>
  strategiesBy(ctx.query, [...(assigned?.normal ? [assigned.normal] : []), ...(assigned?.specials ?? [])])

/** Reads the published calendar of a lamp, the current rows of its strategies, its last report and its last override. */
export const whyFacts = async (ctx: Ctx, deviceId: string): Promise<WhyFacts> => {
  const [[assigned], [state], [overridden], [holds]] = await Promise.all([
    ctx.query<Assigned>(ASSIGNED, [deviceId]),
    ctx.query<StateRow>(STATE, [deviceId]),
    ctx.query<{ at: Date }>(OVERRIDDEN, [deviceId]),
    ctx.query<{ held: number }>(HOLDS, [deviceId]),
  ])
  const at = ctx.now().getTime()
  const holding = (since: Date | null | undefined): Held => ({
    level: state?.dim ?? 0,
    since: Math.min(since?.getTime() ?? at, at),
    until: state?.until?.getTime() ?? null,
  })
  return {
    assigned,
    state,
    rows: await strategiesOf(ctx, assigned),
    held: holds?.held ?? HELD.unknown,
    ...(state?.reason === 'sensor' && { sensor: holding(state.reported_at) }),
    ...(state?.reason === 'override' && { override: holding(overridden?.at ?? state.reported_at) }),
  }
}

const ASSIGNED_AT = `select h.normal_id::text as normal, null::int as "normalVersion", h.special_ids::text[] as specials, null::int as "specialVersion",
    h.at as "publishedAt", c.program, 2 as status
  from strategies_held h left join strategies_calendar c on c.id = h.calendar_id where h.device_id = $1 and h.at <= $2 order by h.at desc limit 1`
const STATE_AT = `select case when r.is_on = false then 0 else r.dim end as dim, r.at as reported_at, r.power, null::boolean as online from devices_readings r
  where r.device_id = $1 and r.at <= $2 and r.at > $2::timestamptz - interval '1 day' order by r.at desc limit 1`

// Whether the device held the calendar then is not stored: the state counts as in effect, and no word is given for it.
/** The same for a past instant (epoch ms), from what is stored: the calendar that was published by then, the last report before it, the command in force. */
export const whyFactsAt = async (ctx: Ctx, controllerId: string, at: number): Promise<WhyFacts> => {
  const deviceId = await deviceInPlace(ctx, controllerId, at)
  const [[assigned], [state], command] = await Promise.all([
    ctx.query<Assigned>(ASSIGNED_AT, [deviceId, new Date(at)]),
    ctx.query<StateRow>(STATE_AT, [deviceId, new Date(at)]),
    commandInForce(ctx, at, deviceId),
  ])
  return {
    assigned,
    state,
    rows: await strategiesOf(ctx, assigned),
    held: HELD.unknown,
    ...(command && { override: { level: command.level, since: command.since.getTime(), until: command.until?.getTime() ?? null } }),
  }
}

/** A time without reports that is longer than this is a gap, ms. Lamps report at least every 15 min: two intervals. */
const GAP_MS = 30 * 60_000

/** True if the last report is so old that the lamp has missed two reports until `at` (epoch ms). */
export const isSilent = (reportedAt: Date | null | undefined, at: number): boolean => !reportedAt || at - reportedAt.getTime() > GAP_MS

const REPORTS = `select r.at from ${IN_PLACE} join devices_readings r on r.device_id = p.id and r.at >= p.since and r.at <= p.until
  where r.at >= $4 and r.at <= $5 order by r.at`

/**
 * Spans between two instants (epoch ms) in which a lamp reported nothing, longer than two report intervals. Reports of controllers that were replaced since
 * are reports of the lamp.
 */
export const gapsIn = async (ctx: Ctx, deviceId: string, begin: number, end: number): Promise<{ from: number; to: number }[]> => {
  const places = inPlaceParams(await devicesInPlace(ctx, deviceId, begin))
  const rows = await ctx.query<{ at: Date }>(REPORTS, [...places, new Date(begin), new Date(end)])
  const times = [begin, ...rows.map(({ at }) => at.getTime()), end]
  return times.slice(1).flatMap((to, n) => (to - times[n]! > GAP_MS ? [{ from: times[n]!, to }] : []))
}
