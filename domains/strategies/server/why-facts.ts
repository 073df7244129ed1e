import type { Program } from '@lamplight/calendar'
import type { Ctx } from '@lamplight/server-kit'
import type { StrategyRow } from './program.ts'
import { strategiesBy } from './publish.ts'
import { standingOf } from './standing.ts'

interface Assigned {
  readonly normal: string | null
  readonly normalVersion: number | null
  readonly specials: readonly string[]
  readonly specialVersion: number | null
  readonly publishedAt: Date | null
  /** The calendar that was published; null if it was taken away. */
  readonly program: Program | null
  /** State of the calendar in the device (`STANDINGS`). */
  readonly status: number
}
const ASSIGNED = `select d.normal_id::text as normal, d.normal_version as "normalVersion", d.special_ids::text[] as specials, d.special_version as "specialVersion",
    d.published_at as "publishedAt", c.program, ${standingOf('p')} as status
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

interface WhyFacts {
  readonly assigned: Assigned | undefined
  readonly rows: ReadonlyMap<string, StrategyRow>
  readonly state: StateRow | undefined
  /** Instant at which the last override changed the level. */
  readonly overriddenSince: Date | undefined
}

/** Reads the published calendar of a lamp, the current rows of its strategies, its last report and its last override. */
export const whyFacts = async (ctx: Ctx, deviceId: string): Promise<WhyFacts> => {
  const [[assigned], [state], [overridden]] = await Promise.all([
    ctx.query<Assigned & Record<string, unknown>>(ASSIGNED, [deviceId]),
    ctx.query<StateRow & Record<string, unknown>>(STATE, [deviceId]),
    ctx.query<{ at: Date }>(OVERRIDDEN, [deviceId]),
  ])
  const ids = [...(assigned?.normal ? [assigned.normal] : []), ...(assigned?.specials ?? [])]
  return { assigned, state, overriddenSince: overridden?.at, rows: await strategiesBy(ctx.query, ids) }
}

/** A time without reports that is longer than this is a gap, ms. Lamps report at least every 15 min: two intervals. */
const GAP_MS = 30 * 60_000

/** Spans between two instants (epoch ms) in which a lamp reported nothing, longer than two report intervals. */
export const gapsIn = async (ctx: Ctx, deviceId: string, begin: number, end: number): Promise<{ from: number; to: number }[]> => {
  const rows = await ctx.query<{ at: Date }>('select at from devices_readings where device_id = $1 and at >= $2 and at <= $3 order by at', [
    ...[deviceId, new Date(begin), new Date(end)],
  ])
  const times = [begin, ...rows.map(({ at }) => at.getTime()), end]
  return times.slice(1).flatMap((to, n) => (to - times[n]! > GAP_MS ? [{ from: times[n]!, to }] : []))
}
