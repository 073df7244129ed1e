import { createCalendar, type Night, type Sensed, type Step } from './night.ts'
import type { Program, Site } from './program.ts'
import { zoneOf } from './zone.ts'

/** A change of level that was seen: its instant by a trusted clock, epoch ms. */
export interface Seen {
  readonly at: number
  readonly level: number
}

/** Why a lamp does not keep its calendar. */
export const CAUSES = ['clockDrift', 'noDst', 'zone', 'longitudeSign', 'position', 'staleCalendar', 'missing', 'wrongLevel'] as const
export type Cause = (typeof CAUSES)[number]

/** How one night of a lamp compares with its calendar. */
export interface NightCheck {
  readonly day: number
  /** Changes that the calendar expects. */
  readonly expected: number
  /** Expected changes for which no change to the same level was seen near them. */
  readonly missing: number
  /** Changes that nothing expects. */
  readonly extra: number
  /** Seconds late (positive) or early of each change that was found, in the order of the night. */
  readonly delays: readonly number[]
}

/** A change belongs to a step if it is at most this far from it, ms. */
const NEAR = 40 * 60_000
/** Reports and radio can delay a change by up to this, ms. */
const TOLERANCE = 90_000

/** Reports show the level of this head of a lamp. */
export const SEEN_HEAD = 1

/** Returns when a light sensor acted: the seen change to its level within its window. Without such a change, the end of the window is expected. */
export const sensedIn =
  (seen: readonly Seen[]): Sensed =>
  ({ level }, from, to) => {
    const acted = seen.find((one) => one.level === level && one.at >= from - TOLERANCE && one.at <= to + TOLERANCE)
    return acted && Math.min(to, Math.max(from, acted.at))
  }

/**
 * The steps that change the level, at the instants at which it is reached: others leave no trace in reports, as those whose ramp the next step cuts short.
 */
const changesOf = ({ steps }: Pick<Night, 'steps'>, before = 0): Step[] => {
  let level = before
  return steps.flatMap((step, n) => {
    const isChange = step.level !== level
    level = step.level
    const at = step.at + step.ramp * 1000
    return isChange && at <= (steps[n + 1]?.at ?? Number.POSITIVE_INFINITY) ? [{ ...step, at }] : []
  })
}

/** The same for nights in a row: a night begins at level 0, and a lamp that is lit until noon goes on if the next night begins lit. */
const changesIn = (nights: readonly Pick<Night, 'start' | 'steps'>[]): Step[][] => {
  let level = 0
  return nights.map(({ start, steps }) => {
    const own = steps[0]?.at === start || level === 0 ? steps : [{ at: start, level: 0, entry: -1, ramp: 0 }, ...steps]
    const changes = changesOf({ steps: own }, level)
    level = own.at(-1)?.level ?? 0
    return changes
  })
}

/** Assigns seen changes to expected ones of the same level, the nearest first, each once. */
const match = (
  expected: readonly Pick<Step, 'at' | 'level'>[],
  seen: readonly Seen[],
  near = NEAR,
): { readonly delays: (number | null)[]; readonly used: number } => {
  const pairs = expected
    .flatMap((step, n) =>
      seen.flatMap((one, m) => (one.level === step.level && Math.abs(one.at - step.at) <= near ? [{ n, m, by: one.at - step.at }] : [])),
    )
    .sort((a, b) => Math.abs(a.by) - Math.abs(b.by))
  const delays: (number | null)[] = expected.map(() => null)
  const taken = new Set<number>()
  for (const { n, m, by } of pairs) {
    if (delays[n] !== null || taken.has(m)) continue
    delays[n] = by
    taken.add(m)
  }
  return { delays, used: taken.size }
}

/** Compares the changes that were seen in one night with the calendar. */
export const checkNight = (night: Night, seen: readonly Seen[]): NightCheck => {
  const expected = changesOf(night)
  const here = seen.filter(({ at }) => at >= night.start - NEAR && at < night.end + NEAR)
  const { delays, used } = match(expected, here)
  const found = delays.filter((delay): delay is number => delay !== null)
  const inside = here.filter(({ at }) => at >= night.start && at < night.end).length
  return {
    day: night.day,
    expected: expected.length,
    missing: expected.length - found.length,
    extra: Math.max(0, inside - used),
    delays: found.map((ms) => Math.round(ms / 1000)),
  }
}

/** `stale`: the program that the lamp held before. */
export interface Diagnosed {
  readonly program: Program
  readonly site: Site
  readonly stale?: Program
}
export interface Diagnosis {
  readonly cause: Cause
  /** Of `clockDrift`: seconds a day; of `zone` and `noDst`: minutes of the offset; of the others: mean seconds late. */
  readonly amount: number
}

/** Mean distance of expected and seen changes, ms, where one without a partner counts as `NEAR`; and the share of the expected ones that were found. */
const distance = (
  expected: readonly (readonly Pick<Step, 'at' | 'level'>[])[],
  seen: readonly Seen[],
): { readonly mean: number; readonly share: number } => {
  const all = expected.flat()
  const { delays, used } = match(all, seen)
  const found = delays.filter((delay) => delay !== null).length
  const sum = delays.reduce<number>((total, delay) => total + (delay === null ? NEAR : Math.abs(delay)), 0)
  const extra = seen.length - used
  return { mean: (sum + extra * NEAR) / Math.max(1, all.length + extra), share: all.length === 0 ? 1 : found / all.length }
}

