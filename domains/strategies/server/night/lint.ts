import { type Finding, type Floors, lint, type Program, strictestFloors } from '@lamplight/calendar'
import type { Selector } from '@lamplight/control/model'
import { pick } from '@lamplight/kit'
import { LIMITS } from '@lamplight/protocol'
import type { Ctx } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { FINDING_WORDS, type ShownCode } from '../../model/finding-words.ts'
import { KINDS, USUAL_LIMITS } from '../../model/index.ts'
import type { StrategyRow } from './program.ts'
import { classedLamps } from './road-floor.ts'

interface Lint {
  readonly program: Program
  readonly own: StrategyRow
  /** Middle of the lamps; null if there are none or their positions are unknown. */
  readonly site: { readonly lat: number; readonly lng: number } | null
  readonly devices: number
  readonly areas: Selector | null
  readonly from: number
  /** True if at least one device has the usual limits (`USUAL_LIMITS`). */
  readonly isUsual: boolean
  /** Number of named devices that the user does not see. */
  readonly outside?: number | undefined
}

/** The floors of a road class as they are stored. */
export interface ClassRow {
  readonly floor: number
  readonly from: string | null
  readonly to: string | null
  readonly late: number | null
}
export const CLASS_COLUMNS = 'c.floor, c.late_from as "from", c.late_to as "to", c.late_floor as late'
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const floorsOf = ({ floor, from, to, late }: ClassRow): Floors =>
  from && to && late !== null
    ? [
        { from: minutesOf(to), floor },
        { from: minutesOf(from), floor: late },
      ]
    : [{ from: 0, floor }]

/** Floors of the road classes of these lamps, at each time the highest; none without a class. */
export const floorOf = async (ctx: Ctx, lamps: { readonly sql: string; readonly params: readonly unknown[] } | null): Promise<Floors> => {
  // Without classes, the lamps need not be read.
  const [any] = lamps ? await ctx.query('select from strategies_road_class where not is_deleted limit 1') : []
  if (!lamps || !any) return []
  const rows = await ctx.query<ClassRow>(
    `select ${CLASS_COLUMNS} from strategies_road_class c where c.id in (select k.class_id from (${classedLamps(lamps.sql)}) k)`,
    [...lamps.params],
  )
  return strictestFloors(rows.map(floorsOf))
}

/** Runs the linter at the mean position of the lamps, or at `DEFAULT_SITE` without lamps. */
export const lintTargets = async (
  ctx: Ctx,
  { program, own, site, devices, areas, from, isUsual, outside }: Lint,
  floors: Floors = [],
): Promise<readonly Finding[]> => {
  const ramp = Number(await ctx.platform.port(paramsPort).text('strategy.ramp.most', '0'))
  const place = site ? { ...site, zone: ctx.zone } : { ...DEFAULT_SITE, zone: ctx.zone }
  const maxEntries = isUsual ? USUAL_LIMITS.entries : LIMITS.calendarEntries
  const found = lint(program, place, {
    from,
    floors,
    maxEntries,
    outside,
    maxRamp: ramp || undefined,
    assigned: areas || own.id ? devices : undefined,
  })
  if (own.kind !== KINDS.special) return found
  // A special strategy has no switch points for normal nights. Findings about these nights would be wrong.
  return found.filter(({ code, special }) => !OF_NORMAL_NIGHTS.has(code) && !(code === 'darkBelowFloor' && special === undefined))
}
const OF_NORMAL_NIGHTS: ReadonlySet<string> = new Set(['rangeGap', 'neverOn', 'weekdayNeverOn'])
/** The site of drafts without lamps, in the middle of China. When lamps are chosen, the linter runs again at their site. */
const DEFAULT_SITE = { lat: 34, lng: 113 }

/** A code of a finding in the language of the user, with its figures. */
export const wordsOf = ({ lang }: Pick<Ctx, 'lang'>, code: ShownCode, values: Finding['values']): string =>
  pick(FINDING_WORDS[code], lang, values)

/** Findings on the wire, with their words in the language of the user; those about one model begin with its name. */
export const findingsOf = (ctx: Pick<Ctx, 'lang'>, findings: readonly Finding<ShownCode>[]) =>
  findings.map(({ code, severity, firstNight, nights, special, entries, values }) => ({
    code,
    severity,
    values,
    text: `${values.model === undefined ? '' : pick([`${values.model}：`, `${values.model}: `], ctx.lang)}${wordsOf(ctx, code, values)}`,
    firstNight: firstNight ?? null,
    nights: nights ?? null,
    special: special ?? null,
    entries: [...(entries ?? [])],
  }))
