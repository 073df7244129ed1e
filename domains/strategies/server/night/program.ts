import { dayOf, type Program, type Special } from '@lamplight/calendar'
import { valueHash } from '@lamplight/control/server'
import { entryFrom, KINDS, POLAR, type StoredEntry } from '../../model/index.ts'

/** A strategy as the engine needs it. */
export interface StrategyRow {
  readonly id: string
  readonly name: string
  readonly kind: number
  /** System of the console (`SYSTEMS`). */
  readonly systemType: number | null
  readonly entries: readonly StoredEntry[]
  readonly range: string | null
  readonly dayKind: number | null
  readonly priority: number | null
  readonly polar: number | null
  readonly minBurn: number | null
  readonly version: number
}
/** A public holiday (kind 1) or makeup workday (kind 2), `yyyy-MM-dd`. */
export interface SpecialDay {
  readonly day: string
  readonly kind: number
}

export const STRATEGY_COLUMNS = `s.id::text as id, s.name, s.kind, s.system_type as "systemType", coalesce(s.entries, '[]'::jsonb) as entries, s.range, s.day_kind as "dayKind", s.priority,
  s.polar, s.min_burn as "minBurn", coalesce(s.version, 1) as version`

/** A special strategy as the engine needs it. */
export const specialOf = (row: StrategyRow, days: readonly SpecialDay[]): Special => ({
  name: row.name,
  ...(row.range && { range: row.range }),
  ...(row.dayKind && { days: days.flatMap(({ day, kind }) => (kind === row.dayKind ? [day] : [])) }),
  priority: row.priority ?? 5,
  entries: row.entries.map(entryFrom),
})

/** Special strategies in the order in which a program holds them: the weakest first. */
export const inOrderOfSpecials = (rows: readonly StrategyRow[]): readonly StrategyRow[] =>
  rows.toSorted((a, b) => (a.priority ?? 5) - (b.priority ?? 5) || (a.id < b.id ? -1 : 1))

/** The program of a device: its normal strategy, and the special ones that win over it. Without a normal strategy only special nights are lit. */
export const programOf = (normal: StrategyRow | undefined, specials: readonly StrategyRow[], days: readonly SpecialDay[]): Program => ({
  entries: (normal?.entries ?? []).map(entryFrom),
  ...(specials.length > 0 && {
    specials: inOrderOfSpecials(specials).map((row) => specialOf(row, days)),
  }),
  ...(normal?.polar && { polar: POLAR[normal.polar as 0 | 1 | 2] }),
  ...(normal?.minBurn && { minBurn: normal.minBurn }),
})

/** The program of one strategy alone, for its editor and for the linter. */
export const ownProgram = (row: StrategyRow, days: readonly SpecialDay[]): Program =>
  row.kind === KINDS.special ? programOf(undefined, [row], days) : programOf(row, [], days)

/** A calendar as devices hold it: the program with the zone in which its clock times are meant. */
export interface WireProgram extends Program {
  readonly zone: string
}
/** Hash of a calendar, the same as in hello messages (docs/devices.md). */
export const hashOf = (program: WireProgram): string => valueHash(program)

/** Today of a zone as a day of the engine. */
export const todayIn = (zone: string, now: Date): number =>
  dayOf(new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now))