const shifted = (nights: readonly (readonly Step[])[], byOf: (step: Step) => number) =>
  nights.map((steps) => steps.map((step) => ({ ...step, at: step.at + byOf(step) })))

interface Line {
  /** ms at the start. */
  readonly base: number
  /** ms a day. */
  readonly perDay: number
  /** The slope divided by its standard error. */
  readonly certainty: number
}
/** Least-squares line through delays by time. `from`: the start, epoch ms. */
const lineOf = (points: readonly { readonly at: number; readonly by: number }[], from: number): Line => {
  const xs = points.map(({ at }) => (at - from) / 86_400_000)
  const [mx, my] = [xs.reduce((a, b) => a + b, 0) / xs.length, points.reduce((a, { by }) => a + by, 0) / points.length]
  let [cov, dev] = [0, 0]
  points.forEach(({ by }, n) => {
    cov += (xs[n]! - mx) * (by - my)
    dev += (xs[n]! - mx) ** 2
  })
  const perDay = dev === 0 ? 0 : cov / dev
  const base = my - perDay * mx
  const rest = points.reduce((sum, { by }, n) => sum + (by - base - perDay * xs[n]!) ** 2, 0)
  const error = Math.sqrt(rest / Math.max(1, points.length - 2) / Math.max(dev, 1e-9))
  return { base, perDay, certainty: Math.abs(perDay) / Math.max(error, 1) }
}

const NIGHTS_FOR_DRIFT = 3
/** A slower drift is within what two synchronisations correct, ms a day. */
const LEAST_DRIFT = 8000
/** Slope, ms a day, and certainty that are needed to name a drift before any change is late. */
const EARLY_DRIFT = 15_000
const EARLY_CERTAINTY = 8

type Delay = { readonly at: number; readonly by: number }
/** Delays of the changes that were found, ms, at their expected instants. */
const delaysIn = (expected: readonly (readonly Step[])[], seen: readonly Seen[]): Delay[] =>
  expected.flatMap((steps) => match(steps, seen).delays.flatMap((by, n) => (by === null ? [] : [{ at: steps[n]!.at, by }])))

/**
 * The drift of a clock that is certain enough to be named although its changes are not late yet: 30 s a day are found in three nights, when the lamp is
 * 90 s late. It looks at the nights of which every change was seen. Undefined without one.
 */
const earlyDrift = (expected: readonly (readonly Step[])[], seen: readonly Seen[], start: number): Diagnosis | undefined => {
  const nights = expected
    .map((steps) => delaysIn([steps], seen))
    .filter((delays, n) => delays.length > 0 && delays.length === expected[n]!.length)
  if (nights.length < NIGHTS_FOR_DRIFT) return undefined
  const { base, perDay, certainty } = lineOf(nights.flat(), start)
  const fits = Math.abs(perDay) >= EARLY_DRIFT && certainty >= EARLY_CERTAINTY && Math.abs(base) < TOLERANCE
  return fits ? { cause: 'clockDrift', amount: Math.round(perDay / 1000) } : undefined
}

/** Causes that say what was seen, and not why. */
const UNEXPLAINED: ReadonlySet<Cause> = new Set(['missing', 'wrongLevel'])

/** The same as `diagnose` for all nights and for the last three, because a fault may have begun in between: the first that explains what was seen. */
export const diagnoseNights = (device: Diagnosed, days: readonly number[], seen: readonly Seen[]): Diagnosis | undefined => {
  const all = diagnose(device, days, seen)
  if ((all && !UNEXPLAINED.has(all.cause)) || days.length <= NIGHTS_FOR_DRIFT) return all
  const last = diagnose(device, days.slice(-NIGHTS_FOR_DRIFT), seen)
  return last && !UNEXPLAINED.has(last.cause) ? last : all
}

/**
 * Finds the likely cause why a lamp does not keep its calendar, from what was seen in some nights in a row: each cause predicts other instants, and the one that
 * comes near to what was seen is named. Undefined if the lamp keeps its calendar, or if nothing explains it better.
 */
