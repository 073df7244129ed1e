import { type Calendar, levelAt, type Night } from './night.ts'
import type { Program } from './program.ts'

/** Layers from the weakest to the strongest, in the order of TALQ: default, calendar rule, program point, sensor, override by hand. */
export const LAYERS = ['default', 'rule', 'point', 'sensor', 'override'] as const
export type Layer = (typeof LAYERS)[number]

/** A level set from outside of the program. `until`: epoch ms; null: until it is cancelled. */
export interface Held {
  readonly level: number
  readonly since: number
  readonly until: number | null
}

export interface Reason {
  readonly layer: Layer
  readonly level: number
  /** Epoch ms; null if unknown or without an end. */
  readonly since: number | null
  readonly until: number | null
  /** Of a rule or point: index of the special in force; -1: the normal entries. */
  readonly special?: number
  /** Of a point: index of the entry in its list; -1: the night is held at one level. */
  readonly entry?: number
}

export interface Explained {
  readonly level: number
  /** The reason that won; the layers below it are in `layers`, the weakest first. */
  readonly won: Reason
  readonly layers: readonly Reason[]
  /** The next change of the level; null if there is none within a week. */
  readonly next: { readonly at: number; readonly level: number } | null
}

const DAYS_AHEAD = 7

const holds = (held: Held | undefined, at: number): held is Held =>
  held !== undefined && held.since <= at && (held.until === null || at < held.until)
const pointOf = ({ steps, special, start }: Night, at: number): Reason | undefined => {
  const index = steps.findLastIndex((step) => step.at <= at)
  if (index < 0) return undefined
  const step = steps[index]!
  return {
    layer: 'point',
    level: step.level,
    since: Math.max(start, step.at),
    until: steps[index + 1]?.at ?? null,
    special,
    entry: step.entry,
  }
}

/**
 * Says which level a lamp should have at an instant, which rule decides it, and when it changes next. `fallback`: level without a program;
 * `sensor`: what a presence sensor holds.
 */
export const explain = (
  at: number,
  {
    calendar,
    fallback,
    sensor,
    override,
  }: { readonly calendar?: Calendar; readonly fallback: number; readonly sensor?: Held; readonly override?: Held },
): Explained => {
  const layers: Reason[] = [{ layer: 'default', level: fallback, since: null, until: null }]
  const night = calendar?.night(calendar.nightOf(at))
  if (night) {
    const point = pointOf(night, at)
    layers.push({ layer: 'rule', level: point?.level ?? 0, since: night.start, until: night.end, special: night.special })
    if (point) layers.push({ ...point, until: point.until ?? night.end })
  }
  if (holds(sensor, at)) layers.push({ layer: 'sensor', ...sensor })
  if (holds(override, at)) layers.push({ layer: 'override', ...override })
  const won = layers.at(-1)!
  return { level: won.level, won, layers, next: nextChange(at, won.level, { calendar, fallback, sensor, override }) }
}

type Sources = Parameters<typeof explain>[1]
const levelOf = (at: number, { calendar, fallback, sensor, override }: Sources): number => {
  if (holds(override, at)) return override.level
  if (holds(sensor, at)) return sensor.level
  return calendar ? levelAt(calendar.night(calendar.nightOf(at)), at) : fallback
}
const nextChange = (at: number, level: number, sources: Sources): Explained['next'] => {
  const { calendar, sensor, override } = sources
  const turns = [sensor?.until, override?.until].filter((until): until is number => typeof until === 'number' && until > at)
  if (calendar) {
    const first = calendar.nightOf(at)
    for (let day = first; day < first + DAYS_AHEAD; day++) {
      const { start, steps } = calendar.night(day)
      turns.push(...[start, ...steps.map((step) => step.at)].filter((turn) => turn > at))
    }
  }
  for (const turn of turns.sort((a, b) => a - b)) {
    const then = levelOf(turn, sources)
    if (then !== level) return { at: turn, level: then }
  }
  return null
}

/** The entry that a reason means, for its words. */
export const entryOf = (program: Program, { special = -1, entry = -1 }: Pick<Reason, 'special' | 'entry'>) =>
  (special < 0 ? program.entries : (program.specials?.[special]?.entries ?? []))[entry]
