import { type Finding, lint, type Program } from '@lamplight/calendar'
import type { Selector } from '@lamplight/control/model'
import { pick } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { FINDING_WORDS } from '../model/finding-words.ts'
import type { StrategyRow } from './program.ts'

interface Lint {
  readonly program: Program
  readonly own: StrategyRow
  /** Middle of the lamps; null if there are none or their positions are unknown. */
  readonly site: { readonly lat: number; readonly lng: number } | null
  readonly devices: number
  readonly areas: Selector | null
  readonly from: number
}

/** Highest floor among the road classes of the areas of these lamps; 0 without one. */
export const floorOf = async (ctx: Ctx, lamps: { readonly sql: string; readonly params: readonly unknown[] } | null): Promise<number> => {
  if (!lamps) return 0
  const [row] = await ctx.query<{ floor: number | null }>(
    `select max(least(c.floor, coalesce(c.late_floor, c.floor)))::int as floor from strategies_road_class c
     where not c.is_deleted and c.area_ids && array(select distinct l.area_id from (${lamps.sql}) l where l.area_id is not null)`,
    [...lamps.params],
  )
  return row?.floor ?? 0
}

/** Findings of a program at the middle of its lamps; without lamps at the middle of all lamps of the tenant that the user sees is not known, so only lists and ranges are looked at. */
export const lintTargets = async (ctx: Ctx, { program, own, site, devices, areas, from }: Lint, floor = 0): Promise<readonly Finding[]> => {
  const ramp = Number(await ctx.platform.port(paramsPort).text('strategy.ramp.most', '0'))
  const place = site ? { ...site, zone: ctx.zone } : { ...DEFAULT_SITE, zone: ctx.zone }
  const found = lint(program, place, { from, floor, maxRamp: ramp || undefined, assigned: areas || own.id ? devices : undefined })
  // A special strategy has no normal entries of its own: they are those of the normal strategy of each lamp.
  return own.kind === 2 ? found.filter(({ code }) => code !== 'rangeGap' && code !== 'neverOn' && code !== 'weekdayNeverOn') : found
}
/** Middle of China's cities, for drafts without lamps; findings that depend on it are looked at again when lamps are chosen. */
const DEFAULT_SITE = { lat: 34, lng: 113 }

/** Findings on the wire, with their words in the language of the user. */
export const findingsOf = (ctx: Pick<Ctx, 'lang'>, findings: readonly Finding[]) =>
  findings.map(({ code, severity, firstNight, nights, special, entries, values }) => ({
    ...{ code, severity, values },
    text: pick(FINDING_WORDS[code], ctx.lang).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    ...{ firstNight: firstNight ?? null, nights: nights ?? null, special: special ?? null, entries: [...(entries ?? [])] },
  }))