export const diagnose = ({ program, site, stale }: Diagnosed, days: readonly number[], seen: readonly Seen[]): Diagnosis | undefined => {
  const calendar = createCalendar(program, site, SEEN_HEAD)
  const sensed = sensedIn(seen)
  const nights = days.map((day) => calendar.night(day, sensed))
  const expected = changesIn(nights)
  const total = expected.reduce((sum, { length }) => sum + length, 0)
  if (total === 0) return undefined
  const [first, last] = [nights[0]!.start - NEAR, nights.at(-1)!.end + NEAR]
  const within = seen.filter(({ at }) => at >= first && at < last)
  const plain = distance(expected, within)
  const start = nights[0]!.start
  const delays = delaysIn(expected, seen)
  const drift = earlyDrift(expected, within, start)
  if (drift || (plain.mean <= TOLERANCE && plain.share === 1)) return drift
  const tries: { readonly diagnosis: Diagnosis; readonly mean: number }[] = []
  const attempt = (cause: Cause, amount: number, changed: readonly (readonly Pick<Step, 'at' | 'level'>[])[]): void => {
    const { mean, share } = distance(changed, within)
    if (share >= 0.9) tries.push({ diagnosis: { cause, amount }, mean })
  }
  if (days.length >= NIGHTS_FOR_DRIFT && delays.length >= total * 0.8) {
    const { base, perDay } = lineOf(delays, start)
    // A drift begins with a right clock: base and slope have the same sign, unless the base is small.
    const fits = Math.abs(perDay) >= LEAST_DRIFT && (Math.abs(base) < TOLERANCE || Math.sign(base) === Math.sign(perDay))
    if (fits)
      attempt(
        'clockDrift',
        Math.round(perDay / 1000),
        shifted(expected, ({ at }) => base + (perDay * (at - start)) / 86_400_000),
      )
  }
  const zone = zoneOf(site.zone)
  const standard = Math.min(...[0, 91, 182, 273].map((n) => zone.offsetAt(start + n * 86_400_000)))
  const daylight = zone.offsetAt(start) - standard
  // Without daylight saving a clock time comes an hour late by the true clock.
  if (daylight > 0) attempt('noDst', daylight / 60_000, withClock(program, site, days, daylight, sensed))
  for (let quarter = -52; quarter <= 52; quarter++)
    if (quarter !== 0 && quarter * 900_000 !== daylight)
      attempt('zone', quarter * 15, withClock(program, site, days, quarter * 900_000, sensed))
  const flipped = createCalendar(program, { ...site, lng: -site.lng }, SEEN_HEAD)
  attempt('longitudeSign', 0, changesIn(days.map((day) => flipped.night(day, sensed))))
  if (stale) {
    const old = createCalendar(stale, site, SEEN_HEAD)
    attempt('staleCalendar', 0, changesIn(days.map((day) => old.night(day, sensed))))
  }
  const best = tries.sort((a, b) => a.mean - b.mean)[0]
  if (best && best.mean <= TOLERANCE && best.mean < plain.mean / 2) return best.diagnosis
  return unexplained(program, nights, expected, seen)
}

/** The calendar as a device with another offset from UTC follows it: clock times move, sun events do not. */
const withClock = (
  program: Program,
  site: Site,
  days: readonly number[],
  by: number,
  sensed: Sensed,
): readonly (readonly Pick<Step, 'at' | 'level'>[])[] => {
  const calendar = createCalendar(program, site, SEEN_HEAD)
  const nights = days.map((day) => {
    const night = calendar.night(day, sensed)
    const entries = night.special < 0 ? program.entries : (program.specials?.[night.special]?.entries ?? [])
    const moved = night.instants
      .map((step) => (entries[step.entry]?.trigger.includes(':') ? { ...step, at: step.at + by } : step))
      .sort((a, b) => a.at - b.at || a.entry - b.entry)
      .filter(({ at }) => at < night.end)
    return { start: night.start, steps: moved }
  })
  return changesIn(nights)
}

/** What can be said without an explanation: nothing happened, at the wrong level, or sun events alone are off. */
const unexplained = (
  program: Program,
  nights: readonly Night[],
  expected: readonly (readonly Step[])[],
  seen: readonly Seen[],
): Diagnosis | undefined => {
  const total = expected.reduce((sum, { length }) => sum + length, 0)
  const matched = expected.map((steps) => match(steps, seen))
  const found = matched.reduce((sum, { delays }) => sum + delays.filter((by) => by !== null).length, 0)
  // A change at the right time to another level.
  const near = expected
    .flat()
    .filter((step) => seen.some(({ at, level }) => level !== step.level && Math.abs(at - step.at) <= TOLERANCE)).length
  if (near >= Math.max(1, total - found) && near > 0 && found < total) return { cause: 'wrongLevel', amount: near }
  if (found < total * 0.5) return { cause: 'missing', amount: total - found }
  const isSun = (night: Night, { entry }: Step): boolean => {
    const list = night.special < 0 ? program.entries : (program.specials?.[night.special]?.entries ?? [])
    return !list[entry]?.trigger.includes(':')
  }
  const delays = { sun: [] as number[], clock: [] as number[] }
  for (const [n, { delays: by }] of matched.entries())
    for (const [m, one] of by.entries()) if (one !== null) delays[isSun(nights[n]!, expected[n]![m]!) ? 'sun' : 'clock'].push(one)
  const meanOf = (all: readonly number[]): number => (all.length === 0 ? 0 : all.reduce((a, b) => a + Math.abs(b), 0) / all.length)
  if (meanOf(delays.sun) > TOLERANCE && delays.clock.length > 0 && meanOf(delays.clock) <= TOLERANCE)
    return { cause: 'position', amount: Math.round(meanOf(delays.sun) / 1000) }
  return found < total ? { cause: 'missing', amount: total - found } : undefined
}
