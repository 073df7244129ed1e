import { coverOf, dateOf, type Finding } from '@lamplight/calendar'
import type { ShownCode } from '../model/finding-words.ts'
import { KINDS } from '../model/index.ts'
import type { CompetingStrategy } from '../model/publication-facts.ts'
import type { Holding } from './holding.ts'
import { type SpecialDay, type StrategyRow, specialOf } from './program.ts'

/** Maximum number of date ranges that the list names for each pair of strategies. */
const SPANS = 5
/** Number of nights that are searched for equal priorities: four years, as in the linter. */
const FOUR_YEARS = 4 * 365 + 1

interface Among {
  readonly own: StrategyRow
  readonly rows: ReadonlyMap<string, StrategyRow>
  readonly days: readonly SpecialDay[]
  /** First night, as a day of the engine. */
  readonly from: number
  /** Nights of the preview. */
  readonly nights: number
}
interface Met {
  readonly nights: readonly number[]
  readonly devices: number
}

/** Spans of following days, `yyyy-MM-dd..yyyy-MM-dd` or one date. */
const spansOf = (days: readonly number[]): string[] => {
  const spans: [number, number][] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && last[1] === day - 1) last[1] = day
    else spans.push([day, day])
  }
  return spans.map(([first, last]) => (first === last ? dateOf(first) : `${dateOf(first)}..${dateOf(last)}`))
}
const priorityOf = ({ priority }: StrategyRow): number => priority ?? 5

/** Counts, for each special strategy and for each pair of them, the nights on which it applies and the devices that have it. */
const meetings = (holdings: readonly Holding[], { own, rows, days, from }: Among) => {
  const covered = new Map<string, ReadonlySet<number>>()
  const strategyOf = (id: string): StrategyRow | undefined => (id === own.id ? own : rows.get(id))
  const nightsOf = (id: string): ReadonlySet<number> => {
    const known = covered.get(id)
    if (known) return known
    const row = strategyOf(id)
    const covers = row ? coverOf(specialOf(row, days)) : () => false
    const found = new Set(Array.from({ length: FOUR_YEARS }, (_, n) => from + n).filter(covers))
    covered.set(id, found)
    return found
  }
  const pairs = new Map<string, { readonly one: StrategyRow; readonly other: StrategyRow } & Met>()
  const add = (one: StrategyRow, other: StrategyRow, devices: number): void => {
    const key = `${one.id}:${other.id}`
    const mine = one.kind === KINDS.special ? nightsOf(one.id) : undefined
    const nights = pairs.get(key)?.nights ?? [...nightsOf(other.id)].filter((day) => !mine || mine.has(day))
    pairs.set(key, { one, other, nights, devices: (pairs.get(key)?.devices ?? 0) + devices })
  }
  for (const { group, next } of holdings) {
    const specials = next.specials.flatMap((id) => strategyOf(id) ?? [])
    const others = specials.filter((row) => row !== own)
    for (const other of others) add(own, other, group.devices)
    others.forEach((one, at) => {
      for (const other of others.slice(at + 1)) add(one, other, group.devices)
    })
  }
  return [...pairs.values()].filter(({ nights }) => nights.length > 0)
}

/**
 * Special strategies that apply to the same devices on the same nights as the published one: which of the two wins, and when, within the nights of the preview;
 * and findings about two of them with the same priority on one night, because then none of the two should win. The finding is an error if the published
 * strategy is one of the two.
 */
export const competingStrategies = (
  holdings: readonly Holding[],
  among: Among,
): { readonly rivals: readonly CompetingStrategy[]; readonly ties: readonly Finding<ShownCode>[] } => {
  const { own, from, nights } = among
  const met = meetings(holdings, among)
  const isTie = ({ one, other }: { readonly one: StrategyRow; readonly other: StrategyRow }): boolean =>
    one.kind === KINDS.special && priorityOf(one) === priorityOf(other)
  const ties = met.filter(isTie).map(
    ({ one, other, nights: on, devices }): Finding<ShownCode> => ({
      code: 'specialsSamePriority',
      severity: one === own ? 'error' : 'warning',
      firstNight: dateOf(on[0]!),
      nights: on.length,
      values: { name: one.name, with: other.name, priority: priorityOf(other), devices },
    }),
  )
  const rivals = met
    .filter((pair) => pair.one === own && !isTie(pair))
    .flatMap(({ other, nights: on, devices }): readonly CompetingStrategy[] => {
      const soon = on.filter((day) => day < from + nights)
      if (soon.length === 0) return []
      const wins = own.kind !== KINDS.special || priorityOf(other) > priorityOf(own)
      return [
        {
          id: other.id,
          name: other.name,
          priority: priorityOf(other),
          wins,
          n: devices,
          nights: soon.length,
          dates: spansOf(soon).slice(0, SPANS),
        },
      ]
    })
  return { rivals: rivals.toSorted((a, b) => b.priority - a.priority || b.n - a.n), ties }
}
